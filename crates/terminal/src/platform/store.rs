//! The saved game and the settings, each a small text file in one folder.
//!
//! Files are replaced atomically, so that a crash or a full disk leaves the old or the new file. Only the
//! process that holds the lock file writes the game.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The folder with the stored files.
#[derive(Debug)]
pub(crate) struct LocalStore {
    folder: PathBuf,
    game_lock: GameLock,
}

/// Ownership of the saved game.
#[derive(Debug)]
enum GameLock {
    /// This process holds the lock; `None` where files cannot be locked.
    Held { lock: Option<File> },
    /// Another process holds the lock, or may take it.
    HeldElsewhere,
}

impl Drop for GameLock {
    /// Unlocks the file. Closing it is not enough: a child process that was just forked has it open until it runs its own program.
    fn drop(&mut self) {
        if let GameLock::Held { lock: Some(lock) } = self {
            lock.unlock().ok();
        }
    }
}

/// A stored file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StoredFile {
    /// The game in progress.
    Game,
    /// The settings.
    Settings,
    /// The progress in the lessons.
    Lessons,
    /// The puzzle rating of the player.
    PuzzleRating,
}

/// Limit on the size of a stored file.
const MAX_STORED_BYTES: u64 = 1 << 20;

impl LocalStore {
    /// Opens the folder and tries to lock the game.
    pub(crate) fn new(folder: PathBuf) -> LocalStore {
        let place = lock_game(&folder);
        LocalStore { folder, game_lock: place }
    }

    /// Opens the folder without the saved game, which another process may play.
    pub(crate) fn without_game(folder: PathBuf) -> LocalStore {
        LocalStore { folder, game_lock: GameLock::HeldElsewhere }
    }

    /// Opens the default folder.
    pub(crate) fn default_location(variable: impl Fn(&str) -> Option<String>) -> Option<LocalStore> {
        LocalStore::default_folder(variable).map(LocalStore::new)
    }

    /// The default folder: `$XDG_STATE_HOME/hanpan`, otherwise `~/.local/state/hanpan`.
    pub(crate) fn default_folder(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
        let absolute = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let state =
            absolute("XDG_STATE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/state")))?;
        Some(state.join("hanpan"))
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads a file; `None` if it does not exist.
    pub(crate) fn read(&self, file: StoredFile) -> io::Result<Option<String>> {
        match read_text(&self.path(file), MAX_STORED_BYTES) {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Ok(None)
            }
            read => read.map(Some),
        }
    }

    /// Replaces a file.
    ///
    /// # Errors
    /// The file cannot be written; or, as [`ResourceBusy`](io::ErrorKind::ResourceBusy), another process
    /// holds the game lock.
    pub(crate) fn write(&self, file: StoredFile, text: &str) -> io::Result<()> {
        self.check_writable(file)?;
        fs::create_dir_all(&self.folder)?;
        atomic_write(&self.path(file), text)
    }

    /// Removes a file.
    pub(crate) fn remove(&self, file: StoredFile) -> io::Result<()> {
        self.check_writable(file)?;
        match fs::remove_file(self.path(file)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }

    /// Renames an unreadable game to a free name.
    pub(crate) fn quarantine_game(&self) -> io::Result<()> {
        self.check_writable(StoredFile::Game)?;
        let names = ["game.damaged.txt".to_owned()].into_iter();
        let names = names.chain((2..1_000).map(|number| format!("game.damaged-{number}.txt")));
        let mut free = names.map(|name| self.folder.join(name)).filter(|path| !path.exists());
        let aside = free.next().ok_or(io::ErrorKind::AlreadyExists)?;
        fs::rename(self.path(StoredFile::Game), aside)
    }

    fn check_writable(&self, file: StoredFile) -> io::Result<()> {
        match (file, &self.game_lock) {
            (StoredFile::Game, GameLock::HeldElsewhere) => Err(io::ErrorKind::ResourceBusy.into()),
            _ => Ok(()),
        }
    }

    fn path(&self, file: StoredFile) -> PathBuf {
        self.folder.join(match file {
            StoredFile::Game => "game.txt",
            StoredFile::Settings => "settings.txt",
            StoredFile::Lessons => "lessons.txt",
            StoredFile::PuzzleRating => "puzzle-rating.txt",
        })
    }
}

