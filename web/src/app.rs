//! The page as a whole.

use yew::prelude::*;

/// The page as a whole.
#[component]
pub fn App() -> Html {
    html! {
        <main>
            <h1>{ "GroupScope" }</h1>
            <p>{ format!("Consumer groups of Apache Kafka {}, simulated.", groupscope_core::KAFKA_VERSION) }</p>
        </main>
    }
}
