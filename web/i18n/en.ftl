### The words of GroupScope: English.
###
### term-: the vocabulary, with a sentence about each · say-: narration · cause-: why it happened · pic-: in pictures.
### Names of requests, states, errors and settings are Kafka's own in every language.

## Interface

ui-stage = Stage
ui-tagline = Kafka consumer groups, simulated
ui-timeline = Timeline
ui-sequence = Sequence
ui-fold-heartbeats = fold heartbeats
ui-sequence-title = The messages, one below the other
ui-pin = Pin
ui-pin-title = Keep its card among the many
ui-story = Story
ui-more = More
ui-moment = Moment
ui-stories = Stories
ui-story-number = Story { $number }
ui-pasted = The pasted text
ui-side = What happens, and the settings
ui-player = Player
ui-history = Changes
ui-untitled = A scenario of your own
ui-play = Play
ui-pause = Pause
ui-next = To the next event
ui-back = Back to the last event
ui-next-rebalance = To the next rebalance
ui-last-rebalance = Back to the last rebalance
ui-auto = auto
ui-automatic = Automatic pace
ui-speed = Speed
ui-in-flight =
    { $count ->
        [one] { $count } message in flight
       *[other] { $count } messages in flight
    }
ui-parked = { $count } parked
ui-undo = Undo
ui-redo = Redo
ui-add-consumer = + Consumer
ui-fault = Fault
ui-group = Group { $group }
ui-consumers = Consumers
ui-messages = Messages
ui-menu-back = Back
ui-do-start = Start { $member }
ui-do-close = Close { $member }: close()
ui-do-kill = Kill { $member }: kill −9
ui-do-restart = Restart { $member }…
ui-do-freeze = Freeze { $member }: SIGSTOP
ui-do-thaw = Let { $member } run on: SIGCONT
ui-do-slow = Slow { $member } down…
ui-do-cut = Cut a link of { $member }…
ui-do-slow-link = Slow a link of { $member } down…
ui-do-heal = Heal the links of { $member }
ui-do-seek = Seek in { $member }…
ui-do-seek-beginning = Read again in { $member } from the start: seekToBeginning()
ui-do-seek-end = Skip to the end in { $member }: seekToEnd()
ui-do-seek-in = Seek in { $partition } for { $member }…
ui-do-pause = Pause all partitions of { $member }: pause()
ui-do-pause-in = Pause { $partition } in { $member }: pause()
ui-do-resume = Resume what { $member } paused: resume()
ui-do-resume-in = Resume { $partition } in { $member }: resume()
ui-do-set = Change a setting of { $member }…
ui-do-set-all = Change a setting of everybody…
ui-do-plan = Write the next plan of { $member } by hand…
ui-do-remove = Remove { $member } for good
ui-do-rolling = Rolling restart of all…
ui-do-move = Move the coordinator to broker { $broker }
ui-do-stop-broker = Stop broker { $broker }
ui-do-kill-broker = Kill broker { $broker }: kill −9
ui-do-start-broker = Start broker { $broker }
ui-do-partitions = Add partitions to { $topic }…
ui-do-topic = Add a topic…
ui-do-subscribe = Subscribe { $member } to other topics…
ui-do-unsubscribe = Unsubscribe { $member }: unsubscribe()
ui-do-enforce = Let { $member } join again: enforceRebalance()
ui-do-assign = Assign other partitions to { $member }: assign()…
ui-do-drop = Drop this { $api }
ui-do-delay = Delay this { $api }…
ui-do-take = Remove from the scenario
ui-act = Do it
ui-act-at = at { $time }
ui-cancel = Cancel
ui-field-broker = Broker
ui-field-way = Way
ui-field-partition = Partition
ui-field-to = To
ui-field-value = Value
ui-field-setting = Setting
ui-way-both = both ways
ui-way-up = only requests
ui-way-down = only replies
ui-seek-offset = an offset
ui-seek-time = the first record from a time on, ms
ui-share = Share
ui-link = Link
ui-link-moment = opens at { $time }
ui-link-long = { $count } characters: some programs cut such a link off. The text below is safe.
ui-copy = Copy
ui-copied = copied
ui-actions = What is done in this run
ui-actions-none = Nothing yet. What you do to consumers, links and brokers is listed here.
ui-action-go = Show { $time }
ui-action-take = Remove “{ $action }” from the scenario
ui-futures = Futures that were left
ui-future-go = Go back to it
ui-change-opened = as opened
ui-change-edited = text edited
ui-text = Scenario as text
ui-text-note = The whole run is computed from this text. A file can be dropped on the page, a text pasted into it. Undo brings the last version back.
ui-apply = Apply
ui-give-up = Discard edits
ui-download = Download
ui-open-file = Open a file…
ui-embed = Embed
ui-embed-width = Width
ui-embed-height = Height
ui-embed-theme = Theme
ui-embed-language = Language
ui-embed-system = the reader’s
ui-embed-snippet = HTML for the other page
ui-embed-note = The frame asks no other host for anything, stands still until it is started, and stops while it is out of sight. It tells its page the height it needs by postMessage: { "{" } groupscope: "height", height { "}" }.
ui-embed-preview = Preview
ui-open-full = Open full
ui-tables = Show as tables
ui-theme-dark = Dark theme
ui-theme-light = Light theme
ui-now = What is happening
ui-story-before = story { $number }
ui-story-place = story { $number } · { $place } of { $total }
ui-moments = Moments
ui-last-moment = Back to the last moment of the story
ui-next-moment = On to the next moment of the story
ui-next-short = Next
ui-why = Why?
ui-why-title = Why it happened
ui-why-nothing = The scenario itself: nothing in the run brought it about.
ui-why-past = With the present settings this does not happen. The causes are those of the run before.
ui-changed = , changed
ui-details = Details
ui-figures = This run
ui-figures-group = Group whose figures are shown
ui-generation = generation { $generation }
ui-timing = Timing
ui-timing-note = re-runs while you drag
ui-default-mark = marks Kafka’s default
ui-knob-latency = network latency
ui-knob-process = processing per record
ui-knob-poll = argument of poll()
ui-knob-produce-per-second = records per second to each topic
ui-inert = It is known here, and changes nothing in the simulation.
ui-consumer-of = Whose setting
ui-unit = { $value } { $unit }
ui-mend = Set { $value }
ui-refused = { $source } can’t be used
ui-line = line { $line }
ui-close = Close
ui-keys = Keys
ui-key-play = play and pause
ui-key-step = to the next event, or back
ui-key-rebalance = to the next rebalance, or back
ui-key-moment = to the next moment of the story, or back
ui-key-edge = to the beginning, or the end
ui-key-speed = plain speed, from 1/100 to 64
ui-key-automatic = automatic pace
ui-key-skip = skip quiet stretches, or not
ui-key-loop = begin again at the end, or not
ui-key-zoom = zoom the timeline
ui-key-pan = pan the timeline
ui-key-undo = undo and redo
ui-key-act = what can be done with the thing that has the focus
ui-key-tables = the pictures as tables
ui-key-share = link and text of the scenario
ui-key-things = from thing to thing
ui-key-escape = close what lies on top
ui-key-help = this list

## The assignment lab

lab-single = Single
lab-lab = Lab
lab-switch = What is shown
lab-presets = Examples
lab-preset = Example
lab-own = A group of your own
lab-preset-different-subscriptions = Different subscriptions, and C0 leaves
lab-preset-sticky-keeps = Four topics of two, and C1 leaves
lab-preset-revoke-first = Two topics, C1 leaves, one partition must be revoked
lab-preset-one-more = One more member: eager and cooperative
lab-preset-range-two-topics = Two topics of four partitions
lab-preset-range-skew = Two topics of three partitions
lab-preset-seven-partitions = Seven partitions, one to eight members
lab-preset-three-by-two = Three partitions, two members
lab-preset-five-by-three = Five partitions, three members
lab-preset-racks = Partitions and members in racks
lab-preset-applications = Five consumers and one on five partitions
lab-preset-two-hundred = 200 members, 500 partitions, one leaves
lab-inputs = The group
lab-topics = Topics
lab-add-topic = + topic
lab-partitions = partitions
lab-fewer = One partition less: { $topic }
lab-more-partitions = One partition more: { $topic }
lab-partitions-of = Partitions of { $topic }
lab-racks-of = Racks of the replicas of { $topic }
lab-racks-note = One entry for each partition, as a b, b c, c a; a short list begins again.
lab-remove = Remove { $name }
lab-consumers = Consumers
lab-add-consumer = + consumer
lab-count = how many
lab-count-label = Number of consumers at the start
lab-subscribes = { $member } subscribes to { $topic }
lab-leave = leaves
lab-leave-label = { $member } leaves
lab-member-id = member id
lab-instance = group.instance.id
lab-rack = client.rack
lab-left = left
lab-dynamic = dynamic
lab-members = { $count ->
        [one] { $count } member
       *[other] { $count } members
    }
lab-pick = Choose one
lab-pick-of = { $members }: choose one to see what it has
lab-map = Map, partitions across and members down: { $counts }
lab-partition-count =
    { $count ->
        [one] { $count } partition
       *[other] { $count } partitions
    }
lab-edit = edit
lab-topic-name = name
lab-racks = racks
lab-differing = { $count } of { $all } partitions do not have the same owner in all four
lab-static = static
lab-happened = What happened
lab-starts = group starts
lab-leaves = { $member } leaves
lab-joins = { $member } joins
lab-returns = { $member } comes back
lab-grows = { $topic } has { $count ->
        [one] { $count } partition
       *[other] { $count } partitions
    }
