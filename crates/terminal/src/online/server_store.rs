//! Data stored per server: the cookie and the unconfirmed actions. One file each, readable only by the owner.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ServerAddress;

/// The stored data of one server. Without a folder it lives in memory.
#[derive(Clone, Debug)]
pub(crate) struct ServerStore {
    folder: Option<PathBuf>,
    server: String,
    /// The cookie of this process, so that the identity is stable even if it cannot be stored.
    cookie: Arc<Mutex<Option<String>>>,
}

/// Limit on the length of a stored file.
const MAX_FILE_BYTES: u64 = 1 << 16;

impl ServerStore {
    pub(crate) fn new(folder: Option<PathBuf>, server: &ServerAddress) -> ServerStore {
        let plain = |c: char| if c.is_ascii_alphanumeric() || ".-".contains(c) { c } else { '_' };
        let name: String = server.authority().chars().map(plain).collect();
        // A cookie from https is never sent over http. No authority has a plus sign.
        let server = if server.is_secure() { format!("https+{name}") } else { name };
        let cookie = Arc::default();
        ServerStore { folder: folder.map(|folder| folder.join("servers")), server, cookie }
    }

    /// The cookie as `name=value`.
    pub(crate) fn cookie(&self) -> Option<String> {
        let mut known = self.lock_cookie();
        if known.is_none() {
            *known = self.read("cookie").map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        }
        known.clone()
    }

    /// Stores the cookie of a `Set-Cookie` header.
    ///
    /// # Errors
    /// The file cannot be written; the next process gets a new identity.
    pub(crate) fn save_cookie(&self, header: &str) -> io::Result<()> {
        let pair = header.split(';').next().unwrap_or_default().trim();
        *self.lock_cookie() = Some(pair.to_owned());
        self.write("cookie", pair)
    }

    /// The unconfirmed actions of the last process.
    pub(crate) fn outbox(&self) -> String {
        self.read("outbox").unwrap_or_default()
    }

    /// Stores the unconfirmed actions.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn save_outbox(&self, text: &str) -> io::Result<()> {
        if text.is_empty() && self.read("outbox").is_none_or(|saved_file| saved_file.is_empty()) {
            return Ok(());
        }
        self.write("outbox", text)
    }

    /// A poisoned lock is usable: the value is replaced as a whole.
    fn lock_cookie(&self) -> MutexGuard<'_, Option<String>> {
        self.cookie.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, kind: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{}.{kind}", self.server)))
    }

    fn read(&self, kind: &str) -> Option<String> {
        crate::platform::store::read_text(&self.path(kind)?, MAX_FILE_BYTES).ok()
    }

    /// Writes a temporary file and renames it, so that a crash leaves the old or the new file.
    fn write(&self, kind: &str, text: &str) -> io::Result<()> {
        let (Some(path), Some(folder)) = (self.path(kind), &self.folder) else { return Ok(()) };
        fs::create_dir_all(folder)?;
        let beside = folder.join(format!("{}.{kind}.{}.new", self.server, std::process::id()));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_readable_by_their_owner_only() {
        let folder = std::env::temp_dir().join(format!("hanpan-pass-{}", std::process::id()));
        let store = ServerStore::new(Some(folder.clone()), &"http://[::1]:7171".parse().unwrap());
        assert_eq!(store.cookie(), None);
        store.save_cookie("hanpan=0123; Path=/; HttpOnly").unwrap();
        assert_eq!(store.cookie().as_deref(), Some("hanpan=0123"));
        assert_eq!(ServerStore::new(Some(folder.clone()), &"http://other".parse().unwrap()).cookie(), None);
        assert_eq!(
            ServerStore::new(Some(folder.clone()), &"https://[::1]:7171".parse().unwrap()).cookie(),
            None
        );
        store.save_outbox("moves").unwrap();
        assert_eq!(store.outbox(), "moves");
        store.save_outbox("").unwrap();
        assert_eq!(store.outbox(), "");
        #[cfg(unix)]
        for file in fs::read_dir(folder.join("servers")).unwrap() {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(file.unwrap().metadata().unwrap().permissions().mode() & 0o077, 0);
        }
        fs::remove_dir_all(folder).unwrap();
        let nowhere = ServerStore::new(None, &"http://host".parse().unwrap());
        nowhere.save_cookie("a=b").unwrap();
        assert_eq!(nowhere.cookie().as_deref(), Some("a=b"), "for this process");
    }
}
