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
        let mut path = vec![target.join("debug"), root.join(".tools/bin"), root.join("node_modules/.bin")];
        path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        sh.set_var("PATH", env::join_paths(path)?);
        Ok(Self { root, target, sh })
    }

    /// While it lives, what is compiled for the browser names source files without this machine's paths: the result is
    /// the same wherever it is built.
    pub(crate) fn release_flags(&self) -> PushEnv<'_> {
        let cargo_home = env::var_os("CARGO_HOME").map_or_else(|| home().join(".cargo"), PathBuf::from);
        let remap = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
        let flags = [remap(&self.root, "groupscope"), remap(&cargo_home, "cargo")];
        self.sh.push_env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags.join(" "))
    }

    /// The version of a package in Cargo.lock.
    pub(crate) fn locked_version(&self, package: &str) -> Result<String> {
        let lock = self.sh.read_file("Cargo.lock")?;
        let head = format!("name = \"{package}\"\nversion = \"");
        let version = lock.split_once(&head).and_then(|(_, rest)| rest.split('"').next());
        version.map(str::to_owned).with_context(|| format!("Cargo.lock has no {package}"))
    }
}

fn home() -> PathBuf {
    env::home_dir().unwrap_or_default()
}
