//! Many consumers: tiles, or cells beyond sixty, grouped by what they do now, exceptions last and outlined.

use super::{
    context::Stage,
    desk::{crown, drain},
};
use crate::{
    condition::Condition,
    geometry::{Rect, rect},
    mark::Mark,
    measure::Face,
    pen::BODY,
    scene::{Form, Group},
    token::{Hue, Token},
};

/// The size of a tile and how far they stand from each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tile {
    w: f32,
    h: f32,
    gap: f32,
}

/// From roomy to dense: tiles with number, partitions, state and session; without the state; without the session; the
/// number alone; cells.
const FORMS: [Tile; 6] = [
    Tile { w: 122.0, h: 58.0, gap: 8.0 },
    Tile { w: 72.0, h: 40.0, gap: 5.0 },
    Tile { w: 58.0, h: 24.0, gap: 4.0 },
    Tile { w: 38.0, h: 22.0, gap: 4.0 },
    Tile { w: 12.0, h: 12.0, gap: 2.0 },
    Tile { w: 6.0, h: 6.0, gap: 1.5 },
];

const NAME: Face = Face::mono(12.5, 650);
/// Beside a name.
const PADDING: f32 = 15.0;
/// A crown and the space before it.
const CROWN_ROOM: f32 = 14.0;
const HEAD: f32 = 22.0;
/// Between two bands.
const BAND: f32 = 6.0;
/// The legend below.
const FOOT: f32 = 20.0;

/// Consumers that are the same now; the exceptions of all kinds share the last section.
struct Section {
    places: Vec<usize>,
    /// What they are, each with its number.
    kinds: Vec<(Condition, usize)>,
}

/// How the sections stand: side by side in columns of one height, several bands if need be.
pub(super) struct Plan {
    tile: Tile,
    /// The sections of each band, and its rows of tiles.
    bands: Vec<(Vec<Section>, usize)>,
    height: f32,
    /// Whether all names have room.
    is_whole: bool,
}

fn sections(stage: &Stage<'_>, places: &[usize]) -> Vec<Section> {
    let mut sorted: Vec<_> = places.iter().map(|place| (stage.condition(*place), *place)).collect();
    sorted.sort_by_key(|(condition, place)| (condition.is_exception(), *condition, *place));
    let alike = |a: &(Condition, usize), b: &(Condition, usize)| a.0 == b.0 || a.0.is_exception() && b.0.is_exception();
    let section = |alike: &[(Condition, usize)]| Section {
        places: alike.iter().map(|(_, place)| *place).collect(),
        kinds: alike.chunk_by(|a, b| a.0 == b.0).map(|kind| (kind[0].0, kind.len())).collect(),
    };
    sorted.chunk_by(alike).map(section).collect()
}

/// The columns of tiles that a section takes in `rows` rows: enough for its heading, too.
fn columns(section: &Section, rows: usize, tile: Tile) -> usize {
    let heading = (90.0_f32 / (tile.w + tile.gap)).ceil() as usize;
    section.places.len().div_ceil(rows).max(heading)
}

fn band_width(sections: &[Section], rows: usize, tile: Tile) -> f32 {
    let wide = |section: &Section| columns(section, rows, tile) as f32 * (tile.w + tile.gap) - tile.gap + 16.0;
    sections.iter().map(wide).sum::<f32>() - 16.0
}

/// The roomiest plan that fits into `area`, or the densest of all.
pub(super) fn plan(stage: &Stage<'_>, places: &[usize], area: Rect) -> Plan {
    let few = places.len() <= 60;
    if few && let Some(plan) = plan_with_names(stage, places, area) {
        return plan;
    }
    let mut last = None;
    for tile in FORMS.into_iter().skip(if few { 0 } else { 4 }) {
        let plan = plan_with(sections(stage, places), tile, area.w);
        if plan.height <= area.h {
            return plan;
        }
        last = Some(plan);
    }
    last.unwrap_or(Plan { tile: FORMS[5], bands: Vec::new(), height: 0.0, is_whole: false })
}

