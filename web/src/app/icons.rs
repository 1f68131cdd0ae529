//! Drawings of buttons: no font has them all.

use yew::prelude::*;

/// A drawing, 16 × 16, stroked and filled in the colour of the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    Play,
    Pause,
    Next,
    Back,
    NextRebalance,
    LastRebalance,
    Menu,
    More,
    Theme,
    Close,
    Warning,
    Undo,
    Redo,
    Down,
    Into,
    Out,
    Outside,
    Swap,
}

impl Icon {
    /// Its path, and whether it is only stroked.
    const fn path(self) -> (&'static str, bool) {
        match self {
            Self::Play => ("M4 2.5v11L13.5 8z", false),
            Self::Pause => ("M5 3v10M11 3v10", true),
            Self::Next => ("M4 3l8 5-8 5z", false),
            Self::Back => ("M12 3L4 8l8 5z", false),
            Self::NextRebalance => ("M3 3l7.5 5L3 13zM13 3v10", false),
            Self::LastRebalance => ("M3 3v10M13 3L5.5 8l7.5 5z", false),
            Self::Menu => ("M2.5 4h11M2.5 8h11M2.5 12h11", true),
            Self::More => ("M3.2 8h.1M8 8h.1M12.7 8h.1", true),
            Self::Theme => ("M8 2a6 6 0 0 0 0 12zM8 2a6 6 0 1 1 0 12 6 6 0 0 1 0-12z", false),
            Self::Close => ("M3.5 3.5l9 9M12.5 3.5l-9 9", true),
            Self::Warning => ("M8 2L1.5 14h13zM8 6.5v3.2M8 11.8v.2", true),
            Self::Undo => ("M6 3L2.5 6.5 6 10M3 6.5h6.2a3.6 3.6 0 0 1 0 7.2H6", true),
            Self::Redo => ("M10 3l3.5 3.5L10 10M13 6.5H6.8a3.6 3.6 0 0 0 0 7.2H10", true),
            Self::Down => ("M4 6.2l4 4 4-4", true),
            Self::Into => ("M6.2 4l4 4-4 4", true),
            Self::Outside => ("M5 11l6-6M6 5h5v5", true),
            Self::Swap => ("M2.5 5.5h10M9.5 2.5l3 3-3 3M13.5 10.5h-10M6.5 7.5l-3 3 3 3", true),
            Self::Out => ("M9.8 4l-4 4 4 4", true),
        }
    }
}

/// Draws an icon; what it means stands on the button.
pub(crate) fn icon(icon: Icon) -> Html {
    let (path, stroked) = icon.path();
    let class = match icon {
        Icon::Pause => "icon bars",
        Icon::More => "icon dots",
        Icon::Theme => "icon half",
        _ if stroked => "icon lines",
        _ => "icon",
    };
    html! { <svg {class} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d={path} /></svg> }
}
