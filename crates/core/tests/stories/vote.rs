use groupscope_core::{coordinator::Note, protocol::ErrorCode, report::Voting, simulation::GroupIx};

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

#[test]
fn the_ballot_says_who_offers_what_and_votes_for_what() {
    let played = Played::of(STORY);
    let voting = |at: u64| Voting::at(&played.run, GroupIx(0), at).unwrap();
    let first = voting(played.at("vote"));
    let votes = first.voters.iter().map(|voter| {
        let offers: Vec<_> = voter.offers.iter().map(|name| &**name).collect();
        (&*played.run.cast.consumers[voter.consumer.index()].name, offers.join(" "), voter.vote.as_deref().unwrap())
    });
    let mut votes: Vec<_> = votes.collect();
    votes.sort();
    assert_eq!(
        votes,
        [
            ("billing-1", "range roundrobin".to_owned(), "range"),
            ("billing-2", "roundrobin range".to_owned(), "roundrobin"),
            ("billing-3", "roundrobin sticky range".to_owned(), "roundrobin"),
        ]
    );
    assert_eq!(first.candidates, [("roundrobin".into(), 2), ("range".into(), 1)]);
    assert_eq!((first.winner.as_deref(), first.is_tied, first.generation), (Some("roundrobin"), false, 1));
    assert!(first.refused.is_empty());
    let later = voting(played.at("thrown"));
    let refused = later.refused.iter().map(|(consumer, _)| played.name(*consumer));
    assert_eq!((refused.collect::<Vec<_>>(), later.winner), (vec!["billing-4"], first.winner));
}

#[test]
fn before_the_count_the_ballot_has_offers_only() {
    let played = Played::of(STORY);
    let open = Voting::at(&played.run, GroupIx(0), played.at("vote") - 100).unwrap();
    assert_eq!((open.counted, open.winner, open.voters.len()), (None, None, 3));
    assert!(open.voters.iter().all(|voter| voter.vote.is_none() && !voter.offers.is_empty()));
    assert_eq!(Voting::at(&played.run, GroupIx(0), 0), None, "there is no group yet");
}
