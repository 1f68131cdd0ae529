//! Faults and changes of settings: dashed lines with their names on top.

use super::{axis::Axis, history::History};
use crate::{
    geometry::{Rect, point},
    mark::Mark,
    pen::BOLD,
    scene::Group,
    token::{Hue, Token},
    words::Words,
};

/// Events whose names would run into each other.
struct Cluster {
    events: Vec<usize>,
    x: f32,
    right: f32,
}

/// Draws them: lines through `lanes`, names on `baseline`.
pub(super) fn draw(history: &History, axis: &Axis, words: &Words, baseline: f32, lanes: Rect, right: f32) -> Vec<Group> {
    let inside = |at: u64| (history.from..history.to).contains(&at);
    let mut shown: Vec<usize> = (0..history.events.len()).filter(|index| inside(history.events[*index].at)).collect();
    shown.sort_by_key(|index| history.events[*index].at);
    let mut clusters: Vec<Cluster> = Vec::new();
    for index in shown {
        let event = &history.events[index];
        let x = axis.x(event.at);
        let fits = x + 5.0 + BOLD.room(&event.name) <= right;
        let left = if fits { x } else { x - 10.0 - BOLD.room(&event.name) };
        match clusters.last_mut() {
            Some(last) if left < last.right + 10.0 => {
                last.events.push(index);
                last.right = last.x + 5.0 + BOLD.room(&count(words, last.events.len()));
            }
            _ => clusters.push(Cluster { events: vec![index], x, right: x + 5.0 + BOLD.room(&event.name) }),
        }
    }
    clusters.iter().map(|cluster| draw_cluster(history, axis, words, cluster, baseline, lanes, right)).collect()
}

fn count(words: &Words, number: usize) -> String {
    words.say("pic-more-events", &[("count", number.into())])
}

fn draw_cluster(
    history: &History,
    axis: &Axis,
    words: &Words,
    cluster: &Cluster,
    baseline: f32,
    lanes: Rect,
    right: f32,
) -> Group {
    let events: Vec<_> = cluster.events.iter().map(|index| &history.events[*index]).collect();
    let mark = if let [only] = cluster.events[..] { Mark::Event(only) } else { Mark::Events(cluster.events.clone()) };
    let names: Vec<_> = events.iter().map(|event| event.name.as_str()).collect();
    let mut group = Group::new(mark).labelled(names.join(", "));
    let ink = |is_fault: bool| if is_fault { Token::Text(Hue::Bad) } else { Token::Ink };
    for event in &events {
        let x = axis.x(event.at);
        group.line(point(x, baseline + 5.0), point(x, lanes.bottom())).stroke(ink(event.is_fault), 1.4).dash(3.0, 3.0);
    }
    let text = if events.len() == 1 { names[0].to_owned() } else { count(words, events.len()) };
    let color = ink(events.iter().any(|event| event.is_fault));
    if cluster.x + 5.0 + BOLD.room(&text) <= right {
        group.text(cluster.x + 5.0, baseline, BOLD, text).fill(color);
    } else {
        let room = cluster.x - 10.0;
        group.text(cluster.x - 5.0, baseline, BOLD, BOLD.fit(&text, room)).end().fill(color);
    }
    group
}
