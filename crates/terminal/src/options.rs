//! Decisions of the command line.

use std::path::PathBuf;
use std::time::Duration;

use client::{GameForm, Language};
use engine::Level;
use rules::Color;
use uci::Program;

use crate::{CaCertificates, ServerAddress};

/// Options of a session.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The game to start with.
    pub initial_game: InitialGame,
    /// Piece style; `None` uses the settings.
    pub piece_style: Option<PieceStyle>,
    /// Colour depth; `None` is detected from the environment.
    pub color_depth: Option<ColorDepth>,
    /// Language; `None` uses the settings, then the environment.
    pub language: Option<Language>,
    /// Opponent; `None` makes both sides local.
    pub opponent: Option<OpponentOptions>,
    /// Server; `None` plays locally.
    pub server: Option<ServerOptions>,
    /// Folder of the saved game and the settings; `None` is the default folder.
    pub data_dir: Option<PathBuf>,
}

/// An online session.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Address of the server, optionally with a game.
    pub address: ServerAddress,
    /// Certificate authorities for `https`, beside the system's.
    pub ca: Option<CaCertificates>,
    /// Guest name.
    pub name: Option<String>,
    /// Account to log in to; the session is stored.
    pub account: Option<protocol::http::Credentials>,
    /// Preferred side in created games.
    pub side: protocol::ColorPreference,
    /// Renders a URL as a QR code; `None` if it is too long.
    pub render_qr: fn(&str) -> Option<String>,
}

/// The game to start with.
#[derive(Clone, Debug, Default)]
pub enum InitialGame {
    /// The saved game if the user wants it, otherwise a new one.
    #[default]
    Ask,
    /// A new game.
    New(Box<GameForm>),
    /// The saved game, without asking.
    Resume,
    /// The game or position in a file.
    Load(PathBuf),
}

/// Style of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PieceStyle {
    /// Sprites where they fit, otherwise symbols.
    #[default]
    Auto,
    /// Sprites made of half blocks wherever they fit.
    Art,
    /// Unicode chess symbols.
    Symbols,
    /// Letters, with ASCII only everywhere: upper case is White.
    Letters,
}

impl PieceStyle {
    /// All styles in the order of the settings.
    pub(crate) const ALL: [PieceStyle; 4] =
        [PieceStyle::Auto, PieceStyle::Art, PieceStyle::Symbols, PieceStyle::Letters];

    /// The value in the settings file.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            PieceStyle::Auto => "auto",
            PieceStyle::Art => "art",
            PieceStyle::Symbols => "symbols",
            PieceStyle::Letters => "letters",
        }
    }
}

/// Colour depth of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ColorDepth {
    /// Monochrome.
    None,
    /// The 16 ANSI colours.
    Ansi16,
    /// The 256-colour palette.
    Ansi256,
    /// 24-bit colours.
    TrueColor,
}

/// The remote player of a local game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpponentOptions {
    /// The opponent's side.
    pub side: Color,
    /// The kind of opponent.
    pub kind: OpponentKind,
}

/// Kinds of opponents. Each is started by `opponent::start` and has a file in `opponent/`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpponentKind {
    /// The built-in engine.
    Computer(Level),
    /// An external UCI engine.
    Engine(EngineOptions),
}

/// A UCI engine and its configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Program and arguments.
    pub program: Program,
    /// UCI options by name and value.
    pub uci_options: Vec<(String, String)>,
    /// Time per move; `None` uses the clock, or one second in untimed games.
    pub move_time: Option<Duration>,
}

impl EngineOptions {
    /// Name of the engine: the program's file stem.
    pub(crate) fn name(&self) -> String {
        let name = self.program.path.file_stem().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| "UCI".to_owned())
    }

    /// The command-line arguments that configure this engine again, quoted for a shell.
    pub(crate) fn command_line(&self) -> String {
        let options =
            self.uci_options.iter().map(|(name, value)| ("--engine-option", format!("{name}={value}")));
        let time = self.move_time.map(|time| ("--engine-time", time.as_secs_f64().to_string()));
        let all = [("--engine", self.program.to_string())].into_iter().chain(options).chain(time);
        all.map(|(option, value)| format!("{option} {}", shell_quote(&value))).collect::<Vec<_>>().join(" ")
    }
}

/// Quotes a text for a shell if necessary.
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
