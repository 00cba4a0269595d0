//! Heartbeat: twenty digits in a file, overwritten every second.
//!
//! In the database each heartbeat would cost an `fsync`. The page cache survives a crash of the process. The file stays
//! open, so that heartbeats go on when the process has no file descriptors left.

use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use game::Timestamp;
use tokio::task;

use super::open::{file_error, open_private};
use crate::store::{BoxFuture, StoreError};
use crate::sync::lock;

/// Location of the heartbeat.
#[derive(Clone, Debug)]
pub(super) enum Heartbeat {
    File(Arc<HeartbeatFile>),
    Memory(Arc<Mutex<Option<Timestamp>>>),
}

/// The file `alive` of a data folder.
#[derive(Debug)]
pub(super) struct HeartbeatFile {
    path: PathBuf,
    /// Opened by the first heartbeat; closed after an error.
    file: Mutex<Option<File>>,
}

impl Heartbeat {
    pub(super) fn file(path: PathBuf) -> Heartbeat {
        Heartbeat::File(Arc::new(HeartbeatFile { path, file: Mutex::default() }))
    }

    pub(super) fn record(&self, at: Timestamp) -> BoxFuture<Result<(), StoreError>> {
        match self.clone() {
            Heartbeat::Memory(last) => Box::pin(async move {
                *lock(&last) = Some(at);
                Ok(())
            }),
            Heartbeat::File(file) => run_file_io(file, move |file| file.record(at)),
        }
    }

    pub(super) fn last(&self) -> BoxFuture<Result<Option<Timestamp>, StoreError>> {
        match self.clone() {
            Heartbeat::Memory(last) => Box::pin(async move { Ok(*lock(&last)) }),
            Heartbeat::File(file) => run_file_io(file, HeartbeatFile::last),
        }
    }
}

impl HeartbeatFile {
    fn record(&self, at: Timestamp) -> io::Result<()> {
        let mut open = lock(&self.file);
        let mut file = match open.take() {
            Some(file) => file,
            None => open_private(&self.path)?,
        };
        // Fixed length and no truncation, so that the file is never empty.
        file.rewind()?;
        file.write_all(format!("{:020}\n", at.0).as_bytes())?;
        *open = Some(file);
        Ok(())
    }

    fn last(&self) -> io::Result<Option<Timestamp>> {
        match fs::read_to_string(&self.path) {
            // Unreadable digits after a power loss count as absent.
            Ok(text) => Ok(text.trim().parse().ok().map(Timestamp)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn run_file_io<T: Send + 'static>(
    file: Arc<HeartbeatFile>,
    work: impl FnOnce(&HeartbeatFile) -> io::Result<T> + Send + 'static,
) -> BoxFuture<Result<T, StoreError>> {
    Box::pin(async move {
        let at_work = Arc::clone(&file);
        let result = task::spawn_blocking(move || work(&at_work))
            .await
            .unwrap_or_else(|error| Err(io::Error::other(error)));
        result.map_err(|error| file_error(&file.path, &error))
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// With the file open, a heartbeat needs no new descriptor: the path may not even be openable any more.
    #[tokio::test]
    async fn heartbeats_go_on_without_opening_the_file_again() {
        let folder = std::env::temp_dir().join(format!("hanpan-heartbeat-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, aside) = (folder.join("alive"), folder.join("aside"));
        let heartbeat = Heartbeat::file(path.clone());
        heartbeat.record(Timestamp(1)).await.unwrap();
        fs::rename(&path, &aside).unwrap();
        fs::create_dir(&path).unwrap();
        heartbeat.record(Timestamp(2)).await.unwrap();
        assert_eq!(fs::read_to_string(&aside).unwrap(), format!("{:020}\n", 2));
        fs::remove_dir_all(&folder).unwrap();
    }
}
