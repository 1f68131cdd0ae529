//! The messages between the consumers and the coordinator, one below the other.

use std::collections::BTreeSet;

use groupscope_core::simulation::{frame::MessageKind, trace::MessageId};
use groupscope_view::{
    geometry::Point,
    mark::Mark,
    scene::Form,
    sequence::{self, Options},
};
use yew::prelude::*;

use super::{PartProps, Shown, record::SCROLLS, size::use_size, timeline, use_store};
use crate::{
    scene::{Drawing, Pointed, SceneView},
    session::Action,
};

/// What the sequence depends on.
#[derive(Clone, PartialEq)]
struct Sight {
    stretch: timeline::Sight,
    width: f32,
    at: u64,
    group: usize,
    selected: Option<Mark>,
    pinned: Vec<usize>,
    folding: Folding,
}

/// Which heartbeats that were answered NONE are folded.
#[derive(Clone, Default, PartialEq)]
struct Folding {
    /// None at all.
    is_off: bool,
    /// Those in these folds are not, by the folds' beginnings, ms.
    unfolded: BTreeSet<u64>,
}

/// The heads, which stay in sight, the body, and where in it the moment lies, px.
struct Drawn {
    heads: Drawing,
    body: Drawing,
    playhead: f32,
}

impl Sight {
    fn of(session: &Shown, width: f32, folding: &Folding) -> Self {
        Self {
            stretch: timeline::Sight::of(session, &session.film),
            width,
            at: session.moment,
            group: group_of(session).unwrap_or_default(),
            selected: session.selected.clone().filter(|mark| matches!(mark, Mark::Message(_))),
            pinned: session.pinned.clone(),
            folding: folding.clone(),
        }
    }

    fn draw(&self) -> Drawn {
        let timeline::Sight { film, window, words, .. } = &self.stretch;
        let is_inside = (window.from..=window.to).contains(&self.at);
        let options = Options {
            at: is_inside.then_some(self.at),
            group: self.group,
            selected: self.selected.clone(),
            pinned: self.pinned.clone(),
            heartbeats: self.folding.is_off,
            unfolded: self.folding.unfolded.clone(),
        };
        let (heads, body) = sequence::sequence(&film.run(), window.from..window.to, self.width, words, &options);
        let line = body.find(&Mark::Playhead).and_then(|group| group.shapes.first());
        let playhead = line.map_or(0.0, |shape| match shape.form {
            Form::Line(Point { y, .. }, _) => y,
            _ => 0.0,
        });
        Drawn { heads: Drawing::new(heads), body: Drawing::new(body), playhead }
    }
}

/// The place of the group that the choice belongs to; none = the first.
fn group_of(session: &Shown) -> Option<usize> {
    let run = session.film.run();
    let of_consumer = |place: usize| run.cast.consumers.get(place).map(|it| it.group.index());
    match session.selected.as_ref()? {
        Mark::Desk(group) | Mark::Timer(group, _) => Some(*group),
        Mark::Consumer(place) | Mark::Session(place) | Mark::Poll(place) => of_consumer(*place),
        Mark::Message(id) => {
            let exchange = run.trace.exchanges.get(MessageId(*id).exchange().index())?;
            of_consumer(exchange.consumer.index())
        }
        _ => None,
    }
}

/// The sequence of the stretch that the timeline shows. A press on a message goes to when it is sent.
#[component]
pub(super) fn SequencePane(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let node = use_node_ref();
    let size = use_size(&node);
    let folding = use_state(Folding::default);
    let sight = size.map(|size| Sight::of(session, size.w, &folding));
    let drawn = use_memo(sight, |sight| sight.as_ref().map(Sight::draw));
    let playhead = drawn.as_ref().as_ref().map_or(0.0, |drawn| drawn.playhead);
    {
        let node = node.clone();
        use_effect_with(playhead.to_bits(), move |_| keep_in_sight(&node, playhead));
    }
    let onchange = {
        let folding = folding.clone();
        Callback::from(move |_: Event| folding.set(Folding { is_off: !folding.is_off, ..Folding::default() }))
    };
    let folds = !folding.is_off;
    let on_pick = Callback::from(move |pointed: Pointed| {
        if let Mark::Fold(from) = pointed.mark {
            let mut next = (*folding).clone();
            if !next.unfolded.remove(&from) {
                next.unfolded.insert(from);
            }
            return folding.set(next);
        }
        let Mark::Message(id) = pointed.mark else { return };
        let session = store.session();
        let run = session.film.run();
        let Some(exchange) = run.trace.exchanges.get(MessageId(id).exchange().index()) else { return };
        let sent = if MessageId(id).kind() == MessageKind::Reply { exchange.answered() } else { Some(exchange.sent()) };
        store.dispatch(Action::Pause);
        store.dispatch(Action::Seek(sent.unwrap_or(exchange.sent())));
        store.dispatch(Action::Select(Some(pointed.mark)));
    });
    let label = session.words.text("ui-sequence-title");
    html! {
        <section class="record sequence">
            <div class="rows" data-look-ignore={SCROLLS} ref={node} tabindex="0" role="region" aria-label={label}>
                if let Some(drawn) = &*drawn {
                    <div class="heads"><SceneView drawing={drawn.heads.clone()} hidden=true /></div>
                    <SceneView drawing={drawn.body.clone()} {on_pick} pointer_only=true />
                }
            </div>
            <label class="check folding" data-look-float="">
                <input type="checkbox" checked={folds} {onchange} />
                { session.words.text("ui-fold-heartbeats") }
            </label>
        </section>
    }
}

/// Scrolls the moment into sight.
fn keep_in_sight(node: &NodeRef, playhead: f32) {
    let Some(list) = node.cast::<web_sys::HtmlElement>() else { return };
    let (top, high) = (list.scroll_top() as f32, list.client_height() as f32);
    if playhead < top + 20.0 || playhead > top + high - 70.0 {
        list.set_scroll_top((playhead - high * 0.45) as i32);
    }
}
