use groupscope_core::{coordinator::Note, protocol::ErrorCode};

use crate::support::Played;

const STORY: &str = "vote";

#[test]
fn s20_the_assignor_is_elected_from_those_that_all_members_report() {
    let played = Played::of(STORY);
    let ballots: Vec<_> = played
        .notes()
        .filter_map(|(_, _, note)| match note {
            Note::ProtocolChosen { ballot, .. } => Some(ballot.as_ref().clone()),
            _ => None,
        })
        .collect();
    let mut candidates: Vec<_> = ballots[0].candidates.iter().map(ToString::to_string).collect();
    candidates.sort();
    assert_eq!(candidates, ["range", "roundrobin"], "unanimity first: sticky is not everybody's");
    assert_eq!(&*ballots[0].winner, "roundrobin", "then the votes: two of three");
    assert_eq!(&*ballots[1].winner, "range", "one more member has nothing else");
    let refused = played.run.trace.exchanges.iter().filter(|it| it.error == ErrorCode::InconsistentGroupProtocol);
    assert_eq!(refused.map(|it| played.name(it.consumer)).collect::<Vec<_>>(), ["billing-4"]);
    let generation = played.run.lanes.groups[0].generation.at(played.at("thrown") + 1000).unwrap().value;
    assert_eq!(generation, 1, "the group goes on undisturbed");
}