lab-changes = { $member } changes
lab-read = How to read it
lab-kept = kept
lab-kept-note = same owner as before
lab-new = new
lab-new-note = nobody had it
lab-moved = moved
lab-moved-note = new owner; corner = old owner
lab-withheld = withheld
lab-withheld-note = meant for this member, next round
lab-revokes = revokes
lab-revokes-note = must give it up first; nobody reads it
lab-had = had it
lab-had-note = somebody else has it now
lab-not-subscribed = not subscribed
lab-from = from { $member }
lab-round = round { $round }
lab-first = first
lab-as-text = As text
lab-as-text-note = These inputs are one line of JSON for each assignor, as groupscope assign reads them.
lab-copy = Copy JSON
lab-copy-link = Copy link
lab-copied = Copied
lab-run = Open as scenario
lab-view = What the tables show
lab-view-moves = moved · kept
lab-view-differences = differences
lab-view-figures = figures
lab-title = the same group, four assignors, { $count ->
        [one] { $count } partition
       *[other] { $count } partitions
    }
lab-about-range = topic by topic, first members take the extras
lab-about-roundrobin = one circular walk over all partitions
lab-about-sticky = keep what you had, then balance
lab-about-cooperative-sticky = as sticky, but nothing changes hands before it is revoked
lab-eager = eager
lab-cooperative = cooperative
lab-table = { $assignor }: who gets which partition
lab-member = Member
lab-of = { $has } of { $all }
lab-of-short = { $has } / { $all }
lab-same = same
lab-differs = differs
lab-same-note = all four assignors agree on the owner
lab-differs-note = the assignors disagree on the owner
lab-cell = { $partition }, { $member }: { $what }. Why?
lab-sizes = sizes
lab-spread = spread
lab-rounds = rounds
lab-lost = gave up
lab-in-rack = in their rack
lab-then = { $now } → { $then }
lab-figures-table = Figures of the four results
lab-assignor = Assignor
lab-shares = Shares: { $text }
lab-throws = Kafka’s { $assignor } assignor throws here: { $error }. The rebalance fails, and everybody keeps what they had.
lab-why-got = Why this one? { $member } gets { $partition }
lab-why-withheld = Why this one? Nobody gets { $partition } in this round
lab-why-nobody = Why this one? Nobody gets { $partition }
lab-why-member = { $member } has { $count ->
        [0] no partitions
        [one] { $count } partition
       *[other] { $count } partitions
    }
lab-why-choose = Choose one to see why.
lab-why-none = Choose a cell, or a place in a map, to see the steps that put the partition there.
lab-more = and { $count } more
lab-key-cells = from cell to cell
lab-key-generation = the generation before, or the next
lab-step-left = { $member } had it and has left.
lab-step-next = { $member } gets it in generation { $generation }, when the members have joined again.
lab-step-nobody = No member subscribes to this topic.
lab-step-range-share = { $topic }: { $partitions } ÷ { $subscribers } = { $each }, rest { $rest }. In the order of ids, { $partition } lies within the share of { $member }.
lab-step-range-extra = { $topic }: { $partitions } ÷ { $subscribers } = { $each }, rest { $rest }. The first { $rest } in the order of ids get one more, so { $member } gets { $partition } too.
lab-step-rack-match = A replica of { $partition } is in the rack of { $member }, which still has room in its share (KIP-881).
lab-step-co-partitioned = Topics with the same subscribers and as many partitions give the same numbers to the same member, so { $partition } goes to { $member } (KIP-881).
lab-step-turn = All partitions stand in one row. When { $partition } came, it was the turn of { $member }.
lab-step-passed = When { $partition } came, { $count ->
        [one] { $count } member was passed over, since it does not
       *[other] { $count } members were passed over, since they do not
    } subscribe to { $topic }. Then came { $member }.
lab-step-kept = { $member } owned { $partition } and claims it. At first everybody keeps what is theirs.
lab-step-least = { $all } partitions for { $members } members: at least { $least } each. { $member } had fewer, so it gets { $partition }.
lab-step-more = All have { $least }; the { $more } that are left go to one member each. { $member } gets { $partition }.
lab-step-lightest = Of the { $subscribers } subscribers of { $topic }, { $member } had the fewest partitions and gets { $partition }.
lab-step-in-rack = One of its replicas is in the rack of { $member }.
lab-step-balance = Balance: { $from } had at least two partitions more than { $member }, so { $partition } moves on to { $member }.
lab-step-previous = Balance: { $member } owned { $partition } in an older generation and has at least two partitions less than { $from }, so it gets it back.
lab-step-instead = Instead of { $other }, { $partition } moves from { $from } to { $member }: it had moved the other way before.
lab-step-withheld = { $owner } claims it in ownedPartitions. Cooperative: it is taken off the list of { $member }, and { $owner } revokes it first.

## Terms: group and members

term-consumer = consumer
    .about = A client that reads records from partitions with a poll loop.
term-consumer-group = consumer group
    .about = Consumers with one group.id that share the partitions of their topics.
term-group-id = group.id
    .about = The name that makes consumers one group and keys its committed offsets.
term-group-coordinator = group coordinator
    .about = The broker that leads the group's partition of __consumer_offsets and keeps its members and offsets.
term-consumer-coordinator = ConsumerCoordinator
    .about = The part of the client that talks to the group coordinator.
term-consumer-offsets = __consumer_offsets
    .about = The internal topic that stores groups and committed offsets.
term-member = member
    .about = A consumer that the coordinator has admitted to the group.
term-member-id = member id
    .about = The id the coordinator hands a member: client.id or group.instance.id plus a random UUID.
term-pending-member = pending member
    .about = An id already handed out whose second JoinGroup has not arrived yet.
term-client-id = client.id
    .about = A label of the client; a dynamic member's id begins with it.
term-group-leader = group leader
    .about = The member that computes the assignment for everybody.
term-follower = follower
    .about = Any member that is not the leader; it sees only its own share.
term-dynamic-member = dynamic member
    .about = A member without group.instance.id; a restart makes it a new member.
term-static-member = static member
    .about = A member with group.instance.id; it can come back within the session without a rebalance.
term-static-membership = static membership
    .about = Identity that outlives a restart, given by group.instance.id.
term-group-instance-id = group.instance.id
    .about = The fixed name of a static member, unique in its group.
term-fenced = fenced
    .about = Shut out because another process took over the same group.instance.id.
term-zombie = zombie
    .about = A consumer that goes on working after the group removed it.

## Terms: states

term-empty = Empty
    .about = The group has no members; its offsets may still exist.
term-preparing-rebalance = PreparingRebalance
    .about = The coordinator collects JoinGroup requests.
term-completing-rebalance = CompletingRebalance
    .about = The generation has begun; the coordinator waits for the leader's assignment.
term-stable = Stable
    .about = Every member has its assignment.
term-dead = Dead
    .about = The group is gone from this coordinator.
term-generation = generation
    .about = The number of the group's current round of membership; it grows with every completed join phase.

## Terms: requests

term-find-coordinator = FindCoordinator
    .about = Asks any broker which broker coordinates the group.
term-join-group = JoinGroup
    .about = Asks to take part in the next generation; the answer may wait for the others.
term-sync-group = SyncGroup
    .about = Brings the leader's assignment to the coordinator and each member's share back.
term-heartbeat = Heartbeat
    .about = A periodic sign of life; its answer also tells of a rebalance.
term-leave-group = LeaveGroup
    .about = Tells the coordinator that a member goes now.
term-offset-commit = OffsetCommit
    .about = Stores the offset to read next for each partition.
term-offset-fetch = OffsetFetch
    .about = Reads the committed offsets back.
term-fetch = Fetch
    .about = Asks a broker for records from given offsets.
term-parked-request = parked request
    .about = A request that the coordinator answers later, when its condition is met.

## Terms: rebalance

term-rebalance = rebalance
    .about = Sharing the partitions out anew among the members.
term-join-phase = join phase
    .about = From the start of a rebalance until the coordinator answers the JoinGroups.
term-initial-rebalance-delay = initial rebalance delay
    .about = The wait of an empty group for more members (group.initial.rebalance.delay.ms).
term-rebalance-timeout = rebalance timeout
    .about = How long the join phase waits for known members: the largest max.poll.interval.ms in the group.
term-eager-rebalance = eager rebalance
    .about = Everybody gives up all partitions before joining.
term-cooperative-rebalance = cooperative rebalance
    .about = Only partitions that move are given up, in a second round.
term-stop-the-world = stop-the-world
    .about = The time in which no member of the group reads.
term-rebalance-storm = rebalance storm
    .about = Rebalances that cause one another, so the group hardly becomes Stable.
term-revoke = revoke
    .about = The member gives a partition up while it still owns it and may commit.
term-assign = assign
    .about = The member receives a partition.
term-lost = lost
    .about = The partition was taken away before the member knew; commits no longer count.
term-rebalance-listener = rebalance listener
    .about = Your code that runs on revoked, assigned and lost.
term-rolling-restart = rolling restart
    .about = Restarting the members one after another.

## Terms: assignment

term-subscription = subscription
    .about = The topics a member wants to read.
term-assignment = assignment
    .about = Which member owns which partition in this generation.
term-assignor = assignor
    .about = The rule by which the leader shares partitions (partition.assignment.strategy).
term-range = range
    .about = Per topic, consecutive ranges for the members in order; the first ones get the remainder.
term-roundrobin = roundrobin
    .about = All partitions dealt one by one to the members in order.
term-sticky = sticky
    .about = Balanced, and keeps what members already own where it can.
term-cooperative-sticky = cooperative-sticky
    .about = Sticky sharing with the cooperative protocol.
term-protocol-vote = protocol vote
    .about = Each member votes for its first assignor that all support; most votes win.
term-idle-consumer = idle consumer
    .about = A member without partitions, since there are more members than partitions.
term-concurrency = concurrency
    .about = How many KafkaConsumers one application runs; each is a member.

## Terms: liveness

term-session-timeout = session timeout
    .about = Without an accepted heartbeat for this long the coordinator removes the member.
term-heartbeat-interval = heartbeat interval
    .about = Time between two heartbeats; at most a third of the session timeout is usual.
term-poll-interval = poll interval
    .about = Time between two calls of poll(); beyond max.poll.interval.ms the client itself leaves.
