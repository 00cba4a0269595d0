//! What the command line decides.

use std::path::PathBuf;
use std::time::Duration;

use client::{GameForm, Language};
use engine::Level;
use rules::Color;
use uci::Program;

use crate::ServerAddress;

/// How to play.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The game to begin with.
    pub initial_game: InitialGame,
    /// How pieces are drawn; `None` asks the settings.
    pub piece_style: Option<PieceStyle>,
    /// How many colours the terminal has; `None` asks the environment.
    pub color_depth: Option<ColorDepth>,
    /// The language; `None` asks the settings, then the environment.
    pub language: Option<Language>,
    /// Whom to play against; `None` is two people here.
    pub opponent: Option<OpponentOptions>,
    /// The server to play at; `None` plays here.
    pub server: Option<ServerOptions>,
    /// The folder for the kept game and the settings; `None` is the usual one.
    pub data_dir: Option<PathBuf>,
}

/// A server to play at.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Where it is, and perhaps the game.
    pub address: ServerAddress,
    /// What a guest wants to be called.
    pub name: Option<String>,
    /// The side one would like in a game of one's own.
    pub side: protocol::ColorPreference,
    /// Draws an address so that a telephone can read it; nothing if it cannot be drawn.
    pub render_qr: fn(&str) -> Option<String>,
}

/// The game to begin with.
#[derive(Clone, Debug, Default)]
pub enum InitialGame {
    /// The kept game if the player wants it, otherwise a new one.
    #[default]
    Ask,
    /// A new game as this form has it.
    New(Box<GameForm>),
    /// The kept game, without a question.
    Resume,
    /// The game or position in this file.
    Load(PathBuf),
}

/// How pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PieceStyle {
    /// Drawn where there is room for it, otherwise symbols.
    #[default]
    Auto,
    /// Drawn with half blocks wherever they fit.
    Art,
    /// The chess symbols of Unicode.
    Symbols,
    /// Letters, and nothing but ASCII on the board: upper case is White.
    Letters,
}

impl PieceStyle {
    /// All choices, in the order in which they are offered.
    pub(crate) const ALL: [PieceStyle; 4] =
        [PieceStyle::Auto, PieceStyle::Art, PieceStyle::Symbols, PieceStyle::Letters];

    /// The word that stands for it among the kept settings.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            PieceStyle::Auto => "auto",
            PieceStyle::Art => "art",
            PieceStyle::Symbols => "symbols",
            PieceStyle::Letters => "letters",
        }
    }
}

/// How many colours there are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ColorDepth {
    /// None.
    None,
    /// The sixteen that every colour terminal has.
    Ansi16,
    /// The palette of 256.
    Ansi256,
    /// All of them, 24 bits.
    TrueColor,
}

/// Somebody to play against who is not at this keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpponentOptions {
    /// The side they play.
    pub side: Color,
    /// Who it is.
    pub kind: OpponentKind,
}

/// Who can be played against. Each kind is seated by `opponent::seat` and has a file in `opponent/`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpponentKind {
    /// The computer that comes with the program.
    Computer(Level),
    /// A program of somebody's that speaks UCI.
    Engine(EngineOptions),
}

/// An engine that speaks UCI, and how it is to be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// The program, and what it is called with.
    pub program: Program,
    /// Options to set, by name and value.
    pub uci_options: Vec<(String, String)>,
    /// How long it thinks about a move; `None` leaves that to the clock, or a second where there is none.
    pub move_time: Option<Duration>,
}

impl EngineOptions {
    /// What the engine is called: its program.
    pub(crate) fn name(&self) -> String {
        let name = self.program.path.file_stem().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| "UCI".to_owned())
    }

    /// What the command line has to say to bring this engine again, for a shell.
    pub(crate) fn command_line(&self) -> String {
        let options =
            self.uci_options.iter().map(|(name, value)| ("--engine-option", format!("{name}={value}")));
        let time = self.move_time.map(|time| ("--engine-time", time.as_secs_f64().to_string()));
        let all = [("--engine", self.program.to_string())].into_iter().chain(options).chain(time);
        all.map(|(option, value)| format!("{option} {}", shell_quote(&value))).collect::<Vec<_>>().join(" ")
    }
}

/// A text as one word of a shell.
fn shell_quote(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_./=+:,@%-".contains(letter);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_quotes_what_a_shell_would_split() {
        let check = |line: &str, settings: &[(&str, &str)], millis: Option<u64>, arguments: &str| {
            let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            let program = Program::parse(line).unwrap();
            let move_time = millis.map(Duration::from_millis);
            let options = EngineOptions { program, uci_options: settings.collect(), move_time };
            assert_eq!(options.command_line(), arguments);
        };
        check("stockfish", &[], None, "--engine stockfish");
        check("hanpan uci", &[], Some(1500), "--engine 'hanpan uci' --engine-time 1.5");
        let skill = "--engine /bin/sf --engine-option 'Skill Level=3' --engine-option Hash=16";
        check("/bin/sf", &[("Skill Level", "3"), ("Hash", "16")], None, skill);
        check("'my engine'", &[], None, r"--engine ''\''my engine'\'''");
    }
}
