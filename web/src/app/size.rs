//! How large an element is, as the browser lays it out.

use wasm_bindgen::{JsCast, prelude::Closure};
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

use groupscope_view::geometry::Size;

/// The size of the element at `node`, whenever it changes; `None` before it is known.
#[hook]
pub(crate) fn use_size(node: &NodeRef) -> Option<Size> {
    let size = use_state_eq(|| None);
    {
        let (node, set) = (node.clone(), size.setter());
        use_effect_with((), move |()| {
            let watched = node.cast::<Element>().and_then(|element| {
                let measured = element.clone();
                let measure = move || {
                    let [w, h] = [measured.client_width(), measured.client_height()];
                    set.set((w > 0 && h > 0).then_some(Size { w: w as f32, h: h as f32 }));
                };
                measure();
                let closure = Closure::<dyn FnMut()>::new(measure);
                let observer = ResizeObserver::new(closure.as_ref().unchecked_ref()).ok()?;
                observer.observe(&element);
                Some((observer, closure))
            });
            move || {
                if let Some((observer, _)) = &watched {
                    observer.disconnect();
                }
                drop(watched);
            }
        });
    }
    *size
}
