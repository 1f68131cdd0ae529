//! Starts the app in the page.

fn main() {
    groupscope_web::show_panics();
    let root = web_sys::window().and_then(|window| window.document()?.get_element_by_id("app"));
    yew::Renderer::<groupscope_web::App>::with_root(root.expect("index.html has an element app")).render();
}
