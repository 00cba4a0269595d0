//! What keys mean at the board. One table serves the keyboard, the menu, the help and the line of hints.

use client::online::OnlineGame;
use client::{BoardCommand, Direction, Document, Event, Navigation, PlayerAction, Screen, ScreenSide};
use game::Millis;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::CastlingSide;

use super::{App, AppEffect, InputPurpose, Overlay};
use crate::texts::Text;

/// Something a player can ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    MoveCursor(Direction),
    Activate,
    Cancel,
    TypeMove,
    Show(Navigation),
    /// Castling to the left or right, as it is seen.
    Castle(ScreenSide),
    Flip,
    TakeBack,
    Draw,
    Resign,
    Pause,
    NewGame,
    Rematch,
    /// The opponent who has failed is started again.
    RestartOpponent,
    Save,
    Open,
    Copy(Document),
    Chat,
    ClaimWin,
    GiveTime,
    Menu,
    Settings,
    Help,
    Quit,
}

/// A key, how it is shown, what it does, and what it is called in the help.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    pub(crate) keys: &'static [KeyCode],
    pub(crate) label: &'static str,
    pub(crate) command: Command,
    pub(crate) text: Text,
}

const fn binding(keys: &'static [KeyCode], shown: &'static str, command: Command, text: Text) -> Binding {
    Binding { keys, label: shown, command, text }
}

use KeyCode::Char;

/// All commands with a key. Letters that can begin a move (the files `a` to `g`, `K Q R B N O`) are none: they open the line
/// for typed moves. `h` is the one letter that is both a file and, for the fingers of many, the way to the left; what
/// follows it decides.
pub(crate) const BINDINGS: &[Binding] = &[
    binding(&[KeyCode::Left, Char('h')], "h", Command::MoveCursor(Direction::Left), Text::KeyMove),
    binding(&[KeyCode::Down, Char('j')], "j", Command::MoveCursor(Direction::Down), Text::KeyMove),
    binding(&[KeyCode::Up, Char('k')], "k", Command::MoveCursor(Direction::Up), Text::KeyMove),
    binding(&[KeyCode::Right, Char('l')], "l", Command::MoveCursor(Direction::Right), Text::KeyMove),
    binding(&[KeyCode::Enter, Char(' ')], "Enter", Command::Activate, Text::KeyPoint),
    binding(&[KeyCode::Esc], "Esc", Command::Cancel, Text::KeyCancel),
    binding(&[Char(':'), Char('/'), KeyCode::Tab], ":", Command::TypeMove, Text::KeyType),
    binding(&[Char('['), KeyCode::PageUp], "[", Command::Show(Navigation::Previous), Text::KeyStep),
    binding(&[Char(']'), KeyCode::PageDown], "]", Command::Show(Navigation::Next), Text::KeyStep),
    binding(&[Char('{'), KeyCode::Home], "{", Command::Show(Navigation::First), Text::KeyEnds),
    binding(&[Char('}'), KeyCode::End], "}", Command::Show(Navigation::Last), Text::KeyEnds),
    binding(&[Char('<')], "<", Command::Castle(ScreenSide::Left), Text::KeyCastle),
    binding(&[Char('>')], ">", Command::Castle(ScreenSide::Right), Text::KeyCastle),
    binding(&[Char('u')], "u", Command::TakeBack, Text::KeyTakeBack),
    binding(&[Char('=')], "=", Command::Draw, Text::KeyDraw),
    binding(&[Char('r')], "r", Command::Resign, Text::KeyResign),
    binding(&[Char('p')], "p", Command::Pause, Text::KeyPause),
    binding(&[Char('t')], "t", Command::Flip, Text::KeyTurn),
    binding(&[Char('z')], "z", Command::Rematch, Text::KeyRematch),
    binding(&[Char('x')], "x", Command::RestartOpponent, Text::KeyRestart),
    binding(&[Char('\'')], "'", Command::Chat, Text::KeySay),
    binding(&[Char('w')], "w", Command::ClaimWin, Text::KeyWin),
    binding(&[Char('+')], "+", Command::GiveTime, Text::KeyGive),
    binding(&[Char('n')], "n", Command::NewGame, Text::KeyNew),
    binding(&[Char('s')], "s", Command::Save, Text::KeySave),
    binding(&[Char('o')], "o", Command::Open, Text::KeyOpen),
    binding(&[Char('y')], "y", Command::Copy(Document::Pgn), Text::KeyCopyPgn),
    binding(&[Char('Y')], "Y", Command::Copy(Document::Fen), Text::KeyCopyFen),
    binding(&[Char('m')], "m", Command::Menu, Text::KeyMenu),
    binding(&[Char(',')], ",", Command::Settings, Text::KeySettings),
    binding(&[Char('?'), KeyCode::F(1)], "?", Command::Help, Text::KeyHelp),
    binding(&[Char('q')], "q", Command::Quit, Text::KeyQuit),
];

impl Binding {
    /// The binding of a key.
    pub(crate) fn for_key(key: KeyEvent) -> Option<&'static Binding> {
        let is_plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        BINDINGS.iter().find(|binding| is_plain && binding.keys.contains(&key.code))
    }

    /// The binding of a command.
    pub(crate) fn for_command(command: Command) -> Option<&'static Binding> {
        BINDINGS.iter().find(|binding| binding.command == command)
    }
}

