//! Builds the site: index.html with everything that it names, under names that change with their content.

mod page;
mod site;

use anyhow::Result;
use xshell::cmd;

use self::{
    page::{Asset, links},
    site::Site,
};
use crate::{
    project::{Project, WASM},
    setup,
    step::step,
};

/// Builds the site into dist/ and prints its size.
pub(crate) fn build(project: &Project) -> Result<()> {
    setup::wasm_target(project)?;
    let optimize = setup::has_node(project);
    if optimize {
        setup::packages(project)?;
    } else {
        eprintln!("── no Node.js: wasm-opt and the compressed sizes are left out");
    }
    setup::bind(project)?;
    site(project, optimize)?;
    if optimize {
        let sh = &project.sh;
        cmd!(sh, "node crates/xtask/js/size.mjs dist").quiet().run()?;
    }
    Ok(())
}

/// Builds the site into dist/. The old one stays until the new one is complete.
pub(crate) fn site(project: &Project, optimize: bool) -> Result<()> {
    let mut html = project.sh.read_file("index.html")?;
    let site = Site::new(project)?;
    let mut links = links(&html)?;
    // From the last to the first, so that the spans of the others stay right.
    while let Some(link) = links.pop() {
        let element = place(project, &site, &link.asset, optimize)?;
        html.replace_range(link.span, &element);
    }
    site.finish(&html)
}

/// Puts an asset into the site. Returns the HTML for the place where the page named it.
fn place(project: &Project, site: &Site<'_>, asset: &Asset, optimize: bool) -> Result<String> {
    match asset {
        Asset::Css(file) => Ok(format!("<link rel=\"stylesheet\" href=\"./{}\" />", site.add_file(file)?)),
        Asset::Icon(file) => Ok(format!("<link rel=\"icon\" href=\"./{}\" />", site.add_file(file)?)),
        Asset::Copy { from, to } => site.copy(from, to).map(|()| String::new()),
        Asset::Rust { manifest, bin, optimize: level } => {
            step("compiling the app", || {
                let sh = &project.sh;
                let _flags = project.release_flags();
                let cargo = ["build", "--locked", "--profile", "wasm", "--target", WASM];
                Ok(cmd!(sh, "cargo {cargo...} --manifest-path {manifest} --bin {bin}").quiet().run()?)
            })?;
            let level = if optimize { level } else { "0" };
            step("making it loadable", || site.add_program(bin, level))
        }
    }
}
