//! The work tree and a shell in it.

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use xshell::{PushEnv, Shell};

/// The target triple of what runs in the browser.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The work tree, and a shell in it that finds the project's own tools first.
pub(crate) struct Project {
    pub(crate) root: PathBuf,
    /// Cargo's target folder.
    pub(crate) target: PathBuf,
    pub(crate) sh: Shell,
}

impl Project {
    pub(crate) fn open() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).context("no work tree")?.to_owned();
        // This program is target/debug/xtask, wherever the user's settings put the target folder.
        let program = env::current_exe()?;
        let target = program.ancestors().nth(2).context("no target folder")?.to_owned();
        let sh = Shell::new()?;
        sh.change_dir(&root);
        let mut path = vec![target.join("debug"), root.join("node_modules/.bin")];
        path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        path.push(cargo_home().join("bin"));
        sh.set_var("PATH", env::join_paths(path)?);
        if env::var_os("CI").is_some() {
            // Nobody will build there again.
            sh.set_var("CARGO_INCREMENTAL", "0");
        }
        Ok(Self { root, target, sh })
    }

    /// While it lives, what is compiled for the browser does not name this machine's folders, so that the same sources
    /// make the same site everywhere.
    pub(crate) fn release_flags(&self) -> PushEnv<'_> {
        let flag = format!("--remap-path-prefix={}=cargo", cargo_home().display());
        self.sh.push_env("CARGO_ENCODED_RUSTFLAGS", flag)
    }

    /// The version of a package in Cargo.lock.
    pub(crate) fn locked_version(&self, package: &str) -> Result<String> {
        let lock = self.sh.read_file("Cargo.lock")?;
        let head = format!("name = \"{package}\"\nversion = \"");
        let version = lock.split_once(&head).and_then(|(_, rest)| rest.split('"').next());
        version.map(str::to_owned).with_context(|| format!("Cargo.lock has no {package}"))
    }
}

fn cargo_home() -> PathBuf {
    env::var_os("CARGO_HOME").map_or_else(|| env::home_dir().unwrap_or_default().join(".cargo"), PathBuf::from)
}
