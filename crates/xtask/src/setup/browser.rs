//! A browser, its driver, and a font with Korean letters, without which Korean text is boxes in tests and pictures.

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::{
    project::Project,
    step::{run_silently, step, succeeds},
};

/// The names under which Chromium or Chrome is installed.
const BROWSERS: [&str; 3] = ["chromium", "google-chrome", "chromium-browser"];

/// Installs Debian's packages for what is missing; where that is not allowed, the error says what to install.
pub(crate) fn browser(Project { sh, .. }: &Project) -> Result<()> {
    let needs = [
        ("chromium", BROWSERS.iter().any(|name| succeeds(cmd!(sh, "{name} --version")))),
        ("chromium-driver", succeeds(cmd!(sh, "chromedriver --version"))),
        ("fonts-noto-cjk", cmd!(sh, "fc-list :lang=ko").quiet().read().is_ok_and(|fonts| !fonts.is_empty())),
    ];
    let missing: Vec<&str> = needs.iter().filter(|(_, present)| !present).map(|(package, _)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let Some(sudo) = sudo(sh) else {
        bail!("the browser tests need {}; install with: sudo apt-get install {0}", missing.join(" "));
    };
    step(&format!("apt-get install {}", missing.join(" ")), || {
        let apt_get = ["DEBIAN_FRONTEND=noninteractive", "apt-get", "-qy"];
        run_silently(cmd!(sh, "env {sudo...} env {apt_get...} update"))?;
        run_silently(cmd!(sh, "env {sudo...} env {apt_get...} install --no-install-recommends {missing...}"))
    })
}

/// How this user may run apt-get without being asked for a password.
fn sudo(sh: &Shell) -> Option<&'static [&'static str]> {
    if !succeeds(cmd!(sh, "apt-get --version")) {
        None
    } else if cmd!(sh, "id -u").quiet().read().is_ok_and(|id| id == "0") {
        Some(&[])
    } else {
        succeeds(cmd!(sh, "sudo -n true")).then_some(&["sudo", "-n"])
    }
}
