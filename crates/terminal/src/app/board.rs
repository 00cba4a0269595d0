//! Keys at the board, when nothing is asked and nothing is typed.

use client::{Event, Mark, Problem, Way};
use game::{GameError, Offer};
use protocol::Refusal;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::Color;

use super::App;
use super::command::{Binding, Command};
use crate::app::Remark;

impl App {
    pub(super) fn key_at_board(&mut self, key: KeyEvent) {
        let before_h = self.after_h.take();
        let is_plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        self.again = self.castling_ways().is_some() && !answers_castling(key);
        if self.again {
            return;
        }
        let KeyCode::Char(letter) = key.code else { return self.bound(key) };
        match (letter, before_h) {
            // The h before this was a file after all: the step to the left is taken back.
            ('1'..='8' | 'x', Some(cursor)) if is_plain => {
                self.send(Event::Focus(Some(cursor)));
                self.type_more("h");
                self.type_more(letter.encode_utf8(&mut [0; 4]));
            }
            ('h', _) if is_plain => {
                self.after_h = Some(self.view().cursor());
                self.bound(key);
            }
            ('a'..='g' | 'K' | 'Q' | 'R' | 'B' | 'N' | 'O' | '0', _) if is_plain => {
                self.type_more(letter.encode_utf8(&mut [0; 4]));
            }
            _ => self.bound(key),
        }
    }

    /// The king in hand and the ways, from left to right, in which it can castle; `None` if there is neither.
    pub(crate) fn castling_ways(&self) -> Option<(Color, Vec<Way>)> {
        let view = self.view();
        let (board, game) = (view.board(), view.table().game());
        let selected = board.squares.iter().find(|square| square.marks.has(Mark::Selected))?;
        let piece = selected.piece.filter(|piece| piece.color == game.turn())?;
        let moves = game.moves_from(selected.square);
        let is_open = |way: &Way| {
            let side = way.side(board.orientation.bottom);
            moves.iter().any(|m| m.castling_side() == Some(side))
        };
        let ways: Vec<Way> = Way::ALL.into_iter().filter(is_open).collect();
        Some((piece.color, ways)).filter(|(_, ways)| !ways.is_empty())
    }

    fn bound(&mut self, key: KeyEvent) {
        let Some(binding) = Binding::of(key) else { return };
        match self.why_not(binding.command) {
            _ if self.can(binding.command) => self.command(binding.command),
            Some(remark) => self.say(remark),
            None => {}
        }
    }

    /// Why a command has no meaning now, if that is worth a word.
    fn why_not(&self, command: Command) -> Option<Remark> {
        let table = self.view().table();
        let problem = match (command, table.game().outcome()) {
            (Command::TakeBack | Command::Draw | Command::Resign | Command::Pause, Some(outcome)) => {
                Problem::Refused(GameError::Over(outcome))
            }
            (Command::Draw, None) => Problem::Refused(GameError::MayNotOffer(Offer::Draw)),
            (Command::Pause, None) => return Some(Remark::NoClock),
            (Command::TakeBack, None) if table.is_shared() => Problem::Refused(GameError::NothingToTakeBack),
            (Command::TakeBack, None) => Problem::Refused(GameError::MayNotOffer(Offer::Takeback)),
            (Command::Rematch, None) => Problem::Denied(Refusal::NotOver),
            (Command::Rematch, Some(_)) => {
                Problem::Denied(Refusal::MayNotOffer { offer: protocol::Offer::Rematch })
            }
            (Command::Resign, None) => Problem::Denied(Refusal::NotBegun),
            (Command::Say | Command::GiveTime | Command::ClaimWin, _) if !table.is_remote() => {
                return Some(Remark::OnlyAtServer);
            }
            (Command::GiveTime, _) => Problem::Denied(Refusal::NoClock),
            (Command::ClaimWin, _) => Problem::Denied(Refusal::NotGone),
            _ => return None,
        };
        Some(Remark::Problem(problem))
    }
}

/// Whether a key makes sense where it is asked which way to castle: a way, the cursor, a move that is typed, what only
/// looks. Anything else is told so; `r` above all, which is no `right`.
fn answers_castling(key: KeyEvent) -> bool {
    if matches!(key.code, KeyCode::Char('a'..='h' | 'K' | 'Q' | 'R' | 'B' | 'N' | 'O' | '0')) {
        return true;
    }
    Binding::of(key).is_some_and(|binding| match binding.command {
        Command::Steer(_)
        | Command::Point
        | Command::Cancel
        | Command::Type
        | Command::Show(_)
        | Command::Castle(_)
        | Command::Turn
        | Command::Menu
        | Command::Settings
        | Command::Help
        | Command::Say
        | Command::Quit => true,
        Command::TakeBack
        | Command::Draw
        | Command::Resign
        | Command::Pause
        | Command::New
        | Command::Rematch
        | Command::Restart
        | Command::Save
        | Command::Open
        | Command::Copy(_)
        | Command::ClaimWin
        | Command::GiveTime => false,
    })
}
