//! An app driven by scripts.

use client::{Event, Settings};
use game::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event as CrosstermEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use rules::Square;

use super::fake_server::FakeServer;
use crate::app::{App, DisplayOptions, Notice};
use crate::{OpponentError, ui};

/// An app with a window and a clock: keys in, screens out.
#[derive(Debug)]
pub(crate) struct TestApp {
    pub(crate) app: App,
    pub(super) now: Timestamp,
    pub(super) area: Rect,
    /// The scripted server, once connected.
    pub(super) server: Option<FakeServer>,
}

impl TestApp {
    pub(crate) fn new(size: (u16, u16), display: DisplayOptions) -> TestApp {
        let (now, area) = (Timestamp(0), Rect::new(0, 0, size.0, size.1));
        let mut app = App::new(Settings::default(), display);
        app.set_time_and_area(now, area);
        TestApp { app, now, area, server: None }
    }

    /// A new standard game.
    pub(crate) fn with_game(size: (u16, u16), display: DisplayOptions) -> TestApp {
        let mut harness = TestApp::new(size, display);
        harness.app.start_form_game();
        harness
    }

    /// Runs a script: characters are keys, words in braces are named keys or steps.
    pub(crate) fn run_script(&mut self, script: &str) {
        let mut rest = script;
        while let Some(letter) = rest.chars().next() {
            rest = match rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
                Some((word, rest)) => {
                    self.run_step(word);
                    rest
                }
                None => {
                    self.key(KeyCode::Char(letter));
                    &rest[letter.len_utf8()..]
                }
            };
        }
    }

    fn run_step(&mut self, word: &str) {
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
            "paste" => self.app.input(CrosstermEvent::Paste(value.to_owned())),
            "moves" => value.split(' ').for_each(|san| self.run_script(&format!(":{san}{{enter}}"))),
            "wait" => {
                self.now.0 += value.parse::<u64>().unwrap();
                self.app.set_time_and_area(self.now, self.area);
                self.app.send(Event::Tick);
            }
            "file-saved" => self.app.file_saved(Notice::FileSaved(value.to_owned())),
            "file-exists" => self.app.file_exists(value.to_owned()),
            "disk-full" => self.app.game_saved(Some("No space left on device".to_owned())),
            "saved-game" => {
                let text = self.saved_game(value);
                self.app.send(Event::SavedGameFound(text));
            }
            "opponent" => self.app.set_engine_name(value),
            "reply" => {
                let ply = self.app.view().local_game().game().ply();
                self.app.opponent_acted(client::PlayerAction::play(ply, value.parse().unwrap()));
            }
            "opponent-fails" => self.app.opponent_failed(match value {
                "timeout" => OpponentError::Timeout,
                "unsupported" => OpponentError::Unsupported,
                "not-started" => OpponentError::NotStarted("No such file or directory".to_owned()),
                _ => OpponentError::Exited(None),
            }),
            "opponent-starting" => self.app.opponent_starting(),
            "offer-takeback" => self.app.opponent_acted(client::PlayerAction::offer(game::Offer::Takeback)),
            "file-not-read" => self.app.file_not_read(
                value,
                Notice::FileNotRead(value.to_owned(), "No such file or directory".to_owned()),
            ),
            "open" => self.app.open_text(value.to_owned()),
            "damaged-save" => self.app.send(Event::SavedGameFound("hanpan-game 1\nrubbish".to_owned())),
            "saved-vs-engine" => {
                let text = self.saved_game(value).replace("black here", "black elsewhere stockfish");
                self.app.send(Event::SavedGameFound(text));
            }
            "saved-vs-computer" => {
                let text = self.saved_game(value).replace("black here", "black elsewhere 하루 (600)");
                self.app.send(Event::SavedGameFound(text));
            }
            "start" => self.start_with_clock(value),
            _ if self.run_server_step(name, value) => {}
            _ => panic!("{word:?} is not a script step"),
        }
    }

    /// The save file of a game with these moves.
    fn saved_game(&self, moves: &str) -> String {
        let mut other = TestApp::with_game((80, 24), self.display_options());
        other.run_script(&format!("{{moves {moves}}}"));
        let saved = other.app.take_effects().into_iter().rev().find_map(|effect| match effect {
            crate::app::AppEffect::Client(client::Effect::SaveGame(text)) => Some(text),
            _ => None,
        });
        saved.unwrap()
    }

    /// Starts a game with this clock and very long names.
    fn start_with_clock(&mut self, clock: &str) {
        let long = "Wolfeschlegelsteinhausenbergerdorff".to_owned();
        let form = client::GameForm {
            clock: client::ClockChoice::Custom,
            times: crate::line_mode::parse_clock(clock).unwrap(),
            names: rules::ByColor {
                white: long,
                black: "김수한무 거북이와 두루미 삼천갑자 동방삭".to_owned(),
            },
            ..client::GameForm::default()
        };
        for field in crate::startup::form_fields(form) {
            self.app.send(Event::EditForm(field));
        }
        self.app.start_form_game();
    }

    fn display_options(&self) -> DisplayOptions {
        DisplayOptions {
            piece_style: self.app.piece_style(),
            color_depth: self.app.color_depth(),
            system_language: self.app.language(),
            ..super::DISPLAY
        }
    }

    fn key(&mut self, code: KeyCode) {
        self.app.input(CrosstermEvent::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn click(&mut self, square: Square) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), square);
        self.mouse(MouseEventKind::Up(MouseButton::Left), square);
    }

    fn mouse(&mut self, kind: MouseEventKind, square: Square) {
        let (column, row) = ui::square_center(&self.app, self.area, square);
        self.app.input(CrosstermEvent::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
    }

    pub(crate) fn screen(&self) -> Buffer {
        let mut buffer = Buffer::empty(self.area);
        ui::render(&self.app, self.area, &mut buffer);
        buffer
    }
}
