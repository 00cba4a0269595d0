//! Output file that is replaced atomically.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that appears under its name only on [`AtomicFile::commit`]; without it the previous content stays.
/// Pipes and devices cannot be replaced and are written directly.
pub(in crate::commands) struct AtomicFile {
    file: BufWriter<File>,
    pending: Option<TempFile>,
}

/// Temporary file beside its target; removed on drop unless it was renamed.
struct TempFile {
    temporary: PathBuf,
    target: PathBuf,
}

impl AtomicFile {
    /// Creates the temporary file for `path`.
    pub(in crate::commands) fn open(path: &Path) -> io::Result<AtomicFile> {
        let (file, pending) = match fs::metadata(path) {
            Ok(data) if data.is_dir() => {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "Is a directory"));
            }
            Ok(data) if data.is_file() => {
                if data.permissions().readonly() {
                    return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
                }
                // The target of a symbolic link is replaced, not the link.
                let (file, pending) = TempFile::create_beside(path.canonicalize()?)?;
                file.set_permissions(data.permissions())?;
                (file, Some(pending))
            }
            Ok(_) => (OpenOptions::new().write(true).open(path)?, None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if fs::symlink_metadata(path).is_ok() {
                    return Err(io::Error::new(io::ErrorKind::NotFound, "the link points to nothing"));
                }
                let (file, pending) = TempFile::create_beside(path.to_owned())?;
                (file, Some(pending))
            }
            Err(error) => return Err(error),
        };
        Ok(AtomicFile { file: BufWriter::new(file), pending })
    }

    /// Syncs the file and renames it to its target.
    pub(in crate::commands) fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        match self.pending.take() {
            Some(pending) => {
                self.file.get_ref().sync_all()?;
                fs::rename(&pending.temporary, &pending.target)
            }
            None => Ok(()),
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl TempFile {
    /// Creates the temporary file in the target's folder, so that the rename is atomic.
    fn create_beside(target: PathBuf) -> io::Result<(File, TempFile)> {
        for attempt in 0.. {
            let mut name = OsString::from(target.file_name().unwrap_or_default());
            name.push(format!(".{}-{attempt}.part", std::process::id()));
            let temporary = target.with_file_name(name);
            match OpenOptions::new().write(true).create_new(true).open(&temporary) {
                Ok(file) => return Ok((file, TempFile { temporary, target })),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        // After a commit the temporary name no longer exists.
        fs::remove_file(&self.temporary).ok();
    }
}
