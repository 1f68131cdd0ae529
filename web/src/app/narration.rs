//! What is happening, in a sentence or two: in the story's own words where it has some.

use groupscope_core::simulation::trace::EventId;
use groupscope_view::{clock, narrate};
use yew::prelude::*;

use super::{
    PartProps, Shown,
    icons::{Icon, icon},
    menu::{Choice, Dropdown},
    player::{ActionButton, Does},
    prose::Prose,
    records::ReadButton,
    use_store,
    why::WhyButton,
};
use crate::session::{
    Action,
    progress::{self, Passage},
};

/// What is happening.
#[component]
pub(super) fn Narration(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let group = session.frame.groups.first();
    let generation = group.map(|group| words.say("ui-generation", &[("generation", group.generation.into())]));
    let place = [Some(clock::clock(session.moment)), generation].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let telling = session.telling();
    let reading = telling.event.and_then(|event| session.reading_at(event));
    let passages = telling.passages.iter().map(|passage| match passage {
        Passage::Setup(text) | Passage::Told(text) => {
            html! { <p><Prose session={session.clone()} text={text.clone()} /></p> }
        }
        Passage::Absent(text) => {
            html! { <p class="absent"><Prose session={session.clone()} text={text.clone()} /></p> }
        }
    });
    html! {
        <section class="narration">
            <h2>{ words.text("ui-now") }<em>{ story_place(session) }</em></h2>
            <div class="t">
                <span class="mono">{ place }</span>
                <ReadButton session={session.clone()} {reading} />
            </div>
            <div class="now">
                <p class="room" aria-hidden="true">{ longest(session) }</p>
                <div class="told" aria-live="polite" tabindex={(telling.passages.len() > 1).then_some("0")}>{ for passages }</div>
            </div>
            <Way session={session.clone()} event={telling.event} />
        </section>
    }
}

/// "story 8 · 4 of 9"
pub(super) fn story_place(session: &Shown) -> Option<String> {
    let story = session.story.as_ref()?;
    let number = session.catalogue.number(&story.entry);
    let number = ("number", (&number).into());
    let reached = progress::reached(&session.found(), session.moment);
    Some(match reached {
        Some(place) => {
            let total = ("total", story.story.moments.len().into());
            session.words.say("ui-story-place", &[number, ("place", (place + 1).into()), total])
        }
        None => session.words.say("ui-story-before", &[number]),
    })
}

/// The longest text of the story: it keeps its room, so that nothing moves while the run plays.
fn longest(session: &Shown) -> String {
    let Some(story) = &session.story else { return String::new() };
    let texts = story.texts.moments.values().chain([&story.texts.setup]);
    texts.max_by_key(|text| text.chars().count()).cloned().unwrap_or_default()
}

#[derive(Clone, PartialEq, Properties)]
pub(super) struct WayProps {
    pub(super) session: Shown,
    pub(super) event: Option<EventId>,
}

/// The way through the story: back, to any moment, on; and why it happens.
#[component]
pub(super) fn Way(WayProps { session, event }: &WayProps) -> Html {
    let words = &session.words;
    if session.story.is_none() {
        return html! { <div class="way"><WhyButton session={session.clone()} event={*event} /></div> };
    }
    let is_start = session.moment == 0 && progress::next(&session.found(), 0, false).is_none();
    html! {
        <div class="way" role="group" aria-label={words.text("ui-moments")}>
            <ActionButton
                class="btn square" label={words.text("ui-last-moment")} disabled={is_start} action={Does(Action::Moment(false))}
            >
                { icon(Icon::Back) }
            </ActionButton>
            <MomentMenu session={session.clone()} />
            <WhyButton session={session.clone()} event={*event} />
            <span class="grow" />
            <NextButton session={session.clone()} />
        </div>
    }
}

/// Why it happens, and on to the story's next moment: the shortest way, where there is no room for all of it.
#[component]
pub(super) fn Onward(PartProps { session }: &PartProps) -> Html {
    let event = session.telling().event;
    let reading = event.and_then(|event| session.reading_at(event));
    html! {
        <div class="onward" role="group" aria-label={session.words.text("ui-moments")}>
            <WhyButton session={session.clone()} {event} />
            <ReadButton session={session.clone()} {reading} />
            <NextButton session={session.clone()} />
        </div>
    }
}

