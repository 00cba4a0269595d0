//! The last thing that was said, as a value: the language may change while it is on the screen.

use client::{Announcement, Locale, Problem};
use rules::{CastlingSide, Color};

use super::{Binding, Command};
use crate::OpponentError;
use crate::texts::{TerminalLocale, Text};

/// Something to say beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Notice {
    /// What the client announced.
    Announced(Announcement),
    /// A side has castled.
    Castled(Color, CastlingSide),
    /// Something did not work.
    Problem(Problem),
    /// A file was written.
    FileSaved(String),
    /// The opponent of that name is not here: both sides are played from here.
    TookOver(String),
    /// A file was not written, for that reason.
    FileNotWritten(String, String),
    /// A file was not read, for that reason.
    FileNotRead(String, String),
    /// No name was given.
    NoFileName,
    /// A file is too large to be a game.
    FileTooLarge(String),
    /// A file is not a text.
    FileNotText(String),
    /// Something of that name is no file.
    NotAFile(String),
    /// The game cannot be kept for another day.
    GameNotSaved(String),
    /// Neither can the settings.
    SettingsNotSaved(String),
    /// Something went to the clipboard.
    Copied,
    /// There is no clock to be stopped.
    NoClock,
    /// That cannot be said: it is too long, or nothing.
    InvalidChat,
    /// The server cannot be asked for something, for that reason.
    Unreachable(String),
    /// The opponent of that name has not started yet.
    OpponentStarting(String),
    /// The opponent of that name cannot go on.
    OpponentFailed(String, OpponentError),
    /// Pieces are to be drawn, and there are no colours for that.
    ArtNeedsColors,
    /// That can be done in a game on a server, and this is none.
    OnlineOnly,
}

impl Notice {
    /// In words.
    pub(crate) fn text(&self, words: Locale, texts: TerminalLocale) -> String {
        let file = |text, file: &String| texts.fill(text, &[("file", file)]);
        let failed =
            |text, file: &String, reason: &String| texts.fill(text, &[("file", file), ("reason", reason)]);
        match self {
            Notice::Announced(announcement) => words.announcement(announcement),
            Notice::Castled(color, side) => words.castled(*color, *side),
            Notice::Problem(problem) => words.problem(problem),
            Notice::FileSaved(name) => file(Text::Saved, name),
            Notice::TookOver(name) => texts.fill(Text::OpponentReplaced, &[("name", name)]),
            Notice::FileNotWritten(name, reason) => failed(Text::NotWritten, name, reason),
            Notice::FileNotRead(name, reason) => failed(Text::NotRead, name, reason),
            Notice::NoFileName => texts.get(Text::NoName).to_owned(),
            Notice::FileTooLarge(name) => file(Text::TooLarge, name),
            Notice::FileNotText(name) => file(Text::NotReadable, name),
            Notice::NotAFile(name) => file(Text::NotFile, name),
            Notice::SettingsNotSaved(reason) => texts.fill(Text::SettingsNotSaved, &[("reason", reason)]),
            Notice::GameNotSaved(reason) => texts.fill(Text::GameNotSaved, &[("reason", reason)]),
            Notice::Copied => texts.get(Text::Copied).to_owned(),
            Notice::NoClock => texts.get(Text::NoClockRuns).to_owned(),
            Notice::Unreachable(reason) => texts.fill(Text::LobbyUnreachable, &[("reason", reason)]),
            Notice::InvalidChat => texts.get(Text::OnlineCannotSay).to_owned(),
            Notice::OpponentStarting(name) => texts.fill(Text::OpponentWaits, &[("name", name)]),
            Notice::OpponentFailed(name, trouble) => {
                let mut text = format!(
                    "{}\n{}",
                    opponent_error_text(texts, name, trouble),
                    texts.get(Text::OpponentContinue)
                );
                let key = Binding::for_command(Command::RestartOpponent)
                    .filter(|_| *trouble != OpponentError::Unsupported);
                if let Some(Binding { label: shown, .. }) = key {
                    text = format!("{text} {}", texts.fill(Text::OpponentStartAgain, &[("key", shown)]));
                }
                text
            }
            Notice::ArtNeedsColors => texts.get(Text::PiecesNoArt).to_owned(),
            Notice::OnlineOnly => texts.get(Text::OnlineOnlyThere).to_owned(),
        }
    }

    /// Whether it should not be missed.
    pub(crate) const fn is_sticky(&self) -> bool {
        matches!(self, Notice::GameNotSaved(_) | Notice::OpponentFailed(..) | Notice::TookOver(_))
    }

    /// Whether somebody at a server has said it.
    pub(crate) const fn is_chat(&self) -> bool {
        matches!(self, Notice::Announced(Announcement::ChatReceived(_)))
    }

    /// Whether it tells of something that went wrong.
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

/// What is the matter with an opponent.
pub(crate) fn opponent_error_text(texts: TerminalLocale, name: &str, trouble: &OpponentError) -> String {
    match trouble {
        OpponentError::NotStarted(reason) => {
            texts.fill(Text::OpponentNotStarted, &[("name", &name), ("reason", reason)])
        }
        OpponentError::Exited(None) => texts.fill(Text::OpponentGone, &[("name", &name)]),
        OpponentError::Exited(Some(words)) => {
            texts.fill(Text::OpponentLastWords, &[("name", &name), ("words", words)])
        }
        OpponentError::Timeout => texts.fill(Text::OpponentSilent, &[("name", &name)]),
        OpponentError::InvalidReply(what) => {
            texts.fill(Text::OpponentInvalidReply, &[("name", &name), ("what", what)])
        }
        OpponentError::Unsupported => texts.fill(Text::OpponentUnsuitable, &[("name", &name)]),
    }
}
