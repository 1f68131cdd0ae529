//! Starts the app in the page.

fn main() {
    groupscope_web::show_panics();
    let root = web_sys::window().and_then(|window| window.document()?.get_element_by_id("app"));
    let root = root.expect("index.html has an element app");
    yew::platform::spawn_local(async move {
        if let Err(missing) = groupscope_web::start(root).await {
            let _ = groupscope_web::show_panic(&missing.to_string());
        }
    });
}