/// On to the story's next moment; lit where the story waits for it.
#[component]
fn NextButton(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    if session.story.is_none() {
        return Html::default();
    }
    let found = session.found();
    let has_next = progress::next(&found, session.moment, true).is_some();
    let waits = !session.player.playing && found.iter().flatten().any(|found| found.at == session.moment);
    let class = classes!("btn", "next", (waits && has_next).then_some("on"));
    html! {
        <ActionButton {class} label={words.text("ui-next-moment")} disabled={!has_next} action={Does(Action::Moment(true))}>
            { words.text("ui-next-short") }{ icon(Icon::Next) }
        </ActionButton>
    }
}

/// All moments of the story, to go to any of them.
#[component]
fn MomentMenu(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let words = &session.words;
    let found = session.found();
    let reached = progress::reached(&found, session.moment);
    let mut times = vec![0];
    let mut choices = vec![Choice { is_on: reached.is_none(), ..Choice::new(words.text("story-setup")) }];
    for (place, one) in found.iter().enumerate() {
        let what = match one {
            Some(one) => format!("{} · {}", clock::moment(one.at), title(session, place)),
            None => words.text("story-absent"),
        };
        times.push(progress::place_of(&found, place));
        choices.push(Choice { is_on: reached == Some(place), ..Choice::new(format!("{} · {what}", place + 1)) });
    }
    let on_choose = Callback::from(move |place: usize| {
        if let Some(at) = times.get(place).copied() {
            store.dispatch(Action::Pause);
            store.dispatch(Action::Seek(at));
        }
    });
    html! {
        <Dropdown label={words.text("ui-moments")} {choices} {on_choose}>
            { words.text("ui-moments") }{ icon(Icon::Down) }
        </Dropdown>
    }
}

/// The first sentence of what is said at a moment that occurs.
fn title(session: &Shown, place: usize) -> String {
    let (Some(story), found) = (&session.story, session.found()) else { return String::new() };
    let (Some(moment), Some(Some(found))) = (story.story.moments.get(place), found.get(place)) else {
        return String::new();
    };
    let run = session.film.run();
    let text = match (story.texts.moments.get(&moment.id), found.say) {
        (Some(text), _) => narrate::filled(&session.words, &run, text, &found.args),
        (None, Some(say)) => narrate::sentence(&session.words, &run, say, &found.args, false),
        (None, None) => String::new(),
    };
    first_sentence(&text).to_owned()
}

/// Up to the first full stop or colon that ends something.
fn first_sentence(text: &str) -> &str {
    let end = [". ", ": "].into_iter().filter_map(|mark| text.find(mark)).min();
    end.map_or_else(|| text.trim_end_matches('.'), |end| &text[..end])
}

/// What there is to try and to conclude, once the last moment has been reached.
#[component]
pub(super) fn StoryEnd(PartProps { session }: &PartProps) -> Html {
    let Some(story) = session.story.as_ref().filter(|_| session.progress.is_told) else { return Html::default() };
    let words = &session.words;
    let tries = story.story.tries.iter().enumerate().filter_map(|(place, attempt)| {
        let text = story.texts.tries.get(&attempt.id)?.clone();
        Some(html! {
            <li>
                <span><Prose session={session.clone()} {text} /></span>
                <ActionButton class="btn" label={words.text("story-do-try")} action={Does(Action::Try(place))}>
                    { words.text("story-do-try") }
                </ActionButton>
            </li>
        })
    });
    let conclusions = story.texts.conclude.iter().map(|text| {
        html! { <li><Prose session={session.clone()} text={text.clone()} /></li> }
    });
    html! {
        <section class="end">
            <h2>{ words.text("story-conclude") }</h2>
            <ul class="conclude">{ for conclusions }</ul>
            if !story.story.tries.is_empty() {
                <h2>{ words.text("story-try") }</h2>
                <ul class="tries">{ for tries }</ul>
            }
        </section>
    }
}
