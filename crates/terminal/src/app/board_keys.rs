//! Keys at the board while no prompt is open and no move is typed.

use client::{Event, Mark, Problem, ScreenSide};
use game::{GameError, Offer};
use protocol::ActionError;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::Color;

use super::App;
use super::command::{Binding, Command};
use crate::app::Notice;

impl App {
    pub(super) fn key_at_board(&mut self, key: KeyEvent) {
        let before_h = self.cursor_before_h.take();
        let is_plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        self.answer_rejected = self.castling_options().is_some() && !answers_castling_prompt(key);
        if self.answer_rejected {
            return;
        }
        let KeyCode::Char(letter) = key.code else { return self.run_binding(key) };
        match (letter, before_h) {
            // The `h` before this key was a file: undo the cursor step and type it.
            ('1'..='8' | 'x', Some(cursor)) if is_plain => {
                self.send(Event::FocusSquare(Some(cursor)));
                self.append_input("h");
                self.append_input(letter.encode_utf8(&mut [0; 4]));
            }
            ('h', _) if is_plain => {
                self.cursor_before_h = Some(self.view().cursor());
                self.run_binding(key);
            }
            ('a'..='g' | 'K' | 'Q' | 'R' | 'B' | 'N' | 'O' | '0', _) if is_plain => {
                self.append_input(letter.encode_utf8(&mut [0; 4]));
            }
            _ => self.run_binding(key),
        }
    }

    /// The selected king's colour and the directions, from left to right, in which it can castle.
    pub(crate) fn castling_options(&self) -> Option<(Color, Vec<ScreenSide>)> {
        let view = self.view();
        let (board, game) = (view.board(), view.local_game().game());
        let selected = board.squares.iter().find(|square| square.marks.has(Mark::Selected))?;
        let piece = selected.piece.filter(|piece| piece.color == game.turn())?;
        let moves = game.moves_from(selected.square);
        let is_open = |screen_side: &ScreenSide| {
            let side = screen_side.castling_side(board.orientation.bottom);
            moves.iter().any(|m| m.castling_side() == Some(side))
        };
        let screen_sides: Vec<ScreenSide> = ScreenSide::ALL.into_iter().filter(is_open).collect();
        Some((piece.color, screen_sides)).filter(|(_, screen_sides)| !screen_sides.is_empty())
    }

    fn run_binding(&mut self, key: KeyEvent) {
        let Some(binding) = Binding::for_key(key) else { return };
        match self.unavailable_reason(binding.command) {
            _ if self.is_available(binding.command) => self.run_command(binding.command),
            Some(notice) => self.show_notice(notice),
            None => {}
        }
    }

    /// The reason why a command is unavailable, if worth a notice.
    fn unavailable_reason(&self, command: Command) -> Option<Notice> {
        let local_game = self.view().local_game();
        if let (Command::TakeBack | Command::Draw | Command::Resign | Command::Pause, Some(result)) =
            (command, local_game.recorded_result())
        {
            return Some(Notice::RecordedResult(result));
        }
        let problem = match (command, local_game.game().outcome()) {
            (Command::TakeBack | Command::Draw | Command::Resign | Command::Pause, Some(outcome)) => {
                Problem::GameRule(GameError::GameOver(outcome))
            }
            (Command::Draw, None) => Problem::GameRule(GameError::CannotOffer(Offer::Draw)),
            (Command::Pause, None) => return Some(Notice::NoClock),
            (Command::TakeBack, None) if local_game.is_all_local() => {
                Problem::GameRule(GameError::NothingToTakeBack)
            }
            (Command::TakeBack, None) => Problem::GameRule(GameError::CannotOffer(Offer::Takeback)),
            (Command::Rematch, None) => Problem::RejectedByServer(ActionError::NotOver),
            (Command::Rematch, Some(_)) => {
                Problem::RejectedByServer(ActionError::MayNotOffer { offer: protocol::OfferKind::Rematch })
            }
            (Command::Resign, None) => Problem::RejectedByServer(ActionError::NotBegun),
            (Command::Chat | Command::GiveTime | Command::ClaimWin, _) if !local_game.is_online() => {
                return Some(Notice::OnlineOnly);
            }
            (Command::GiveTime, _) => Problem::RejectedByServer(ActionError::NoClock),
            (Command::ClaimWin, _) => Problem::RejectedByServer(ActionError::NotGone),
            _ => return None,
        };
        Some(Notice::Problem(problem))
    }
}

/// True if a key is meaningful while castling is offered: a direction, the cursor, a typed move, or a command
/// without effect on the game. `r` (resign) is not, because it is easily meant as "right".
fn answers_castling_prompt(key: KeyEvent) -> bool {
    if matches!(key.code, KeyCode::Char('a'..='h' | 'K' | 'Q' | 'R' | 'B' | 'N' | 'O' | '0')) {
        return true;
    }
    Binding::for_key(key).is_some_and(|binding| match binding.command {
        Command::MoveCursor(_)
        | Command::Activate
        | Command::Cancel
        | Command::TypeMove
        | Command::Show(_)
        | Command::Castle(_)
        | Command::Flip
        | Command::Menu
        | Command::Settings
        | Command::Help
        | Command::Chat
        | Command::Quit => true,
        Command::TakeBack
        | Command::Draw
        | Command::Resign
        | Command::Pause
        | Command::NewGame
        | Command::Rematch
        | Command::RestartOpponent
        | Command::Save
        | Command::Open
        | Command::Copy(_)
        | Command::ClaimWin
        | Command::GiveTime => false,
    })
}
