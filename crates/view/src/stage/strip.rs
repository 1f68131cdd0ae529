//! The stage as a strip above the sequence: the states, who owns what, what nobody reads.

use super::{
    card::{self, CardStyle},
    context::Stage,
    desk, partitions,
};
use crate::{
    geometry::{Size, rect},
    mark::Mark,
    measure::Face,
    pen::{BODY, BOLD, CHIP, ChipKind, chip, count_chip},
    scene::Group,
    token::{Hue, Token},
};

/// Draws the strip.
pub(super) fn draw(stage: &mut Stage<'_>, size: Size) {
    if stage.frame.groups.is_empty() {
        return;
    }
    let left = desk::draw_states(stage, 0, rect(18.0, 13.0, (size.w - 36.0) * 0.55, 24.0));
    let x = draw_generation(stage, left + 24.0, size.w - 18.0);
    draw_unread(stage, x + 24.0, size.w - 18.0);
    let places = 0..stage.frame.consumers.len();
    let pitch = (size.w - 36.0 + 12.0) / places.len().max(1) as f32;
    if pitch < 108.0 {
        let text = stage.words.say("pic-consumers", &[("count", places.len().into())]);
        let mut group = Group::new(Mark::Consumers(places.collect())).labelled(&*text);
        group.text(18.0, 73.0, BODY, text).fill(Token::Soft);
        return stage.groups.push(group);
    }
    for place in places {
        let area = rect(18.0 + place as f32 * pitch, 50.0, (pitch - 12.0).min(400.0), 36.0);
        card::draw(stage, place, area, CardStyle::Slim);
    }
}

fn draw_generation(stage: &mut Stage<'_>, x: f32, right: f32) -> f32 {
    let group = stage.group(0);
    let face = Face::mono(16.0, 650);
    let text = stage.words.say("pic-generation", &[("generation", group.generation.into())]);
    if x + face.room(&text) > right {
        return x;
    }
    let mut drawn = Group::new(Mark::Decor);
    drawn.text(x, 30.5, face, &*text);
    let mut end = x + face.room(&text);
    if let Some(leader) = &group.leader {
        let text = stage.words.say("pic-leader", &[("member", (&**leader).into())]);
        if end + 14.0 + BODY.room(&text) <= right {
            drawn.text(end + 14.0, 30.0, BODY, &*text).fill(Token::Soft);
            end += 14.0 + BODY.room(&text);
        }
    }
    stage.groups.push(drawn);
    end
}

/// What nobody reads, a chip each as far as they fit.
fn draw_unread(stage: &mut Stage<'_>, x: f32, right: f32) {
    let unread: Vec<_> = stage.frame.partitions.iter().filter(|partition| partitions::is_unread(partition)).collect();
    if unread.is_empty() {
        return;
    }
    let text = stage.words.text("pic-nobody-reads");
    let mut x = x;
    if x + BOLD.room(&text) > right {
        return;
    }
    let mut head = Group::new(Mark::Decor);
    head.text(x, 30.0, BOLD, &*text).fill(Token::Text(Hue::Bad));
    stage.groups.push(head);
    x += BOLD.room(&text) + 10.0;
    for (index, partition) in unread.iter().enumerate() {
        let name = partitions::name_of(partition);
        let rest = format!("+ {}", unread.len() - index);
        let last = index + 1 == unread.len();
        let w = CHIP.room(&name) + 14.0;
        let room = right - x - if last { 0.0 } else { CHIP.room(&rest) + 18.0 };
        if w > room {
            let w = CHIP.room(&rest) + 14.0;
            if x + w <= right {
                stage.groups.push(count_chip(Mark::Unread, rect(x, 15.0, w, 20.0), &rest, Hue::Bad, ChipKind::Gap));
            }
            return;
        }
        let area = rect(x, 15.0, w, 20.0);
        stage.groups.push(chip(partitions::mark_of(partition), area, &name, Hue::Bad, ChipKind::Gap));
        x += w + 6.0;
    }
}
