//! A result of many members as a picture.

use web_sys::{Element, MouseEvent};
use yew::prelude::*;

use super::{
    super::use_store,
    card::{Result, ResultProps},
};
use crate::{
    lab::{
        self, Choice, Chosen,
        map::{Map, WIDTH},
    },
    session::Action,
};

/// No topic's name is written where it has less room than this for each of its letters, px on the narrowest screen.
const LETTER: f64 = 6.6;
/// The room for all names on the narrowest screen, px.
const NARROWEST: f64 = 330.0;

/// The map. A click asks why the partition below it lies where it does; the table under it asks the same by keyboard.
#[component]
pub(super) fn MapPicture(props: &ResultProps) -> Html {
    let store = use_store();
    let ResultProps { session, outcome: Result { outcome, matrix, .. }, differ } = props;
    let words = &session.words;
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let map = Map::new(matrix, lab.view, differ);
    let onclick = {
        let (assignor, columns) = (outcome.assignor, matrix.columns.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(target) = event.current_target().and_then(|it| wasm_bindgen::JsCast::dyn_into::<Element>(it).ok())
            else {
                return;
            };
            let area = target.get_bounding_client_rect();
            let share = (f64::from(event.client_x()) - area.left()) / area.width().max(1.0);
            let column = (share.max(0.0) * columns.len() as f64) as usize;
            if let Some(partition) = columns.get(column) {
                let what = Chosen::Partition(partition.clone());
                store.dispatch(Action::Lab(lab::Action::Choose(Some(Choice { assignor, what }))));
            }
        })
    };
    let chosen = lab.chosen.as_ref().filter(|choice| choice.assignor == outcome.assignor).map(|choice| &choice.what);
    let rings = match chosen {
        Some(Chosen::Partition(partition)) => matrix.columns.iter().position(|it| it == partition).and_then(|column| {
            let (x, y) = map.place(matrix, matrix.owner(column)?, column);
            Some(html! { <><path d={format!("M{x:.1} 0V{}", map.height)} /><circle cx={x.to_string()} cy={y.to_string()} r="6" /></> })
        }),
        Some(Chosen::Member(member)) => matrix.rows.iter().position(|row| row.id == *member).map(|row| {
            let (_, y) = map.place(matrix, row, 0);
            html! { <path d={format!("M0 {y:.1}H{WIDTH}")} /> }
        }),
        None => None,
    };
    let counts: Vec<String> = map
        .layers
        .iter()
        .map(|layer| format!("{} {}", words.text(&format!("lab-{}", layer.kind)), layer.count))
        .collect();
    let label = words.say("lab-map", &[("counts", (&counts.join(", ")).into())]);
    let keys = map.layers.iter().zip(&counts).map(|(layer, text)| {
        let class = classes!("marks", layer.kind);
        html! { <li><svg class="key" viewBox="0 0 10 10" aria-hidden="true"><path {class} d={key_of(layer.kind)} /></svg>{ text }</li> }
    });
    let (edges, names) = (edges(&map), names(&map));
    html! {
        <div class="map">
            <svg class="topics" height="14" aria-hidden="true">{ for names }</svg>
            <svg
                class="marks-of-all" viewBox={format!("0 0 {WIDTH} {:.1}", map.height)} role="img" aria-label={label} {onclick}
            >
                <path class="edges" d={edges} />
                { for map.layers.iter().map(|it| html! { <path class={classes!("marks", it.kind)} d={it.path.clone()} /> }) }
                <g class="chosen">{ rings.unwrap_or_default() }</g>
            </svg>
            <ul class="keys" aria-hidden="true">{ for keys }</ul>
        </div>
    }
}

/// Lines between topics, and through members who have left.
fn edges(map: &Map) -> String {
    let between = map.topics.iter().skip(1).map(|(_, from, _)| format!("M{from:.1} 0V{:.1}", map.height));
    let left = map.left.iter().map(|y| format!("M0 {y:.1}H{WIDTH}"));
    between.chain(left).collect()
}

/// The topics' names over the map, where there is room.
fn names(map: &Map) -> Vec<Html> {
    let fits = |(name, from, to): &&(String, f64, f64)| {
        (to - from) / WIDTH * NARROWEST > name.chars().count() as f64 * LETTER + 4.0
    };
    let name = |(name, from, _): &(String, f64, f64)| {
        html! { <text x={format!("{:.2}%", from / WIDTH * 100.0)} y="11">{ name }</text> }
    };
    map.topics.iter().filter(fits).map(name).collect()
}

/// A mark as it is explained below the map.
fn key_of(kind: &str) -> &'static str {
    if matches!(kind, "moved" | "had" | "revokes" | "withheld" | "differs") { "M1 1h8v8h-8z" } else { "M3 3h4v4h-4z" }
}
