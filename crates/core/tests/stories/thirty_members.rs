use groupscope_core::{
    report::gaps_of,
    simulation::{GroupIx, PartitionIx},
};

use crate::support::Played;

#[test]
fn s52_in_a_big_group_cooperative_matters_most() {
    let unread = |played: &Played| {
        let from = played.at("newcomer");
        let gapped =
            |place: &u32| gaps_of(&played.run, GroupIx(0), PartitionIx(*place)).iter().any(|gap| gap.from >= from);
        (0..60).filter(gapped).count()
    };
    let cooperative = Played::of("thirty-members");
    assert_eq!(unread(&cooperative), 2, "just what the newcomer gets");
    let eager = Played::trying("thirty-members", "eager");
    assert_eq!(unread(&eager), 60);
    let moved = |played: &Played| groupscope_core::report::Figures::new(&played.run).groups["billing"].moved;
    assert!(moved(&cooperative) == 2 && moved(&eager) > 20, "range moves most of them as well: {}", moved(&eager));
}