/// The roomiest plan whose tiles are wide enough for all names, if one fits.
fn plan_with_names(stage: &Stage<'_>, places: &[usize], area: Rect) -> Option<Plan> {
    let names = Names::new(stage, places);
    let room = |place: &usize| {
        let crown_room = if stage.leads(*place) { CROWN_ROOM } else { 0.0 };
        NAME.room(names.of(&stage.consumer(*place).name)) + crown_room + PADDING
    };
    let widest = places.iter().map(room).fold(0.0, f32::max);
    let forms = FORMS.into_iter().filter(|tile| tile.w > 30.0 && widest <= FORMS[0].w);
    let mut plans =
        forms.map(|tile| plan_with(sections(stage, places), Tile { w: tile.w.max(widest), ..tile }, area.w));
    plans.find(|plan| plan.height <= area.h).map(|plan| Plan { is_whole: true, ..plan })
}

fn plan_with(sections: Vec<Section>, tile: Tile, width: f32) -> Plan {
    let most = sections.iter().map(|section| section.places.len()).max().unwrap_or(1);
    // All in one band if its columns fit; else each band takes what its width holds.
    let mut bands: Vec<(Vec<Section>, usize)> = Vec::new();
    if let Some(rows) = (1..=most).find(|rows| band_width(&sections, *rows, tile) <= width) {
        bands.push((sections, rows));
    } else {
        let fitting = (((width + tile.gap) / (tile.w + tile.gap)) as usize).max(1);
        for section in sections {
            let rows = section.places.len().div_ceil(fitting);
            match bands.last_mut() {
                Some((band, high)) if fits_beside(band, &section, (*high).max(rows), tile, width) => {
                    *high = (*high).max(rows);
                    band.push(section);
                }
                _ => bands.push((vec![section], rows)),
            }
        }
    }
    let rows: usize = bands.iter().map(|(_, rows)| rows).sum();
    let between = bands.len().saturating_sub(1) as f32 * BAND;
    let height = rows as f32 * (tile.h + tile.gap) - tile.gap + bands.len() as f32 * HEAD + between;
    Plan { tile, bands, height, is_whole: false }
}

fn fits_beside(band: &[Section], section: &Section, rows: usize, tile: Tile, width: f32) -> bool {
    let own = columns(section, rows, tile) as f32 * (tile.w + tile.gap);
    band_width(band, rows, tile) + 16.0 + own <= width
}

impl Plan {
    pub(super) fn height(&self) -> f32 {
        self.height
    }

    /// Whether the tiles bear names that are not cut.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether the tiles bear names.
    pub(super) fn is_named(&self) -> bool {
        self.tile.w > 30.0
    }
}

/// Draws the consumers. Returns where they end.
pub(super) fn draw(stage: &mut Stage<'_>, plan: &Plan, area: Rect) -> f32 {
    let places: Vec<_> =
        plan.bands.iter().flat_map(|(sections, _)| sections).flat_map(|it| it.places.clone()).collect();
    let names = Names::new(stage, &places);
    let mut y = area.y;
    for (sections, rows) in &plan.bands {
        let mut x = area.x;
        for section in sections {
            let columns = columns(section, *rows, plan.tile);
            let width = columns as f32 * (plan.tile.w + plan.tile.gap) - plan.tile.gap;
            heading(stage, section, rect(x, y, width, HEAD));
            for (position, place) in section.places.iter().enumerate() {
                let left = x + (position % columns) as f32 * (plan.tile.w + plan.tile.gap);
                let top = y + HEAD + (position / columns) as f32 * (plan.tile.h + plan.tile.gap);
                let tile = rect(left, top, plan.tile.w, plan.tile.h);
                draw_tile(stage, *place, tile, &names);
            }
            x += width + 16.0;
        }
        y += HEAD + *rows as f32 * (plan.tile.h + plan.tile.gap) + BAND;
    }
    let free = rect(area.x, area.y + plan.height, area.w, area.h - plan.height);
    free.y + legend(stage, plan.tile, free)
}

/// The number of consumers, where not even cells have room.
pub(super) fn draw_count(stage: &mut Stage<'_>, places: &[usize], area: Rect) {
    let text = stage.words.say("pic-consumers", &[("count", places.len().into())]);
    let mut group = Group::new(Mark::Consumers(places.to_vec())).labelled(&*text);
    if area.h >= 18.0 {
        group.text(area.x, area.y + 14.0, BODY, BODY.fit(&text, area.w)).fill(Token::Soft);
    }
    stage.groups.push(group);
}

