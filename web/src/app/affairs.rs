//! What a group's coordinator is busy with: the vote for an assignor, ids that it handed out, its way from broker to broker.

use groupscope_core::{
    report::{Handshake, HandshakeEnd, Say, Takeover, Voter, Voting},
    simulation::{BrokerIx, ConsumerIx, GroupIx},
};
use groupscope_view::{clock, mark::Mark, words::Arg};
use yew::prelude::*;

use super::{PartProps, Shown, prose::member_class};
use crate::session::deeds;

/// The panel: of the coordinator that is selected, or what the story is about.
#[component]
pub(super) fn CoordinatorPanel(PartProps { session }: &PartProps) -> Html {
    let Some(shows) = Shows::of(session) else { return Html::default() };
    let run = session.film.run();
    let (group, at) = (shows.group, session.moment);
    let ballot = shows.vote.then(|| Voting::at(&run, group, at)).flatten();
    let handshakes = if shows.handshakes { Handshake::all(&run, group, at) } else { Vec::new() };
    let takeover = shows.takeover.then(|| Takeover::latest(&run, group, at)).flatten();
    if ballot.is_none() && handshakes.is_empty() && takeover.is_none() {
        return Html::default();
    }
    let id = run.cast.groups[group.index()].to_string();
    html! {
        <section class="affairs">
            <h2>{ session.words.text("ui-coordinator") }<em>{ id }</em></h2>
            { for ballot.map(|voting| ballot_part(session, &voting)) }
            if !handshakes.is_empty() { { handshakes_part(session, &handshakes) } }
            { for takeover.map(|takeover| takeover_part(session, group, &takeover)) }
        </section>
    }
}

/// Which parts are shown, of which group's coordinator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shows {
    group: GroupIx,
    vote: bool,
    handshakes: bool,
    takeover: bool,
}

impl Shows {
    fn of(session: &Shown) -> Option<Self> {
        if let Some(Mark::Desk(group)) = session.selected.as_ref().map(deeds::thing_of) {
            let group = GroupIx(u16::try_from(group).ok()?);
            let is_known = group.index() < session.film.run().cast.groups.len();
            return is_known.then_some(Self { group, vote: true, handshakes: true, takeover: true });
        }
        let story = session.story.as_ref()?;
        let tells = |say: Say| story.story.moments.iter().any(|it| it.when.say.as_deref() == Some(say.key()));
        let moves = tells(Say::CoordinatorMoved) || tells(Say::CoordinatorHanded);
        let shows =
            Self { group: GroupIx(0), vote: tells(Say::Vote), handshakes: tells(Say::PendingExpired), takeover: moves };
        (shows.vote || shows.handshakes || shows.takeover).then_some(shows)
    }
}

fn member(session: &Shown, consumer: ConsumerIx) -> Html {
    let name = session.film.run().cast.consumers[consumer.index()].name.to_string();
    html! { <b class={member_class(consumer.index())}>{ name }</b> }
}

/// Who offers what, who votes for what, what wins.
fn ballot_part(session: &Shown, voting: &Voting) -> Html {
    let words = &session.words;
    let heads = ["ui-member", "ballot-offers", "ballot-vote"];
    let rows = voting.voters.iter().map(|voter| voter_row(session, voting, voter));
    let most = voting.voters.len().max(1);
    let counts = voting.candidates.iter().map(|(name, votes)| {
        let is_winner = voting.winner.as_ref() == Some(name);
        let said = match (voting.counted, is_winner) {
            (None, _) => words.text("ballot-candidate"),
            (_, true) => words.say("ballot-winner", &[("count", (*votes).into())]),
            (_, false) => words.say("ballot-votes", &[("count", (*votes).into())]),
        };
        html! {
            <li class={is_winner.then_some("winner")}>
                <code>{ name.to_string() }</code>
                <meter min="0" max={most.to_string()} value={votes.to_string()} aria-hidden="true" />
                <span>{ said }</span>
            </li>
        }
    });
    let refused = voting.refused.iter().map(|(consumer, offers)| {
        let offers = offers.iter().map(|name| &**name).collect::<Vec<_>>().join(", ");
        html! {
            <p>{ member(session, *consumer) }{ " " }{ words.say("ballot-refused", &[("offered", (&offers).into())]) }</p>
        }
    });
    html! {
        <>
            <h3>
                { words.text("ballot-title") }
                <em>{ words.say("ui-generation", &[("generation", voting.generation.into())]) }</em>
            </h3>
            <table class="ballot">
                <thead><tr>{ for heads.map(|key| html! { <th scope="col">{ words.text(key) }</th> }) }</tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
            if !voting.candidates.is_empty() { <ul class="counts">{ for counts }</ul> }
            { for refused }
            <p class="soft">{ words.text(if voting.counted.is_some() { "ballot-rule" } else { "ballot-open" }) }</p>
            if voting.is_tied { <p>{ words.text("ballot-tie") }</p> }
        </>
    }
}

