//! What keys mean at the board. One table serves the keyboard, the menu, the help and the line of hints.

use client::online::{Remote, Wish};
use client::{Act, Direction, Document, Event, Moment, Screen, Way};
use game::Millis;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::CastlingSide;

use super::{App, Errand, Layer, Purpose};
use crate::texts::Text;

/// Something a player can ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Steer(Direction),
    Point,
    Cancel,
    Type,
    Show(Moment),
    /// Castling to the left or right, as it is seen.
    Castle(Way),
    Turn,
    TakeBack,
    Draw,
    Resign,
    Pause,
    New,
    Rematch,
    /// The opponent who has failed is started again.
    Restart,
    Save,
    Open,
    Copy(Document),
    Say,
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
    pub(crate) shown: &'static str,
    pub(crate) command: Command,
    pub(crate) text: Text,
}

const fn binding(keys: &'static [KeyCode], shown: &'static str, command: Command, text: Text) -> Binding {
    Binding { keys, shown, command, text }
}

use KeyCode::Char;

/// All commands with a key. Letters that can begin a move (the files `a` to `g`, `K Q R B N O`) are none: they open the line
/// for typed moves. `h` is the one letter that is both a file and, for the fingers of many, the way to the left; what
/// follows it decides.
pub(crate) const BINDINGS: &[Binding] = &[
    binding(&[KeyCode::Left, Char('h')], "h", Command::Steer(Direction::Left), Text::KeyMove),
    binding(&[KeyCode::Down, Char('j')], "j", Command::Steer(Direction::Down), Text::KeyMove),
    binding(&[KeyCode::Up, Char('k')], "k", Command::Steer(Direction::Up), Text::KeyMove),
    binding(&[KeyCode::Right, Char('l')], "l", Command::Steer(Direction::Right), Text::KeyMove),
    binding(&[KeyCode::Enter, Char(' ')], "Enter", Command::Point, Text::KeyPoint),
    binding(&[KeyCode::Esc], "Esc", Command::Cancel, Text::KeyCancel),
    binding(&[Char(':'), Char('/'), KeyCode::Tab], ":", Command::Type, Text::KeyType),
    binding(&[Char('['), KeyCode::PageUp], "[", Command::Show(Moment::Previous), Text::KeyStep),
    binding(&[Char(']'), KeyCode::PageDown], "]", Command::Show(Moment::Next), Text::KeyStep),
    binding(&[Char('{'), KeyCode::Home], "{", Command::Show(Moment::First), Text::KeyEnds),
    binding(&[Char('}'), KeyCode::End], "}", Command::Show(Moment::Last), Text::KeyEnds),
    binding(&[Char('<')], "<", Command::Castle(Way::Left), Text::KeyCastle),
    binding(&[Char('>')], ">", Command::Castle(Way::Right), Text::KeyCastle),
    binding(&[Char('u')], "u", Command::TakeBack, Text::KeyTakeBack),
    binding(&[Char('=')], "=", Command::Draw, Text::KeyDraw),
    binding(&[Char('r')], "r", Command::Resign, Text::KeyResign),
    binding(&[Char('p')], "p", Command::Pause, Text::KeyPause),
    binding(&[Char('t')], "t", Command::Turn, Text::KeyTurn),
    binding(&[Char('z')], "z", Command::Rematch, Text::KeyRematch),
    binding(&[Char('x')], "x", Command::Restart, Text::KeyRestart),
    binding(&[Char('\'')], "'", Command::Say, Text::KeySay),
    binding(&[Char('w')], "w", Command::ClaimWin, Text::KeyWin),
    binding(&[Char('+')], "+", Command::GiveTime, Text::KeyGive),
    binding(&[Char('n')], "n", Command::New, Text::KeyNew),
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
    pub(crate) fn of(key: KeyEvent) -> Option<&'static Binding> {
        let is_plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        BINDINGS.iter().find(|binding| is_plain && binding.keys.contains(&key.code))
    }

    /// The binding of a command.
    pub(crate) fn to(command: Command) -> Option<&'static Binding> {
        BINDINGS.iter().find(|binding| binding.command == command)
    }
}