/// What figures and bars mean, if there is room below. Returns its height.
fn legend(stage: &mut Stage<'_>, tile: Tile, free: Rect) -> f32 {
    let key = match tile.w {
        w if w > 60.0 => "pic-legend-tiles",
        w if w > 50.0 => "pic-legend-held",
        w if w > 30.0 => return 0.0,
        _ => "pic-legend-dense",
    };
    let legend = stage.words.text(key);
    if BODY.room(&legend) > free.w || free.h < FOOT {
        return 0.0;
    }
    let mut group = Group::new(Mark::Decor);
    group.text(free.x, free.y + 16.0, BODY, legend).fill(Token::Soft);
    stage.groups.push(group);
    FOOT
}

/// "31 joined", and what that means where there is room.
fn heading(stage: &mut Stage<'_>, section: &Section, area: Rect) {
    let face = Face::sans(13.0, 650);
    let say =
        |(condition, count): &(Condition, usize)| stage.words.say(condition.count_key(), &[("count", (*count).into())]);
    let long = section.kinds.iter().map(say).collect::<Vec<_>>().join(" · ");
    let short = section.places.len().to_string();
    let mut group = Group::new(Mark::Consumers(section.places.clone())).labelled(&*long);
    let text = face.first_fit(&[&long, &short], area.w).unwrap_or(&short);
    let condition = section.kinds.first().map_or(Condition::Stable, |(condition, _)| *condition);
    group.text(area.x, area.y + 14.0, face, text).fill(condition.ink());
    let about = stage.words.text(&format!("{}.about", condition.count_key()));
    let x = area.x + face.room(text) + 10.0;
    if section.kinds.len() == 1 && x + BODY.room(&about) <= area.right() {
        group.text(x, area.y + 14.0, BODY, about).fill(Token::Soft);
    }
    stage.groups.push(group);
}

/// The names as they differ: without what all have in common at the front.
struct Names {
    common: usize,
}

impl Names {
    fn new(stage: &Stage<'_>, places: &[usize]) -> Self {
        let mut names = places.iter().map(|place| stage.consumer(*place).name.as_str());
        let first = names.next().unwrap_or_default();
        let mut common = first.len();
        let mut alone = true;
        for name in names {
            alone = false;
            common = first.bytes().zip(name.bytes()).take(common).take_while(|(a, b)| a == b).count();
        }
        // Whole words only: "worker-1" and "worker-12" differ in "1" and "12".
        let cut = first.get(..common).and_then(|head| head.rfind(|c: char| !c.is_ascii_digit() && !c.is_alphabetic()));
        Self { common: if alone { 0 } else { cut.map_or(0, |at| at + 1) } }
    }

    fn of<'s>(&self, name: &'s str) -> &'s str {
        name.get(self.common..).filter(|rest| !rest.is_empty()).unwrap_or(name)
    }
}

fn draw_tile(stage: &mut Stage<'_>, place: usize, area: Rect, names: &Names) {
    let (consumer, condition) = (stage.consumer(place), stage.condition(place));
    let word = stage.words.text(condition.key());
    let label = format!("{}, {word}, {}", consumer.name, consumer.owned.len());
    let mut group = Group::in_box(Mark::Consumer(place), area, (area.h / 5.0).min(6.0)).labelled(label);
    frame(&mut group, condition, area.h > 20.0);
    if area.h > 20.0 {
        write_tile(stage, place, condition, &mut group, area, names);
    }
    let lit = stage.options.lit == Some(place) || stage.options.selected == Some(Mark::Consumer(place));
    if lit {
        group.rect(area.inset(-1.0), 6.0).stroke(Token::Ink, 2.0);
    }
    stage.groups.push(group);
}

