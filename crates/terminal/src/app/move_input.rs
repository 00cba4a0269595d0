//! The input line for moves.

use client::Event;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::list::{Step, cycle};
use super::{App, InputLine};

/// Limit in characters; longer than any move.
pub(super) const MAX_INPUT_LEN: usize = 12;

impl App {
    /// Opens the input line if necessary and appends a text; a refused move is replaced.
    pub(super) fn append_input(&mut self, more: &str) {
        let before = match std::mem::replace(&mut self.input_line, InputLine::Open) {
            InputLine::Refused => String::new(),
            InputLine::Open | InputLine::Closed => self.view().typed_move().to_owned(),
        };
        self.dismiss_notice();
        let typed: String = before.chars().chain(more.chars()).take(MAX_INPUT_LEN).collect();
        self.send(Event::TypeMove(typed));
    }

    pub(super) fn key_in_input_line(&mut self, key: KeyEvent) {
        let typed = self.view().typed_move().to_owned();
        match key.code {
            KeyCode::Enter => self.submit_move(),
            KeyCode::Esc => self.close_input_line(),
            KeyCode::Backspace if typed.is_empty() => self.close_input_line(),
            KeyCode::Backspace => {
                self.input_line = InputLine::Open;
                let mut shorter = typed;
                shorter.pop();
                self.send(Event::TypeMove(shorter));
            }
            KeyCode::Tab | KeyCode::BackTab => {
                self.input_line = InputLine::Open;
                let step = if key.code == KeyCode::Tab { Step::Next } else { Step::Previous };
                self.complete_move(step);
            }
            KeyCode::Char('u' | 'w') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.send(Event::TypeMove(String::new()));
            }
            KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.append_input(letter.encode_utf8(&mut [0; 4]));
            }
            _ => {}
        }
    }

    /// Plays the typed move. If it is not legal, the line stays open and the reason is shown.
    fn submit_move(&mut self) {
        self.send(Event::SubmitMove);
        let is_played = self.view().typed_move().is_empty();
        self.input_line = if is_played { InputLine::Closed } else { InputLine::Refused };
    }

    fn close_input_line(&mut self) {
        self.input_line = InputLine::Closed;
        self.send(Event::TypeMove(String::new()));
    }

    /// Completes to the longest common prefix of all matching moves; repeated use cycles through them.
    fn complete_move(&mut self, step: Step) {
        let typed = self.view().typed_move().to_owned();
        let round = self.completion_cycle.take().filter(|(moves, at)| moves.get(*at) == Some(&typed));
        let moves = round.map_or_else(|| self.view().completions(), |(moves, _)| moves);
        let Some(first) = moves.first() else { return };
        let common = moves.iter().fold(first.as_str(), |common, next| {
            let same = common.chars().zip(next.chars()).take_while(|(a, b)| a == b).count();
            common.get(..same).unwrap_or(common)
        });
        if common.len() > typed.len() {
            return self.send(Event::TypeMove(common.to_owned()));
        }
        let next = match (moves.iter().position(|san| *san == typed), step) {
            (Some(at), _) => {
                let indices: Vec<usize> = (0..moves.len()).collect();
                cycle(&indices, at, step)
            }
            (None, Step::Next) => 0,
            (None, Step::Previous) => moves.len() - 1,
        };
        let longer = moves.get(next).cloned().unwrap_or_default();
        self.completion_cycle = Some((moves, next));
        self.send(Event::TypeMove(longer));
    }
}
