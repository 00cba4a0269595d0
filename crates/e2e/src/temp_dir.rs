//! Temporary folders of browsers and servers, and screenshots of failed tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use crate::{Error, TestResult};

/// Folder inside the target folder, removed on drop.
#[derive(Debug)]
pub(crate) struct TempDir(PathBuf);

impl TempDir {
    /// Creates a new folder.
    pub(crate) fn new() -> TestResult<TempDir> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = artifacts_dir().join(format!("{}-{count}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| Error::File(format!("{}: {error}", folder.display())))?;
        Ok(TempDir(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // It is in the target folder, so leftovers are removed with that.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Path for the screenshot if the test on this thread fails; named after the test.
pub(crate) fn failure_screenshot_path() -> PathBuf {
    let name = thread::current().name().unwrap_or("test").replace("::", "-");
    artifacts_dir().join(format!("{name}.png"))
}

/// Folder for test artifacts, inside cargo's target folder.
pub(crate) fn artifacts_dir() -> PathBuf {
    let here = std::env::current_exe().unwrap_or_default();
    let target = here.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    target.map_or_else(std::env::temp_dir, PathBuf::from).join("e2e")
}
