//! The line into which moves are typed.

use client::Event;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::list::{Step, turn};
use super::{App, Line};

/// No move needs more characters.
pub(super) const LONGEST: usize = 12;

impl App {
    /// Opens the line if it is closed, and adds to it.
    pub(super) fn type_more(&mut self, more: &str) {
        self.line = Line::Open;
        self.hush();
        let typed: String = self.view().typed().chars().chain(more.chars()).take(LONGEST).collect();
        self.send(Event::Type(typed));
    }

    pub(super) fn key_in_line(&mut self, key: KeyEvent) {
        let typed = self.view().typed().to_owned();
        match key.code {
            KeyCode::Enter => self.submit(),
            KeyCode::Esc => self.close(),
            KeyCode::Backspace if typed.is_empty() => self.close(),
            KeyCode::Backspace => {
                let mut shorter = typed;
                shorter.pop();
                self.send(Event::Type(shorter));
            }
            KeyCode::Tab => self.complete(Step::Next),
            KeyCode::BackTab => self.complete(Step::Previous),
            KeyCode::Char('u' | 'w') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.send(Event::Type(String::new()));
            }
            KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.type_more(letter.encode_utf8(&mut [0; 4]));
            }
            _ => {}
        }
    }

    /// Plays what is typed. If that is no move, the line stays open and the reason is shown.
    fn submit(&mut self) {
        self.send(Event::Submit);
        if self.view().typed().is_empty() {
            self.line = Line::Closed;
        }
    }

    fn close(&mut self) {
        self.line = Line::Closed;
        self.send(Event::Type(String::new()));
    }

    /// Adds what all possible moves have in common; if that is nothing, takes one of them, and the next each time.
    fn complete(&mut self, step: Step) {
        let typed = self.view().typed().to_owned();
        let round = self.completed.take().filter(|(moves, at)| moves.get(*at) == Some(&typed));
        let moves = round.map_or_else(|| self.view().completions(), |(moves, _)| moves);
        let Some(first) = moves.first() else { return };
        let common = moves.iter().fold(first.as_str(), |common, next| {
            let same = common.chars().zip(next.chars()).take_while(|(a, b)| a == b).count();
            common.get(..same).unwrap_or(common)
        });
        if common.len() > typed.len() {
            return self.send(Event::Type(common.to_owned()));
        }
        let next = match (moves.iter().position(|san| *san == typed), step) {
            (Some(at), _) => {
                let indices: Vec<usize> = (0..moves.len()).collect();
                turn(&indices, at, step)
            }
            (None, Step::Next) => 0,
            (None, Step::Previous) => moves.len() - 1,
        };
        let longer = moves.get(next).cloned().unwrap_or_default();
        self.completed = Some((moves, next));
        self.send(Event::Type(longer));
    }
}
