//! A file with several readers.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use crate::scratch::ScratchFile;

/// A temporary file that is read from several places at once; each clone has its own place.
#[derive(Clone)]
pub struct SharedFile {
    file: Arc<Mutex<Box<dyn ScratchFile>>>,
    place: u64,
}

impl SharedFile {
    /// Shares a file.
    #[must_use]
    pub fn new(file: Box<dyn ScratchFile>) -> SharedFile {
        SharedFile { file: Arc::new(Mutex::new(file)), place: 0 }
    }

    /// Calls `work` with the file at the place of this reader, and keeps the place after it.
    fn at_place<T>(&mut self, work: impl FnOnce(&mut dyn ScratchFile) -> io::Result<T>) -> io::Result<T> {
        // A reader that panicked leaves the file as it was, and its place is set before each use.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.place))?;
        let done = work(&mut **file)?;
        self.place = file.stream_position()?;
        Ok(done)
    }
}

impl Read for SharedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.at_place(|file| file.read(buffer))
    }
}

impl Seek for SharedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at_place(|file| file.seek(to))
    }
}

impl std::fmt::Debug for SharedFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharedFile").field("place", &self.place).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn each_reader_has_its_own_place() {
        let mut one = SharedFile::new(Box::new(Cursor::new(b"abcdef".to_vec())));
        let mut buffer = [0; 2];
        one.read_exact(&mut buffer).unwrap();
        let mut two = one.clone();
        two.seek(SeekFrom::End(-2)).unwrap();
        let mut read = |file: &mut SharedFile| {
            file.read_exact(&mut buffer).unwrap();
            String::from_utf8_lossy(&buffer).into_owned()
        };
        assert_eq!([read(&mut one), read(&mut two), read(&mut one)], ["cd", "ef", "ef"]);
    }
}
