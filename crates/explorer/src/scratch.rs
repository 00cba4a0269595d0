//! Temporary storage of sorted runs while an index is built.

use std::fs::{self, OpenOptions};
use std::io::{self, Cursor, Read, Seek, Write};
use std::path::PathBuf;

/// A temporary file.
pub trait ScratchFile: Read + Write + Seek + Send {}

impl<T: Read + Write + Seek + Send> ScratchFile for T {}

/// A place for temporary files.
pub trait Scratch: Send {
    /// Creates an empty file, which is gone when it is dropped.
    ///
    /// # Errors
    /// The file cannot be created.
    fn create(&mut self) -> io::Result<Box<dyn ScratchFile>>;
}

/// Keeps everything in memory, for a few thousand games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemoryScratch;

impl Scratch for MemoryScratch {
    fn create(&mut self) -> io::Result<Box<dyn ScratchFile>> {
        Ok(Box::new(Cursor::new(Vec::new())))
    }
}

/// Files in a folder. Their names are removed at once, so that nothing is left even if the process is killed; the storage is
/// freed when they are closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FolderScratch {
    folder: PathBuf,
    created: u64,
}

impl FolderScratch {
    /// Uses this folder.
    #[must_use]
    pub fn new(folder: PathBuf) -> FolderScratch {
        FolderScratch { folder, created: 0 }
    }
}

impl Scratch for FolderScratch {
    fn create(&mut self) -> io::Result<Box<dyn ScratchFile>> {
        loop {
            let name = format!(".explorer-{}-{}.part", std::process::id(), self.created);
            self.created += 1;
            let path = self.folder.join(name);
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    fs::remove_file(&path)?;
                    return Ok(Box::new(file));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::SeekFrom;

    use super::*;

    #[test]
    fn files_in_a_folder_can_be_read_and_leave_nothing_behind() {
        let folder = std::env::temp_dir().join(format!("explorer-scratch-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let mut scratch = FolderScratch::new(folder.clone());
        let mut files = [scratch.create().unwrap(), scratch.create().unwrap()];
        for (text, file) in ["one", "two"].into_iter().zip(&mut files) {
            file.write_all(text.as_bytes()).unwrap();
            file.seek(SeekFrom::Start(0)).unwrap();
            let mut read = String::new();
            file.read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir(&folder).unwrap();
    }
}