impl App {
    /// Whether a command has a meaning now. Those that only move the eye always have.
    pub(crate) fn is_available(&self, command: Command) -> bool {
        let actions = self.view().actions();
        match command {
            Command::TakeBack => actions.take_back,
            Command::Draw => !self.draw_choices().is_empty(),
            Command::Resign => actions.abort || actions.resign.white || actions.resign.black,
            Command::Pause => actions.pause || actions.resume,
            Command::Rematch => actions.rematch,
            Command::RestartOpponent => self.failed_side().is_some(),
            Command::Chat => self.remote_game().is_some(),
            // At a server a game is played to its end, and no other one is brought to the table.
            Command::NewGame => self.server().is_none() || !self.is_playing_online(),
            Command::Open => self.server().is_none(),
            Command::GiveTime => self.remote_game().is_some_and(OnlineGame::may_give_time),
            Command::ClaimWin => self.remote_game().is_some_and(|remote| {
                let absence = remote.opponent_absence(self.view().online().server_time(), self.now());
                absence.is_some_and(|absence| absence.claim_in == Some(Millis::ZERO))
            }),
            _ => true,
        }
    }

    /// Whether one has a part in a game at a server that is not over.
    pub(super) fn is_playing_online(&self) -> bool {
        self.remote_game().is_some_and(|remote| remote.seat().is_some())
            && self.view().local_game().game().outcome().is_none()
    }

    /// The game at the table, if it is played on a server.
    fn remote_game(&self) -> Option<&OnlineGame> {
        let view = self.view();
        view.online().game().filter(|_| view.local_game().is_online())
    }

    /// Does what was asked for.
    pub(crate) fn run_command(&mut self, command: Command) {
        match command {
            Command::MoveCursor(direction) => self.send(Event::ArrowKey(direction)),
            Command::Activate => self.send(Event::Enter),
            Command::Cancel => {
                self.notice = None;
                self.send(Event::Escape);
            }
            Command::TypeMove => self.append_input(""),
            Command::Show(moment) => self.send(Event::Navigate(moment)),
            Command::Castle(way) => self.castle(way),
            Command::Flip => self.send(Event::FlipBoard),
            Command::TakeBack => self.send(Event::Command(BoardCommand::TakeBack)),
            Command::Draw => self.open_draw_menu(),
            Command::Resign => self.resign_or_abort(),
            Command::Pause => {
                let act =
                    if self.view().actions().resume { BoardCommand::Resume } else { BoardCommand::Pause };
                self.send(Event::Command(act));
            }
            Command::NewGame if self.server().is_some() => self.back_to_lobby(),
            Command::NewGame => self.go_to_screen(Screen::Form),
            Command::Rematch => self.send(Event::Rematch),
            Command::RestartOpponent => self.restart_opponent(),
            Command::Chat => self.open_overlay(Overlay::TextInput(InputPurpose::Chat, String::new())),
            Command::ClaimWin => self.send(Event::LocalAction(PlayerAction::ClaimWin)),
            Command::GiveTime => self.send(Event::LocalAction(PlayerAction::GiveTime)),
            Command::Save => {
                self.open_overlay(Overlay::TextInput(InputPurpose::Save, self.suggested_file_name()))
            }
            Command::Open => self.open_overlay(Overlay::TextInput(InputPurpose::Open, String::new())),
            Command::Copy(document) => self.copy(document),
            Command::Menu => self.open_overlay(Overlay::Menu),
            Command::Settings => self.go_to_screen(Screen::Settings),
            Command::Help => self.open_overlay(Overlay::Help),
            Command::Quit => self.quit(),
        }
    }

    /// Keys that mean the same everywhere.
    pub(super) fn global_key(&mut self, key: KeyEvent) -> bool {
        let errand = match (key.modifiers.contains(KeyModifiers::CONTROL), key.code) {
            (true, Char('c')) => AppEffect::Quit,
            (true, Char('l')) => AppEffect::Redraw,
            (true, Char('z')) => AppEffect::Suspend,
            _ => return false,
        };
        self.effects.push(errand);
        true
    }

    fn castle(&mut self, way: ScreenSide) {
        let san = match way.castling_side(self.view().board().orientation.bottom) {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        };
        self.send(Event::Escape);
        self.send(Event::TypeMove(san.to_owned()));
        self.send(Event::SubmitMove);
        // Refused or not, nothing stays in a line that nobody opened; the reason stays.
        if let Some(problem) = self.view().problem().cloned() {
            self.notice = Some(super::Notice::Problem(problem));
            self.send(Event::TypeMove(String::new()));
        }
    }

    fn resign_or_abort(&mut self) {
        let actions = self.view().actions();
        if actions.abort {
            self.send(Event::Command(BoardCommand::Abort));
        } else if actions.resign[self.acting_side()] {
            self.send(Event::Command(BoardCommand::Resign(self.acting_side())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique_and_do_not_begin_a_move() {
        let keys: Vec<KeyCode> = BINDINGS.iter().flat_map(|binding| binding.keys).copied().collect();
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[index + 1..].contains(key), "{key:?} twice");
        }
        for letter in "abcdefgKQRBNO0".chars() {
            assert!(!keys.contains(&Char(letter)), "{letter} begins a move");
        }
    }
}
