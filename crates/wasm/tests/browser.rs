//! The API as a browser's JavaScript meets it.
#![cfg(target_family = "wasm")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn the_package_names_its_version_and_the_kafka_it_simulates() {
    assert_eq!(groupscope_wasm::version(), env!("CARGO_PKG_VERSION"));
    assert_eq!(groupscope_wasm::kafka(), "4.1.1");
}

#[wasm_bindgen_test]
fn a_run_is_computed_from_an_object_and_from_its_text() {
    let text = r#"{"groupscope":1,"topics":[{"name":"orders","partitions":2}],"group":"g","consumers":[{"name":"c1","at":0,"subscribe":["orders"]}],"until":20000}"#;
    let object = js_sys::JSON::parse(text).unwrap();
    let traces = [object, text.into()].map(|scenario| {
        let run = groupscope_wasm::Run::new(&scenario).unwrap_or_else(|_| panic!("a scenario is refused"));
        assert_eq!(run.end(), 20_000.0);
        js_sys::JSON::stringify(&run.trace().unwrap_or_default()).unwrap()
    });
    assert!(traces[0].length() > 1000 && traces[0] == traces[1]);
}