term-poll-loop = poll loop
    .about = The application's loop: poll, process, commit.
term-heartbeat-thread = heartbeat thread
    .about = The client's background thread that sends heartbeats and watches the poll interval.
term-clean-close = clean close
    .about = close(): commits if auto-commit is on, then leaves (static members do not leave).
term-crash = crash
    .about = The process ends without a word; the coordinator learns by the session timeout.

## Terms: offsets and reading

term-topic = topic
    .about = A named stream of records, split into partitions.
term-partition = partition
    .about = An ordered log of records; one member of a group reads it at a time.
term-broker = broker
    .about = A Kafka server.
term-record = record
    .about = One entry of a partition.
term-offset = offset
    .about = A record's number in its partition.
term-position = position
    .about = The offset this consumer reads next.
term-committed-offset = committed offset
    .about = The offset at which a successor would start.
term-log-end-offset = log end offset
    .about = The offset the next written record gets.
term-lag = lag
    .about = Log end offset minus committed offset (or position, where said).
term-auto-commit = auto commit
    .about = poll() commits the positions every auto.commit.interval.ms.
term-manual-commit = manual commit
    .about = The application decides when: commitSync or commitAsync.
term-commit-sync-async = commitSync / commitAsync
    .about = Waits and retries / does not wait and never retries.
term-offset-reset = offset reset
    .about = What auto.offset.reset does where no valid committed offset exists.
term-offset-retention = offset retention
    .about = How long committed offsets outlive an empty group (offsets.retention.minutes).
term-seek = seek
    .about = Sets the position of an assigned partition by hand.
term-duplicate = duplicate
    .about = A record processed again because its commit did not count.
term-skipped-record = skipped record
    .about = A record that was never processed since the offset went past it.
term-rack = rack
    .about = Where a broker or client stands (broker.rack, client.rack).

## Narration: finding the coordinator and joining

say-start = { $client } starts. It knows only its bootstrap servers; any of them tells it which brokers and partitions there are.
    .short = { $client } starts.
say-find = { $client } asks a broker for the coordinator of { $group }: hash { $hash } mod { $total } = partition { $partition }, led by broker { $broker }.
    .short = { $client } looks for the coordinator of { $group }: broker { $broker }.
say-find-loading = Broker { $broker } is still loading the group's partition, so it refuses JoinGroup for now; { $client } will ask again.
    .short = Broker { $broker } is still loading; { $client } will ask again.
say-id-required = { $client } joins without an id. The coordinator hands it { $member } and asks it to join again with it; nobody else is disturbed.
    .short = The coordinator hands { $client } the id { $member }.
say-first-parked = { $member } is the first member. Its JoinGroup waits { $delay } s for others (group.initial.rebalance.delay.ms).
    .short = { $member } is the first member; its JoinGroup waits { $delay } s.
say-delay-extended = { $member } arrived during the wait, so the coordinator waits another { $delay } s, in all at most { $max } s.
    .short = { $member } arrived: the coordinator waits another { $delay } s.
say-delay-closed =
    No newcomer in the last { $delay } s: the join phase closes and generation { $generation } begins with { $count ->
        [one] { $count } member
       *[other] { $count } members
    }.
    .short = The wait is over: generation { $generation } begins.
say-delay-capped =
    Newcomers kept coming, but the wait has reached its limit of { $max } s: generation { $generation } begins with { $count ->
        [one] { $count } member
       *[other] { $count } members
    }.
    .short = The wait has reached its limit: generation { $generation } begins.
say-newcomer = { $member } joins, so the coordinator begins a rebalance. Generation { $generation } goes on until all members have rejoined.
    .short = { $member } joins: a rebalance begins.
say-joined =
    The last member that was awaited has joined: the join phase closes and generation { $generation } begins with { $count ->
        [one] { $count } member
       *[other] { $count } members
    }.
    .short = All have joined: generation { $generation } begins.
say-leader =
    { $member } leads: it joined first. Only its JoinGroup reply lists { $count ->
        [one] its only member and the subscription
       *[other] all { $count } members and their subscriptions
    }.
    .short = { $member } is told that it leads.
say-leader-new = The leader { $old } is gone, so the coordinator picks { $member }: the first member in its own table, not the oldest.
    .short = { $member } leads in place of { $old }.
say-leader-absent = The leader { $old } has not rejoined, so the coordinator picks { $member }: the first in its own table that has.
    .short = { $member } leads in place of { $old }.
say-vote =
    Each member votes for its first assignor that all support: { $protocol } wins with { $votes } of { $count ->
        [one] { $count } vote
       *[other] { $count } votes
    }.
    .short = { $protocol } wins the vote.
say-no-protocol = { $client } offers only { $offered }, which not all members support: INCONSISTENT_GROUP_PROTOCOL. The group goes on undisturbed.
    .short = { $client } is refused: INCONSISTENT_GROUP_PROTOCOL.
say-refused = The coordinator refuses the JoinGroup of { $client }: { $error }. The client does not try again; the group goes on undisturbed.
    .short = { $client } is refused: { $error }.
say-compute =
    The leader { $member } runs { $protocol } over { $total ->
        [one] { $total } partition
       *[other] { $total } partitions
    } and { $count ->
        [one] { $count } member
       *[other] { $count } members
    }. The broker does not decide this.
    .short = The leader { $member } runs { $protocol }.
say-sync-plan = The leader's SyncGroup brings the plan. Once it is written to __consumer_offsets, every member gets its share.
    .short = The leader's SyncGroup brings the plan.
say-sync-wait = { $member } has sent SyncGroup and waits: its share comes when the leader's plan has arrived.
    .short = { $member } waits for its share.
say-stable = Generation { $generation } is Stable. Each member asks for its committed offsets, then starts to fetch.
    .short = Generation { $generation } is Stable.
say-idle =
    { $count } members share { $total ->
        [one] { $total } partition
       *[other] { $total } partitions
    }: { $member } gets none. It stays a member and keeps heartbeating.
    .short = { $member } gets no partition.

## Narration: rebalancing

say-told = { $member } learns of the rebalance from its heartbeat: REBALANCE_IN_PROGRESS. It rejoins at its next poll, not before.
    .short = { $member } learns of the rebalance.
say-waiting-slow = The join phase waits for { $member }, which is still processing. At the latest in { $left } s it goes on without it.
    .short = The join phase waits for { $member }.
say-timeout-drop = { $member } did not rejoin within the rebalance timeout of { $timeout } s; the coordinator drops it and goes on.
    .short = The coordinator drops { $member }: it did not rejoin in time.
say-eager-revoke =
    Eager: { $member } gives up { $count ->
        [one] its { $count } partition
       *[other] all { $count } partitions
    } before it joins. Until the next assignment nobody reads them.
    .short =
        { $member } gives up { $count ->
            [one] its { $count } partition
           *[other] all { $count } partitions
        }.
say-coop-1 = Round 1: { $member } must give up { $partitions }. All other partitions stay and are read on.
    .short = { $member } gives up { $partitions }.
say-coop-rejoin = { $member } has given up what moves and joins again: the second round begins, since those partitions need an owner.
    .short = { $member } joins again: the second round begins.
say-coop-2 = Round 2: the partitions given up are free now; { $member } receives { $partitions }.
    .short = { $member } receives { $partitions }.
say-same-gen = { $member } rejoined with unchanged metadata and is no leader: it gets generation { $generation } again, no rebalance.
    .short = { $member } stays in generation { $generation }; no rebalance.
say-sync-aborted = A new join arrived before the plan: all waiting SyncGroups answer REBALANCE_IN_PROGRESS and everybody joins again.
    .short = A new join interrupts the wait for the plan: everybody joins again.
say-sync-missing = { $member } joined but never sent SyncGroup within { $timeout } s; the coordinator removes it and rebalances.
    .short = The coordinator removes { $member }: no SyncGroup from it.
say-write-failed = The plan could not be written to __consumer_offsets: the members get { $error } and the group rebalances.
    .short = The plan could not be written: the group rebalances.
say-leader-rejoins = The leader { $member } joins again. A leader does so when it wants a new assignment, so the coordinator begins a rebalance.
    .short = The leader { $member } joins again: a rebalance begins.
say-member-changed = { $member } joins again with other metadata than before, so the coordinator begins a rebalance.
    .short = { $member } joins again with other metadata: a rebalance begins.
say-partitions-grown = { $topic } grows from { $old } to { $new } partitions. The group learns of it only when its leader renews its metadata (metadata.max.age.ms).
    .short = { $topic } grows from { $old } to { $new } partitions.
say-partitions-added = { $topic } grew from { $old } to { $new } partitions. The leader saw it in its metadata and starts a rebalance.
    .short = The leader sees { $new } partitions of { $topic } and starts a rebalance.

## Narration: leaving and coming back

say-leave = { $member } closes cleanly and sends LeaveGroup, so the rebalance starts at once.
    .short = { $member } leaves.
say-static-away = { $instance } closes without LeaveGroup: it is static. It stays a member for { $left } s more; until then { $partitions } wait for it.
    .short = { $instance } closes and stays a member for { $left } s.
say-crash = { $member } crashed without a word. Until its session ends in { $left } s nobody reads { $partitions }.
    .short = { $member } crashed; its session ends in { $left } s.
say-crash-idle = { $member } crashed without a word. It held no partition; the coordinator learns of it when its session ends in { $left } s.
    .short = { $member } crashed; its session ends in { $left } s.
say-frozen = { $member } stands still as a whole, as in a long GC pause: no polls, no heartbeats. Its session goes on running out.
    .short = { $member } stands still.
say-thawed = { $member } runs on and first handles what has come meanwhile. It does not know yet what the coordinator has decided.
    .short = { $member } runs on.
say-session-expired = No heartbeat from { $member } for { $timeout } s (session.timeout.ms): the coordinator removes it and rebalances.
    .short = The session of { $member } has ended: the coordinator removes it.
