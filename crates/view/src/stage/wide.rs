//! The stage on a desk's screen and in an embed: desks on top, consumers below them, partitions at the foot.

use groupscope_core::{
    protocol::ApiKey,
    simulation::frame::{MessageFrame, MessageKind},
};

use super::{
    CARDS, PINS, brokers,
    card::{self, CardStyle},
    context::Stage,
    desk::{self, DeskStyle},
    messages::{self, Flight, Link},
    parked,
    partitions::{self, PartitionStyle},
    pills::Zone,
    tiles,
};
use crate::{
    condition::Condition,
    geometry::{Point, Rect, Size, point, rect},
    mark::Mark,
    scene::Group,
    token::{Hue, Token},
};

const MARGIN: f32 = 18.0;
/// Cards get no narrower.
const CARD_LEAST: f32 = 156.0;
/// Cards get no wider.
const CARD_MOST: f32 = 264.0;

/// What is shown how richly.
#[derive(Clone, Copy)]
struct Styles {
    desk: DeskStyle,
    card: CardStyle,
    partitions: PartitionStyle,
}

/// From rich to poor.
const STYLES: [Styles; 10] = {
    use CardStyle::{Compact, Full, Slim};
    use PartitionStyle::{Cards, Chips, Line, None, Tall};
    const fn styles(desk: DeskStyle, card: CardStyle, partitions: PartitionStyle) -> Styles {
        Styles { desk, card, partitions }
    }
    [
        styles(DeskStyle::Full, Full, Tall),
        styles(DeskStyle::Full, Full, Cards),
        styles(DeskStyle::Full, Full, Chips),
        styles(DeskStyle::Full, Compact, Chips),
        styles(DeskStyle::Compact, Full, Chips),
        styles(DeskStyle::Compact, Compact, Chips),
        styles(DeskStyle::Compact, Compact, Line),
        styles(DeskStyle::Small, Compact, Line),
        styles(DeskStyle::Small, Slim, Line),
        styles(DeskStyle::Small, Slim, None),
    ]
};

/// A group's part of the stage.
struct Region {
    group: usize,
    x: f32,
    w: f32,
    places: Vec<usize>,
}

/// Where everything stands.
struct Plan {
    styles: Styles,
    desks: Rect,
    /// Between the desks and the cards: messages.
    air: Rect,
    cards: Rect,
    rows: usize,
    /// Between the cards and the partitions: fetches.
    gap: Rect,
    partitions: Rect,
}

/// Draws the stage.
pub(super) fn draw(stage: &mut Stage<'_>, size: Size) {
    if stage.frame.consumers.len() > CARDS {
        return draw_many(stage, size);
    }
    let regions = regions(stage, size.w);
    let plan = plan(stage, size, &regions);
    let ends = draw_brokers(stage, plan.desks);
    let mut flights = Vec::new();
    let (mut taken, mut all_links) = (Vec::new(), Vec::new());
    for (index, region) in regions.iter().enumerate() {
        let area = desk_area(stage, &regions, index, plan.desks, plan.rows);
        let links = links(stage, region, area, &plan);
        draw_links(stage, &links);
        desk::draw(stage, region.group, area, plan.styles.desk);
        let anchors: Vec<_> = links.iter().map(|link| (link.place, link.top)).collect();
        let hang = if plan.styles.desk == DeskStyle::Small { 15.0 } else { 11.0 };
        taken.extend(parked::draw(stage, region.group, area, hang, &anchors));
        draw_cards(stage, region, &plan);
        flights.extend(up_flights(stage, &links, &ends));
        all_links.extend(links);
    }
    partitions::draw(stage, plan.partitions, plan.styles.partitions);
    draw_messages(stage, size, &plan, flights, all_links, &taken);
}

