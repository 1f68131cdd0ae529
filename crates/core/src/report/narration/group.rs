//! What is told of what happens inside coordinators.

use super::{
    Arg, Say,
    args::short_id,
    tale::{Place, Slow, Teller},
};
use crate::{
    coordinator::{Ballot, GroupState, Joining, LeaderChoice, Note, Operation, Reason, Removal, TimerKind, Which},
    protocol::{MemberId, Name, TopicName, consumer_protocol::Assignment},
    report::settings::broker_config,
    simulation::{
        BrokerIx, ConsumerIx, GroupIx, Run,
        frame::{Doing, Process},
        trace::ExchangeId,
    },
};

/// What members say when they join again (`AbstractCoordinator`, `ConsumerCoordinator`).
const REVOKED: &str = "need to revoke partitions and re-join";
const METADATA_CHANGED: &str = "cached metadata has changed";
/// What a member says that leaves since its application stayed away from poll().
const POLL_EXPIRED: &str = "consumer poll timeout has expired.";

impl Teller {
    pub(super) fn coordinator(&mut self, run: &Run, place: Place, group: GroupIx, note: &Note) {
        match note {
            Note::MemberIdHandedOut { member, .. } => {
                if let Some(client) = self.member(run, group, member) {
                    let args = [("client", client.into()), ("member", short_id(member))];
                    self.tell(place, Some(client), Say::IdRequired, args);
                }
            }
            Note::MemberAdded { member, instance, kind, .. } => {
                let Some(consumer) = self.member(run, group, member) else { return };
                let tale = self.group(group);
                tale.members.insert(consumer);
                tale.newest = Some(consumer);
                tale.arrivals += 1;
                let late = instance.as_ref().filter(|_| *kind == Joining::Static);
                if let Some((instance, timeout)) = late.and_then(|instance| tale.expired.remove_entry(instance)) {
                    tale.announced = Some(consumer);
                    let instance = ("instance", Arg::Text((*instance).into()));
                    let args = [("member", consumer.into()), instance, ("timeout", Arg::Seconds(timeout))];
                    self.tell(place, Some(consumer), Say::StaticLate, args);
                }
            }
            Note::MembersRemoved { members, why, .. } => self.removed(run, place, group, (members, why)),
            Note::StaticMemberReplaced { instance, old, new, .. } => {
                let (old, new) = (self.member(run, group, old), self.member(run, group, new));
                if let (Some(old), Some(new)) = (old, new) {
                    self.replaced(run, place, (group, (**instance).into()), (old, new));
                }
            }
            Note::RebalanceSpared { .. } => {
                if let Some((consumer, instance, away)) = self.group(group).back.take() {
                    let instance = ("instance", Arg::Text((*instance).into()));
                    let args = [("member", consumer.into()), instance, ("away", Arg::Seconds(away))];
                    self.tell(place, Some(consumer), Say::StaticBack, args);
                }
            }
            Note::Parked { member, token, operation, .. } => {
                self.group(group).parked.insert(ExchangeId(token.0 as u32));
                if let Some(consumer) = self.member(run, group, member) {
                    self.parked(run, place, group, (consumer, *operation));
                }
            }
            Note::LeaderChosen { leader, why, .. } => {
                let leader = leader.as_ref().and_then(|leader| self.member(run, group, leader));
                self.leader(place, group, leader, why);
            }
            Note::ProtocolChosen { ballot, .. } => self.vote(place, group, ballot),
            Note::AssignmentReceived { .. } => {
                self.group(group).planned = true;
                self.tell(place, None, Say::SyncPlan, []);
            }
            Note::AssignmentStored { shares, .. } => {
                let empty = shares
                    .iter()
                    .filter(|(_, share)| Assignment::decode(share).map_or(true, |share| share.partitions.is_empty()));
                let empty: Vec<_> = empty.filter_map(|(member, _)| self.member(run, group, member)).collect();
                self.idle(run, place, group, (&empty, shares.len()));
            }
            Note::TimerFired { timer, armed } => self.timer_fired(run, place, group, (&timer.which, *armed)),
            Note::Transition { from, to, generation, members, reason, .. } => {
                self.group(group).state = *to;
                match to {
                    GroupState::PreparingRebalance => self.preparing(run, place, (group, *from), reason.as_deref()),
                    GroupState::CompletingRebalance => self.closed(place, group, (*generation, *members)),
                    GroupState::Stable => {
                        self.tell(place, None, Say::Stable, [("generation", (*generation).into())]);
                    }
                    GroupState::Empty => {
                        let retention = broker_config(run, place.at).offsets_retention_minutes * 60_000;
                        self.tell(place, None, Say::Emptied, [("retention", Arg::Span(retention))]);
                    }
                    GroupState::Dead => {}
                }
            }
            Note::GroupLoaded { members, .. } if *members > 0 => self.loaded(run, place, group),
            _ => {}
        }
    }