say-pending-expired = The id that the coordinator handed { $client } was not used within { $timeout } s, so it is no longer valid.
    .short = The id of { $client } is no longer valid.
say-poll-expired = { $member } has not polled for { $timeout } s (max.poll.interval.ms). Its heartbeats were fine; the client itself leaves.
    .short = { $member } has not polled for { $timeout } s and leaves.
say-static-poll-expired = { $member } is static: past its poll interval it only stops heartbeating. Its partitions move when the session ends.
    .short = { $member } is past its poll interval and stops heartbeating.
say-static-back = { $instance } is back after { $away } s, within its session: new member id, same partitions, no rebalance.
    .short = { $instance } is back after { $away } s; no rebalance.
say-static-back-rebalance = { $instance } is back within its session, but in the middle of a rebalance or with other assignors: the coordinator rebalances.
    .short = { $instance } is back, and the coordinator rebalances.
say-static-late = { $instance } stayed away longer than { $timeout } s: its session ended, its partitions have moved, and its return rebalances again.
    .short = { $instance } is back too late; its return rebalances again.
say-taken-over = { $client } joins as { $instance }, so the coordinator hands it that membership under a new id. { $member } still runs and does not know yet.
    .short = { $client } takes { $instance } over from { $member }.
say-fenced = A second process joined as { $instance } and took over. The first one, { $member }, is fenced: FENCED_INSTANCE_ID.
    .short = { $member } is fenced: FENCED_INSTANCE_ID.
say-unknown = The coordinator no longer knows { $member }: UNKNOWN_MEMBER_ID. Its partitions are lost; it joins as a new member.
    .short = The coordinator no longer knows { $member }: UNKNOWN_MEMBER_ID.
say-emptied = The last member has left: the group is Empty. Its offsets are kept for { $retention }, counted from now.
    .short = The last member has left: the group is Empty.
say-broker-down = Broker { $broker } stops answering. Nobody is told: clients notice by their connections, the cluster by the broker's own session.
    .short = Broker { $broker } stops answering.
say-broker-up = Broker { $broker } runs again.
    .short = Broker { $broker } runs again.
say-coordinator-moved = Broker { $old } is down; broker { $broker } loads the group. Generation { $generation } goes on, every session starts afresh.
    .short = Broker { $broker } coordinates the group in place of { $old }.
say-coordinator-handed = The group's partition moves from broker { $old } to { $broker }, which has loaded it. Generation { $generation } goes on, every session starts afresh.
    .short = Broker { $broker } coordinates the group in place of { $old }.
say-slowed = { $member } now needs { $process } ms for a record. Its heartbeats come from a thread of their own and go on as before.
    .short = { $member } now needs { $process } ms for a record.
say-cut = Nothing gets through between { $client } and broker { $broker } any more; what is sent there waits.
    .short = The link between { $client } and broker { $broker } is cut.
say-healed = The link between { $client } and broker { $broker } works again.
    .short = The link between { $client } and broker { $broker } works again.
say-dropped = A message of { $client } is lost on its way: { $api }. Its sender waits until the request times out (request.timeout.ms).
    .short = A message of { $client } is lost: { $api }.
say-thrown = { $error } reaches the application of { $client }: errors of the group surface in the call that it is just making.
    .short = { $error } reaches the application of { $client }.

## Narration: offsets

say-start-committed =
    { $count ->
        [1] { $member } continues { $partition } at { $offset }: the offset committed by the owner before it.
       *[other] { $member } continues { $count } partitions at the offsets committed for them, { $partition } at { $offset }.
    }
    .short =
        { $count ->
            [1] { $member } continues { $partition } at { $offset }.
           *[other] { $member } continues { $count } partitions where they were committed.
        }
say-reset =
    { $count ->
        [1] { $partition } has no committed offset. auto.offset.reset = { $policy }, so reading starts at { $offset }.
       *[other] { $count } partitions have no committed offset. auto.offset.reset = { $policy }, so { $partition } is read from { $offset } on, for example.
    }
    .short =
        { $count ->
            [1] { $partition } has no committed offset: auto.offset.reset = { $policy } gives { $offset }.
           *[other] { $count } partitions have no committed offset: auto.offset.reset = { $policy }, { $partition } from { $offset }.
        }
say-out-of-range = The log of { $partition } no longer has offset { $offset }: OFFSET_OUT_OF_RANGE. auto.offset.reset decides where reading goes on.
    .short = Offset { $offset } of { $partition } is no longer there.
say-seek = { $member } sets its position in { $partition } to { $offset } by seek(). The committed offset stays until the next commit.
    .short = { $member } seeks { $partition } to { $offset }.
say-auto-commit =
    { $count ->
        [1] poll() commits { $offset }: all that the poll before it returned, processed or not.
       *[other] poll() of { $member } commits { $count } partitions, { $partition } at { $offset }: all that the poll before it returned, processed or not.
    }
    .short =
        { $count ->
            [1] poll() of { $member } commits { $offset } for { $partition }.
           *[other] poll() of { $member } commits { $count } partitions, { $partition } at { $offset }.
        }
say-commit-ok =
    { $count ->
        [1] { $member } committed { $offset } for { $partition }: a successor would start there.
       *[other] { $member } committed offsets for { $count } partitions, { $offset } for { $partition }: a successor would start there.
    }
    .short =
        { $count ->
            [1] { $member } committed { $offset } for { $partition }.
           *[other] { $member } committed { $count } partitions, { $offset } for { $partition }.
        }
say-commit-refused = Commit refused: { $member } speaks for generation { $old }, the group is at { $generation } (ILLEGAL_GENERATION).
    .short = Commit of { $member } refused: ILLEGAL_GENERATION.
say-commit-rebalancing = Commit refused for now: the generation has begun but the plan is not there yet (REBALANCE_IN_PROGRESS).
    .short = Commit of { $member } refused: REBALANCE_IN_PROGRESS.
say-commit-local = The client of { $member } refuses the commit itself: it is in the middle of a rebalance, or no member any more.
    .short = The client of { $member } refuses the commit itself.
say-async-overtaken = The retry of the older commit { $old } came after { $new }: the committed offset went back.
    .short = An older commit of { $member } came late: { $old } after { $new }.
say-commit-back = The committed offset of { $partition } goes back from { $old } to { $new }: Kafka accepts any value.
    .short = The committed offset of { $partition } goes back from { $old } to { $new }.
say-read-twice =
    { $count ->
        [one] { $count } record of { $partition } is read twice: { $from } was processed, but not committed, before it moved.
       *[other] { $count } records of { $partition } are read twice: { $from } to { $to } were processed, but not committed, before it moved.
    }
    .short =
        { $count ->
            [one] { $count } record of { $partition } is read twice.
           *[other] { $count } records of { $partition } are read twice.
        }
say-processed-twice =
    { $count ->
        [one] { $member } finishes { $count } record of { $partition }, { $from }, that the new owner has processed meanwhile: it was processed twice.
       *[other] { $member } finishes { $count } records of { $partition }, { $from } to { $to }, that the new owner has processed meanwhile.
    }
    .short =
        { $count ->
            [one] { $member } finishes { $count } record of { $partition } that was processed already.
           *[other] { $member } finishes { $count } records of { $partition } that were processed already.
        }
say-replayed =
    { $count ->
        [one] { $count } record of { $partition } is read again: { $from } was processed before, but no valid committed offset is left.
       *[other] { $count } records of { $partition } are read again: { $from } to { $to } were processed before, but no valid committed offset is left.
    }
    .short =
        { $count ->
            [one] { $count } record of { $partition } is read again.
           *[other] { $count } records of { $partition } are read again.
        }
say-skipped =
    { $count ->
        [one] { $count } record of { $partition } is skipped: { $offset } was committed before { $from } was processed.
       *[other] { $count } records of { $partition } are skipped: { $offset } was committed before { $from } to { $to } were processed.
    }
    .short =
        { $count ->
            [one] { $count } record of { $partition } is skipped.
           *[other] { $count } records of { $partition } are skipped.
        }
say-skipped-reset =
    { $count ->
        [one] { $count } record of { $partition } is skipped: without a valid committed offset reading starts behind it, at { $offset }.
       *[other] { $count } records of { $partition } are skipped: without a valid committed offset reading starts behind them, at { $offset }.
    }
    .short =
        { $count ->
            [one] { $count } record of { $partition } is skipped.
           *[other] { $count } records of { $partition } are skipped.
        }
say-expired = The group was Empty for { $retention }: its offsets are deleted. On its return auto.offset.reset decides.
    .short = The group's offsets are deleted.
say-deleted = The oldest records of { $partition } are deleted, unread ones too: the log now begins at { $offset }, behind the committed offset.
    .short = The log of { $partition } now begins at { $offset }.
say-fetch-wait = The broker holds the fetch: { $bytes } of { $min } bytes so far, and at most { $wait } ms (fetch.max.wait.ms).
    .short = The broker holds the fetch of { $client }.

## Two runs beside each other

cmp-compare = Compare
cmp-end = End the comparison
cmp-before = Compare with the run before the change
cmp-differences = In what the runs differ
cmp-differs = differs in
cmp-same = A and B are the same so far: change something, and B follows.
cmp-only = only here: { $what }
cmp-swap = Swap A and B
cmp-sides = Which run is shown
cmp-run = Run { $side }
cmp-stage = The moment in run { $side }
cmp-timeline = Timeline of run { $side }
cmp-clock-only = one clock, two seeds
cmp-clock = one clock · same seed
cmp-parting = Where the runs part
cmp-turn = Nowhere yet: both run the same scenario. A setting that is turned, or something that is done, changes B; A stays.
cmp-never = Nowhere: all that is told of one is told of the other, at the same time.
cmp-nothing = nothing more happens that is worth a line
cmp-over-all = Difference over the whole run
cmp-open = partitions unread at the end
cmp-unread = unread, all partitions together
cmp-stopped = partitions that lay unread
cmp-longest = longest, one partition
cmp-rebalances = rebalances
cmp-rebalancing = time in rebalances
cmp-moved = partitions moved
cmp-twice = records processed twice
cmp-skipped = records skipped
cmp-lag = greatest lag of a partition
cmp-better = better
cmp-open-end = Partitions lie unread when a run ends: what that costs is not over. A longer run (until) would tell.
cmp-lengths = The runs are not of one length: the longer one costs more anyway.
cmp-equal = Both cost the same.
cmp-a-wins = A is better wherever they differ.
cmp-b-wins = B is better wherever they differ.
cmp-neither = Neither run wins everywhere.

