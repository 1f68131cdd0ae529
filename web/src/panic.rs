//! A panic is a bug, and it ends the program: the page must say so, and what to report.

use std::panic::PanicHookInfo;

use web_sys::{Element, console, wasm_bindgen::JsValue, window};

/// From now on a panic is shown at the top of the page and in the console.
pub fn show_panics() {
    yew::set_custom_panic_hook(Box::new(|info| {
        let report = report(info);
        console::error_1(&report.as_str().into());
        // What fails here must not panic again.
        let _ = show_panic(&report);
    }));
}

/// What a maintainer needs to find the bug: message, place in the code, version, address of the moment.
fn report(info: &PanicHookInfo<'_>) -> String {
    let address = window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    format!("{info}\nGroupScope {}\n{address}", env!("CARGO_PKG_VERSION"))
}

/// Shows the report of a panic at the top of the page. Only the first is shown: later ones come of it.
///
/// # Errors
/// What the browser refused.
pub fn show_panic(report: &str) -> Result<(), JsValue> {
    let document = window().and_then(|window| window.document()).ok_or("no document")?;
    if document.query_selector(".panic")?.is_some() {
        return Ok(());
    }
    let notice = document.create_element("section")?;
    notice.set_class_name("panic");
    notice.set_attribute("role", "alert")?;
    let words = "GroupScope has stopped: this is a bug in it. Please report these lines; then reload the page.";
    for (name, text) in [("p", words), ("pre", report)] {
        let element: Element = document.create_element(name)?;
        element.set_text_content(Some(text));
        notice.append_child(&element)?;
    }
    let body = document.body().ok_or("no body")?;
    body.insert_before(&notice, body.first_child().as_ref())?;
    Ok(())
}
