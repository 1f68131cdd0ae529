//! What the two sticky assignors share.
//!
//! Source: `AbstractStickyAssignor`.

mod claims;
mod constrained;
mod general;
mod member_of;
mod rack_info;

pub(super) use self::member_of::MemberOf;
use self::{
    claims::{Claims, all_subscriptions_equal},
    rack_info::RackInfo,
};
use super::{
    AssignError, MaxGeneration,
    assignment::{MapOrder, Shares},
    explain::Steps,
    group::GroupSubscription,
};

/// What an algorithm gives.
pub(super) struct Built {
    pub(super) shares: Shares,
    /// The order of the resulting map.
    pub(super) order: MapOrder,
    /// The partitions that somebody has to give up before their new members may have them, and these members
    /// (`partitionsTransferringOwnership`). The general algorithm doesn't know them.
    pub(super) transfers: Option<MemberOf>,
}

/// Chooses the algorithm: one for members that all subscribe to the same topics, one for all others.
pub(super) fn assign(
    group: &GroupSubscription,
    max_generation: &mut MaxGeneration,
    steps: &mut Steps,
) -> Result<Built, AssignError> {
    let claims = Claims::read(group, max_generation);
    let racks = RackInfo::new(group);
    if all_subscriptions_equal(group) {
        constrained::build(group, &claims, &racks, steps)
    } else {
        general::build(group, &claims, *max_generation, &racks, steps)
    }
}
