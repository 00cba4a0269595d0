//! Abilities of a [`State`](crate::State) beyond games on one device: play on a server, studies, opening of texts. The state machine reaches
//! their code only through the function pointers here, so that a page can load it later.

use rules::Move;

use super::{Update, online, study};
use crate::local_game::Imported;
use crate::online::{NetworkEvent, OnlineCommand};
use crate::save_file::ReadPgn;
use crate::study::{Study, StudyCommand};
use crate::{BoardCommand, Effect, LocalGame, Navigation, PlayerAction, Problem, SaveFileError};

/// A set of abilities.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extensions {
    online: Option<&'static OnlineUpdates>,
    study: Option<&'static StudyUpdates>,
    import: Option<&'static ImportCode>,
}

/// Parsing of FEN and PGN.
#[derive(Debug)]
struct ImportCode {
    read: fn(&str) -> Result<Imported, Problem>,
    read_pgn: ReadPgn,
}

/// Updates of play on a server.
#[derive(Debug)]
pub(super) struct OnlineUpdates {
    pub(super) drive_connection: fn(&mut Update<'_>),
    pub(super) on_network_event: fn(&mut Update<'_>, NetworkEvent),
    pub(super) run_command: fn(&mut Update<'_>, OnlineCommand),
    pub(super) run_board_command: fn(&mut Update<'_>, BoardCommand),
    pub(super) act: fn(&mut Update<'_>, PlayerAction),
    pub(super) post_action: fn(&mut Update<'_>, PlayerAction),
    pub(super) offer_rematch: fn(&mut Update<'_>),
    pub(super) leave_game: fn(&mut Update<'_>),
}

/// Updates of studies.
#[derive(Debug)]
pub(super) struct StudyUpdates {
    pub(super) run_command: fn(&mut Update<'_>, StudyCommand),
    pub(super) navigate: fn(&mut Update<'_>, Navigation),
    pub(super) play: fn(&mut Study, Move, &str),
    pub(super) save_text: fn(&Study) -> String,
    pub(super) pgn: fn(&Study) -> String,
}

impl Extensions {
    /// Games on one device only.
    #[must_use]
    pub const fn none() -> Extensions {
        Extensions { online: None, study: None, import: None }
    }

    /// Play on a server.
    #[must_use]
    pub const fn online() -> Extensions {
        Extensions { online: Some(&online::UPDATES), ..Extensions::none() }
    }

    /// Studies.
    #[must_use]
    pub const fn study() -> Extensions {
        Extensions { study: Some(&study::UPDATES), ..Extensions::none() }
    }

    /// Opening of texts: FEN and PGN.
    #[must_use]
    pub const fn import() -> Extensions {
        Extensions {
            import: Some(&ImportCode { read: Imported::read, read_pgn: |text| text.parse().ok() }),
            ..Extensions::none()
        }
    }

    /// Everything.
    #[must_use]
    pub const fn all() -> Extensions {
        Extensions::online().and(Extensions::study()).and(Extensions::import())
    }

    /// The abilities of both.
    #[must_use]
    pub const fn and(self, other: Extensions) -> Extensions {
        Extensions {
            online: if other.online.is_some() { other.online } else { self.online },
            study: if other.study.is_some() { other.study } else { self.study },
            import: if other.import.is_some() { other.import } else { self.import },
        }
    }
}

/// Play on a server; without it nothing happens.
impl Update<'_> {
    pub(super) fn drive_connection(&mut self) {
        self.with_online(|update, online| (online.drive_connection)(update));
    }

    pub(super) fn handle_network_event(&mut self, event: NetworkEvent) {
        self.with_online(|update, online| (online.on_network_event)(update, event));
    }

    pub(super) fn handle_online_command(&mut self, command: OnlineCommand) {
        self.with_online(|update, online| (online.run_command)(update, command));
    }

    pub(super) fn run_command_online(&mut self, command: BoardCommand) {
        self.with_online(|update, online| (online.run_board_command)(update, command));
    }

    pub(super) fn act_online(&mut self, action: PlayerAction) {
        self.with_online(|update, online| (online.act)(update, action));
    }

    pub(super) fn post_action(&mut self, action: PlayerAction) {
        self.with_online(|update, online| (online.post_action)(update, action));
    }

    pub(super) fn offer_rematch(&mut self) {
        self.with_online(|update, online| (online.offer_rematch)(update));
    }

    pub(super) fn leave_game(&mut self) {
        self.with_online(|update, online| (online.leave_game)(update));
    }

    fn with_online(&mut self, f: impl FnOnce(&mut Self, &OnlineUpdates)) {
        if let Some(online) = self.state.extensions.online {
            f(self, online);
        }
    }
}

/// Opening of texts.
impl Update<'_> {
    /// Parses a FEN or PGN; `None` without this ability.
    pub(super) fn read_text(&self, text: &str) -> Option<Result<Imported, Problem>> {
        self.state.extensions.import.map(|code| (code.read)(text))
    }

    /// Parses a save file. That of an imported game needs this ability.
    pub(super) fn read_save_text(&self, text: &str) -> Result<LocalGame, SaveFileError> {
        LocalGame::from_save_text_with(text, self.state.extensions.import.map(|code| code.read_pgn))
    }
}

/// Studies; without them there is none.
impl Update<'_> {
    pub(super) fn handle_study_command(&mut self, command: StudyCommand) {
        if let Some(study) = self.state.extensions.study {
            (study.run_command)(self, command);
        }
    }

    /// Saves the study, if there is one; returns true then.
    pub(super) fn save_study(&mut self) -> bool {
        let text = self
            .state
            .extensions
            .study
            .zip(self.state.study.as_ref())
            .map(|(code, study)| (code.save_text)(study));
        let is_study = text.is_some();
        self.effects.extend(text.map(Effect::SaveStudy));
        is_study
    }

    /// Navigates along the line of the study, if there is one; returns true then.
    pub(super) fn navigate_study(&mut self, navigation: Navigation) -> bool {
        let code = self.state.extensions.study.filter(|_| self.state.is_studying());
        if let Some(code) = code {
            (code.navigate)(self, navigation);
        }
        code.is_some()
    }

    /// Adds a played move to the tree.
    pub(super) fn add_to_study(&mut self, m: Move, san: &str) {
        if let Some((code, study)) = self.state.extensions.study.zip(self.state.study.as_mut()) {
            (code.play)(study, m, san);
        }
    }

    /// PGN of the study with all variations.
    pub(super) fn study_pgn(&self) -> Option<String> {
        let (code, study) = self.state.extensions.study.zip(self.state.study.as_ref())?;
        Some((code.pgn)(study))
    }

    /// Closes the study.
    pub(super) fn close_study(&mut self) {
        self.state.study = None;
    }
}