fn voter_row(session: &Shown, voting: &Voting, voter: &Voter) -> Html {
    let is_candidate = |name: &str| voting.candidates.iter().any(|(candidate, _)| **candidate == *name);
    let offers = voter.offers.iter().map(|name| {
        if is_candidate(name) {
            html! { <li><code>{ name.to_string() }</code></li> }
        } else {
            html! { <li><code><s>{ name.to_string() }</s></code></li> }
        }
    });
    html! {
        <tr>
            <th scope="row">{ member(session, voter.consumer) }</th>
            <td><ol>{ for offers }</ol></td>
            <td>
                if let Some(vote) = &voter.vote { <code>{ vote.to_string() }</code> } else { { "–" } }
            </td>
        </tr>
    }
}

/// How many handed out ids are listed at most: the latest ones.
const HANDSHAKES: usize = 5;

/// Ids that were handed out, and what became of them.
fn handshakes_part(session: &Shown, handshakes: &[Handshake]) -> Html {
    let words = &session.words;
    let latest = &handshakes[handshakes.len().saturating_sub(HANDSHAKES)..];
    let rows = latest.iter().map(|handshake| {
        let (key, at) = match (handshake.end, handshake.deadline) {
            (Some((at, HandshakeEnd::Joined)), _) => ("handshake-joined", Some(at)),
            (Some((at, HandshakeEnd::Forgotten)), _) => ("handshake-forgotten", Some(at)),
            (None, deadline) => ("handshake-pending", deadline),
        };
        let time = at.map(clock::moment).unwrap_or_default();
        let who = handshake.consumer.map_or_else(|| html! { handshake.member.to_string() }, |it| member(session, it));
        html! {
            <tr class={handshake.end.is_none().then_some("open")}>
                <th scope="row" title={handshake.member.to_string()}>{ who }</th>
                <td class="mono">{ clock::moment(handshake.handed) }</td>
                <td>{ words.say(key, &[("time", (&time).into())]) }</td>
            </tr>
        }
    });
    let heads = ["ui-member", "handshake-handed", "handshake-second"];
    html! {
        <>
            <h3>{ words.text("handshake-title") }</h3>
            <table>
                <thead><tr>{ for heads.map(|key| html! { <th scope="col">{ words.text(key) }</th> }) }</tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
            <p class="soft">{ words.text("handshake-rule") }</p>
        </>
    }
}

/// How the group came to its present coordinator, step by step.
fn takeover_part(session: &Shown, group: GroupIx, takeover: &Takeover) -> Html {
    let words = &session.words;
    let run = session.film.run();
    // By the number that the stage shows.
    let name = |broker: BrokerIx| {
        let id = run.cast.brokers[broker.index()].id.0;
        words.say("takeover-broker", &[("broker", id.to_string().as_str().into())])
    };
    let offsets = super::record::offsets_name(session, group);
    let epoch = ("epoch", Arg::from(takeover.epoch));
    let mut steps = Vec::new();
    if let Some(from) = takeover.from.map(name) {
        let broker = ("broker", Arg::from(&from));
        steps.extend(takeover.down.map(|at| (at, words.say("takeover-down", &[broker]))));
        steps.extend(takeover.unloaded.map(|at| (at, words.say("takeover-unloaded", &[broker]))));
    }
    match takeover.to.map(name) {
        Some(to) => {
            let broker = ("broker", Arg::from(&to));
            let args = [broker, ("partition", Arg::from(&offsets)), epoch];
            steps.push((takeover.elected, words.say("takeover-elected", &args)));
            steps.extend(takeover.loaded.map(|loaded| {
                let (records, members) = (("count", loaded.records.into()), loaded.members.unwrap_or_default());
                (loaded.at, words.say("takeover-loaded", &[broker, records, ("members", members.into())]))
            }));
        }
        None => steps.push((takeover.elected, words.text("takeover-nobody"))),
    }
    steps.sort_by_key(|(at, _)| *at);
    let steps = steps.into_iter().map(|(at, text)| {
        html! { <li><span class="mono">{ clock::moment(at) }</span><span>{ text }</span></li> }
    });
    html! { <><h3>{ words.text("takeover-title") }</h3><ol class="course">{ for steps }</ol></> }
}
