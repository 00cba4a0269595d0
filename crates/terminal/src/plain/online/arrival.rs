//! Before a sitting begins: who one is at the server, and whether there is one, with the game.

use std::io;

use protocol::Refusal;
use protocol::http::FailureReason;

use super::super::Session;
use crate::Server;
use crate::online::{Pass, Refused, look_up};
use crate::texts::Text;
use crate::world::reason;

impl Session<'_> {
    /// What is kept of the server from the last time.
    pub(super) fn pass(&self, server: &Server) -> Pass {
        Pass::new(self.store.as_ref().map(|store| store.folder().to_owned()), &server.address)
    }

    /// What is wrong with an address, if there is no server or no such game: known before anything is read, and said
    /// even to those who say nothing.
    pub(super) fn missing(&self, server: &Server, pass: &Pass) -> Option<String> {
        let sentence = match look_up(&server.address, pass) {
            Ok(()) => return None,
            Err(Refused::Unreachable(error)) if error.kind() == io::ErrorKind::InvalidData => {
                self.texts.get(Text::OnlineNoServer).to_owned()
            }
            Err(Refused::Unreachable(error)) => {
                self.texts.fill(Text::LobbyUnreachable, &[("reason", &reason(&error))])
            }
            Err(Refused::Said(FailureReason::Refused { refusal })) => self.words.denied(refusal).to_owned(),
            Err(Refused::Said(FailureReason::TooOften)) => self.words.denied(Refusal::TooFast).to_owned(),
            Err(Refused::Said(_)) => self.words.denied(Refusal::Unknown).to_owned(),
        };
        Some(format!("{}: {sentence}", server.address))
    }
}
