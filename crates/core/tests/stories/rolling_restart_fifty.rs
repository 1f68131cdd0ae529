use crate::support::Played;

#[test]
fn fifty_cooperative_members_pay_with_rounds_and_fifty_eager_ones_with_silence() {
    let unread_at_once = |played: &Played| {
        let at = (20_000..90_000).step_by(250);
        let unread = |at| played.run.frame(at).partitions.iter().filter(|it| it.owner.is_none()).count();
        at.map(unread).max().unwrap()
    };
    let cooperative = Played::of("rolling-restart-fifty");
    assert_eq!(cooperative.run.trace.rebalances.len(), 1 + 3 * 6, "three for each restart");
    assert_eq!(unread_at_once(&cooperative), 10, "what one member had");
    let eager = Played::trying("rolling-restart-fifty", "eager");
    assert!(eager.run.trace.rebalances.len() <= 1 + 2 * 6);
    assert_eq!(unread_at_once(&eager), 500);
}
