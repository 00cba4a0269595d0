//! The file that a command writes: it appears under its name when it is complete, and not before.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file to be written. Until [`Target::keep`] what was there under its name stays as it is; without it nothing
/// changes. What is no plain file (a pipe, a device) cannot be replaced and is written directly.
pub(super) struct AtomicFile {
    file: BufWriter<File>,
    pending: Option<TempFile>,
}

/// A file beside the one it will replace. It is removed if it does not come to that.
struct TempFile {
    temporary: PathBuf,
    target: PathBuf,
}

impl AtomicFile {
    /// Begins to write what will stand under this name.
    pub(super) fn open(path: &Path) -> io::Result<AtomicFile> {
        let (file, pending) = match fs::metadata(path) {
            Ok(data) if data.is_dir() => {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "Is a directory"));
            }
            Ok(data) if data.is_file() => {
                if data.permissions().readonly() {
                    return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
                }
                // What a link points to is replaced, not the link.
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

    /// Puts what was written in its place.
    pub(super) fn commit(mut self) -> io::Result<()> {
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
    /// A new file in the same folder, so that putting it in its place is one step of the file system.
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
        // After it was put in its place there is nothing under this name any more.
        fs::remove_file(&self.temporary).ok();
    }
}