/// Side by side, as wide as their members need.
fn regions(stage: &Stage<'_>, width: f32) -> Vec<Region> {
    let groups = stage.frame.groups.len().max(1);
    let members: Vec<_> = (0..groups).map(|group| stage.consumers_of(group)).collect();
    let weight = |places: &Vec<usize>| places.len().max(2) as f32;
    let total: f32 = members.iter().map(weight).sum();
    let room = width - 2.0 * MARGIN;
    let mut x = MARGIN;
    let mut regions = Vec::new();
    for (group, places) in members.into_iter().enumerate() {
        let w = room * weight(&places) / total;
        regions.push(Region { group, x, w, places });
        x += w;
    }
    regions
}

impl Region {
    /// One row up to four, and while the cards are wide enough; else two.
    fn rows(&self, alone: bool) -> usize {
        let n = self.places.len().max(1);
        if n == 1
            || n <= 4 && (alone || self.w / n as f32 >= CARD_LEAST)
            || self.w / n as f32 >= CARD_LEAST + 16.0 && !alone
        {
            1
        } else {
            2
        }
    }

    fn columns(&self, rows: usize) -> f32 {
        let n = self.places.len().max(1);
        if rows == 1 || n == 1 { n as f32 } else { n.div_ceil(2) as f32 + 0.5 }
    }

    /// The card at `index` of this region.
    fn card(&self, index: usize, rows: usize, area: Rect, style: CardStyle) -> Rect {
        let column = self.w / self.columns(rows);
        let w = (column - 18.0).min(CARD_MOST);
        let upper = self.places.len().div_ceil(rows.max(1));
        let (row, position) = (index / upper.max(1), index % upper.max(1));
        let center = self.x + (position as f32 + 0.5 + row as f32 * 0.5) * column;
        let y = area.y + row as f32 * (style.height() + 12.0);
        rect(center - w / 2.0, y, w, style.height())
    }
}

fn plan(stage: &Stage<'_>, size: Size, regions: &[Region]) -> Plan {
    let alone = regions.len() == 1;
    let rows = regions.iter().map(|region| region.rows(alone)).max().unwrap_or(1);
    let few = stage.frame.partitions.len();
    let top = if size.h < 400.0 { 12.0 } else { MARGIN };
    let whole = rect(MARGIN, 0.0, size.w - 2.0 * MARGIN, 0.0);
    let wide = (0..regions.len()).map(|index| desk_area(stage, regions, index, whole, rows).w).fold(f32::MAX, f32::min);
    let fits = |styles: &Styles| {
        let styles = limited(*styles, few, wide, rows);
        heights(stage, styles, size.w, rows) + top + 12.0 <= size.h
    };
    let styles = STYLES.iter().find(|styles| fits(styles)).copied().unwrap_or(STYLES[9]);
    let styles = limited(styles, few, wide, rows);
    let spare = (size.h - top - 12.0 - heights(stage, styles, size.w, rows)).max(0.0);
    let (least_air, least_gap) = least(styles);
    let air_h = (least_air + spare * 0.5).min(132.0).min(least_air.max(size.h * 0.24));
    let gap_h = (least_gap + (spare - (air_h - least_air)) * 0.4).min(54.0);
    let inner = size.w - 2.0 * MARGIN;
    let desks = rect(MARGIN, top, inner, styles.desk.height());
    let air = rect(MARGIN, desks.bottom(), inner, air_h);
    let cards = rect(MARGIN, air.bottom(), inner, cards_height(styles.card, rows));
    let gap = rect(MARGIN, cards.bottom(), inner, gap_h);
    let partitions = rect(MARGIN, gap.bottom(), inner, partitions::height(stage, styles.partitions, inner));
    Plan { styles, desks, air, cards, rows, gap, partitions }
}

/// What numbers forbid: cards of partitions up to 16, chips up to 60; two rows of consumers have compact cards.
fn limited(mut styles: Styles, partitions: usize, desk_width: f32, rows: usize) -> Styles {
    use PartitionStyle::{Cards, Cells, Chips, Tall};
    if partitions > 16 && matches!(styles.partitions, Tall | Cards) {
        styles.partitions = Chips;
    }
    if partitions > 60 && styles.partitions == Chips {
        styles.partitions = Cells;
    }
    if rows > 1 && styles.card == CardStyle::Full {
        styles.card = CardStyle::Compact;
    }
    if desk_width < 760.0 && styles.desk == DeskStyle::Full {
        styles.desk = DeskStyle::Compact;
    }
    styles
}

