//! Keys at the board, when nothing is asked and nothing is typed.

use client::Event;
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
        if self.can(binding.command) {
            self.command(binding.command);
        } else if binding.command == Command::Draw {
            self.say(Remark::NoDraw);
        }
    }
}
