//! The last thing that was said, as a value: the language may change while it is on the screen.

use client::{Announcement, Problem, Words};
use rules::{CastlingSide, Color};

use super::{Binding, Command};
use crate::Trouble;
use crate::texts::{Text, Texts};

/// Something to say beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Remark {
    /// What the client announced.
    Announced(Announcement),
    /// A side has castled.
    Castled(Color, CastlingSide),
    /// Something did not work.
    Problem(Problem),
    /// A file was written.
    Saved(String),
    /// The opponent of that name is not here: both sides are played from here.
    TakenOver(String),
    /// A file was not written, for that reason.
    NotWritten(String, String),
    /// A file was not read, for that reason.
    NotRead(String, String),
    /// No name was given.
    NoName,
    /// A file is too large to be a game.
    TooLarge(String),
    /// A file is not a text.
    NotText(String),
    /// Something of that name is no file.
    NotFile(String),
    /// The game cannot be kept for another day.
    NotKept(String),
    /// Neither can the settings.
    SettingsNotKept(String),
    /// Something went to the clipboard.
    Copied,
    /// There is no clock to be stopped.
    NoClock,
    /// That cannot be said: it is too long, or nothing.
    CannotSay,
    /// The server cannot be asked for something, for that reason.
    Unreachable(String),
    /// The opponent of that name has not started yet.
    Starting(String),
    /// The opponent of that name cannot go on.
    Lost(String, Trouble),
    /// Pieces are to be drawn, and there are no colours for that.
    NoArt,
    /// That can be done in a game on a server, and this is none.
    OnlyAtServer,
}

impl Remark {
    /// In words.
    pub(crate) fn text(&self, words: Words, texts: Texts) -> String {
        let file = |text, file: &String| texts.fill(text, &[("file", file)]);
        let failed =
            |text, file: &String, reason: &String| texts.fill(text, &[("file", file), ("reason", reason)]);
        match self {
            Remark::Announced(announcement) => words.announcement(announcement),
            Remark::Castled(color, side) => words.castled(*color, *side),
            Remark::Problem(problem) => words.problem(problem),
            Remark::Saved(name) => file(Text::Saved, name),
            Remark::TakenOver(name) => texts.fill(Text::OpponentTakenOver, &[("name", name)]),
            Remark::NotWritten(name, reason) => failed(Text::NotWritten, name, reason),
            Remark::NotRead(name, reason) => failed(Text::NotRead, name, reason),
            Remark::NoName => texts.get(Text::NoName).to_owned(),
            Remark::TooLarge(name) => file(Text::TooLarge, name),
            Remark::NotText(name) => file(Text::NotReadable, name),
            Remark::NotFile(name) => file(Text::NotFile, name),
            Remark::SettingsNotKept(reason) => texts.fill(Text::SettingsNotKept, &[("reason", reason)]),
            Remark::NotKept(reason) => texts.fill(Text::NotKept, &[("reason", reason)]),
            Remark::Copied => texts.get(Text::Copied).to_owned(),
            Remark::NoClock => texts.get(Text::NoClockRuns).to_owned(),
            Remark::Unreachable(reason) => texts.fill(Text::LobbyUnreachable, &[("reason", reason)]),
            Remark::CannotSay => texts.get(Text::OnlineCannotSay).to_owned(),
            Remark::Starting(name) => texts.fill(Text::OpponentWaits, &[("name", name)]),
            Remark::Lost(name, trouble) => {
                let mut text =
                    format!("{}\n{}", trouble_text(texts, name, trouble), texts.get(Text::OpponentGoOn));
                let key = Binding::to(Command::Restart).filter(|_| *trouble != Trouble::Unfit);
                if let Some(Binding { shown, .. }) = key {
                    text = format!("{text} {}", texts.fill(Text::OpponentStartAgain, &[("key", shown)]));
                }
                text
            }
            Remark::NoArt => texts.get(Text::PiecesNoArt).to_owned(),
            Remark::OnlyAtServer => texts.get(Text::OnlineOnlyThere).to_owned(),
        }
    }

    /// Whether it should not be missed.
    pub(crate) const fn is_lasting(&self) -> bool {
        matches!(self, Remark::NotKept(_) | Remark::Lost(..) | Remark::TakenOver(_))
    }

    /// Whether somebody at a server has said it.
    pub(crate) const fn is_talk(&self) -> bool {
        matches!(self, Remark::Announced(Announcement::Said(_)))
    }

    /// Whether it tells of something that went wrong.
    pub(crate) const fn is_alarming(&self) -> bool {
        let is_calm = matches!(
            self,
            Remark::Announced(_)
                | Remark::Castled(..)
                | Remark::Saved(_)
                | Remark::Copied
                | Remark::Starting(_)
                | Remark::NoArt
        );
        !is_calm
    }
}

/// What is the matter with an opponent.
pub(crate) fn trouble_text(texts: Texts, name: &str, trouble: &Trouble) -> String {
    match trouble {
        Trouble::NotStarted(reason) => {
            texts.fill(Text::OpponentNotStarted, &[("name", &name), ("reason", reason)])
        }
        Trouble::Gone(None) => texts.fill(Text::OpponentGone, &[("name", &name)]),
        Trouble::Gone(Some(words)) => {
            texts.fill(Text::OpponentLastWords, &[("name", &name), ("words", words)])
        }
        Trouble::Silent => texts.fill(Text::OpponentSilent, &[("name", &name)]),
        Trouble::Lied(what) => texts.fill(Text::OpponentLied, &[("name", &name), ("what", what)]),
        Trouble::Unfit => texts.fill(Text::OpponentUnfit, &[("name", &name)]),
    }
}
