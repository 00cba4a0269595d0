//! Questions, repeated until the answer is valid. No answer (end of input or flag) changes nothing.

use std::io;

use client::{MessageKey, ScreenSide};
use rules::{CastlingSide, Role, Square};

use super::command::matches_word;
use super::{LineInput, Session};
use texts::TerminalMessageKey;

/// Destination of a selected piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoveDestination {
    /// A square.
    Square(Square),
    /// Castling.
    Castle(CastlingSide),
    /// None.
    Cancelled,
}

impl Session<'_> {
    /// Asks until `read` accepts the answer.
    fn ask_until<T>(
        &mut self,
        question: &str,
        again: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> io::Result<Option<T>> {
        self.console.print(question)?;
        loop {
            let LineInput::Line(line) = self.read_line()? else { return Ok(None) };
            if let Some(answer) = read(&line) {
                return Ok(Some(answer));
            }
            self.record_error();
            self.console.print(again)?;
        }
    }

    /// Yes or no; no answer means no.
    pub(super) fn confirm(&mut self, question: &str) -> io::Result<bool> {
        Ok(self.ask_yes_no_with_hint(question)?.unwrap_or(false))
    }

    /// Yes, no, or `None` for no answer.
    pub(super) fn ask_yes_no(&mut self, question: &str) -> io::Result<Option<bool>> {
        let again = self.locale.message(MessageKey::TerminalYesNoAgain);
        let read = |answer: &str| match answer {
            _ if matches_word(TerminalMessageKey::PlainYes, answer) => Some(true),
            _ if matches_word(TerminalMessageKey::PlainNo, answer) => Some(false),
            _ => None,
        };
        self.ask_until(question, again, read)
    }

    /// As [`ask_yes_no`](Session::ask_yes_no), adding the possible answers to the question.
    pub(super) fn ask_yes_no_with_hint(&mut self, question: &str) -> io::Result<Option<bool>> {
        self.ask_yes_no(&format!("{question} {}", self.texts.get(TerminalMessageKey::PlainYesNo)))
    }

    /// Asks for the promotion piece; `None` cancels the move.
    pub(super) fn choose_promotion(&mut self) -> io::Result<Option<Role>> {
        let question = self.locale.message(MessageKey::TerminalPromotion);
        let again = self.locale.message(MessageKey::TerminalPromotionAgain);
        let read = |answer: &str| match answer {
            _ if matches_word(TerminalMessageKey::PlainCancel, answer) => Some(None),
            _ if matches_word(TerminalMessageKey::PlainQueen, answer) => Some(Some(Role::Queen)),
            _ if matches_word(TerminalMessageKey::PlainRook, answer) => Some(Some(Role::Rook)),
            _ if matches_word(TerminalMessageKey::PlainBishop, answer) => Some(Some(Role::Bishop)),
            _ if matches_word(TerminalMessageKey::PlainKnight, answer) => Some(Some(Role::Knight)),
            _ => None,
        };
        Ok(self.ask_until(question, again, read)?.flatten())
    }

    /// Asks for the destination; for a king that can castle also left, right, kingside and queenside are
    /// answers.
    pub(super) fn choose_destination(&mut self, castling: &[CastlingSide]) -> io::Result<MoveDestination> {
        let (color, bottom) = (self.local_game().game().turn(), self.local_game().orientation().bottom);
        let again = self.locale.message(MessageKey::TerminalCastlingAgain);
        let question = match castling {
            [] => self.texts.get(TerminalMessageKey::PlainWhere).to_owned(),
            sides => {
                let ways = self.locale.ask_castling(color, bottom, sides);
                format!("{ways} {}", self.texts.get(TerminalMessageKey::PlainOrSquare))
            }
        };
        let castles = |side| castling.contains(&side).then_some(MoveDestination::Castle(side));
        let read = |answer: &str| match answer {
            _ if matches_word(TerminalMessageKey::PlainCancel, answer) => Some(MoveDestination::Cancelled),
            _ if matches_word(TerminalMessageKey::PlainLeft, answer) => {
                castles(ScreenSide::Left.castling_side(bottom))
            }
            _ if matches_word(TerminalMessageKey::PlainRight, answer) => {
                castles(ScreenSide::Right.castling_side(bottom))
            }
            _ if matches_word(TerminalMessageKey::PlainKingside, answer) => castles(CastlingSide::King),
            _ if matches_word(TerminalMessageKey::PlainQueenside, answer) => castles(CastlingSide::Queen),
            _ => answer.to_lowercase().parse().ok().map(MoveDestination::Square),
        };
        Ok(self.ask_until(&question, again, read)?.unwrap_or(MoveDestination::Cancelled))
    }
}
