//! Keys at the board, when nothing is asked and nothing is typed.

use client::{Event, Problem};
use game::{GameError, Offer};
use protocol::Refusal;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::App;
use super::command::{Binding, Command};
use crate::app::Remark;

impl App {
    pub(super) fn key_at_board(&mut self, key: KeyEvent) {
        let before_h = self.after_h.take();
        let is_plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
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
            (Command::Draw, None) => return Some(Remark::NoDraw),
            (Command::Pause, None) => return Some(Remark::NoClock),
            (Command::TakeBack, None) if table.is_shared() => Problem::Refused(GameError::NothingToTakeBack),
            (Command::TakeBack, None) => Problem::Refused(GameError::MayNotOffer(Offer::Takeback)),
            (Command::Rematch, None) => Problem::Denied(Refusal::NotOver),
            (Command::Rematch, Some(_)) => {
                Problem::Denied(Refusal::MayNotOffer { offer: protocol::Offer::Rematch })
            }
            (Command::Resign, None) => Problem::Denied(Refusal::NotBegun),
            (Command::GiveTime, _) => Problem::Denied(Refusal::NoClock),
            (Command::ClaimWin, _) => Problem::Denied(Refusal::NotGone),
            _ => return None,
        };
        Some(Remark::Problem(problem))
    }
}
