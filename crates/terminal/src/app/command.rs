//! Commands at the board. One table serves the keyboard, the menu, the help and the key hints.

use client::online::OnlineGame;
use client::{BoardCommand, Direction, Document, Event, Navigation, PlayerAction, Screen, ScreenSide};
use game::Millis;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::CastlingSide;

use super::{App, AppEffect, InputPurpose, Overlay};
use texts::TerminalMessageKey;

/// A command at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    MoveCursor(Direction),
    Activate,
    Cancel,
    TypeMove,
    Show(Navigation),
    /// Castles to the left or right of the screen.
    Castle(ScreenSide),
    Flip,
    TakeBack,
    Draw,
    Resign,
    Pause,
    NewGame,
    Rematch,
    /// Restarts the opponent that failed.
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

/// A command with its keys, the label of its key, and its description.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    pub(crate) keys: &'static [KeyCode],
    pub(crate) label: &'static str,
    pub(crate) command: Command,
    pub(crate) text: TerminalMessageKey,
}

const fn binding(
    keys: &'static [KeyCode],
    shown: &'static str,
    command: Command,
    text: TerminalMessageKey,
) -> Binding {
    Binding { keys, label: shown, command, text }
}

use KeyCode::Char;

/// All key bindings. Letters that can begin a move (the files `a` to `g`, `K Q R B N O`) are not bound: they
/// open the input line. `h` is both a file and the vi key for left; the following key decides.
pub(crate) const BINDINGS: &[Binding] = &[
    binding(
        &[KeyCode::Left, Char('h')],
        "h",
        Command::MoveCursor(Direction::Left),
        TerminalMessageKey::KeyMove,
    ),
    binding(
        &[KeyCode::Down, Char('j')],
        "j",
        Command::MoveCursor(Direction::Down),
        TerminalMessageKey::KeyMove,
    ),
    binding(&[KeyCode::Up, Char('k')], "k", Command::MoveCursor(Direction::Up), TerminalMessageKey::KeyMove),
    binding(
        &[KeyCode::Right, Char('l')],
        "l",
        Command::MoveCursor(Direction::Right),
        TerminalMessageKey::KeyMove,
    ),
    binding(&[KeyCode::Enter, Char(' ')], "Enter", Command::Activate, TerminalMessageKey::KeyPoint),
    binding(&[KeyCode::Esc], "Esc", Command::Cancel, TerminalMessageKey::KeyCancel),
    binding(&[Char(':'), Char('/'), KeyCode::Tab], ":", Command::TypeMove, TerminalMessageKey::KeyType),
    binding(
        &[Char('['), KeyCode::PageUp],
        "[",
        Command::Show(Navigation::Previous),
        TerminalMessageKey::KeyStep,
    ),
    binding(
        &[Char(']'), KeyCode::PageDown],
        "]",
        Command::Show(Navigation::Next),
        TerminalMessageKey::KeyStep,
    ),
    binding(&[Char('{'), KeyCode::Home], "{", Command::Show(Navigation::First), TerminalMessageKey::KeyEnds),
    binding(&[Char('}'), KeyCode::End], "}", Command::Show(Navigation::Last), TerminalMessageKey::KeyEnds),
    binding(&[Char('<')], "<", Command::Castle(ScreenSide::Left), TerminalMessageKey::KeyCastle),
    binding(&[Char('>')], ">", Command::Castle(ScreenSide::Right), TerminalMessageKey::KeyCastle),
    binding(&[Char('u')], "u", Command::TakeBack, TerminalMessageKey::KeyTakeBack),
    binding(&[Char('=')], "=", Command::Draw, TerminalMessageKey::KeyDraw),
    binding(&[Char('r')], "r", Command::Resign, TerminalMessageKey::KeyResign),
    binding(&[Char('p')], "p", Command::Pause, TerminalMessageKey::KeyPause),
    binding(&[Char('t')], "t", Command::Flip, TerminalMessageKey::KeyTurn),
    binding(&[Char('z')], "z", Command::Rematch, TerminalMessageKey::KeyRematch),
    binding(&[Char('x')], "x", Command::RestartOpponent, TerminalMessageKey::KeyRestart),
    binding(&[Char('\'')], "'", Command::Chat, TerminalMessageKey::KeySay),
    binding(&[Char('w')], "w", Command::ClaimWin, TerminalMessageKey::KeyWin),
    binding(&[Char('+')], "+", Command::GiveTime, TerminalMessageKey::KeyGive),
    binding(&[Char('n')], "n", Command::NewGame, TerminalMessageKey::KeyNew),
    binding(&[Char('s')], "s", Command::Save, TerminalMessageKey::KeySave),
    binding(&[Char('o')], "o", Command::Open, TerminalMessageKey::KeyOpen),
    binding(&[Char('y')], "y", Command::Copy(Document::Pgn), TerminalMessageKey::KeyCopyPgn),
    binding(&[Char('Y')], "Y", Command::Copy(Document::Fen), TerminalMessageKey::KeyCopyFen),
    binding(&[Char('m')], "m", Command::Menu, TerminalMessageKey::KeyMenu),
    binding(&[Char(',')], ",", Command::Settings, TerminalMessageKey::KeySettings),
    binding(&[Char('?'), KeyCode::F(1)], "?", Command::Help, TerminalMessageKey::KeyHelp),
    binding(&[Char('q')], "q", Command::Quit, TerminalMessageKey::KeyQuit),
];

impl Binding {
    /// Returns the binding of a key.
    pub(crate) fn for_key(key: KeyEvent) -> Option<&'static Binding> {
        let is_plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        BINDINGS.iter().find(|binding| is_plain && binding.keys.contains(&key.code))
    }

    /// Returns the binding of a command.
    pub(crate) fn for_command(command: Command) -> Option<&'static Binding> {
        BINDINGS.iter().find(|binding| binding.command == command)
    }
}

impl App {
    /// True if a command is available now. Commands without effect on the game always are.
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
            // An online game is played to its end and not replaced.
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

    /// True if the user is a player of an unfinished online game.
    pub(super) fn is_playing_online(&self) -> bool {
        self.remote_game().is_some_and(|remote| remote.seat().is_some())
            && self.view().local_game().game().outcome().is_none()
    }

    /// The online game, if it is the one on the board.
    fn remote_game(&self) -> Option<&OnlineGame> {
        let view = self.view();
        view.online().game().filter(|_| view.local_game().is_online())
    }

    /// Runs a command.
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
            Command::Castle(screen_side) => self.castle(screen_side),
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

    /// Handles the keys that mean the same everywhere.
    pub(super) fn global_key(&mut self, key: KeyEvent) -> bool {
        let effect = match (key.modifiers.contains(KeyModifiers::CONTROL), key.code) {
            (true, Char('c')) => AppEffect::Quit,
            (true, Char('l')) => AppEffect::Redraw,
            (true, Char('z')) => AppEffect::Suspend,
            _ => return false,
        };
        self.effects.push(effect);
        true
    }

    fn castle(&mut self, screen_side: ScreenSide) {
        let san = match screen_side.castling_side(self.view().board().orientation.bottom) {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        };
        self.send(Event::Escape);
        self.send(Event::TypeMove(san.to_owned()));
        self.send(Event::SubmitMove);
        // The input line was not open before and must be empty again; the reason is shown as a notice.
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
