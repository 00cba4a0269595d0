//! Where a browser keeps its files, and a failed story its picture.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use crate::{Error, TestResult};

/// A folder inside cargo's, gone when it is dropped.
#[derive(Debug)]
pub(crate) struct TempDir(PathBuf);

impl TempDir {
    /// Makes one that nobody else has.
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
        // It lies in the target folder; what cannot be removed now goes with that.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Where the picture goes if the story of this thread fails; it is named after the test.
pub(crate) fn failure_screenshot_path() -> PathBuf {
    let name = thread::current().name().unwrap_or("story").replace("::", "-");
    artifacts_dir().join(format!("{name}.png"))
}

/// The folder for all that stories leave behind: in the folder that cargo builds into, as this program is.
fn artifacts_dir() -> PathBuf {
    let here = std::env::current_exe().unwrap_or_default();
    let target = here.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    target.map_or_else(std::env::temp_dir, PathBuf::from).join("browser")
}