fn lock_game(folder: &Path) -> GameLock {
    // An unwritable folder is reported by the first write.
    let lock = fs::create_dir_all(folder).and_then(|()| File::create(folder.join("game.lock")));
    match lock.as_ref().map(File::try_lock) {
        Ok(Err(TryLockError::WouldBlock)) => GameLock::HeldElsewhere,
        Ok(Ok(())) => GameLock::Held { lock: lock.ok() },
        Ok(Err(TryLockError::Error(_))) | Err(_) => GameLock::Held { lock: None },
    }
}

/// Reads a text file of at most `longest` bytes.
///
/// # Errors
/// The file cannot be read; or, as [`InvalidInput`](io::ErrorKind::InvalidInput), it is a pipe, a device or a
/// folder, which are not opened because that could block.
pub(crate) fn read_text(path: &Path, longest: u64) -> io::Result<String> {
    use std::io::Read as _;
    if !fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut text = String::new();
    let read = File::open(path)?.take(longest + 1).read_to_string(&mut text)?;
    match u64::try_from(read) {
        Ok(read) if read <= longest => Ok(text),
        _ => Err(io::ErrorKind::FileTooLarge.into()),
    }
}

/// Replaces a file atomically.
pub(crate) fn atomic_write(path: &Path, text: &str) -> io::Result<()> {
    let beside = path.with_extension(format!("{}.new", std::process::id()));
    let written = write_and_sync(&beside, text).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // A partial temporary file is harmless if it cannot be removed.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Writes a file and waits until it is on the disk.
fn write_and_sync(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        // Next to the test executable, in the target folder.
        let here = std::env::current_exe().unwrap();
        let folder = here.with_file_name("kept").join(name);
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn stored_files_are_replaced_read_and_removed() {
        let store = LocalStore::new(folder("kept"));
        assert_eq!(store.read(StoredFile::Game).unwrap(), None);
        store.remove(StoredFile::Game).unwrap();
        store.write(StoredFile::Game, "one").unwrap();
        store.write(StoredFile::Game, "two").unwrap();
        store.write(StoredFile::Settings, "theme sea").unwrap();
        assert_eq!(store.read(StoredFile::Game).unwrap().as_deref(), Some("two"));
        store.remove(StoredFile::Game).unwrap();
        assert_eq!(store.read(StoredFile::Game).unwrap(), None);
        assert_eq!(store.read(StoredFile::Settings).unwrap().as_deref(), Some("theme sea"));
        assert_eq!(fs::read_dir(&store.folder).unwrap().count(), 2, "nothing is left beside it and the lock");
    }

    #[test]
    fn only_the_lock_holder_writes_the_game() {
        let first = LocalStore::new(folder("locked"));
        first.write(StoredFile::Game, "first").unwrap();
        let second = LocalStore::new(first.folder.clone());
        assert_eq!(second.write(StoredFile::Game, "second").unwrap_err().kind(), io::ErrorKind::ResourceBusy);
        assert_eq!(second.remove(StoredFile::Game).unwrap_err().kind(), io::ErrorKind::ResourceBusy);
        second.write(StoredFile::Settings, "theme sea").unwrap();
        assert_eq!(first.read(StoredFile::Game).unwrap().as_deref(), Some("first"));
        let folder = first.folder.clone();
        drop((first, second));
        LocalStore::new(folder).write(StoredFile::Game, "third").unwrap();
    }

    #[test]
    fn damaged_games_are_quarantined_under_free_names() {
        let store = LocalStore::new(folder("damaged"));
        for (text, name) in [("one", "game.damaged.txt"), ("two", "game.damaged-2.txt")] {
            store.write(StoredFile::Game, text).unwrap();
            store.quarantine_game().unwrap();
            assert_eq!(fs::read_to_string(store.folder.join(name)).unwrap(), text);
            assert_eq!(store.read(StoredFile::Game).unwrap(), None);
        }
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_folders_are_rejected_without_blocking() {
        let folder = folder("pipe");
        fs::create_dir_all(&folder).unwrap();
        let pipe = folder.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [&pipe, &folder] {
            assert_eq!(
                read_text(path, MAX_STORED_BYTES).unwrap_err().kind(),
                io::ErrorKind::InvalidInput,
                "{path:?}"
            );
        }
    }
}
