//! Faults and changes of settings: dashed lines with their names on top. What stands too close is counted.

use super::{
    axis::Axis,
    history::{Event, EventKind, History},
};
use crate::{
    geometry::{Rect, point},
    icon,
    mark::Mark,
    pen::BOLD,
    scene::Group,
    words::Words,
};

/// Events whose names would run into each other.
struct Cluster {
    events: Vec<usize>,
    x: f32,
    right: f32,
}

/// Up to so many events have lines through the lanes even where they crowd.
const FEW: usize = 8;

impl Cluster {
    /// The strongest of their kinds.
    fn kind(&self, history: &History) -> EventKind {
        let kinds = self.events.iter().map(|index| history.events[*index].kind);
        kinds.max().unwrap_or(EventKind::Action)
    }
}

/// The room of an event's name; that of a parting has a fork in front.
fn room(event: &Event) -> f32 {
    BOLD.room(&event.name) + if event.kind == EventKind::Parting { FORK } else { 0.0 }
}

const FORK: f32 = 20.0;

/// What is on top of the lanes, and where.
pub(crate) struct Top {
    /// Of the names.
    pub(crate) baseline: f32,
    /// The lines go down through these.
    pub(crate) lanes: Rect,
    /// The picture's right edge.
    pub(crate) right: f32,
}

/// Draws them. Returns the groups, and the boxes of the names from left to right.
pub(crate) fn draw(history: &History, axis: &Axis, words: &Words, top: &Top) -> (Vec<Group>, Vec<(f32, f32)>) {
    let clusters = clusters(history, axis, words, top);
    // Lines through the lanes only where they can be told apart.
    let few = clusters.iter().map(|cluster| cluster.events.len()).sum::<usize>() <= FEW;
    let draw = |cluster: &Cluster| draw_cluster(history, axis, words, cluster, top, few || cluster.events.len() == 1);
    let drawn: Vec<_> = clusters.iter().map(draw).collect();
    drawn.into_iter().unzip()
}

fn clusters(history: &History, axis: &Axis, words: &Words, top: &Top) -> Vec<Cluster> {
    let inside = |at: u64| (history.from..history.to).contains(&at);
    let mut shown: Vec<usize> = (0..history.events.len()).filter(|index| inside(history.events[*index].at)).collect();
    shown.sort_by_key(|index| history.events[*index].at);
    let mut clusters: Vec<Cluster> = Vec::new();
    for index in shown {
        let event = &history.events[index];
        let (x, room) = (axis.x(event.at), room(event));
        let left = if x + 5.0 + room <= top.right { x } else { x - 5.0 - room };
        match clusters.last_mut() {
            Some(last) if left < last.right + 8.0 => {
                last.events.push(index);
                last.right = last.x + 5.0 + BOLD.room(&count(words, last.events.len()));
            }
            _ => clusters.push(Cluster { events: vec![index], x, right: x + 5.0 + room }),
        }
    }
    clusters
}

fn count(words: &Words, number: usize) -> String {
    words.say("pic-more-events", &[("count", number.into())])
}

fn draw_cluster(
    history: &History,
    axis: &Axis,
    words: &Words,
    cluster: &Cluster,
    top: &Top,
    through: bool,
) -> (Group, (f32, f32)) {
    let events: Vec<_> = cluster.events.iter().map(|index| &history.events[*index]).collect();
    let mark = if let [only] = cluster.events[..] { Mark::Event(only) } else { Mark::Events(cluster.events.clone()) };
    let names: Vec<_> = events.iter().map(|event| event.name.as_str()).collect();
    let mut group = Group::new(mark).labelled(names.join(", "));
    let (foot, width) = if through { (top.lanes.bottom(), 1.4) } else { (top.lanes.y - 2.0, 1.0) };
    for event in &events {
        let x = axis.x(event.at);
        group.line(point(x, top.baseline + 4.0), point(x, foot)).stroke(event.kind.ink(), width).dash(3.0, 3.0);
    }
    let text = if events.len() == 1 { names[0].to_owned() } else { count(words, events.len()) };
    let color = cluster.kind(history).ink();
    let fork = if events.len() == 1 && events[0].kind == EventKind::Parting { FORK } else { 0.0 };
    let room = BOLD.room(&text) + fork;
    if cluster.x + 5.0 + room <= top.right {
        if fork > 0.0 {
            let at = point(cluster.x + 13.0, top.baseline - 4.0);
            group.icon(icon::FORK, at, 1.0).stroke(color, 1.5);
        }
        group.text(cluster.x + 5.0 + fork, top.baseline, BOLD, text).fill(color);
        return (group, (cluster.x, cluster.x + 5.0 + room));
    }
    let text = BOLD.fit(&text, cluster.x - 10.0).into_owned();
    let left = cluster.x - 5.0 - BOLD.room(&text);
    group.text(cluster.x - 5.0, top.baseline, BOLD, text).end().fill(color);
    (group, (left, cluster.x))
}
