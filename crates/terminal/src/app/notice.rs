//! Notices beside the board, as values: the language may change while one is shown.

use client::{Announcement, Locale, Problem};
use game::pgn::PgnResult;
use rules::{CastlingSide, Color};

use super::{Binding, Command};
use crate::OpponentError;
use crate::locale::TerminalLocale;
use crate::online::RequestError;
use texts::TerminalMessageKey;

/// A notice beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Notice {
    /// An announcement of the client.
    Announced(Announcement),
    /// A side castled.
    Castled(Color, CastlingSide),
    /// A problem reported by the client.
    Problem(Problem),
    /// A file was written.
    FileSaved(String),
    /// The named opponent is not available: both sides are local.
    TookOver(String),
    /// A file could not be written: name and reason.
    FileNotWritten(String, String),
    /// A file could not be read: name and reason.
    FileNotRead(String, String),
    /// No file name was typed.
    NoFileName,
    /// A file is too large to be a game.
    FileTooLarge(String),
    /// A file is not UTF-8 text.
    FileNotText(String),
    /// The path is not a regular file.
    NotAFile(String),
    /// The game could not be saved: reason.
    GameNotSaved(String),
    /// The settings could not be saved: reason.
    SettingsNotSaved(String),
    /// A text was copied to the clipboard.
    Copied,
    /// The game was opened with this result.
    RecordedResult(PgnResult),
    /// There is no clock to pause.
    NoClock,
    /// The chat message is empty or too long.
    InvalidChat,
    /// A word of a challenge cannot be read.
    UnknownChallengeWord(String),
    /// A request to the server failed.
    RequestFailed(RequestError),
    /// The named opponent is still starting.
    OpponentStarting(String),
    /// The named opponent failed.
    OpponentFailed(String, OpponentError),
    /// Sprites are selected but the terminal has no colours.
    ArtNeedsColors,
    /// The command is for online games only.
    OnlineOnly,
}

impl Notice {
    /// The notice as text.
    pub(crate) fn text(&self, locale: Locale, texts: TerminalLocale) -> String {
        let file = |text, file: &String| texts.fill(text, &[("file", file)]);
        let failed =
            |text, file: &String, reason: &String| texts.fill(text, &[("file", file), ("reason", reason)]);
        match self {
            Notice::Announced(announcement) => locale.announcement(announcement),
            Notice::Castled(color, side) => locale.castled(*color, *side),
            Notice::Problem(problem) => locale.problem(problem),
            Notice::FileSaved(name) => file(TerminalMessageKey::Saved, name),
            Notice::TookOver(name) => texts.fill(TerminalMessageKey::OpponentReplaced, &[("name", name)]),
            Notice::FileNotWritten(name, reason) => failed(TerminalMessageKey::NotWritten, name, reason),
            Notice::FileNotRead(name, reason) => failed(TerminalMessageKey::NotRead, name, reason),
            Notice::NoFileName => texts.get(TerminalMessageKey::NoName).to_owned(),
            Notice::FileTooLarge(name) => file(TerminalMessageKey::TooLarge, name),
            Notice::FileNotText(name) => file(TerminalMessageKey::NotReadable, name),
            Notice::NotAFile(name) => file(TerminalMessageKey::NotFile, name),
            Notice::SettingsNotSaved(reason) => {
                texts.fill(TerminalMessageKey::SettingsNotSaved, &[("reason", reason)])
            }
            Notice::GameNotSaved(reason) => {
                texts.fill(TerminalMessageKey::GameNotSaved, &[("reason", reason)])
            }
            Notice::Copied => texts.get(TerminalMessageKey::Copied).to_owned(),
            Notice::RecordedResult(result) => locale.recorded_result(*result),
            Notice::NoClock => texts.get(TerminalMessageKey::NoClockRuns).to_owned(),
            Notice::RequestFailed(error) => error.sentence(locale, texts),
            Notice::UnknownChallengeWord(word) => {
                texts.fill(TerminalMessageKey::LobbyNotAgreed, &[("word", word)])
            }
            Notice::InvalidChat => texts.get(TerminalMessageKey::OnlineCannotSay).to_owned(),
            Notice::OpponentStarting(name) => {
                texts.fill(TerminalMessageKey::OpponentWaits, &[("name", name)])
            }
            Notice::OpponentFailed(name, error) => {
                let mut text = format!(
                    "{}\n{}",
                    opponent_error_text(texts, name, error),
                    texts.get(TerminalMessageKey::OpponentContinue)
                );
                let key = Binding::for_command(Command::RestartOpponent)
                    .filter(|_| *error != OpponentError::Unsupported);
                if let Some(Binding { label: shown, .. }) = key {
                    text = format!(
                        "{text} {}",
                        texts.fill(TerminalMessageKey::OpponentStartAgain, &[("key", shown)])
                    );
                }
                text
            }
            Notice::ArtNeedsColors => texts.get(TerminalMessageKey::PiecesNoArt).to_owned(),
            Notice::OnlineOnly => texts.get(TerminalMessageKey::OnlineOnlyThere).to_owned(),
        }
    }

    /// True if the notice stays until it is dismissed or a move is made.
    pub(crate) const fn is_sticky(&self) -> bool {
        matches!(self, Notice::GameNotSaved(_) | Notice::OpponentFailed(..) | Notice::TookOver(_))
    }

    /// True for chat messages.
    pub(crate) const fn is_chat(&self) -> bool {
        matches!(self, Notice::Announced(Announcement::ChatReceived(_)))
    }

    /// True for errors.
    pub(crate) const fn is_error(&self) -> bool {
        let is_calm = matches!(
            self,
            Notice::Announced(_)
                | Notice::Castled(..)
                | Notice::FileSaved(_)
                | Notice::Copied
                | Notice::OpponentStarting(_)
                | Notice::ArtNeedsColors
        );
        !is_calm
    }
}

/// The error of an opponent as text.
pub(crate) fn opponent_error_text(texts: TerminalLocale, name: &str, error: &OpponentError) -> String {
    match error {
        OpponentError::NotStarted(reason) => {
            texts.fill(TerminalMessageKey::OpponentNotStarted, &[("name", &name), ("reason", reason)])
        }
        OpponentError::Exited(None) => texts.fill(TerminalMessageKey::OpponentGone, &[("name", &name)]),
        OpponentError::Exited(Some(output)) => {
            texts.fill(TerminalMessageKey::OpponentLastWords, &[("name", &name), ("words", output)])
        }
        OpponentError::Timeout => texts.fill(TerminalMessageKey::OpponentSilent, &[("name", &name)]),
        OpponentError::InvalidReply(what) => {
            texts.fill(TerminalMessageKey::OpponentInvalidReply, &[("name", &name), ("what", what)])
        }
        OpponentError::Unsupported => texts.fill(TerminalMessageKey::OpponentUnsuitable, &[("name", &name)]),
    }
}
