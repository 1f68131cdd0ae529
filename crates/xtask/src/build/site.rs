//! The folder of the site while it is made.

use std::{
    fs,
    hash::{DefaultHasher, Hasher},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use xshell::cmd;

use crate::project::{Project, WASM};

/// Starts the program. It is a file of its own because a strict content security policy forbids scripts in the page.
const START: &str = include_str!("../../js/start.js");

/// A site in the making, in a folder of its own.
pub(super) struct Site<'a> {
    project: &'a Project,
    folder: PathBuf,
}

impl<'a> Site<'a> {
    pub(super) fn new(project: &'a Project) -> Result<Self> {
        let folder = project.target.join("site");
        project.sh.remove_path(&folder)?;
        project.sh.create_dir(&folder)?;
        Ok(Self { project, folder })
    }

    /// Adds a file of the work tree under a name of its content. Returns that name.
    pub(super) fn add_file(&self, file: &Path) -> Result<String> {
        let stem = file.file_stem().context("a file without a name")?.to_string_lossy();
        let extension = file.extension().context("a file without an extension")?.to_string_lossy();
        let content = fs::read(self.project.root.join(file)).with_context(|| file.display().to_string())?;
        self.add(&stem, &extension, &content)
    }

    /// Adds a file or a folder of the work tree as it is.
    pub(super) fn copy(&self, from: &Path, to: &Path) -> Result<()> {
        copy_all(&self.project.root.join(from), &self.folder.join(to)).with_context(|| from.display().to_string())
    }

    /// Adds a compiled program with the scripts that load and start it. Returns the elements that do so.
    pub(super) fn add_program(&self, bin: &str, profile: &str) -> Result<String> {
        let Project { sh, target, .. } = self.project;
        let compiled = target.join(WASM).join(profile).join(format!("{bin}.wasm"));
        let bound = target.join("bound");
        sh.remove_path(&bound)?;
        cmd!(sh, "wasm-bind {compiled} {bound}").quiet().run()?;
        if sh.path_exists(bound.join("snippets")) {
            copy_all(&bound.join("snippets"), &self.folder.join("snippets"))?;
        }
        let program = self.add(bin, "wasm", &fs::read(bound.join(format!("{bin}_bg.wasm")))?)?;
        let script = self.add(bin, "js", &fs::read(bound.join(format!("{bin}.js")))?)?;
        let start = START.replace("@SCRIPT@", &script).replace("@PROGRAM@", &program);
        let start = self.add("start", "js", start.as_bytes())?;
        Ok(format!(
            "<link rel=\"modulepreload\" href=\"./{script}\" />\n    \
             <link rel=\"preload\" href=\"./{program}\" as=\"fetch\" type=\"application/wasm\" crossorigin />\n    \
             <script type=\"module\" src=\"./{start}\"></script>"
        ))
    }

    /// Adds the page and puts the site into dist/.
    pub(super) fn finish(self, html: &str) -> Result<()> {
        fs::write(self.folder.join("index.html"), html)?;
        self.project.sh.remove_path("dist")?;
        copy_all(&self.folder, &self.project.root.join("dist"))
    }

    fn add(&self, stem: &str, extension: &str, content: &[u8]) -> Result<String> {
        let mut hasher = DefaultHasher::new();
        hasher.write(content);
        let name = format!("{stem}-{:016x}.{extension}", hasher.finish());
        fs::write(self.folder.join(&name), content)?;
        Ok(name)
    }
}

fn copy_all(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy_all(&entry.path(), &to.join(entry.file_name()))?;
        }
    } else {
        fs::create_dir_all(to.parent().context("a path without a folder")?)?;
        fs::copy(from, to)?;
    }
    Ok(())
}
