//! Lists the stories, so that the program carries all of them.

use std::{env, fs, path::Path};

const FOLDER: &str = "../../web/stories";

fn main() {
    println!("cargo::rerun-if-changed={FOLDER}");
    let mut names: Vec<_> = fs::read_dir(FOLDER)
        .expect("the stories are in web/stories")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".json"))
        .collect();
    names.sort();
    let files = names.iter().map(|name| {
        format!("({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{FOLDER}/{name}\"))),\n")
    });
    let text = format!("&[{}]", files.collect::<String>());
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("stories.rs"), text).expect("cargo's folder can be written to");
}