impl App {
    /// Whether a command has a meaning now. Those that only move the eye always have.
    pub(crate) fn can(&self, command: Command) -> bool {
        let actions = self.view().actions();
        match command {
            Command::TakeBack => actions.take_back,
            Command::Draw => !self.draw_choices().is_empty(),
            Command::Resign => actions.abort || actions.resign.white || actions.resign.black,
            Command::Pause => actions.pause || actions.resume,
            Command::Rematch => actions.rematch,
            Command::Restart => self.gone().is_some(),
            Command::Say => self.remote().is_some(),
            // At a server a game is played to its end, and no other one is brought to the table.
            Command::New => self.server().is_none() || !self.plays_at_server(),
            Command::Open => self.server().is_none(),
            Command::GiveTime => self.remote().is_some_and(Remote::may_give_time),
            Command::ClaimWin => self.remote().is_some_and(|remote| {
                let absence = remote.absence(self.view().online().time(), self.now());
                absence.is_some_and(|absence| absence.claim_in == Some(Millis::ZERO))
            }),
            _ => true,
        }
    }

    /// Whether one has a part in a game at a server that is not over.
    pub(super) fn plays_at_server(&self) -> bool {
        self.remote().is_some_and(|remote| remote.seat().is_some())
            && self.view().table().game().outcome().is_none()
    }

    /// The game at the table, if it is played on a server.
    fn remote(&self) -> Option<&Remote> {
        let view = self.view();
        view.online().game().filter(|_| view.table().is_remote())
    }

    /// Does what was asked for.
    pub(crate) fn command(&mut self, command: Command) {
        match command {
            Command::Steer(direction) => self.send(Event::Steer(direction)),
            Command::Point => self.send(Event::Enter),
            Command::Cancel => {
                self.remark = None;
                self.send(Event::Escape);
            }
            Command::Type => self.type_more(""),
            Command::Show(moment) => self.send(Event::Show(moment)),
            Command::Castle(way) => self.castle(way),
            Command::Turn => self.send(Event::Flip),
            Command::TakeBack => self.send(Event::Act(Act::TakeBack)),
            Command::Draw => self.ask_for_draw(),
            Command::Resign => self.give_up(),
            Command::Pause => {
                let act = if self.view().actions().resume { Act::Resume } else { Act::Pause };
                self.send(Event::Act(act));
            }
            Command::New if self.server().is_some() => self.back_to_lobby(),
            Command::New => self.go(Screen::Form),
            Command::Rematch => self.send(Event::Rematch),
            Command::Restart => self.restart(),
            Command::Say => self.lay(Layer::Name(Purpose::Say, String::new())),
            Command::ClaimWin => self.send(Event::Wish(Wish::ClaimWin)),
            Command::GiveTime => self.send(Event::Wish(Wish::GiveTime)),
            Command::Save => self.lay(Layer::Name(Purpose::Save, self.file_name())),
            Command::Open => self.lay(Layer::Name(Purpose::Open, String::new())),
            Command::Copy(document) => self.copy(document),
            Command::Menu => self.lay(Layer::Menu),
            Command::Settings => self.go(Screen::Settings),
            Command::Help => self.lay(Layer::Help),
            Command::Quit => self.leave(),
        }
    }

    /// Keys that mean the same everywhere.
    pub(super) fn everywhere(&mut self, key: KeyEvent) -> bool {
        let errand = match (key.modifiers.contains(KeyModifiers::CONTROL), key.code) {
            (true, Char('c')) => Errand::Quit,
            (true, Char('l')) => Errand::Redraw,
            (true, Char('z')) => Errand::Suspend,
            _ => return false,
        };
        self.errands.push(errand);
        true
    }

    fn castle(&mut self, way: Way) {
        let san = match way.side(self.view().board().orientation.bottom) {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        };
        self.send(Event::Escape);
        self.send(Event::Type(san.to_owned()));
        self.send(Event::Submit);
        // Refused or not, nothing stays in a line that nobody opened; the reason stays.
        if let Some(problem) = self.view().problem().cloned() {
            self.remark = Some(super::Remark::Problem(problem));
            self.send(Event::Type(String::new()));
        }
    }

    fn give_up(&mut self) {
        let actions = self.view().actions();
        if actions.abort {
            self.send(Event::Act(Act::Abort));
        } else if actions.resign[self.speaker()] {
            self.send(Event::Act(Act::Resign(self.speaker())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings_and_none_begins_a_move() {
        let keys: Vec<KeyCode> = BINDINGS.iter().flat_map(|binding| binding.keys).copied().collect();
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[index + 1..].contains(key), "{key:?} twice");
        }
        for letter in "abcdefgKQRBNO0".chars() {
            assert!(!keys.contains(&Char(letter)), "{letter} begins a move");
        }
    }
}
