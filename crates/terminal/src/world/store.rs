//! What is kept for another day: the game in progress and the settings, each a small text in one folder.
//!
//! A file is written beside the old one and then put in its place, so that a crash or a full disk leaves one or the other
//! whole.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The folder of things kept.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    folder: PathBuf,
}

/// Something that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kept {
    /// The game in progress.
    Game,
    /// The settings.
    Settings,
}

/// A kept text longer than this was not written by this program.
const LONGEST: u64 = 1 << 20;

impl Store {
    pub(crate) fn new(folder: PathBuf) -> Store {
        Store { folder }
    }

    /// The usual place: `$XDG_STATE_HOME/hanpan`, otherwise `~/.local/state/hanpan`.
    pub(crate) fn usual(variable: impl Fn(&str) -> Option<String>) -> Option<Store> {
        let absolute = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let state =
            absolute("XDG_STATE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/state")))?;
        Some(Store::new(state.join("hanpan")))
    }

    /// What was kept; `None` if nothing was.
    pub(crate) fn read(&self, kept: Kept) -> io::Result<Option<String>> {
        match read_text(&self.path(kept), LONGEST) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    /// Keeps a text in place of the last one.
    pub(crate) fn write(&self, kept: Kept, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let path = self.path(kept);
        let beside = path.with_extension(format!("{}.new", std::process::id()));
        let written = write_through(&beside, text).and_then(|()| fs::rename(&beside, &path));
        if written.is_err() {
            // What is half written is of no use; if it cannot be removed either, it does no harm.
            let _ = fs::remove_file(&beside);
        }
        written
    }

    /// Keeps nothing any more.
    pub(crate) fn forget(&self, kept: Kept) -> io::Result<()> {
        match fs::remove_file(self.path(kept)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }

    fn path(&self, kept: Kept) -> PathBuf {
        self.folder.join(match kept {
            Kept::Game => "game.txt",
            Kept::Settings => "settings.txt",
        })
    }
}

/// A whole text of at most so many bytes. Devices and pipes that never end are not read for ever.
pub(crate) fn read_text(path: &Path, longest: u64) -> io::Result<String> {
    use std::io::Read as _;
    let mut text = String::new();
    let read = fs::File::open(path)?.take(longest + 1).read_to_string(&mut text)?;
    match u64::try_from(read) {
        Ok(read) if read <= longest => Ok(text),
        _ => Err(io::ErrorKind::FileTooLarge.into()),
    }
}

/// The text is on the disk when this returns, not only on its way.
fn write_through(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        // Beside the test program, in the target folder.
        let here = std::env::current_exe().unwrap();
        let folder = here.with_file_name("kept").join(name);
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn what_is_kept_is_read_and_forgotten() {
        let store = Store::new(folder("kept"));
        assert_eq!(store.read(Kept::Game).unwrap(), None);
        store.forget(Kept::Game).unwrap();
        store.write(Kept::Game, "one").unwrap();
        store.write(Kept::Game, "two").unwrap();
        store.write(Kept::Settings, "theme sea").unwrap();
        assert_eq!(store.read(Kept::Game).unwrap().as_deref(), Some("two"));
        store.forget(Kept::Game).unwrap();
        assert_eq!(store.read(Kept::Game).unwrap(), None);
        assert_eq!(store.read(Kept::Settings).unwrap().as_deref(), Some("theme sea"));
        assert_eq!(fs::read_dir(&store.folder).unwrap().count(), 1, "nothing is left beside it");
    }
}
