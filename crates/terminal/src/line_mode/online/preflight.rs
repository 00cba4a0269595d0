//! Checks before an online session starts.

use super::super::Session;
use crate::ServerOptions;
use crate::online::ApiClient;

impl Session<'_> {
    /// Opens the server, before any input is read.
    ///
    /// # Errors
    /// A sentence that says why the server or its game is not available.
    pub(super) fn open_server(&self, server: &ServerOptions) -> Result<ApiClient, String> {
        let folder = self.store.as_ref().map(|store| store.folder().to_owned());
        ApiClient::open(server, folder)
            .map_err(|error| format!("{}: {}", server.address, error.sentence(self.locale, self.texts)))
    }
}
