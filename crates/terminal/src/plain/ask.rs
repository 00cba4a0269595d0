//! Questions: what is possible is said, asked for, and asked for again until the answer makes sense. No answer, because
//! the input has ended or time has run out, changes nothing.

use std::io;

use client::{Phrase, Way};
use rules::{CastlingSide, Role, Square};

use super::command::says;
use super::{Input, Session};
use crate::texts::Text;

/// Where a selected piece is to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// To a square.
    Square(Square),
    /// The king castles.
    Castle(CastlingSide),
    /// Nowhere.
    Nowhere,
}

impl Session<'_> {
    /// Asks until the answer can be read.
    fn ask_until<T>(
        &mut self,
        question: &str,
        again: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> io::Result<Option<T>> {
        self.console.say(question)?;
        loop {
            let Input::Line(line) = self.read()? else { return Ok(None) };
            if let Some(answer) = read(&line) {
                return Ok(Some(answer));
            }
            self.mistake();
            self.console.say(again)?;
        }
    }

    /// Yes or no; no answer is no.
    pub(super) fn confirms_plainly(&mut self, question: &str) -> io::Result<bool> {
        Ok(self.answers_plainly(question)?.unwrap_or(false))
    }

    /// Yes, no, or no answer.
    pub(super) fn answers(&mut self, question: &str) -> io::Result<Option<bool>> {
        let again = self.words.phrase(Phrase::TerminalYesNoAgain);
        let read = |answer: &str| match answer {
            _ if says(Text::PlainYes, answer) => Some(true),
            _ if says(Text::PlainNo, answer) => Some(false),
            _ => None,
        };
        self.ask_until(question, again, read)
    }

    /// The same for a question that does not say by itself how to answer.
    pub(super) fn answers_plainly(&mut self, question: &str) -> io::Result<Option<bool>> {
        self.answers(&format!("{question} {}", self.texts.get(Text::PlainYesNo)))
    }

    /// What a pawn becomes; `None` leaves it where it is.
    pub(super) fn choose_promotion(&mut self) -> io::Result<Option<Role>> {
        let question = self.words.phrase(Phrase::TerminalPromotion);
        let again = self.words.phrase(Phrase::TerminalPromotionAgain);
        let read = |answer: &str| match answer {
            _ if says(Text::PlainCancel, answer) => Some(None),
            _ if says(Text::PlainQueen, answer) => Some(Some(Role::Queen)),
            _ if says(Text::PlainRook, answer) => Some(Some(Role::Rook)),
            _ if says(Text::PlainBishop, answer) => Some(Some(Role::Bishop)),
            _ if says(Text::PlainKnight, answer) => Some(Some(Role::Knight)),
            _ => None,
        };
        Ok(self.ask_until(question, again, read)?.flatten())
    }

    /// Where a piece goes; for a king that can castle, left and right as they are seen are answers too, and the sides.
    pub(super) fn choose_target(&mut self, castling: &[CastlingSide]) -> io::Result<Target> {
        let (color, bottom) = (self.table().game().turn(), self.table().orientation().bottom);
        let again = self.words.phrase(Phrase::TerminalCastlingAgain);
        let question = match castling {
            [] => self.texts.get(Text::PlainWhere).to_owned(),
            sides => {
                let ways = self.words.ask_castling(color, bottom, sides);
                format!("{ways} {}", self.texts.get(Text::PlainOrSquare))
            }
        };
        let castles = |side| castling.contains(&side).then_some(Target::Castle(side));
        let read = |answer: &str| match answer {
            _ if says(Text::PlainCancel, answer) => Some(Target::Nowhere),
            _ if says(Text::PlainLeft, answer) => castles(Way::Left.side(bottom)),
            _ if says(Text::PlainRight, answer) => castles(Way::Right.side(bottom)),
            _ if says(Text::PlainKingside, answer) => castles(CastlingSide::King),
            _ if says(Text::PlainQueenside, answer) => castles(CastlingSide::Queen),
            _ => answer.to_lowercase().parse().ok().map(Target::Square),
        };
        Ok(self.ask_until(&question, again, read)?.unwrap_or(Target::Nowhere))
    }
}