## Narration: while nothing happens

say-calm-before = Nobody has started yet.
say-calm-empty = The group { $group } has no members. Its committed offsets stay.
say-calm-nobody = No broker coordinates { $group } now. Members go on reading what they hold, but can neither commit nor rebalance.
say-calm-down = Broker { $broker }, which coordinates { $group }, is down. Until another one leads the group's partition nobody can commit or rebalance.
say-calm-delay =
    The coordinator waits for members until { $end }; { $count ->
        [one] { $count } has
       *[other] { $count } have
    } joined so far.
say-calm-joining = The join phase has { $joined } of { $count } members and waits for the others, until { $end } at most.
say-calm-pending = All members have joined, yet the join phase goes on: it waits for the id handed to { $client } to be used, until { $end } at most.
say-calm-syncing = Generation { $generation } has begun; all wait for the leader's plan.
say-calm-silent = { $member } gives no sign of life. The coordinator waits for it until { $end }; nobody reads { $partitions }.
say-calm-stable =
    { $count ->
        [one] One member reads
       *[other] { $count } members share
    } { $total ->
        [one] { $total } partition
       *[other] { $total } partitions
    } in generation { $generation }; heartbeats keep the sessions alive.

## Causes

cause-new-member = because { $member } joined
cause-leave = because { $member } left
cause-session = because the session of { $member } ended
cause-poll = because { $member } did not poll in time
cause-leader-rejoin = because the leader rejoined
cause-subscription = because { $member } changed its subscription
cause-metadata = because { $topic } changed
cause-revoke-round = because partitions given up must find an owner
cause-sync-missing = because { $member } never sent SyncGroup
cause-write-failed = because the plan could not be written

## Why

why-action = The scenario does this: { $what }.
why-starts = The scenario starts { $client }.
why-killed = The process of { $member } was killed and can say nothing any more.
why-closed = The process of { $member } had ended by close().
why-failed = The process of { $member } had ended by an exception.
why-frozen = The process of { $member } stood still, its heartbeat thread too.
why-session = The coordinator accepted no sign of life from { $member } for { $timeout } s.
why-initial-delay = The coordinator had waited { $delay } s for more members.
why-rebalance-timeout = The join phase had waited { $timeout } s, the longest time that any member allows.
why-sync-timeout = The coordinator had waited { $timeout } s for every member's SyncGroup.
why-new-member = A rebalance began because { $member } joined.
why-left = A rebalance began because { $member } left.
why-session-rebalance = A rebalance began because the session of { $member } ended.
why-leader-rejoined = A rebalance began because the leader { $member } joined again.
why-changed = A rebalance began because { $member } joined again with other metadata.
why-gave-up = A rebalance began because { $member } had given partitions up and they need an owner.
why-static-back = A rebalance began because { $instance } came back in a way that the running assignment does not fit.
why-sync-missing = A rebalance began because members never sent SyncGroup.
why-write-failed = A rebalance began because the plan could not be written ({ $error }).
why-all-joined = The last member that was awaited, { $member }, had joined.
why-planned = The plan of the leader { $member } was written to __consumer_offsets.
why-told = { $member } learned of the rebalance by its heartbeat, { $late } after it began.
why-joins-late = { $member } joined again only at its next poll(), { $late } after it had to.
why-must-revoke = { $member } had to give up partitions that others get, and to join again.
why-sees-metadata = { $member } renewed its metadata and saw that { $topic } had grown, { $late } after it had.
why-poll-expired = { $member } had not called poll() for { $timeout } s.
why-busy =
    The last poll() of { $member } had returned { $count ->
        [one] { $count } record
       *[other] { $count } records
    }, each of which takes { $process } ms.
why-taken-over = { $client } had joined as { $instance } and taken the membership over.
why-kept = The coordinator still knew { $instance }: less than its session of { $timeout } s had passed without a sign of life. It gave back the assignment it had kept.
why-not-kept = The coordinator no longer knew { $instance }: its session had ended while it was away, and its partitions were given to others.
why-leaves = { $member } sent LeaveGroup.
why-removed = The coordinator had removed { $member } from the group.
why-auto-commit = The application of { $member } called poll(), and an automatic commit was due.
why-committed = { $member } had committed { $offset } for { $partition }.
why-no-commit = { $partition } had no valid committed offset; auto.offset.reset is { $policy }.
why-offsets-kept = The offsets of the empty group had been kept for { $retention }.
why-became-empty = { $group } had lost its last member.
why-records-kept = The oldest records of { $partition } had been kept long enough.
why-broker-down = Broker { $broker } had stopped.
why-lost = A message of { $client } was lost: { $api }.

## Times with their unit