fn cards_height(style: CardStyle, rows: usize) -> f32 {
    rows as f32 * (style.height() + 12.0) - 12.0
}

/// The least heights of the two gaps where messages fly.
const fn least(styles: Styles) -> (f32, f32) {
    let air = match styles.desk {
        DeskStyle::Full => 84.0,
        DeskStyle::Compact => 70.0,
        DeskStyle::Small | DeskStyle::Line => 46.0,
    };
    let gap = if matches!(styles.partitions, PartitionStyle::None) { 0.0 } else { 28.0 };
    if matches!(styles.partitions, PartitionStyle::Line) { (air, 12.0) } else { (air, gap) }
}

fn heights(stage: &Stage<'_>, styles: Styles, width: f32, rows: usize) -> f32 {
    let (air, gap) = least(styles);
    let partitions = partitions::height(stage, styles.partitions, width - 2.0 * MARGIN);
    styles.desk.height() + air + cards_height(styles.card, rows) + gap + partitions
}

/// Whether there are several brokers, and room for them.
fn has_column(stage: &Stage<'_>, desks: Rect) -> bool {
    brokers::are_shown(stage) && desks.w >= 640.0 + 220.0 * (stage.frame.groups.len() as f32 - 1.0)
}

/// The brokers' column stands at the right of the desks.
fn draw_brokers(stage: &mut Stage<'_>, desks: Rect) -> Vec<(String, Point)> {
    if !has_column(stage, desks) {
        return Vec::new();
    }
    brokers::draw(stage, rect(desks.right() - brokers::WIDTH, desks.y, brokers::WIDTH, desks.h))
}

/// The desks share the width, less the brokers' column; one alone stands in the middle.
fn desk_area(stage: &Stage<'_>, regions: &[Region], index: usize, desks: Rect, rows: usize) -> Rect {
    let column = if has_column(stage, desks) { brokers::WIDTH + 22.0 } else { 0.0 };
    let all = desks.w - column;
    let even = all / (regions.len() as f32) < 420.0;
    let weight = |region: &Region| if even { 1.0 } else { region.places.len().max(2) as f32 + 2.0 };
    let total: f32 = regions.iter().map(weight).sum();
    let start = desks.x + all * regions[..index].iter().map(weight).sum::<f32>() / total;
    let room = all * weight(&regions[index]) / total - if index + 1 < regions.len() { 16.0 } else { 0.0 };
    // Links of two rows run straight up, so the desk reaches over all of them.
    let w = match regions.len() {
        1 if rows > 1 => room,
        1 if room < 760.0 => (room - 60.0).clamp(500.0_f32.min(room), 560.0_f32.min(room)),
        1 => (room - if column > 0.0 { 0.0 } else { 92.0 }).min(940.0),
        _ => room.min(620.0),
    };
    rect(start + (room - w) / 2.0, desks.y, w, desks.h)
}

fn links(stage: &Stage<'_>, region: &Region, desk: Rect, plan: &Plan) -> Vec<Link> {
    let upper = region.places.len().div_ceil(plan.rows);
    let anchor_room = desk.w - 160.0;
    let link = |(index, place): (usize, &usize)| {
        let card = region.card(index, plan.rows, plan.cards, plan.styles.card);
        let center = card.center().x;
        let share = (index % upper.max(1)) as f32 + 0.5;
        let spread = desk.x + 80.0 + anchor_room * share / upper.max(1) as f32;
        let x = if plan.rows > 1 { center } else { spread };
        let x = x.clamp(desk.x + 24.0, desk.right() - 24.0);
        Link {
            place: *place,
            top: point(x, desk.bottom()),
            bottom: point(center, card.y),
            foot: point(center, card.bottom()),
        }
    };
    let shown = |link: &Link| !stage.condition(link.place).is_gone();
    region.places.iter().enumerate().map(link).filter(shown).collect()
}

