//! A file system of a few megabytes, in memory.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) struct SmallDisk {
    pub(crate) folder: PathBuf,
}

impl SmallDisk {
    /// Mounts the file system; `None`, with the reason printed past the test harness, where that is not allowed.
    pub(crate) fn mount(name: &str) -> Option<SmallDisk> {
        let folder = std::env::temp_dir().join(format!("hanpan-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"]).arg(&folder).output();
        match mounted {
            Ok(output) if output.status.success() => Some(SmallDisk { folder }),
            other => {
                let why =
                    format!("skipped: a small file system cannot be mounted, which needs root: {other:?}");
                let mut out = std::io::stdout();
                writeln!(out, "\n{why}").unwrap();
                fs::remove_dir_all(&folder).ok();
                None
            }
        }
    }

    /// Fills all free space; the file takes it until it is deleted.
    pub(crate) fn fill(&self) -> PathBuf {
        let path = self.folder.join("ballast");
        let mut file = fs::File::create(&path).unwrap();
        while file.write_all(&[1; 4_096]).is_ok() {}
        path
    }

    pub(crate) fn data(&self) -> &Path {
        &self.folder
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily, because a failed test leaves files open.
        Command::new("umount").arg("-l").arg(&self.folder).status().ok();
        fs::remove_dir(&self.folder).ok();
    }
}