span-minutes =
    { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
span-hours =
    { $count ->
        [one] { $count } hour
       *[other] { $count } hours
    }
span-days =
    { $count ->
        [one] { $count } day
       *[other] { $count } days
    }

## Figures

fig-was = was { $figure }
fig-rebalances =
    { $count ->
        [one] rebalance
       *[other] rebalances
    }
    .about = Join phases that ended, the first one included.
fig-rebalancing = in rebalances
    .about = From the begin of each join phase until its plan was in force; the start of an empty group is not counted.
fig-rebalancing-waiting = in rebalances, { $time } of it waiting for { $member }
fig-unread = unread, all partitions together
    .about = Time in which nobody of the group read a partition that was read before.
fig-unread-of = unread, { $time } of it { $partition }
fig-moved =
    { $count ->
        [one] partition moved
       *[other] partitions moved
    }
    .about = How often a partition was read on by another consumer than before.
fig-twice =
    { $count ->
        [one] record processed twice
       *[other] records processed twice
    }
    .about = Records processed more than once: their commit did not count.
fig-skipped =
    { $count ->
        [one] record skipped
       *[other] records skipped
    }
    .about = Records that the committed offset or the position went past and that nobody processed.
fig-lag = records behind at most
    .about = The largest distance between a log end and its committed offset.
fig-failed-commits =
    { $count ->
        [one] commit failed
       *[other] commits failed
    }
fig-exceptions =
    { $count ->
        [one] exception in the application
       *[other] exceptions in the application
    }
fig-records =
    { $count ->
        [one] record processed
       *[other] records processed
    }
fig-requests =
    { $count ->
        [one] request sent
       *[other] requests sent
    }

## Inspector

ins-request = Message · { $api } request → { $name }
ins-reply = Message · { $api } response → { $name }
ins-member = Member · { $name }
ins-partition = Partition · { $name }
ins-session = Session · { $name }
ins-poll = Poll interval · { $name }
ins-timer = Timer · { $name }
ins-group = Group · { $name }
ins-broker = Broker · { $name }
ins-error = error
ins-sent = sent · arrives
ins-sent-lost = sent · lost
ins-effect = effect
ins-generation = generation
ins-member-id = member id
ins-instance = instance id
ins-timeouts = session · rebalance
ins-offers = assignors
ins-reason = reason
ins-plan = plan
ins-plan-for =
    { $count ->
        [one] for { $count } member
       *[other] for { $count } members
    }
ins-offsets = offsets
ins-assignment = assignment
ins-records = records
ins-members = members
ins-have-joined = joined so far
ins-client = client
ins-coordinator = coordinator
ins-no-member = knows no such member
ins-pending = id given, not joined yet
ins-joined = joined, waits for others
ins-synced = member, in the plan
ins-is-member = member
ins-session-end = session ends
ins-poll-due = poll() due by
ins-heartbeat-due = next heartbeat
ins-partitions = partitions
ins-and = and
ins-last-owner = read last by
ins-leader = partition leader
ins-position = position
ins-nobody-since = nobody since { $time }
ins-renewed = renewed
ins-last-poll = last poll()
ins-since = since
ins-ends = ends
ins-then = then
ins-then-session = the coordinator removes the member and starts a rebalance
ins-then-poll = the client leaves by itself; a static one only stops heartbeating
ins-then-initial = the join phase closes, or goes on if somebody joined meanwhile
ins-then-join = whoever has not rejoined is dropped, and the generation begins
ins-then-sync = whoever has not sent SyncGroup is removed, and the rest joins again
ins-running = running
ins-rack = rack
ins-leads = leads
ins-coordinates = coordinates

effect-find-coordinator = The broker answers which broker coordinates the group.
effect-join-group = The coordinator answers when the join phase ends, or hands out an id first.
effect-sync-group = The coordinator answers when the leader's plan is written.
effect-heartbeat = The session of { $member } starts afresh.
effect-leave-group = { $member } is no member any more; a rebalance begins at once.
effect-offset-commit = The coordinator stores where a successor would start.
effect-offset-fetch = The coordinator answers what was committed last.
effect-fetch = The broker answers with records: at once, or when enough are there.
effect-list-offsets = The broker answers which offsets there are.
effect-metadata = The broker answers which partitions there are and who leads them.
effect-find-coordinator-reply = { $member } joins at this coordinator.
effect-join-group-reply = { $member } sends SyncGroup and waits for its share.
effect-join-group-reply-leader = { $member } leads: it computes the plan and sends it with SyncGroup.
effect-sync-group-reply = { $member } takes over what it was assigned.
effect-heartbeat-reply = { $member } goes on; its next heartbeat comes after heartbeat.interval.ms.
effect-leave-group-reply = { $member } knows that it has left.
effect-offset-commit-reply = A successor would start at these offsets.
effect-offset-fetch-reply = { $member } starts to read there.
effect-fetch-reply = The next poll() of { $member } returns the records.
effect-list-offsets-reply = { $member } knows where to start.
effect-metadata-reply = { $member } knows which partitions there are.
effect-REBALANCE_IN_PROGRESS = { $member } joins again at its next poll()
effect-MEMBER_ID_REQUIRED = { $member } joins again, now with this id.
effect-ILLEGAL_GENERATION = { $member } gives up its generation and joins again.
effect-UNKNOWN_MEMBER_ID = { $member } has lost its membership and joins as a new member.
effect-FENCED_INSTANCE_ID = Another process has taken the instance id over: { $member } stops with { $exception }.
effect-NOT_COORDINATOR = { $member } looks for the coordinator again.
effect-COORDINATOR_NOT_AVAILABLE = { $member } looks for the coordinator again.
effect-COORDINATOR_LOAD_IN_PROGRESS = { $member } asks again after retry.backoff.ms.
effect-retriable = { $member } tries again after retry.backoff.ms.
effect-fatal = { $member } does not try again: { $exception }.

## Rules between settings

rule-heartbeat-not-below-session = Not possible.
    .about = heartbeat.interval.ms must be below session.timeout.ms ({ $session-timeout-ms }): the consumer can’t be constructed.
rule-auto-commit-without-group = Not possible.
    .about = Without a group.id there is nowhere to commit to: the consumer can’t be constructed.
rule-session-below-broker-minimum = Too short for the broker.
    .about = Below group.min.session.timeout.ms ({ $group-min-session-timeout-ms }) the coordinator refuses JoinGroup with INVALID_SESSION_TIMEOUT.
rule-session-above-broker-maximum = Too long for the broker.
    .about = Above group.max.session.timeout.ms ({ $group-max-session-timeout-ms }) the coordinator refuses JoinGroup with INVALID_SESSION_TIMEOUT.
rule-heartbeat-above-third-of-session = Too slow for this session.
    .about = More than a third of session.timeout.ms ({ $mend }): two lost heartbeats and a live member is thrown out.
rule-poll-interval-below-processing = Too short for the processing.
    .about = A full poll() of max.poll.records ({ $max-poll-records }) takes longer to process: the consumer leaves its group.
rule-request-timeout-below-fetch-wait = Too short for a quiet topic.
    .about = A fetch without news waits fetch.max.wait.ms ({ $fetch-max-wait-ms }): it times out first, and the connection is closed each time.
rule-api-timeout-below-request-timeout = Gives up early.
    .about = Below request.timeout.ms ({ $request-timeout-ms }) a call ends before a lost request is noticed, let alone sent again.
rule-retry-backoff-above-maximum = Pauses don’t grow.
    .about = Above retry.backoff.max.ms ({ $retry-backoff-max-ms }) the pause between retries is always that maximum.
rule-mixed-assignors-are-eager = Eager for life.
    .about = One assignor of the list knows eager rebalances only, so this member never rebalances cooperatively.
rule-broker-session-limits-crossed = Nobody can join.
    .about = group.min.session.timeout.ms is above group.max.session.timeout.ms ({ $group-max-session-timeout-ms }): no session timeout fits.

## Stories

story-absent = This does not occur with these settings.
story-try = To try
story-do-try = Try it
story-conclude = To conclude
story-setup = What there is

## Pictures: units and times

pic-seconds = { $time } s
pic-millis = { $time } ms
pic-left = { $time } s left

## Pictures: the desk

pic-stage-title = The consumer group at { $time }
pic-desk-label = Group { $group } at broker { $broker }: { $state }, generation { $generation }, { $count ->
        [one] { $count } member
       *[other] { $count } members
    }
pic-coordinator = broker { $broker } · group coordinator
pic-coordinator-short = coordinator, broker { $broker }
pic-broker = broker { $broker }
pic-broker-down = down
pic-rack = rack { $rack }
pic-more-brokers =
    { $count ->
        [one] { $count } more broker
       *[other] { $count } more brokers
    }
pic-hash = hash("{ $group }") mod { $total } = { $partition } → __consumer_offsets-{ $partition }
pic-offsets-partition = __consumer_offsets-{ $partition }
pic-generation = gen { $generation }
pic-leader = leader { $member }
pic-joined = joined
pic-synced = synced
pic-awaited = awaited
pic-pending = id given
pic-joined-of = joined { $count } of { $total }
pic-synced-of = synced { $count } of { $total }
pic-all-synced =
    { $count ->
        [one] { $count } member, synced
       *[other] { $count } members, all synced
    }
    .short =
        { $count ->
            [one] { $count } member
           *[other] { $count } members
        }
pic-no-members = no members; committed offsets are kept
    .short = no members
pic-coordinator-down = broker { $broker } · down
pic-uncoordinated = what it knew last; nobody can commit or rebalance now
    .short = what it knew last
pic-loading = loading __consumer_offsets-{ $partition }
    .short = loading
pic-unloaded = not at this coordinator
    .short = not here
pic-timer-initial = initial rebalance delay
pic-timer-initial-short = delay
pic-timer-join = rebalance timeout
pic-timer-join-short = timeout
pic-timer-sync = wait for SyncGroup
pic-timer-sync-short = SyncGroup
pic-parked = { $api } · parked
pic-parked-many = { $count } × { $api } · parked
pic-parked-all = { $count } × parked

## Pictures: consumers

pic-is-joining = joining
pic-is-syncing = waiting for its share
pic-is-stable = stable
pic-is-unjoined = not joined
pic-is-closing = closing
pic-is-away = away
pic-is-frozen = frozen
pic-is-dead = no process
pic-is-fenced = fenced
pic-is-absent = not started
pic-is-closed = gone
pic-is-leader = group leader
pic-stable-reading = stable · reading
pic-stable-idle = stable · nothing to read
pic-stable-committing = stable · committing
pic-stable-listener = stable · in its listener
pic-stable-processing = stable · processing { $time } s
pic-are-joining = { $count } joined
    .about = JoinGroup sent or parked
pic-are-syncing = { $count } waiting
    .about = for the leader’s assignment
pic-are-stable = { $count } stable
    .about = reading on
pic-are-unjoined = { $count } not joined
    .about = on their way in
pic-are-closing = { $count } closing
    .about = leaving the group
pic-are-away = { $count } away
    .about = static, session running
pic-are-frozen = { $count } frozen
    .about = the whole process
pic-are-dead = { $count } dead
    .about = no process, still a member
pic-are-fenced = { $count } fenced
    .about = instance id taken over
pic-are-absent = { $count } to start
    .about = not started yet
pic-are-closed = { $count } gone
    .about = ended
pic-consumers =
    { $count ->
        [one] { $count } consumer
       *[other] { $count } consumers
    }
pic-static = static
pic-static-as = static as { $instance }
pic-dynamic = dynamic
pic-no-id = no member id yet
pic-session-of = session of { $member }
pic-session-ends = session ends { $time }
pic-ends = ends { $time }
pic-poll-of = poll interval of { $member }
pic-parked-for = { $api } parked { $time } s
pic-learns = learns of the rebalance in { $time } s
pic-learns-millis = learns of the rebalance in { $time } ms
pic-on-its-way = { $api } on its way
pic-heartbeat-in = heartbeat in { $time } s
pic-unread-for = unread { $time } s
pic-no-partition = no partition yet
pic-legend-tiles = number on the right = partitions held · bar = session left
pic-legend-held = number on the right = partitions held
pic-legend-dense = one cell a consumer
pic-request-label = { $api } request, { $from } to { $to }, sent { $sent }, arrives { $arrives }
pic-reply-label = { $api } reply { $error }, { $from } to { $to }, sent { $sent }, arrives { $arrives }

## Pictures: partitions

pic-partitions =
    { $count ->
        [one] { $count } partition
       *[other] { $count } partitions
    }
pic-read = { $count } read
pic-unread = { $count } unread
pic-read-of = { $count } of { $total } partitions read
pic-nobody-reads = nobody reads
pic-read-by = read by { $member }
pic-read-by-nobody = nobody
pic-lag = lag { $count }
pic-lags = lag { $list }
pic-committed = committed { $offset }
pic-position = position { $offset }
pic-committed-short = commit { $offset }
pic-position-short = pos { $offset }
pic-log-end = end { $offset }
pic-legend-bars = bar = committed · right edge = log end
pic-legend-hatched = hatched = nobody reads
pic-legend-shade = darker = more lag · hatched = nobody reads

## Pictures: the timeline

pic-timeline-title = The run from { $from } to { $to }
pic-strip-title = The whole run in a row
pic-lane-coordinator = coordinator
pic-lane-of = { $name }, { $state }
pic-lane-consumers =
    { $count ->
        [one] { $count } consumer
       *[other] { $count } consumers
    }
pic-lane-rows = one row each
pic-lane-red = red = down
pic-lane-unread = unread
pic-lane-unread-of = of { $count }
pic-band-generation = { $state } · generation { $generation }
pic-band-short = { $state } · { $generation }
pic-band-dead = no process
pic-band-away = away
pic-band-frozen = frozen
pic-rebalancing = rebalancing { $percent } % of this window
pic-axis-millis = { $time } s
pic-axis-seconds = { $time } s
pic-axis-minutes = { $time } min
pic-scale = 1 px = { $time }: shorter bands are summed; zoom in for single messages
pic-runs-part = runs part { $time }
pic-more-events = { $count } ×
pic-heartbeats = heartbeats

## Pictures: what is done to a run

pic-do-start = start { $consumer }
pic-do-thaw = thaw { $consumer }
pic-do-close = close { $consumer }
pic-do-kill = kill { $consumer }
pic-do-freeze = freeze { $consumer }
pic-do-slow = { $consumer } slow
pic-do-restart = restart { $consumer }
pic-do-cut = cut { $from } → { $to }
pic-do-heal = heal { $from } → { $to }
pic-do-slow-link = slow { $from } → { $to }
pic-do-drop = drop { $api } of { $from }
pic-do-delay = delay { $api } of { $from }
pic-do-add = add { $consumer }
pic-do-partitions = add partitions to { $topic }
pic-do-subscribe = { $consumer } subscribes
pic-do-unsubscribe = { $consumer } unsubscribes
pic-do-enforce = { $consumer } is made to join again
pic-do-topic = new topic { $topic }
pic-do-seek = { $consumer } seeks
pic-do-seek-beginning = { $consumer } seeks to the beginning
pic-do-seek-end = { $consumer } seeks to the end
pic-do-pause = { $consumer } pauses
pic-do-resume = { $consumer } resumes
pic-do-move = coordinator to broker { $broker }
pic-do-stop-broker = broker { $broker } stops
pic-do-start-broker = broker { $broker } starts
pic-do-rolling = rolling restart
pic-do-plan = plan of { $consumer }

## Pictures: the sequence

pic-sequence-title = The messages between the consumers and the coordinator
pic-others =
    { $count ->
        [one] { $count } other
       *[other] { $count } others
    }
pic-assigned = assigned { $partitions }
pic-revoked = revoked { $partitions }
pic-lost = lost { $partitions }
pic-fold-quiet = { $time } without a message
pic-unfold = unfold
pic-fold = fold
pic-unfolded =
    { $count ->
        [one] { $count } heartbeat, answered NONE
       *[other] { $count } heartbeats, each answered NONE
    }
pic-fold-short =
    { $count ->
        [one] { $time }: { $count } heartbeat
       *[other] { $time }: { $count } heartbeats
    }
pic-fold-heartbeats =
    { $count ->
        [one] { $time }: { $count } heartbeat, answered NONE
       *[other] { $time }: { $count } heartbeats, each answered NONE
    }

## Pictures: tables

pic-table-groups = Groups
pic-table-consumers = Consumers
pic-table-partitions = Partitions
pic-table-timeline = Timeline
pic-column-group = group
pic-column-state = state
pic-column-generation = generation
pic-column-leader = group leader
pic-column-protocol = assignor
pic-column-coordinator = group coordinator
pic-column-consumer = consumer
pic-column-partitions = partitions
pic-column-session = session left
pic-column-partition = partition
pic-column-owner = read by
pic-column-committed = committed
pic-column-log-end = log end
pic-column-lag = lag
pic-column-what = what
pic-column-from = from
pic-column-to = to

# Records of the whole run
ui-record = The whole run
ui-log = Log
ui-log-title = Logs of brokers and consumers
ui-offsets = Offsets
log-source = Source
log-all = all
log-version = as Kafka 4.1 writes it, INFO and above
log-download = Download .log
log-time = Time
log-level = Level
log-line = Line
log-nothing = Nothing is written yet at this moment.
log-earlier = { $count ->
    [one] One earlier row is left out.
   *[other] { $count } earlier rows are left out.
}
log-later = { $count ->
    [one] One later row is left out.
   *[other] { $count } later rows are left out.
}
offsets-note = a record is written for every commit and every generation; compaction keeps the latest of each key
offsets-offset = Offset
offsets-type = Type
offsets-key = Key
offsets-value = Value
offsets-state = State
offsets-tombstone = tombstone
offsets-pending = pending: not on all replicas
offsets-committed = durable
offsets-compacted = replaced by { $offset }
offsets-lost = lost with its leader
offsets-leader = { $broker } leads the partition, epoch { $epoch }
offsets-no-leader = nobody leads the partition
offsets-loaded = { $broker } has read { $count } records in { $ms } ms and coordinates the groups in them
offsets-unloaded = { $broker } has given its groups up

# The coordinator's affairs
ui-coordinator = Coordinator
ui-member = Member
ballot-title = Vote for the assignor
ballot-offers = Offers, best first
ballot-vote = Votes for
ballot-candidate = candidate so far
ballot-winner = { $count ->
    [one] wins with 1 vote
   *[other] wins with { $count } votes
}
ballot-votes = { $count ->
    [one] 1 vote
   *[other] { $count } votes
}
ballot-refused = is refused: it offers { $offered }, no candidate among them (INCONSISTENT_GROUP_PROTOCOL).
ballot-rule = Candidates are the assignors that all members offer; the others are struck out. Each member votes for the first candidate of its own list. Most votes win.
ballot-open = The join phase lasts: the votes are counted when it ends.
ballot-tie = Equal votes: the first candidate in the order of Java's HashMap wins.
handshake-title = Ids that were handed out
handshake-handed = Handed out
handshake-second = Second JoinGroup
handshake-joined = came at { $time }
handshake-forgotten = never came; forgotten at { $time }
handshake-pending = awaited until { $time }
handshake-rule = A pending id is no member yet, but a join phase does not end as long as one is awaited.
takeover-broker = Broker { $broker }
takeover-title = The coordinator moved
takeover-down = { $broker } is down. It gave nothing up: timers and parked requests are gone with it.
takeover-unloaded = { $broker } has unloaded the group: the group is Dead there, parked requests are answered NOT_COORDINATOR.
takeover-elected = { $broker } leads { $partition }, epoch { $epoch }, and loads.
takeover-loaded = { $broker } has read { $count } records: { $members ->
    [one] 1 member
   *[other] { $members } members
}. Every session begins anew; no rebalance.
takeover-nobody = Nobody leads the partition.

# Conformance

## The page on conformance and what is simulated otherwise

conf-title = Conformance with Kafka
conf-version = Apache Kafka { $version }: what is verified
conf-back = Back to the simulation
conf-intro = The engine answers as Apache Kafka { $version } does with the classic group protocol. Kafka’s own classes were asked, and what they answered was recorded; the tests replay it against the engine. The numbers of this page are those of the tests: one fails as soon as they differ.
conf-parts = Parts of this page
conf-replayed = What was replayed
conf-cases = assignor cases
conf-scripts = coordinator scripts
conf-runs = recorded runs of a cluster
conf-log-lines = log lines, word for word
conf-of = { $passed } of { $total }
conf-assignors = Assignors: { $count } cases, each compared member by member and in order
conf-coordinator = Group coordinator: { $count } scripts, every reply, record, timer and state compared
conf-family = Family
conf-what = What
conf-passed = Passed
conf-total = Of
conf-sum = All
conf-family-table = one rule each, named for it
conf-family-random = random groups and requests
conf-family-history = several generations, each from what the last one left
conf-family-large = large groups
conf-family-more = random again: time-outs of writes, two groups, up to 26 members
conf-family-fuzz = random again, chosen for what the others don't reach; subscriptions that can't be read
conf-cluster = A real cluster
conf-recordings = { $count } recorded runs of real brokers and Java consumers { $version } are replayed. Compared are the rebalances (generation, members, assignor, leader), the listeners’ callbacks with their partitions, the errors, the number of requests and how long partitions went unread; times within 500 ms or a tenth of what had passed since the fault.
conf-margins = In { $count } of them the outcome hung on less time than the machine’s noise. They are replayed with delays or a seed that let it fall the same way:
conf-margin = { $recording }: decided by { $ms } ms
conf-loose = Of the run in which the coordinator’s broker dies only the order is compared, not the times: they rest on how metadata spread and on back-offs of connections.
conf-logs = { $brokers } lines of brokers’ logs and { $clients } of consumers’ logs come out word for word.
conf-claims = { $claims } statements of textbooks and { $incidents } troubles that users had reported are tests, too: a scenario, and what must be seen in it.
conf-replay = Replay it yourself
conf-replay-note = In the program’s source, with Rust installed. The last line of the first command says how many passed and failed; it also reads vectors of your own.
conf-open = What is not covered
conf-open-1 = The client’s classes were not asked one by one: it is compared through recorded runs and log lines. What happens in none of them (patterns, seeking, pausing, worker threads, by_duration, call time-outs) follows Kafka’s source and has tests named for the rule.
conf-open-2 = The recordings come from one or two brokers on one machine. Nothing was recorded on large clusters or slow networks.
conf-open-3 = Fetches, retention, racks and reading from followers follow Kafka’s source; nothing recorded is compared.
conf-open-4 = Only version { $version } is compared. By its source, classic groups behave alike from 4.0 on; nobody has tested that here.
conf-open-5 = Other clients (librdkafka, franz-go, kafka-python and those built on them) join, assign and commit in their own ways.
conf-open-6 = Random vectors reach what their generators reach. They are no proof.
conf-notes = Simulation notes: every known difference from Kafka
conf-notes-intro = What differs here, and why. If you find another difference, it is an error.
conf-different = Here
conf-reason = In Kafka, and why it differs
conf-time = Time and machines
sim-time-1 = Only the network and the application take time. Handling a request, computing an assignment and writing to a log take none, unless the scenario says so.
sim-time-1-why = They take microseconds to milliseconds, and an assignment of a very large group seconds. What is seen here comes from the protocol and its settings, not from a machine.
sim-time-2 = All clocks agree and count whole milliseconds; what falls on one millisecond has a fixed order.
sim-time-2-why = Clocks differ, and Java’s waits run over a little. Only the moment that the heartbeat thread takes to wake is simulated, as it was recorded.
sim-time-3 = A process is busy with itself for 50 ms before its consumer joins.
sim-time-3-why = Recorded were 42 to 138 ms in eight of ten starts, in which Java loads and compiles; other machines take longer. A start time can be set to say so.
sim-time-4 = Whatever is random (back-offs, latencies, member ids, the broker asked first) comes from the scenario’s seed.
sim-time-4-why = So a run can be repeated bit for bit, and a change of one setting changes nothing else. Another seed is another throw of the dice.
sim-time-5 = A frozen process goes on at once where it stood.
sim-time-5-why = After a real pause a machine may be slow for a while, and caches are cold.
conf-net = Network
sim-net-1 = Latency is spread evenly between two bounds.
sim-net-1-why = Real latencies have long tails. Bounds can be read off the picture.
sim-net-2 = A dropped message is lost while its connection stands: the client waits for request.timeout.ms.
sim-net-2-why = TCP sends lost packets again, or the connection breaks. A drop stands for what a proxy, or a broker that dies with the answer, does.
sim-net-3 = The size of a message is rough: 100 bytes, 40 for each partition, and the records. It matters only where a bandwidth is set.
sim-net-3-why = Kafka’s formats depend on version and content.
sim-net-4 = receive.buffer.bytes bounds what is under way of a reply; each further buffer costs a round trip.
sim-net-4-why = TCP also starts slowly, and backs off when packets are lost.
sim-net-5 = Opening a connection takes a round trip and a request for the versions. Brokers never close one for being idle; clients do.
sim-net-5-why = Name look-ups, TLS and SASL add round trips. A broker waits a minute longer than a client (connections.max.idle.ms).
conf-broker = Brokers and logs
sim-broker-1 = There is no controller. All brokers know of a new leader at once, 20 ms after the old one is known to be gone.
sim-broker-1-why = A KRaft controller decides, and each broker learns in its own time; 10 to 50 ms were recorded in a small cluster.
sim-broker-2 = A partition of __consumer_offsets is read in 15 ms, whatever it holds.
sim-broker-2-why = 8 to 23 ms were recorded, for small logs. Minutes are possible where the cleaner has fallen behind.
sim-broker-3 = A write to __consumer_offsets reaches the other replicas in 2 ms.
sim-broker-3-why = It depends on fetches between brokers, which are not simulated.
sim-broker-4 = Replicas are always in sync: a record can be read as soon as it is written, and a new leader has all of it. min.insync.replicas changes nothing.
sim-broker-4-why = Followers lag, leave the set in sync, and an unclean election loses records. None of that belongs to the group protocol.
sim-broker-5 = Replicas are placed one broker after the other, from the first on.
sim-broker-5-why = Kafka begins at random and spreads over racks. Here a reader can tell who leads what.
sim-broker-6 = Records have a number, a time and a size, and each is a batch of its own. There are no contents, no compression and no gaps between offsets.
sim-broker-6-why = A fetch returns whole batches, so Kafka may exceed a limit by a batch. Compaction and transactions leave gaps.
sim-broker-7 = Producers write evenly, partition by partition, or by the keys’ hashes (murmur2). Every write succeeds.
sim-broker-7-why = Without keys, Kafka’s producer fills a batch for one partition before it turns to the next; over time that is even, too.
sim-broker-8 = __consumer_offsets is read as if it were compacted. When the cleaner runs is not simulated.
sim-broker-8-why = What a coordinator knows after loading is the same; only the time differs.
sim-broker-9 = Quotas, authorization, listeners and topics that are created when somebody asks for them are not simulated.
sim-broker-9-why = They answer with errors and delays of their own, which would hide those of the group.
conf-group = Group coordinator
sim-group-1 = Groups of the new protocol (group.protocol=consumer, KIP-848), share groups and streams groups are not simulated, nor is the change from one kind to another.
sim-group-1-why = They are other protocols. This program is about the classic one, which is the consumers’ default in 4.1.
sim-group-2 = No offset commit is part of a transaction.
sim-group-2-why = There are no transactional producers here; exactly-once needs them.
sim-group-3 = Member ids come from the seed, or from the scenario.
sim-group-3-why = In a cluster they are random, and with them the order of the coordinator’s map: who leads next may differ.
sim-group-4 = A request never waits for another group: a coordinator’s threads are always free.
sim-group-4-why = Groups of one partition of __consumer_offsets share a queue. It matters to brokers with very many groups.
sim-group-5 = Of the requests to a group there are those of consumers, and DeleteGroups and OffsetDelete in scripts; describing and listing groups is not simulated.
sim-group-5-why = They change nothing in a group.
conf-client = Consumer
sim-client-1 = The consumer is Java’s, version { $version }, with the classic protocol.
sim-client-1-why = Other clients, and frameworks such as Kafka Streams, Connect or Spring, do things of their own around it.
sim-client-2 = The application is a loop of poll, process and commit, or a queue with worker threads. Calls of wakeup(), interceptors and errors of deserializers do not occur.
sim-client-2-why = The loop is what decides about rebalances; the rest is the application’s own.
sim-client-3 = Assignors are the four of Kafka. A plan of one’s own can be given by hand, for one generation.
sim-client-3-why = Kafka takes any class. What the coordinator does with its plan is the same.
sim-client-4 = A consumer knows all brokers from the start.
sim-client-4-why = bootstrap.servers usually names a few; the first metadata brings the rest.
sim-client-5 = Of the logs there is what the group coordinator and the consumers say at INFO and above.
sim-client-5-why = Sockets, metrics, the controller and others log much more.
sim-client-6 = Only what the Java client does is there. Not there: heartbeats that stop while a batch is processed (KafkaJS), a member that follows the protocol its group has chosen (franz-go), assign() under a cooperative group and commits sent again after a rebalance (librdkafka).
sim-client-6-why = They are other programs. What a coordinator does with silence, or with a member that gives up all, is the same, and tested.
sim-client-7 = Defects of older versions are not there: a JoinGroup without a rebalance timeout (brokers up to 2.3.0), static members that are fenced after a failover (up to 2.6.0), partitions that the uniform assignor moves without need (up to 4.0).
sim-client-7-why = They are mended in { $version }.
conf-settings = Settings that change nothing here
conf-settings-note = They are known, checked and kept in the scenario, but what they decide is not simulated.
conf-scope-consumer = consumer
conf-scope-broker = broker
conf-scope-topic = topic
conf-limits = How large a scenario may be
conf-limits-text = A day, { $consumers } consumers, { $partitions } partitions, { $brokers } brokers.

## Records of one partition (pic)

rec-title = { $partition } record by record, at { $time }
rec-heading = one partition, record by record
rec-left-out =
    { $count ->
        [one] { $count } reader has no row here
       *[other] { $count } readers have no row here
    }
rec-lag = lag { $lag } = log end { $end } − committed { $committed }
rec-log = log
rec-rate = { $rate } records/s
rec-since = since { $time }
rec-gave-up = gave it up { $time }
rec-killed = killed { $time }
rec-failed = failed { $time }
rec-closed = closed { $time }
rec-uncommitted = processed, not committed
rec-uncommitted-short = not committed
rec-again = processed again
rec-again-short = again
rec-returned = returned by poll()
rec-returned-short = returned
rec-dropped = returned, never finished
rec-fetched = fetched up to { $offset }, in buffer
rec-fetched-short = fetched, in buffer
rec-fetched-shortest = fetched
rec-log-end = log end { $offset }
rec-log-start = log start { $offset }
rec-log-start-short = start { $offset }
rec-processed-to = processed to { $offset }
rec-processed-to-short = done { $offset }
rec-fetched-to = fetched { $offset }
rec-fetched-to-short = fetch { $offset }
rec-skipped = skipped { $from }–{ $to }
rec-skipped-short = skipped
rec-legend-processed = processed
rec-legend-interrupted = in work, or interrupted
rec-legend-returned = returned by poll(), not processed
rec-legend-fetched = fetched, still in the client
rec-record = Record { $offset }: { $list }
rec-is-fetched = fetched by { $member }
rec-is-returned = returned to { $member }
rec-is-interrupted = interrupted in { $member }
rec-is-dropped = returned to { $member }, never finished
rec-is-processed = processed by { $member }
rec-is-processed-again = processed again by { $member }
rec-is-skipped = skipped
rec-is-committed = committed
rec-is-not-committed = not committed
rec-column-offsets = Offsets
rec-column-committed = To the group
rec-chart-title = Offsets of { $partition } over time
rec-nobody-reads = nobody reads { $time }
rec-line-log-end = log end
rec-line-committed = committed
rec-line-position = position of { $member }
rec-line-position-short = position
rec-line-processed = processed by { $member }
rec-line-processed-short = processed
rec-again-until =
    { $count ->
        [one] { $count } record again, until { $time }
       *[other] { $count } records again, until { $time }
    }
rec-session-ends = session expires { $time }
rec-sheet = Record { $name }
rec-did-written = written to the log
rec-did-fetched = fetched by { $member }
rec-did-returned = returned to { $member }
rec-did-returned-again = returned again, to { $member }
rec-did-processed = processed by { $member }
rec-did-processed-again = processed again by { $member }
rec-did-interrupted = { $member } killed while it works on it
rec-did-killed = { $member } killed, not committed
rec-did-failed = { $member } failed, not committed
rec-did-closed = { $member } closed, not committed
rec-did-dropped = { $member } ended, never processed
rec-did-given-up = { $member } gives { $partition } up, not committed
rec-did-committed = committed: { $offset }, by { $member }
rec-did-committed-unknown = committed: { $offset }
rec-did-committed-early = committed before it was processed: { $offset }, by { $member }
rec-did-committed-back = the committed offset goes back to { $offset }
rec-did-offset-deleted = the committed offset is deleted
rec-did-skipped = skipped: nobody will process it
rec-did-deleted = deleted from the log
rec-nothing-yet = nothing yet
rec-promise = Delivery
rec-promise-again = At least once: nothing is lost, some of it comes again.
rec-promise-lost = At most once: what is committed before it is processed may be lost.
rec-promise-both = Neither: some of it comes again, and some is lost.
rec-promise-fine = So far each record was processed once.
rec-exactly-once = Exactly once would need result and offset to be stored together: in one transaction, or in the application's own store.
rec-delivered-twice = delivered twice
rec-processed-twice = processed twice
rec-lost = lost
rec-now-end = { $now } now, { $end } in the end
ui-records = Records
ui-records-title = One partition, record by record
ui-records-open = Record by record
ui-records-of = Partition
ui-records-by = Group
ui-chart = Chart
ui-view = Stage or records
ui-key-records = stage, or one partition record by record
