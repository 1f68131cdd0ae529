//! A page of its own: how far the simulation has been compared with Apache Kafka, what that does not cover, and every
//! known difference.

mod notes;
mod replayed;
mod results;

use groupscope_core::KAFKA_VERSION;
use web_sys::{HtmlElement, MouseEvent};
use yew::prelude::*;

use self::{
    notes::Notes,
    replayed::{Commands, Replayed},
};
use super::{
    PartProps,
    header::{Language, ThemeButton},
    icons::{Icon, icon},
    use_store,
};
use crate::{
    page::{document, window},
    session::{Action, Layout, Place, address::Address},
};

/// The page.
#[component]
pub(super) fn ConformancePage(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let title = use_node_ref();
    use_arrival(&title, words.text("conf-title"));
    let version = [("version", KAFKA_VERSION.into())];
    let is_phone = session.layout == Layout::Phone;
    let link = if is_phone {
        html! { icon(Icon::Out) }
    } else {
        html! { <>{ icon(Icon::Out) }{ words.text("conf-back") }</> }
    };
    html! {
        <div class={classes!("page", "paper", is_phone.then_some("phone"))}>
            <header>
                <PlaceLink class="btn" to={Place::Run} label={words.text("conf-back")}>{ link }</PlaceLink>
                <span class="logo">{ "GroupScope" }</span>
                <span class="grow" />
                <Language session={session.clone()} />
                <ThemeButton session={session.clone()} />
            </header>
            <main>
                <article>
                    <h1 ref={title} tabindex="-1">{ words.text("conf-title") }</h1>
                    <p class="lead">{ words.say("conf-intro", &version) }</p>
                    <nav aria-label={words.text("conf-parts")}>
                        <ul>
                            { for PARTS.map(|id| html! { <li><a href={format!("#{id}")}>{ words.text(id) }</a></li> }) }
                        </ul>
                    </nav>
                    <Replayed session={session.clone()} />
                    <Commands session={session.clone()} />
                    <section aria-labelledby="conf-open">
                        <h2 id="conf-open">{ words.text("conf-open") }</h2>
                        <ul class="notes">
                            { for (1..).map(|number| format!("conf-open-{number}")).take_while(|key| words.has(key)).map(|key| {
                                html! { <li>{ words.say(&key, &version) }</li> }
                            }) }
                        </ul>
                    </section>
                    <Notes session={session.clone()} />
                </article>
            </main>
        </div>
    }
}

/// The parts, by the keys of their titles.
const PARTS: [&str; 4] = ["conf-replayed", "conf-replay", "conf-open", "conf-notes"];

/// Whoever comes to the page sees its beginning, or the part that the address names, hears that it is another page, and
/// finds its name in the tab.
#[hook]
fn use_arrival(title: &NodeRef, name: String) {
    let title = title.clone();
    use_effect_with((), move |()| {
        let window = window();
        let part = window.as_ref().and_then(|window| window.location().hash().ok());
        let part = PARTS.into_iter().find(|id| part.as_deref().is_some_and(|hash| hash.strip_prefix('#') == Some(*id)));
        if let Some(window) = window {
            window.scroll_to_with_x_and_y(0.0, 0.0);
        }
        if let Some(title) = title.cast::<HtmlElement>() {
            let _ = title.focus();
        }
        if let Some(part) = part.and_then(|id| document()?.get_element_by_id(id)) {
            part.scroll_into_view();
        }
    });
    use_effect_with(name, |name| {
        let name_tab = |name: &str| document().iter().for_each(|document| document.set_title(name));
        name_tab(&format!("{name} – GroupScope"));
        move || name_tab("GroupScope")
    });
}

#[derive(Clone, PartialEq, Properties)]
struct PlaceLinkProps {
    to: Place,
    label: String,
    #[prop_or_default]
    class: Classes,
    children: Html,
}

/// A link to another place of the program: it can be copied and opened in a tab, and a plain click stays in this one.
#[component]
fn PlaceLink(props: &PlaceLinkProps) -> Html {
    let PlaceLinkProps { to, label, class, children } = props.clone();
    let store = use_store();
    let href = Address { conformance: to == Place::Conformance, ..Address::default() }.write();
    let href = if href.is_empty() { "?".to_owned() } else { href };
    let onclick = Callback::from(move |event: MouseEvent| {
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            event.prevent_default();
            store.dispatch(Action::Go(to));
        }
    });
    html! { <a {class} {href} aria-label={label} {onclick}>{ children }</a> }
}

/// Names the version of Kafka, and leads to what has been compared with it.
#[component]
pub(super) fn Version(PartProps { session }: &PartProps) -> Html {
    let text = session.words.say("conf-version", &[("version", KAFKA_VERSION.into())]);
    html! {
        <section class="version">
            <PlaceLink class="link" to={Place::Conformance} label={text.clone()}>{ text }</PlaceLink>
        </section>
    }
}
