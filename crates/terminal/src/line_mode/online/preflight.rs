//! Before a sitting begins: who one is at the server, and whether there is one, with the game.

use std::io;

use protocol::ActionError;
use protocol::http::ApiErrorReason;

use super::super::Session;
use crate::ServerOptions;
use crate::online::{RequestError, ServerStore, check_server};
use crate::platform::io_reason;
use crate::texts::Text;

impl Session<'_> {
    /// What is kept of the server from the last time.
    pub(super) fn server_store(&self, server: &ServerOptions) -> ServerStore {
        ServerStore::new(self.store.as_ref().map(|store| store.folder().to_owned()), &server.address)
    }

    /// What is wrong with an address, if there is no server or no such game: known before anything is read, and said
    /// even to those who say nothing.
    pub(super) fn server_error(&self, server: &ServerOptions, pass: &ServerStore) -> Option<String> {
        let sentence = match check_server(&server.address, pass) {
            Ok(()) => return None,
            Err(RequestError::Unreachable(error)) if error.kind() == io::ErrorKind::InvalidData => {
                self.texts.get(Text::OnlineNoServer).to_owned()
            }
            Err(RequestError::Unreachable(error)) => {
                self.texts.fill(Text::LobbyUnreachable, &[("reason", &io_reason(&error))])
            }
            Err(RequestError::Rejected(ApiErrorReason::Refused { refusal })) => {
                self.words.server_refusal(refusal).to_owned()
            }
            Err(RequestError::Rejected(ApiErrorReason::TooOften)) => {
                self.words.server_refusal(ActionError::TooFast).to_owned()
            }
            Err(RequestError::Rejected(_)) => self.words.server_refusal(ActionError::Unknown).to_owned(),
        };
        Some(format!("{}: {sentence}", server.address))
    }
}
