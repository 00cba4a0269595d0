//! What is kept of a server: who one is there, and the moves that it has not confirmed. One file each, for the eyes of
//! their owner alone.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::ServerAddress;

/// A place for what is kept of one server. Without a folder it lasts as long as the program.
#[derive(Clone, Debug)]
pub(crate) struct ServerStore {
    folder: Option<PathBuf>,
    server: String,
    /// The cookie of this sitting: also where nothing can be kept, one stays who one is.
    cookie: Arc<Mutex<Option<String>>>,
}

/// No cookie and no outbox is longer.
const MAX_FILE_BYTES: u64 = 1 << 16;

impl ServerStore {
    pub(crate) fn new(folder: Option<PathBuf>, server: &ServerAddress) -> ServerStore {
        let plain = |c: char| if c.is_ascii_alphanumeric() || ".-".contains(c) { c } else { '_' };
        let server = server.authority().chars().map(plain).collect();
        let cookie = Arc::default();
        ServerStore { folder: folder.map(|folder| folder.join("servers")), server, cookie }
    }

    /// The cookie by which the server knows us, as `name=value`.
    pub(crate) fn cookie(&self) -> Option<String> {
        let mut known = self.cookie.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_none() {
            *known = self.read("cookie").map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        }
        known.clone()
    }

    /// Keeps the cookie of an answer, if it brings one.
    ///
    /// # Errors
    /// It cannot be written: the next time we are somebody else.
    pub(crate) fn save_cookie(&self, header: &str) -> io::Result<()> {
        let pair = header.split(';').next().unwrap_or_default().trim();
        *self.cookie.lock().unwrap_or_else(PoisonError::into_inner) = Some(pair.to_owned());
        self.write("cookie", pair)
    }

    /// The moves that were not confirmed the last time.
    pub(crate) fn outbox(&self) -> String {
        self.read("outbox").unwrap_or_default()
    }

    /// Keeps the moves that are not confirmed.
    ///
    /// # Errors
    /// They cannot be written.
    pub(crate) fn save_outbox(&self, text: &str) -> io::Result<()> {
        if text.is_empty() && self.read("outbox").is_none_or(|kept| kept.is_empty()) {
            return Ok(());
        }
        self.write("outbox", text)
    }

    fn path(&self, kind: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{}.{kind}", self.server)))
    }

    fn read(&self, kind: &str) -> Option<String> {
        crate::platform::store::read_text(&self.path(kind)?, MAX_FILE_BYTES).ok()
    }

    /// Written beside the old one and put in its place, so that there is always one of the two.
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
        let pass = ServerStore::new(Some(folder.clone()), &"http://[::1]:7171".parse().unwrap());
        assert_eq!(pass.cookie(), None);
        pass.save_cookie("hanpan=0123; Path=/; HttpOnly").unwrap();
        assert_eq!(pass.cookie().as_deref(), Some("hanpan=0123"));
        assert_eq!(ServerStore::new(Some(folder.clone()), &"http://other".parse().unwrap()).cookie(), None);
        pass.save_outbox("moves").unwrap();
        assert_eq!(pass.outbox(), "moves");
        pass.save_outbox("").unwrap();
        assert_eq!(pass.outbox(), "");
        #[cfg(unix)]
        for file in fs::read_dir(folder.join("servers")).unwrap() {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(file.unwrap().metadata().unwrap().permissions().mode() & 0o077, 0);
        }
        fs::remove_dir_all(folder).unwrap();
        let nowhere = ServerStore::new(None, &"http://host".parse().unwrap());
        nowhere.save_cookie("a=b").unwrap();
        assert_eq!(nowhere.cookie().as_deref(), Some("a=b"), "for this sitting");
    }
}
