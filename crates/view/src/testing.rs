//! What the tests of this crate share: both languages and the crate's own sources.

use std::{fs, path::Path};

use crate::words::Words;

pub(crate) fn english() -> Words {
    Words::parse("en", include_str!("../../../web/i18n/en.ftl")).unwrap()
}

pub(crate) fn korean() -> Words {
    Words::parse("ko", include_str!("../../../web/i18n/ko.ftl")).unwrap()
}

/// Every source file of this crate: its name and text.
pub(crate) fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    found
}

fn collect(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if !path.ends_with("words_tests.rs") {
            found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
}