    /// A join phase begins.
    fn preparing(&mut self, run: &Run, place: Place, (group, from): (GroupIx, GroupState), reason: Option<&Reason>) {
        let tale = self.group(group);
        let planned = std::mem::take(&mut tale.planned);
        tale.initial = from == GroupState::Empty;
        tale.began = place.at;
        tale.delay_over = false;
        tale.joined.clear();
        tale.slow = None;
        if from == GroupState::Empty {
            return self.delay_begins(run, place, group, reason);
        }
        let joins = matches!(
            reason,
            Some(Reason::AddingMember { .. } | Reason::LeaderRejoining { .. } | Reason::MetadataChanged { .. })
        );
        if from == GroupState::CompletingRebalance && joins && !planned {
            self.tell(place, None, Say::SyncAborted, []);
        }
        match reason {
            Some(Reason::AddingMember { member, .. }) => {
                let Some(member) = self.member(run, group, member) else { return };
                if self.group(group).announced.take() != Some(member) {
                    self.group(group).joined.insert(member);
                    let generation = run.lanes.groups[group.index()].generation.at(place.at).map_or(0, |it| it.value);
                    let args = [("member", member.into()), ("generation", generation.into())];
                    self.tell(place, Some(member), Say::Newcomer, args);
                }
            }
            Some(Reason::LeaderRejoining { leader: member, client, .. }) => {
                self.rejoins(run, place, (group, member), client.as_ref(), Say::LeaderRejoins);
            }
            Some(Reason::MetadataChanged { member, client, .. }) => {
                self.rejoins(run, place, (group, member), client.as_ref(), Say::MemberChanged);
            }
            Some(Reason::StaticMemberReplaced { .. } | Reason::SelectedProtocolChanges { .. }) => {
                if let Some((consumer, instance, _)) = self.group(group).back.take() {
                    let args = [("instance", Arg::Text((*instance).into()))];
                    self.tell(place, Some(consumer), Say::StaticBackRebalance, args);
                }
            }
            Some(Reason::AssignmentNotWritten { error, .. }) => {
                self.tell(place, None, Say::WriteFailed, [("error", Arg::Text(error.name().into()))]);
            }
            _ => {}
        }
    }

    fn delay_begins(&mut self, run: &Run, place: Place, group: GroupIx, reason: Option<&Reason>) {
        let Some(Reason::AddingMember { member, .. }) = reason else { return };
        let Some(member) = self.member(run, group, member) else { return };
        let timer = run.lanes.groups[group.index()].join.at(place.at).and_then(|change| change.value);
        let delay = timer.filter(|timer| timer.armed == place.at).map_or(0, |timer| timer.deadline - timer.armed);
        let most = self.consumer(member).config.max_poll_interval_ms;
        let tale = self.group(group);
        tale.delay = (delay, delay.max(most));
        tale.arrivals = 0;
        if delay > 0 {
            let args = [("member", member.into()), ("delay", Arg::Seconds(delay))];
            self.tell(place, Some(member), Say::FirstParked, args);
        }
    }

    fn rejoins(
        &mut self,
        run: &Run,
        place: Place,
        (group, member): (GroupIx, &MemberId),
        said: Option<&Name>,
        otherwise: Say,
    ) {
        let Some(member) = self.member(run, group, member) else { return };
        let say = match said.map(|said| &**said) {
            // The leader's own sentence has told it.
            Some(METADATA_CHANGED) => return,
            Some(REVOKED) => Say::CoopRejoin,
            _ => otherwise,
        };
        self.tell(place, Some(member), say, [("member", member.into())]);
    }

