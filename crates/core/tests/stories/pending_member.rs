use groupscope_core::{
    report::{Handshake, HandshakeEnd},
    simulation::{GroupIx, frame::GroupState},
};

use crate::support::Played;

#[test]
fn a_pending_id_blocks_the_end_of_the_join_phase_until_its_session_time_is_over() {
    let played = Played::of("pending-member");
    let handed = played.at("first");
    assert_eq!(played.at("expired") - handed, 10_000);
    assert_eq!(played.at("closes"), played.at("expired"), "and not when the last member had joined");
    assert!(played.at("joined") < played.at("expired") - 5_000);
    let state = &played.run.lanes.groups[0].state;
    assert_eq!(state.at(handed + 1_000).unwrap().value, Some(GroupState::Stable), "by itself it disturbs nobody");
}

#[test]
fn a_handshake_ends_with_the_second_join_or_is_forgotten() {
    let played = Played::of("pending-member");
    let all = |at: u64| Handshake::all(&played.run, GroupIx(0), at);
    let of = |name: &str, at: u64| {
        let is_its = |it: &Handshake| it.consumer.is_some_and(|consumer| *played.name(consumer) == *name);
        all(at).into_iter().find(is_its).unwrap()
    };
    let pending = of("billing-3", played.at("joined"));
    assert_eq!((pending.handed, pending.end), (played.at("first"), None));
    assert_eq!(pending.deadline, Some(played.at("expired")));
    let forgotten = of("billing-3", played.at("expired"));
    assert_eq!(forgotten.end, Some((played.at("expired"), HandshakeEnd::Forgotten)));
    let joined = of("billing-4", played.at("expired"));
    assert_eq!(joined.end, Some((played.at("newcomer"), HandshakeEnd::Joined)));
    assert!(all(played.at("first") - 1).iter().all(|it| it.end.is_some_and(|(_, end)| end == HandshakeEnd::Joined)));
}