fn frame(group: &mut Group, condition: Condition, large: bool) {
    let hue = condition.hue();
    let shape = group.frame();
    match condition {
        Condition::NoProcess => shape.hatch(1.2).dash(4.0, 3.0),
        Condition::Frozen | Condition::Fenced => shape.fill(Token::Panel).stroke(Token::Area(hue), 2.0),
        Condition::Away => shape.fill(Token::Panel).stroke(Token::Area(hue), 1.2).dash(4.0, 3.0),
        Condition::Absent | Condition::Closed => shape.stroke(Token::Rule, 1.2).dash(2.0, 3.0),
        Condition::Preparing => shape.fill(Token::Tint2(hue)).stroke(Token::Area(hue), 1.2),
        Condition::Completing => shape.fill(Token::Tint(hue)).stroke(Token::Area(hue), 1.2),
        _ if large => shape.fill(Token::Panel).stroke(Token::Area(hue), 1.2),
        Condition::Stable => shape.fill(Token::Area(hue)),
        _ => shape.fill(Token::Panel).stroke(Token::Area(hue), 1.2),
    };
    // A hatched tile has a clear plate for its words.
    let plate = large && condition == Condition::NoProcess;
    if let (true, Form::Rect(area, _)) = (plate, &group.shapes[0].form) {
        let plate = area.inset(4.0);
        group.rect(plate, 3.0).fill(Token::Panel);
    }
}

fn write_tile(stage: &mut Stage<'_>, place: usize, condition: Condition, group: &mut Group, area: Rect, names: &Names) {
    let consumer = stage.consumer(place);
    let (bold, plain) = (NAME, Face::mono(12.0, 400));
    let baseline = area.y + if area.h > 30.0 { 17.0 } else { 16.5 };
    let held = consumer.owned.len().max(if condition == Condition::NoProcess { consumer.assigned.len() } else { 0 });
    let own = names.of(&consumer.name);
    let count = if condition.is_gone() || area.w < 50.0 { String::new() } else { held.to_string() };
    let crowned = stage.leads(place) && area.w > 50.0;
    let crown_room = if crowned { CROWN_ROOM } else { 0.0 };
    let count_room = if count.is_empty() { 0.0 } else { plain.room(&count) + 4.0 };
    let inner = area.w - PADDING - crown_room;
    // The name comes first: where it needs the room, the number of partitions goes.
    let count = if bold.room(own) > inner - count_room { String::new() } else { count };
    let name = bold.fit(own, if count.is_empty() { inner } else { inner - count_room });
    group.text(area.x + 8.0, baseline, bold, &*name).fill(if condition.is_gone() { Token::Soft } else { Token::Ink });
    if crowned {
        crown(group, area.x + 8.0 + bold.width(&name) + 3.0, baseline - 9.0, 0.8);
    }
    if !count.is_empty() {
        let ink = if condition == Condition::Preparing { Token::Ink } else { Token::Soft };
        group.text(area.right() - 7.0, baseline, plain, count).end().fill(ink);
    }
    match area.h {
        h if h > 50.0 => {
            write_word(stage, condition, group, rect(area.x + 8.0, area.y + 24.0, area.w - 16.0, 16.0));
            session(stage, place, condition, group, rect(area.x + 8.0, area.bottom() - 12.0, area.w - 16.0, 4.0));
        }
        h if h > 30.0 && (condition.is_exception() || condition.is_gone()) => {
            write_word(stage, condition, group, rect(area.x + 8.0, area.y + 20.0, area.w - 16.0, 16.0));
        }
        h if h > 30.0 => session(stage, place, condition, group, rect(area.x + 8.0, area.y + 27.0, area.w - 16.0, 4.0)),
        _ => {}
    }
}

fn write_word(stage: &Stage<'_>, condition: Condition, group: &mut Group, line: Rect) {
    let face = Face::sans(11.0, 600);
    let word = stage.words.text(condition.key());
    // Words of a state are too faint on their own tint.
    let tinted = matches!(condition, Condition::Preparing | Condition::Completing);
    let ink = if tinted { Token::Ink } else { condition.ink() };
    group.text(line.x, line.y + 12.0, face, face.fit(&word, line.w)).fill(ink);
}

/// How much of its session is left, as a bar.
fn session(stage: &mut Stage<'_>, place: usize, condition: Condition, group: &mut Group, bar: Rect) {
    let Some(timer) = stage.session(place) else { return };
    let length = timer.deadline.saturating_sub(timer.armed).max(1);
    let scarce = timer.deadline.saturating_sub(stage.at()) * 3 < length;
    stage.changes_at(timer.deadline - length / 3);
    group.rect(bar, 2.0).fill(Token::Faint);
    drain(group, bar, timer, Token::Area(if scarce { Hue::Bad } else { condition.hue() }));
}