    /// A join phase ends, and somebody has joined.
    fn closed(&mut self, place: Place, group: GroupIx, (generation, count): (i32, usize)) {
        let tale = self.group(group);
        tale.planned = false;
        tale.slow = None;
        let (delay, max) = tale.delay;
        let (initial, over, capped) = (tale.initial, tale.delay_over, tale.arrivals > 0);
        let (generation, count) = (("generation", generation.into()), ("count", count.into()));
        match (initial && over && delay > 0, capped) {
            (true, false) => {
                let args = [("delay", Arg::Seconds(delay)), generation, count];
                self.tell(place, None, Say::DelayClosed, args);
            }
            (true, true) => self.tell(place, None, Say::DelayCapped, [("max", Arg::Seconds(max)), generation, count]),
            (false, _) => self.tell(place, None, Say::Joined, [generation, count]),
        }
    }

    fn timer_fired(&mut self, run: &Run, place: Place, group: GroupIx, (which, armed): (&Which, u64)) {
        let tale = self.group(group);
        tale.timeout = place.at - armed;
        if *which != Which::Join || !tale.initial || tale.state != GroupState::PreparingRebalance {
            return;
        }
        let timer = run.lanes.groups[group.index()].join.at(place.at).and_then(|change| change.value);
        let again = timer.filter(|timer| timer.kind == TimerKind::InitialDelay && timer.armed == place.at);
        match (again, tale.newest) {
            (Some(timer), Some(newest)) => {
                tale.arrivals = 0;
                let (delay, max) = (timer.deadline - timer.armed, tale.delay.1);
                let args = [("member", newest.into()), ("delay", Arg::Seconds(delay)), ("max", Arg::Seconds(max))];
                self.tell(place, Some(newest), Say::DelayExtended, args);
            }
            _ => tale.delay_over = true,
        }
    }

    fn removed(&mut self, run: &Run, place: Place, group: GroupIx, (ids, why): (&[MemberId], &Removal)) {
        for id in ids {
            let Some(member) = self.member(run, group, id) else { continue };
            let tale = self.group(group);
            tale.members.remove(&member);
            tale.joined.remove(&member);
            let (fired, phase) = (tale.timeout, place.at - tale.began);
            let (say, name, timeout) = match why {
                Removal::SessionExpired => {
                    let lanes = run.lanes.groups[group.index()].members.iter().find(|member| member.id == *id);
                    if let Some(instance) = lanes.and_then(|member| member.instance.clone()) {
                        tale.expired.insert(instance, fired);
                    }
                    (Say::SessionExpired, "member", Some(fired))
                }
                Removal::PendingExpired => (Say::PendingExpired, "client", Some(fired)),
                Removal::NotRejoined => (Say::TimeoutDrop, "member", Some(phase)),
                Removal::NotSynced => (Say::SyncMissing, "member", Some(fired)),
                // Its client has told it.
                Removal::Left(Some(reason)) if **reason == *POLL_EXPIRED => continue,
                Removal::Left(_) => (Say::Leave, "member", None),
                Removal::PendingLeft(_) | Removal::GroupFull => continue,
            };
            match timeout {
                Some(timeout) => {
                    let args = [(name, member.into()), ("timeout", Arg::Seconds(timeout))];
                    self.tell(place, Some(member), say, args);
                }
                None => self.tell(place, Some(member), say, [(name, member.into())]),
            }
        }
    }

    /// A process has come under an instance id that another one held.
    fn replaced(
        &mut self,
        run: &Run,
        place: Place,
        (group, instance): (GroupIx, Name),
        (old, new): (ConsumerIx, ConsumerIx),
    ) {
        let process = run.lanes.consumers[old.index()].process.at(place.at).map(|change| change.value);
        let runs = matches!(process, Some(Process::Running | Process::Closing | Process::Frozen));
        let ended = self.consumer(old).ended.unwrap_or(place.at);
        let tale = self.group(group);
        tale.members.remove(&old);
        tale.members.insert(new);
        if old != new && runs {
            let args = [("client", new.into()), ("instance", instance.into()), ("member", old.into())];
            return self.tell(place, Some(new), Say::TakenOver, args);
        }
        tale.back = Some((new, (*instance).into(), place.at - ended));
    }

    fn parked(&mut self, run: &Run, place: Place, group: GroupIx, (member, operation): (ConsumerIx, Operation)) {
        let tale = self.group(group);
        if operation == Operation::SyncGroup {
            if tale.leader != Some(member) && !tale.planned {
                self.tell(place, Some(member), Say::SyncWait, [("member", member.into())]);
            }
            return;
        }
        tale.joined.insert(member);
        if tale.initial || tale.state != GroupState::PreparingRebalance {
            return;
        }
        let missing: Vec<_> = tale.members.difference(&tale.joined).copied().collect();
        let busy = |member: &ConsumerIx| {
            run.lanes.consumers[member.index()].doing.at(place.at).is_some_and(|it| it.value == Doing::Processing)
        };
        let timer = run.lanes.groups[group.index()].join.at(place.at).and_then(|change| change.value);
        tale.slow = match (missing.first(), timer) {
            (Some(member), Some(timer)) if missing.iter().all(busy) => {
                Some(Slow { place, member: *member, left: timer.deadline.saturating_sub(place.at) })
            }
            _ => None,
        };
    }