fn draw_links(stage: &mut Stage<'_>, links: &[Link]) {
    for link in links {
        let condition = stage.condition(link.place);
        let mut group = Group::new(Mark::Link(link.place));
        let line = group.line(link.top, link.bottom);
        match condition {
            Condition::NoProcess => {
                line.stroke(Token::Area(Hue::Bad), 1.2).dash(3.0, 5.0);
                group.cross(link.top.towards(link.bottom, 0.5), 1.25);
            }
            Condition::Away => {
                line.stroke(Token::Line, 1.2).dash(3.0, 5.0);
            }
            _ => {
                line.stroke(Token::Line, 1.2);
            }
        }
        stage.groups.push(group);
    }
}

fn draw_cards(stage: &mut Stage<'_>, region: &Region, plan: &Plan) {
    for (index, place) in region.places.iter().enumerate() {
        let area = region.card(index, plan.rows, plan.cards, plan.styles.card);
        card::draw(stage, *place, area, plan.styles.card);
    }
}

/// Whether a message is about data, not about the group: it flies below the cards.
fn is_data(message: &MessageFrame) -> bool {
    matches!(message.api, ApiKey::Fetch | ApiKey::ListOffsets | ApiKey::OffsetForLeaderEpoch)
}

/// The messages of a region's consumers, to and from its desk and the brokers.
fn up_flights<'a>(stage: &Stage<'a>, links: &[Link], brokers: &[(String, Point)]) -> Vec<Flight<'a>> {
    let of = |message: &'a MessageFrame| {
        let consumer = if message.kind == MessageKind::Request { &message.from } else { &message.to };
        let broker = if message.kind == MessageKind::Request { &message.to } else { &message.from };
        let place = stage.place(consumer)?;
        let link = links.iter().find(|link| link.place == place)?;
        let coordinator = &stage.group(stage.group_of(place)).coordinator;
        let (near, far) = if is_data(message) {
            (link.foot, point(link.foot.x, link.foot.y + 1.0))
        } else if **coordinator == **broker {
            (link.bottom, link.top)
        } else {
            let plate = brokers.iter().find(|(name, _)| *name == **broker).map_or(link.top, |(_, at)| *at);
            (link.bottom, plate)
        };
        let (from, to) = if message.kind == MessageKind::Request { (near, far) } else { (far, near) };
        Some(Flight { message, place, from, to })
    };
    stage.frame.in_flight.iter().filter_map(of).collect()
}

fn draw_messages(
    stage: &mut Stage<'_>,
    size: Size,
    plan: &Plan,
    flights: Vec<Flight<'_>>,
    links: Vec<Link>,
    taken: &[Rect],
) {
    let (mut data, up): (Vec<_>, Vec<_>) = flights.into_iter().partition(|flight| is_data(flight.message));
    // Parked requests hang into the air from above.
    let bounds = rect(MARGIN, plan.air.y + 11.0, size.w - 2.0 * MARGIN, plan.air.h - 13.0);
    let middle = bounds.center().y;
    let rows = if bounds.h < 56.0 { vec![middle] } else { vec![middle - 14.5, middle + 14.5] };
    let feet = links.iter().map(|link| {
        let foot = link.foot;
        Link { top: foot, bottom: point(foot.x, plan.gap.bottom()), ..*link }
    });
    let feet: Vec<Link> = feet.collect();
    messages::draw(stage, &up, &Zone { bounds, rows, links, rail: None }, taken);
    if plan.gap.h < 27.0 {
        return;
    }
    for flight in &mut data {
        let far = plan.gap.bottom();
        let end = if flight.from.y < flight.to.y { &mut flight.to } else { &mut flight.from };
        end.y = far;
    }
    let bounds = rect(MARGIN, plan.gap.y + 1.0, size.w - 2.0 * MARGIN, plan.gap.h - 2.0);
    messages::draw(stage, &data, &Zone { bounds, rows: vec![plan.gap.center().y], links: feet, rail: None }, &[]);
}

