//! The page and what it names. The `<link data-trunk …>` elements of index.html say what the site is made of, to this
//! program as to trunk.

use std::{
    collections::BTreeMap,
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

/// What a site is built for. Each program that the page names has a profile for either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To be served while it is worked on: a change is compiled in seconds.
    Dev,
    /// To be downloaded by readers: as small as can be.
    Release,
}

/// A part of the site.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Asset {
    /// A Rust program that the page starts, compiled to wasm by one of Cargo.toml's profiles.
    Rust { manifest: PathBuf, bin: String, profile: String },
    /// A style sheet.
    Css(PathBuf),
    /// The icon of the page.
    Icon(PathBuf),
    /// A file or a folder that keeps its name below `to`, a path in the site.
    Copy { from: PathBuf, to: PathBuf },
}

/// Where in the page an asset is named.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) span: Range<usize>,
    pub(super) asset: Asset,
}

/// The assets that a page names, in their order. Paths are as written in the page.
pub(super) fn links(html: &str, purpose: Purpose) -> Result<Vec<Link>> {
    let mut reader = Reader::from_str(html);
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    let mut links = Vec::new();
    loop {
        let start = usize::try_from(reader.buffer_position())?;
        match reader.read_event()? {
            Event::Eof => return Ok(links),
            Event::Start(tag) | Event::Empty(tag) => {
                let attributes = attributes(&tag)?;
                if attributes.contains_key("data-trunk") {
                    let span = start..usize::try_from(reader.buffer_position())?;
                    let asset = asset(attributes, purpose).with_context(|| html[span.clone()].to_owned())?;
                    links.push(Link { span, asset });
                }
            }
            _ => {}
        }
    }
}

fn attributes(tag: &BytesStart<'_>) -> Result<BTreeMap<String, String>> {
    let mut attributes = BTreeMap::new();
    for attribute in tag.html_attributes() {
        let attribute = attribute?;
        attributes.insert(attribute.key.as_ref().to_owned(), attribute.value.into_owned());
    }
    Ok(attributes)
}

fn asset(mut attributes: BTreeMap<String, String>, purpose: Purpose) -> Result<Asset> {
    attributes.remove("data-trunk");
    let rel = attributes.remove("rel").context("no rel")?;
    let href = PathBuf::from(attributes.remove("href").context("no href")?);
    let asset = match rel.as_str() {
        "rust" => {
            if attributes.remove("data-wasm-opt").is_some_and(|level| level != "0") {
                bail!("data-wasm-opt can only be 0: wasm-opt is not run");
            }
            let mut take = |name: &str| attributes.remove(name).with_context(|| format!("no {name}"));
            let bin = take("data-bin")?;
            let (dev, release) = (take("data-cargo-profile-dev")?, take("data-cargo-profile-release")?);
            Asset::Rust { manifest: href, bin, profile: if purpose == Purpose::Dev { dev } else { release } }
        }
        "css" => Asset::Css(href),
        "icon" => Asset::Icon(href),
        "copy-file" | "copy-dir" => {
            let name = href.file_name().context("href has no file name")?.to_owned();
            let folder = attributes.remove("data-target-path").unwrap_or_default();
            // As in trunk: the target path replaces the name of a folder, and is the folder of a file.
            let to =
                if rel == "copy-dir" && !folder.is_empty() { folder.into() } else { Path::new(&folder).join(name) };
            Asset::Copy { from: href, to }
        }
        _ => bail!("rel must be rust, css, icon, copy-file or copy-dir"),
    };
    if let Some(name) = attributes.keys().find(|name| name.starts_with("data-")) {
        bail!("{name} is not supported with rel=\"{rel}\"");
    }
    Ok(asset)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets(html: &str) -> Vec<Asset> {
        links(html, Purpose::Dev).unwrap().into_iter().map(|link| link.asset).collect()
    }

    #[test]
    fn only_marked_links_are_assets_and_their_spans_are_exact() {
        let link = r#"<link data-trunk rel="css" href="web/style.css" />"#;
        let html =
            format!("<!doctype html>\n<head><meta charset=\"utf-8\"><link rel=\"x\" href=\"y\">é{link}</head><br>");
        let found = links(&html, Purpose::Dev).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(&html[found[0].span.clone()], link);
        assert_eq!(found[0].asset, Asset::Css("web/style.css".into()));
    }

    #[test]
    fn a_program_has_a_profile_for_either_purpose() {
        let html = r#"<link data-trunk rel="rust" href="web/Cargo.toml" data-bin="app"
            data-cargo-profile-dev="serve" data-cargo-profile-release="wasm" data-wasm-opt="0">"#;
        for (purpose, profile) in [(Purpose::Dev, "serve"), (Purpose::Release, "wasm")] {
            let asset = links(html, purpose).unwrap().remove(0).asset;
            let (manifest, bin) = ("web/Cargo.toml".into(), "app".to_owned());
            assert_eq!(asset, Asset::Rust { manifest, bin, profile: profile.to_owned() });
        }
    }

    #[test]
    fn copies_land_where_trunk_puts_them() {
        let html = r#"<link data-trunk rel="copy-dir" href="web/stories"/>
            <link data-trunk rel="copy-dir" href="web/stories" data-target-path="a/b"/>
            <link data-trunk rel="copy-file" href="web/note.txt" data-target-path="a"/>"#;
        let copy = |from: &str, to: &str| Asset::Copy { from: from.into(), to: to.into() };
        let expected = [copy("web/stories", "stories"), copy("web/stories", "a/b"), copy("web/note.txt", "a/note.txt")];
        assert_eq!(assets(html), expected);
    }

    #[test]
    fn what_trunk_would_do_and_we_would_not_is_an_error() {
        for html in [
            r#"<link data-trunk rel="sass" href="a.scss">"#,
            r#"<link data-trunk rel="css" href="a.css" data-inline>"#,
            r#"<link data-trunk rel="css">"#,
        ] {
            assert!(links(html, Purpose::Release).is_err(), "{html}");
        }
    }
}
