//! One thing of a picture, as Yew shows it: rendered anew only when it is not the same any more.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    rc::Rc,
};

use groupscope_view::{
    mark::Mark,
    path::Short,
    scene::{Content, Form, Group, Opacity, Shape},
};
use web_sys::Element;
use yew::{
    prelude::*,
    virtual_dom::{AttributeOrProperty, Attributes, VList, VNode, VTag},
};

use super::shape;

/// Properties of [`GroupView`].
#[derive(Clone, Properties)]
pub(super) struct GroupViewProps {
    pub(super) number: u64,
    pub(super) group: Rc<Group>,
    pub(super) pickable: bool,
    pub(super) coarse: bool,
}

impl PartialEq for GroupViewProps {
    fn eq(&self, other: &Self) -> bool {
        let same = Rc::ptr_eq(&self.group, &other.group) || self.group == other.group;
        let plain = |props: &Self| (props.number, props.pickable, props.coarse);
        same && plain(self) == plain(other)
    }
}

/// One thing.
#[component]
pub(super) fn GroupView(props: &GroupViewProps) -> Html {
    let group = &*props.group;
    let is_thing = props.pickable && is_thing(&group.mark, props.coarse);
    let children = VList::with_children(group.shapes.iter().map(element).collect(), None);
    html! {
        <g
            data-key={props.number.to_string()} data-box={group.boxed.then_some("")} opacity={opacity(group)}
            class={class(group, is_thing)} role={is_thing.then_some("img")} tabindex={is_thing.then_some("0")}
            aria-label={is_thing.then(|| group.label.clone()).flatten()}
        >
            if let Some(label) = &group.label { <title>{ label }</title> }
            { VNode::from(children) }
            if is_thing { { for halo(group, props.coarse).map(|[x, y, w, h]| html! { <rect class="halo" {x} {y} width={w} height={h} /> }) } }
        </g>
    }
}

/// Whether something stands for itself, so that it can be chosen. It is a picture with a name, not a button: what it shows
/// changes all the time, and its name says more than the texts in it.
pub(super) fn is_thing(mark: &Mark, coarse: bool) -> bool {
    if coarse && matches!(mark, Mark::Partition(_)) {
        // Too small for a thumb; they are chosen in the cards and in the lists.
        return false;
    }
    matches!(
        mark,
        Mark::Desk(_)
            | Mark::Broker(_)
            | Mark::Consumer(_)
            | Mark::Consumers(_)
            | Mark::Partition(_)
            | Mark::Message(_)
            | Mark::Messages(_)
            | Mark::Event(_)
            | Mark::Events(_)
            | Mark::Record { reader: None, .. }
    )
}

/// Classes by which the style sheet knows a thing.
pub(super) fn class(group: &Group, is_thing: bool) -> Option<&'static str> {
    match &group.mark {
        Mark::State(..) => Some("state"),
        Mark::Link(_) => Some("link"),
        Mark::Chip(..) => Some("chip"),
        Mark::Decor | Mark::Playhead => Some("decor"),
        _ if is_thing => Some("thing"),
        _ => None,
    }
}

pub(super) fn opacity(group: &Group) -> Option<String> {
    (group.opacity != Opacity::default()).then(|| Short(group.opacity.0).to_string())
}

/// The box of a small thing's halo, x, y, width, height: it can be pointed at, though it is not seen. A thing that moves
/// has none.
pub(super) fn halo(group: &Group, coarse: bool) -> Option<[String; 4]> {
    if matches!(group.mark, Mark::Record { .. }) {
        // They stand side by side: a halo would cover the neighbours.
        return None;
    }
    let first = group.shapes.first().filter(|shape| shape.motion.is_none())?;
    let area = match &first.form {
        Form::Rect(area, _) => *area,
        Form::Text(text) => text.bounds(0),
        _ => return None,
    };
    let target = if coarse { THUMB } else { POINTER };
    let more = |length: f32| ((target - length) / 2.0).max(0.0);
    let (dx, dy) = (more(area.w), more(area.h));
    let sides = [(area.x - dx).max(0.0), (area.y - dy).max(0.0), area.w + 2.0 * dx, area.h + 2.0 * dy];
    (dx > 0.0 || dy > 0.0).then(|| sides.map(|number| Short(number).to_string()))
}

/// What can be pointed at is at least so large, px: with a pointer, and with a thumb.
const POINTER: f32 = 24.0;
const THUMB: f32 = 44.0;

fn element(shape: &Shape) -> VNode {
    let mut tag = VTag::new(shape::tag(&shape.form));
    let mut map = indexmap::IndexMap::new();
    shape::attributes(shape, |name, value| {
        map.insert(AttrValue::Static(name), AttributeOrProperty::Attribute(AttrValue::from(value.to_owned())));
    });
    tag.attributes = Attributes::IndexMap(Rc::new(map));
    if let Form::Text(text) = &shape.form {
        tag.add_child(match &text.content {
            Content::Fixed(text) => html! { { text } },
            // The figure is the clock's: Yew never writes into it.
            Content::Running { .. } => html! { <tspan /> },
        });
    }
    tag.into()
}

/// A number for each group that stays the same from scene to scene.
pub(super) fn keys(groups: &[Group]) -> Vec<u64> {
    let mut seen = std::collections::HashMap::new();
    let mut key = |group: &Group| {
        let mut hasher = DefaultHasher::new();
        group.mark.hash(&mut hasher);
        let mark = hasher.finish();
        let repeated: &mut u64 = seen.entry(mark).or_default();
        *repeated += 1;
        // Odd steps keep repeated marks apart.
        mark.wrapping_add(repeated.wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 11
    };
    groups.iter().map(&mut key).collect()
}

/// The key of the thing that an element belongs to.
pub(super) fn key_of(element: &Element) -> Option<u64> {
    element.closest("[data-key]").ok()??.get_attribute("data-key")?.parse().ok()
}
