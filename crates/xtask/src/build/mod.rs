//! Builds the site: index.html with everything that it names, under names that change with their content.

mod page;
mod site;

use anyhow::Result;
use xshell::{Cmd, cmd};

pub(crate) use self::page::Purpose;
use self::{
    page::{Asset, Link, links},
    site::Site,
};
use crate::{
    project::{Project, WASM},
    setup,
    step::step,
};

/// Builds the site into dist/ and prints its size.
pub(crate) fn build(project: &Project, purpose: Purpose) -> Result<()> {
    setup::wasm_target(project)?;
    setup::bind(project)?;
    program_and_site(project, purpose)?;
    size(project)
}

/// Builds the site into dist/, of what is set up already.
pub(crate) fn program_and_site(project: &Project, purpose: Purpose) -> Result<()> {
    compile(project, purpose, |cargo| Ok(cargo.quiet().run()?))?;
    step("making the site", || site(project, purpose))
}

/// Compiles the programs that the page names; `run` runs cargo.
pub(crate) fn compile(project: &Project, purpose: Purpose, run: impl Fn(Cmd<'_>) -> Result<()>) -> Result<()> {
    let sh = &project.sh;
    for link in links(&sh.read_file("index.html")?, purpose)? {
        if let Asset::Rust { manifest, bin, profile } = link.asset {
            let _flags = project.release_flags();
            let options = ["--locked", "--profile", &profile, "--target", WASM, "--bin", &bin];
            let cargo = cmd!(sh, "cargo build {options...} --manifest-path {manifest}");
            step("compiling the app", || run(cargo))?;
        }
    }
    Ok(())
}

/// Makes the site of the compiled programs and everything else that the page names. The old one stays until the new one
/// is complete.
fn site(project: &Project, purpose: Purpose) -> Result<()> {
    let mut html = project.sh.read_file("index.html")?;
    let site = Site::new(project)?;
    // From the last to the first, so that the places of the others stay right.
    for Link { span, asset } in links(&html, purpose)?.into_iter().rev() {
        html.replace_range(span, &place(&site, &asset)?);
    }
    site.finish(&html)
}

/// Puts an asset into the site. Returns the HTML for the place where the page named it.
fn place(site: &Site<'_>, asset: &Asset) -> Result<String> {
    match asset {
        Asset::Css(file) => Ok(format!("<link rel=\"stylesheet\" href=\"./{}\" />", site.add_file(file)?)),
        Asset::Icon(file) => Ok(format!("<link rel=\"icon\" href=\"./{}\" />", site.add_file(file)?)),
        Asset::Copy { from, to } => site.copy(from, to).map(|()| String::new()),
        Asset::Rust { bin, profile, .. } => site.add_program(bin, profile),
    }
}

fn size(project: &Project) -> Result<()> {
    let sh = &project.sh;
    if !setup::has_node(project) {
        eprintln!("── the size is left out: there is no Node.js to compress with");
        return Ok(());
    }
    Ok(cmd!(sh, "node crates/xtask/js/size.mjs dist").quiet().run()?)
}