/// More consumers than cards: a low desk, the pinned as cards, the rest as tiles, the partitions as a map.
fn draw_many(stage: &mut Stage<'_>, size: Size) {
    let groups = stage.frame.groups.len().max(1);
    let inner = size.w - 2.0 * MARGIN;
    let width = inner / groups as f32;
    let style = if size.h < 330.0 { DeskStyle::Small } else { DeskStyle::Compact };
    let (mut y, shown) = (12.0, stage.frame.groups.len());
    for group in 0..shown {
        let area = rect(MARGIN + group as f32 * width, y, width - if groups > 1 { 10.0 } else { 0.0 }, style.height());
        desk::draw(stage, group, area, style);
    }
    y += style.height() + 12.0;
    y = draw_pinned(stage, rect(MARGIN, y, inner, size.h), rect(MARGIN, 12.0, inner, style.height()));
    let places: Vec<_> = (0..stage.frame.consumers.len()).filter(|place| !is_pinned(stage, *place)).collect();
    let rest = rect(MARGIN, y, inner, size.h - y - 10.0);
    draw_tiles(stage, &places, rest);
}

/// The consumers as tiles, and the partitions below them as richly as that leaves room for.
pub(super) fn draw_tiles(stage: &mut Stage<'_>, places: &[usize], area: Rect) {
    let count = stage.frame.partitions.len();
    let styles = [PartitionStyle::Chips, PartitionStyle::Cells, PartitionStyle::Line, PartitionStyle::None];
    let allowed = styles.into_iter().filter(|style| count <= 60 || *style != PartitionStyle::Chips);
    let upper = |style: PartitionStyle| {
        let height = partitions::height(stage, style, area.w);
        Rect { h: area.h - height - if height > 0.0 { 14.0 } else { 0.0 }, ..area }
    };
    let plan_for = |style: PartitionStyle| (style, tiles::plan(stage, places, upper(style)));
    let plans: Vec<_> = allowed.map(plan_for).filter(|(style, plan)| plan.height() <= upper(*style).h).collect();
    let whole = plans.iter().position(|(_, plan)| plan.is_whole());
    let named = whole.or_else(|| plans.iter().position(|(_, plan)| plan.is_named()));
    let Some((style, plan)) = plans.into_iter().nth(named.unwrap_or(0)) else {
        return tiles::draw_count(stage, places, area);
    };
    let space = upper(style);
    let end = tiles::draw(stage, &plan, space);
    let height = partitions::height(stage, style, area.w);
    let top = (end + 16.0).min(area.bottom() - height);
    partitions::draw(stage, Rect { y: top, h: height, ..area }, style);
}

fn is_pinned(stage: &Stage<'_>, place: usize) -> bool {
    stage.options.pinned.iter().take(PINS).any(|pinned| *pinned == place)
}

/// The pinned consumers as cards with their messages. Returns where the rest may begin.
fn draw_pinned(stage: &mut Stage<'_>, area: Rect, desk: Rect) -> f32 {
    let pinned: Vec<_> = (0..stage.frame.consumers.len()).filter(|place| is_pinned(stage, *place)).collect();
    if pinned.is_empty() {
        return area.y;
    }
    let region = Region { group: 0, x: area.x, w: area.w, places: pinned };
    let air = rect(area.x, desk.bottom(), area.w, 70.0);
    let styles = Styles { desk: DeskStyle::Compact, card: CardStyle::Compact, partitions: PartitionStyle::None };
    let cards = rect(area.x, air.bottom(), area.w, CardStyle::Compact.height());
    let below = rect(area.x, cards.bottom(), area.w, 0.0);
    let plan = Plan { styles, desks: desk, air, cards, rows: 1, gap: below, partitions: below };
    let links = links(stage, &region, desk, &plan);
    draw_links(stage, &links);
    draw_cards(stage, &region, &plan);
    let flights = up_flights(stage, &links, &[]);
    let size = Size { w: area.right() + MARGIN, h: area.h };
    draw_messages(stage, size, &plan, flights, links, &[]);
    cards.bottom() + 14.0
}
