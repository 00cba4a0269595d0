//! Every state of the screen, drawn and compared with the files in `tests/screens`, in both languages. To accept what is
//! drawn now, run the tests with `HANPAN_ACCEPT=1` and look at the difference.

use std::fmt::Write as _;
use std::path::PathBuf;

use client::{Event, Language, Settings};
use game::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use rules::Square;

use crate::app::{App, Looks, Remark};
use crate::{Depth, Pieces, Trouble, paint};

/// A player at a window: keys go in, a picture comes out.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) app: App,
    now: Timestamp,
    area: Rect,
}

impl Stage {
    pub(crate) fn new(size: (u16, u16), looks: Looks) -> Stage {
        let (now, area) = (Timestamp(0), Rect::new(0, 0, size.0, size.1));
        let mut app = App::new(Settings::default(), looks);
        app.at(now, area);
        Stage { app, now, area }
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
        Looks { pieces: self.app.pieces(), depth: self.app.depth(), system: self.app.language(), ..LARGE }
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

/// The characters of a picture, line by line.
fn text(picture: &Buffer) -> String {
    let mut text = String::new();
    for y in picture.area.top()..picture.area.bottom() {
        let mut line = String::new();
        let mut x = picture.area.left();
        while x < picture.area.right() {
            let symbol = picture[(x, y)].symbol();
            line.push_str(symbol);
            // What is behind a wide character is not seen.
            x += paint::width(symbol).max(1);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The colours of a picture: for each line, from which column on which foreground, background and manner.
fn colors(picture: &Buffer) -> String {
    let mut text = String::new();
    for y in picture.area.top()..picture.area.bottom() {
        let mut before = None;
        let _ = write!(text, "{y:2}");
        for x in picture.area.left()..picture.area.right() {
            let cell = &picture[(x, y)];
            let style = (cell.fg, cell.bg, cell.modifier);
            if before != Some(style) {
                let _ = write!(text, " {x}:{}/{}", cell.fg, cell.bg);
                if !cell.modifier.is_empty() {
                    let _ = write!(text, "/{:?}", cell.modifier);
                }
            }
            before = Some(style);
        }
        text.push('\n');
    }
    text
}

fn compare(name: &str, drawn: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(name);
    if std::env::var_os("HANPAN_ACCEPT").is_some() {
        std::fs::write(&path, drawn).unwrap();
    }
    let accepted = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        accepted == drawn,
        "{name} is drawn otherwise than accepted:\n{drawn}\naccepted was:\n{accepted}"
    );
}

const LARGE: Looks = Looks {
    asked_pieces: None,
    pieces: Pieces::Symbols,
    depth: Depth::True,
    system: Language::English,
    asked: None,
};

/// What is seen, by name: the window, and what happened before.
const SCENES: &[(&str, (u16, u16), &str)] = &[
    ("start", (80, 24), ""),
    ("smallest", (40, 20), "{moves e4 e5 Nf3}"),
    ("too-small", (39, 20), ""),
    ("tall", (44, 40), "{moves e4 e5 Nf3 Nc6 Bb5 a6}"),
    ("typing", (80, 24), "e"),
    ("typing-h", (80, 24), "h4"),
    ("typing-completed", (80, 24), "Nf{tab}"),
    ("typing-nonsense", (80, 24), "Nf6{enter}"),
    ("selected", (80, 24), "{moves e4 d5}{click e4}"),
    ("cursor", (80, 24), "{up}{up}{right}"),
    ("dragged", (80, 24), "{press g1}{drag f3}"),
    ("explained", (80, 24), "{moves e4 e5 d3 Bb4+}{click g1}{click f3}"),
    ("explained-small", (40, 20), "{moves e4 e5 d3 Bb4+}{click g1}{click f3}"),
    ("check", (80, 24), "{moves e4 d6 Bb5+}"),
    ("mate", (80, 24), "{moves f3 e5 g4 Qh4#}"),
    ("stalemate", (80, 24), "{paste 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1}{moves Qg6}"),
    ("captured", (80, 24), "{moves e4 d5 exd5 Qxd5 Nc3 Qxd2+ Bxd2}"),
    ("castling", (80, 24), "{moves e4 e5 Nf3 Nf6 Bc4 Bc5}{click e1}"),
    ("castled", (80, 24), "{moves e4 e5 Nf3 Nf6 Bc4 Bc5}>"),
    ("castling-refused", (80, 24), "<"),
    ("promotion", (80, 24), "{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}{click a7}{click a8}"),
    ("promotion-again", (80, 24), "{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}{click a7}{click a8}x"),
    ("promotion-typed", (80, 24), "{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}a8{enter}"),
    ("promoted", (80, 24), "{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}{click a7}{click a8}n"),
    ("en-passant", (80, 24), "{moves e4 a6 e5 d5}{click e5}"),
    ("looking-back", (80, 24), "{moves e4 e5 Nf3 Nc6}[["),
    ("flipped", (80, 24), "{moves e4}t"),
    ("draw-menu", (80, 24), "{moves e4}="),
    ("draw-offered", (80, 24), "{moves e4}={enter}"),
    ("draw-offered-again", (80, 24), "{moves e4}={enter}x"),
    ("draw-agreed", (80, 24), "{moves e4}={enter}y"),
    ("draw-claim", (80, 24), "{moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8}="),
    ("resign", (80, 24), "{moves e4 e5}r"),
    ("abort", (80, 24), "{moves e4}r"),
    ("claim-with-move", (80, 24), "{moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1}={enter}"),
    ("open-missing", (80, 24), "o/no/such{enter}{unread /no/such}"),
    ("opened", (80, 24), "{open 1. e4 e5 2. Nf3 1-0}"),
    ("opened-mate", (80, 24), "{open 1. f3 e5 2. g4 Qh4# 0-1}["),
    ("opened-several", (80, 24), "{open 1. e4 * 1. d4 *}"),
    ("make-way", (80, 24), "{moves d4}{open 1. e4 e5 2. Nf3 1-0}"),
    ("typing-rubbish", (80, 24), ":zz{enter}"),
    ("clock-delay", (80, 24), "{begin 5d3}{moves e4 e5}{wait 1000}"),
    ("clock-delay-small", (40, 20), "{begin 5d3}{moves e4 e5}{wait 4000}{click e1}{click e3}"),
    ("home-damaged", (80, 24), "{damaged}"),
    ("home-small", (40, 20), "{found e4 e5}"),
    ("home-away", (80, 24), "{away e4}{enter}"),
    ("home-taken-over", (80, 24), "{away e4}{enter}y"),
    ("resigned", (80, 24), "{moves e4 e5}ry"),
    ("taken-back", (80, 24), "{moves e4 e5}u"),
    ("save", (80, 24), "{moves e4}s"),
    ("save-exists", (80, 24), "{moves e4}s{exists white-black.pgn}"),
    ("saved", (80, 24), "{moves e4}s{saved white-black.pgn}"),
    ("not-kept", (80, 24), "{moves e4}{full}"),
    ("quit", (80, 24), "{moves e4}q"),
    ("quit-not-kept", (80, 24), "{moves e4}{full}qx"),
    ("menu", (80, 24), "{moves e4}m"),
    ("menu-small", (40, 20), "{moves e4}m"),
    ("draw-menu-small", (40, 20), "{moves e4}="),
    ("help", (80, 24), "?"),
    ("help-small", (40, 20), "?"),
    ("settings", (80, 24), ",{down}{down}"),
    ("settings-small", (40, 20), ",{end}"),
    ("form", (80, 24), "n"),
    ("form-chess960", (80, 24), "n{right}{down}960"),
    ("form-fen", (80, 24), "n{right}{right}{down}{paste 8/8/8/8/8/8/8/9 w - - 0 1}"),
    ("form-king-capture", (80, 24), "n{left}"),
    ("form-clock", (100, 30), "n{down}{left}{down}{down}99{down}{right}"),
    ("form-computer", (80, 24), "n{down}{down}{right}{down}{right}"),
    ("form-computer-small", (40, 20), "n{down}{down}{left}"),
    ("computer", (80, 24), "n{down}{down}{right}{end}{enter}{moves e4}"),
    ("home-computer", (80, 24), "{away-computer e4}{enter}"),
    ("form-small", (40, 20), "n{down}{left}{end}"),
    ("clock", (80, 24), "n{down}{right}{right}{right}{right}{end}{enter}{moves e4 e5}{wait 61500}"),
    ("clock-low", (80, 24), "n{down}{right}{end}{enter}{moves e4 e5}{wait 52300}"),
    ("clock-paused", (80, 24), "n{down}{right}{end}{enter}{moves e4 e5}{wait 2000}p"),
    ("flag", (80, 24), "n{down}{right}{end}{enter}{moves e4 e5}{wait 60000}"),
    ("king-capture", (80, 24), "n{left}{end}{enter}{moves e5 e4 Qh4 g3 Qxh2 a3 Qxf2 a4 Qxe1}"),
    ("home-found", (80, 24), "{found e4 e5}"),
    ("replace", (80, 24), "{moves e4}n{end}{enter}"),
    ("opponent", (80, 24), "{opponent stockfish}n{down}{down}{right}{end}{enter}{moves e4}"),
    (
        "premoves",
        (80, 24),
        "{opponent stockfish}n{down}{down}{right}{end}{enter}{moves e4}{click g1}{click f3}",
    ),
    ("opponent-lied", (80, 24), "{opponent stockfish}n{down}{down}{right}{end}{enter}{moves e4}{told e7e4}"),
    (
        "takeback-asked",
        (80, 24),
        "{opponent stockfish}n{down}{down}{right}{end}{enter}{moves e4}{told e7e5}{asks-back}",
    ),
    (
        "opponent-silent",
        (80, 24),
        "{opponent stockfish}n{down}{down}{right}{end}{enter}{moves e4}{lost silent}",
    ),
    (
        "opponent-not-started",
        (80, 24),
        "{opponent stockfish}n{down}{down}{right}{end}{enter}{moves e4}{lost not-started}",
    ),
    (
        "opponent-unfit",
        (80, 24),
        "{opponent stockfish}n{down}{down}{right}{end}{enter}{moves e4}{lost unfit}",
    ),
    ("opponent-lost", (80, 24), "{opponent stockfish}n{down}{down}{right}{end}{enter}{moves e4}{lost}"),
];

#[test]
fn every_scene_in_both_languages() {
    for (name, size, script) in SCENES {
        for language in Language::ALL {
            let looks = Looks { asked: Some(language), ..LARGE };
            let mut stage = match name.starts_with("home") {
                true => Stage::new(*size, looks),
                false => Stage::seated(*size, looks),
            };
            stage.act(script);
            let picture = stage.picture();
            let drawn = match language {
                // Colours do not depend on the language.
                Language::English => format!("{}\n{}", text(&picture), colors(&picture)),
                Language::Korean => text(&picture),
            };
            compare(&format!("{name}.{}.txt", language.code()), &drawn);
        }
    }
}

#[test]
fn every_kind_of_piece_in_every_window() {
    for pieces in [Pieces::Auto, Pieces::Art, Pieces::Symbols, Pieces::Letters] {
        for size in [(40, 20), (80, 24), (100, 30), (120, 40), (200, 60)] {
            for depth in [Depth::None, Depth::True] {
                let mut stage = Stage::seated(size, Looks { pieces, depth, ..LARGE });
                stage.act("{moves e4 d5}{click e4}{left}");
                let picture = text(&stage.picture());
                if pieces == Pieces::Letters {
                    let is_ascii = |line: &str| line.is_ascii();
                    assert!(picture.lines().all(is_ascii), "{size:?} {depth:?}:\n{picture}");
                }
                compare(&format!("pieces-{pieces:?}-{}-{depth:?}.txt", size.0).to_lowercase(), &picture);
            }
        }
    }
}

#[test]
fn every_depth_of_colour() {
    for depth in [Depth::None, Depth::Sixteen, Depth::Palette, Depth::True] {
        for (name, script) in [
            ("selected", "{moves e4 d5}{click e4}{left}"),
            ("explained", "{moves e4 e5 d3 Bb4+}{click g1}{click f3}"),
            ("mate", "{moves f3 e5 g4 Qh4#}"),
            ("promotion", "{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}{click a7}{click a8}"),
        ] {
            let mut stage = Stage::seated((40, 20), Looks { depth, ..LARGE });
            stage.act(script);
            let picture = stage.picture();
            let drawn = format!("{}\n{}", text(&picture), colors(&picture));
            compare(&format!("colors-{name}-{depth:?}.txt").to_lowercase(), &drawn);
        }
    }
}

#[test]
fn a_mated_king_stands_on_red() {
    let mut stage = Stage::seated((80, 24), LARGE);
    stage.act("{moves f3 e5 g4 Qh4#}");
    let (column, row) = paint::place_of(&stage.app, stage.area, Square::E1);
    assert_eq!(stage.picture()[(column, row)].bg, ratatui::style::Color::Rgb(206, 42, 38));
}

/// All that a move changes on the screen: its two squares, the list, the line under the board, who is to move.
#[test]
fn a_move_writes_only_what_it_changes() {
    let mut stage = Stage::seated((80, 24), LARGE);
    stage.act("{moves e4 e5}");
    let before = stage.picture();
    stage.act("{moves Nf3}");
    let after = stage.picture();
    let changed = before.diff(&after).len();
    // Four squares (two of this move, two of the last one) of at most 3 rows and 5 columns, and a little text.
    assert!(0 < changed && changed <= 4 * 15 + 60, "{changed} cells of {}", 80 * 24);
    let again = stage.picture();
    assert!(after.diff(&again).is_empty(), "nothing happened, nothing is written");
}
