//! Checks before an online session starts.

use std::io;

use protocol::ActionError;
use protocol::http::ApiErrorReason;

use super::super::Session;
use crate::ServerOptions;
use crate::online::{RequestError, ServerStore, check_server};
use crate::platform::io_reason;
use texts::TerminalMessageKey;

impl Session<'_> {
    /// The stored data of the server.
    pub(super) fn server_store(&self, server: &ServerOptions) -> ServerStore {
        ServerStore::new(self.store.as_ref().map(|store| store.folder().to_owned()), &server.address)
    }

    /// The reason why the server or its game is not available. Checked before any input is read.
    pub(super) fn server_error(&self, server: &ServerOptions, store: &ServerStore) -> Option<String> {
        let sentence = match check_server(&server.address, store) {
            Ok(()) => return None,
            Err(RequestError::Unreachable(error)) if error.kind() == io::ErrorKind::InvalidData => {
                self.texts.get(TerminalMessageKey::OnlineNoServer).to_owned()
            }
            Err(RequestError::Unreachable(error)) => {
                self.texts.fill(TerminalMessageKey::LobbyUnreachable, &[("reason", &io_reason(&error))])
            }
            Err(RequestError::Rejected(ApiErrorReason::Refused { refusal })) => {
                self.locale.server_refusal(refusal).to_owned()
            }
            Err(RequestError::Rejected(ApiErrorReason::TooOften)) => {
                self.locale.server_refusal(ActionError::TooFast).to_owned()
            }
            Err(RequestError::Rejected(_)) => self.locale.server_refusal(ActionError::Unknown).to_owned(),
        };
        Some(format!("{}: {sentence}", server.address))
    }
}
