//! From the address to the page.

use std::rc::Rc;

use futures_util::future::try_join;
use groupscope_view::words::Words;
use web_sys::Element;

use crate::{
    App, AppProps,
    page::{
        address_bar::{self, AddressBar},
        api, embed, intake,
        loader::{self, Missing},
        memory, prefers,
        store::{Handle, Store},
        window,
    },
    session::{Action, Layout, Opening, Session, address::Address},
};

/// Opens what the address says, and shows it in `root`.
///
/// # Errors
/// What the page cannot do without is missing: its words, or the stories.
pub async fn start(root: Element) -> Result<(), Missing> {
    let address = address_bar::read();
    let lang = loader::language(&address);
    let (words, catalogue) = try_join(loader::words(lang), loader::catalogue()).await?;
    let opened = loader::open(&catalogue, &address, lang).await;
    let (opening, refused) = match opened {
        Ok(opening) => (opening, None),
        Err(refused) => {
            let plain = Address { scenario: None, story: None, at: None, ..address.clone() };
            let first = loader::open(&catalogue, &plain, lang).await;
            (first.map_err(|error| missing(&error))?, Some(refused))
        }
    };
    let session = session(catalogue, words, opening, &address);
    let read = address.clone();
    let store = Store::new(session, AddressBar::new(address));
    if !intake::enter_page(&store, &read) {
        intake::show_versus(&store, &read);
    }
    if let Some(refused) = refused {
        store.refuse(refused.source, refused.error);
    }
    // Without its interface the page still works.
    let _ = api::install(&store);
    intake::listen(&store);
    if store.session().embed {
        embed::listen(&store, &root);
    }
    root.set_text_content(None);
    yew::Renderer::<App>::with_root_and_props(root, AppProps { store: Handle(store) }).render();
    Ok(())
}

fn missing(refused: &loader::Refused) -> Missing {
    Missing { path: refused.source.clone(), what: refused.error.to_string() }
}

fn session(
    catalogue: Rc<crate::session::story::Catalogue>,
    words: Rc<Words>,
    opening: Opening,
    address: &Address,
) -> Session {
    let mut session = Session::new(catalogue, words, opening);
    session.theme = address.theme.or_else(|| memory::recall().theme);
    session.embed = address.embed;
    let width = window().and_then(|window| window.inner_width().ok()?.as_f64());
    session.reduce(Action::Fit(width.map_or(Layout::Wide, |width| Layout::of(width as u32))));
    session.reduce(Action::Records(session.reading_asked(address)));
    session.reduce(Action::Still(prefers("(prefers-reduced-motion: reduce)")));
    session
}
