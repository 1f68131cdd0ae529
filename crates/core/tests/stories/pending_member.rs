use groupscope_core::simulation::frame::GroupState;

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