    fn leader(&mut self, place: Place, group: GroupIx, leader: Option<ConsumerIx>, why: &LeaderChoice) {
        let tale = self.group(group);
        let old = std::mem::replace(&mut tale.leader, leader);
        tale.first_leader = leader.filter(|_| matches!(why, LeaderChoice::FirstMember));
        let say = match why {
            LeaderChoice::LeaderRemoved => Say::LeaderNew,
            LeaderChoice::LeaderDidNotRejoin { .. } => Say::LeaderAbsent,
            LeaderChoice::FirstMember | LeaderChoice::LeaderReplaced => return,
        };
        if let (Some(leader), Some(old)) = (leader, old) {
            self.tell(place, Some(leader), say, [("member", leader.into()), ("old", old.into())]);
        }
    }

    /// A vote is news where it is the first one, or has another winner than the last.
    fn vote(&mut self, place: Place, group: GroupIx, ballot: &Ballot) {
        let before = self.group(group).protocol.replace(ballot.winner.clone());
        if before.as_ref() != Some(&ballot.winner) {
            let votes = ballot.votes.iter().filter(|(_, vote)| *vote == ballot.winner).count();
            let args = [
                ("protocol", Arg::Text(ballot.winner.clone())),
                ("votes", votes.into()),
                ("count", ballot.votes.len().into()),
            ];
            self.tell(place, None, Say::Vote, args);
        }
    }

    /// Members without a share, where there are more members than partitions.
    fn idle(&mut self, run: &Run, place: Place, group: GroupIx, (empty, count): (&[ConsumerIx], usize)) {
        let members: Vec<_> = self.group(group).members.iter().copied().collect();
        let wanted = |topic: &TopicName| {
            let subscribes = |member: &ConsumerIx| {
                let consumer = run.scenario.consumer(&run.cast.consumers[member.index()].name);
                consumer.is_some_and(|it| it.subscribe.contains(topic))
            };
            members.iter().any(subscribes)
        };
        let partitions = run.cast.partitions.iter().zip(&run.lanes.partitions);
        let total = partitions.filter(|(it, lanes)| lanes.leader.at(place.at).is_some() && wanted(&it.topic)).count();
        let idle = if count > total { empty } else { &[] };
        let before = std::mem::replace(&mut self.group(group).idle, idle.iter().copied().collect());
        for member in idle.iter().filter(|member| !before.contains(member)) {
            let args = [("member", (*member).into()), ("count", count.into()), ("total", total.into())];
            self.tell(place, Some(*member), Say::Idle, args);
        }
    }

    // --- Coordinators that move ---

    pub(super) fn coordinator_changed(&mut self, run: &Run, group: GroupIx, now: Option<BrokerIx>) {
        let lane = &run.lanes.groups[group.index()].coordinator;
        let first = lane.changes().first().and_then(|change| change.value);
        let tale = self.group(group);
        // Until it is loaded the last one that was in charge counts.
        tale.coordinator = tale.coordinator.or(first).filter(|_| now.is_some()).or(tale.coordinator).or(first);
    }

    fn loaded(&mut self, run: &Run, place: Place, group: GroupIx) {
        let lanes = &run.lanes.groups[group.index()];
        let new = lanes.coordinator.at(place.at).and_then(|change| change.value);
        let old = self.group(group).coordinator;
        let (Some(old), Some(new)) = (old, new) else { return };
        self.group(group).coordinator = Some(new);
        self.group(group).state = GroupState::Stable;
        let generation = lanes.generation.at(place.at).map_or(0, |change| change.value);
        let lives = run.lanes.brokers[old.index()].at(place.at).is_some_and(|change| change.value);
        let say = if lives { Say::CoordinatorHanded } else { Say::CoordinatorMoved };
        let args = [("old", Arg::Broker(old)), ("broker", Arg::Broker(new)), ("generation", generation.into())];
        self.tell(place, None, say, args);
    }
}
