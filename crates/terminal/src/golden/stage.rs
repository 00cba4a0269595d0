//! Somebody at a window, who acts as a script says.

use client::{Event, Settings};
use game::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use rules::Square;

use super::server::Server;
use crate::app::{App, Looks, Remark};
use crate::{Trouble, paint};

/// A player at a window: keys go in, a picture comes out.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) app: App,
    pub(super) now: Timestamp,
    pub(super) area: Rect,
    /// What the server has told so far.
    pub(super) server: Option<Server>,
}

impl Stage {
    pub(crate) fn new(size: (u16, u16), looks: Looks) -> Stage {
        let (now, area) = (Timestamp(0), Rect::new(0, 0, size.0, size.1));
        let mut app = App::new(Settings::default(), looks);
        app.at(now, area);
        Stage { app, now, area, server: None }
    }

    /// The board with the pieces at their start.
    pub(crate) fn seated(size: (u16, u16), looks: Looks) -> Stage {
        let mut stage = Stage::new(size, looks);
        stage.app.replace();
        stage
    }

    /// Acts as a script says: letters are keys, words in braces are keys with a name or things that happen.
    pub(crate) fn act(&mut self, script: &str) {
        let mut rest = script;
        while let Some(letter) = rest.chars().next() {
            rest = match rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
                Some((word, rest)) => {
                    self.happen(word);
                    rest
                }
                None => {
                    self.key(KeyCode::Char(letter));
                    &rest[letter.len_utf8()..]
                }
            };
        }
    }

    fn happen(&mut self, word: &str) {
        let (name, value) = word.split_once(' ').unwrap_or((word, ""));
        match name {
            "enter" => self.key(KeyCode::Enter),
            "esc" => self.key(KeyCode::Esc),
            "tab" => self.key(KeyCode::Tab),
            "backtab" => self.key(KeyCode::BackTab),
            "back" => self.key(KeyCode::Backspace),
            "up" => self.key(KeyCode::Up),
            "down" => self.key(KeyCode::Down),
            "left" => self.key(KeyCode::Left),
            "right" => self.key(KeyCode::Right),
            "home" => self.key(KeyCode::Home),
            "end" => self.key(KeyCode::End),
            "click" => self.click(value.parse().unwrap()),
            "press" => self.mouse(MouseEventKind::Down(MouseButton::Left), value.parse().unwrap()),
            "drag" => self.mouse(MouseEventKind::Drag(MouseButton::Left), value.parse().unwrap()),
            "release" => self.mouse(MouseEventKind::Up(MouseButton::Left), value.parse().unwrap()),
            "paste" => self.app.input(Input::Paste(value.to_owned())),
            "moves" => value.split(' ').for_each(|san| self.act(&format!(":{san}{{enter}}"))),
            "wait" => {
                self.now.0 += value.parse::<u64>().unwrap();
                self.app.at(self.now, self.area);
                self.app.send(Event::Tick);
            }
            "saved" => self.app.written(Remark::Saved(value.to_owned())),
            "exists" => self.app.exists(value.to_owned()),
            "full" => self.app.kept(Some("No space left on device".to_owned())),
            "found" => {
                let text = self.saved(value);
                self.app.send(Event::Found(text));
            }
            "opponent" => self.app.introduce(value),
            "told" => self.app.told(client::Deed::Move(value.parse().unwrap())),
            "lost" => self.app.lost(match value {
                "silent" => Trouble::Silent,
                "unfit" => Trouble::Unfit,
                "not-started" => Trouble::NotStarted("No such file or directory".to_owned()),
                _ => Trouble::Gone(None),
            }),
            "waits" => self.app.waits(),
            "asks-back" => self.app.told(client::Deed::Offer(game::Offer::Takeback)),
            "unread" => self
                .app
                .unread(value, Remark::NotRead(value.to_owned(), "No such file or directory".to_owned())),
            "open" => self.app.open(value.to_owned()),
            "damaged" => self.app.send(Event::Found("hanpan-game 1\nrubbish".to_owned())),
            "away" => {
                let text = self.saved(value).replace("black here", "black elsewhere stockfish");
                self.app.send(Event::Found(text));
            }
            "away-computer" => {
                let text = self.saved(value).replace("black here", "black elsewhere 하루 (600)");
                self.app.send(Event::Found(text));
            }
            "begin" => self.begin(value),
            _ if self.happens_at_server(name, value) => {}
            _ => panic!("{word:?} is not in the script's words"),
        }
    }

    /// A game with these moves as it is kept.
    fn saved(&self, moves: &str) -> String {
        let mut other = Stage::seated((80, 24), self.looks());
        other.act(&format!("{{moves {moves}}}"));
        let saved = other.app.take_errands().into_iter().rev().find_map(|errand| match errand {
            crate::app::Errand::Effect(client::Effect::Save(text)) => Some(text),
            _ => None,
        });
        saved.unwrap()
    }

    /// A game with this clock, and names as they should not be.
    fn begin(&mut self, clock: &str) {
        let long = "Wolfeschlegelsteinhausenbergerdorff".to_owned();
        let form = client::Form {
            clock: client::ClockChoice::Own,
            times: crate::plain::read_clock(clock).unwrap(),
            names: rules::ByColor {
                white: long,
                black: "김수한무 거북이와 두루미 삼천갑자 동방삭".to_owned(),
            },
            ..client::Form::default()
        };
        for field in crate::opening::fields(form) {
            self.app.send(Event::Fill(field));
        }
        self.app.replace();
    }

    fn looks(&self) -> Looks {
        Looks {
            pieces: self.app.pieces(),
            depth: self.app.depth(),
            system: self.app.language(),
            ..super::LARGE
        }
    }

    fn key(&mut self, code: KeyCode) {
        self.app.input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn click(&mut self, square: Square) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), square);
        self.mouse(MouseEventKind::Up(MouseButton::Left), square);
    }

    fn mouse(&mut self, kind: MouseEventKind, square: Square) {
        let (column, row) = paint::place_of(&self.app, self.area, square);
        self.app.input(Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    pub(crate) fn picture(&self) -> Buffer {
        let mut buffer = Buffer::empty(self.area);
        paint::render(&self.app, self.area, &mut buffer);
        buffer
    }
}
