//! Parsing of lines. Keywords are in the text catalogues; those of all languages are accepted.

use client::Language;

use crate::app::hangul_to_latin;
use crate::locale::TerminalLocale;
use texts::TerminalMessageKey;

/// A parsed line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineCommand<'a> {
    /// An empty line.
    Empty,
    /// A keyword and its arguments.
    Keyword(Keyword, &'a str),
    /// Anything else: a move, or the square of a piece.
    Move(&'a str),
}

/// The keywords.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keyword {
    Help,
    Board,
    Flip,
    Moves,
    Attacks,
    King,
    Undo,
    Draw,
    Claim,
    Resign,
    Abort,
    Clock,
    Pause,
    Resume,
    Save,
    Load,
    Fen,
    Pgn,
    Game,
    New,
    Rematch,
    Restart,
    Quit,
}

/// Keywords in the order of the help, with their catalogue line: `words | arguments | description`.
const KEYWORDS: [(Keyword, TerminalMessageKey); 23] = [
    (Keyword::Help, TerminalMessageKey::PlainHelp),
    (Keyword::Board, TerminalMessageKey::PlainBoard),
    (Keyword::Flip, TerminalMessageKey::PlainFlip),
    (Keyword::Moves, TerminalMessageKey::PlainMoves),
    (Keyword::Attacks, TerminalMessageKey::PlainAttacks),
    (Keyword::King, TerminalMessageKey::PlainKing),
    (Keyword::Undo, TerminalMessageKey::PlainUndo),
    (Keyword::Draw, TerminalMessageKey::PlainDraw),
    (Keyword::Claim, TerminalMessageKey::PlainClaim),
    (Keyword::Resign, TerminalMessageKey::PlainResign),
    (Keyword::Abort, TerminalMessageKey::PlainAbort),
    (Keyword::Clock, TerminalMessageKey::PlainClock),
    (Keyword::Pause, TerminalMessageKey::PlainPause),
    (Keyword::Resume, TerminalMessageKey::PlainResume),
    (Keyword::Save, TerminalMessageKey::PlainSave),
    (Keyword::Load, TerminalMessageKey::PlainLoad),
    (Keyword::Fen, TerminalMessageKey::PlainFen),
    (Keyword::Pgn, TerminalMessageKey::PlainPgn),
    (Keyword::Game, TerminalMessageKey::PlainGame),
    (Keyword::New, TerminalMessageKey::PlainNew),
    (Keyword::Rematch, TerminalMessageKey::PlainRematch),
    (Keyword::Restart, TerminalMessageKey::PlainRestart),
    (Keyword::Quit, TerminalMessageKey::PlainQuit),
];

impl<'a> LineCommand<'a> {
    pub(super) fn read(line: &'a str) -> LineCommand<'a> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if first.is_empty() {
            return LineCommand::Empty;
        }
        let word = KEYWORDS.into_iter().find(|&(_, text)| matches_word(text, first));
        word.map_or(LineCommand::Move(line), |(word, _)| LineCommand::Keyword(word, rest.trim()))
    }
}

impl Keyword {
    /// The help lines of all keywords.
    pub(super) fn help(texts: TerminalLocale) -> impl Iterator<Item = String> {
        KEYWORDS.into_iter().map(move |(_, text)| help_line(texts, text))
    }
}

/// A help line: keywords, arguments, description.
pub(super) fn help_line(texts: TerminalLocale, text: TerminalMessageKey) -> String {
    let mut parts = texts.get(text).split('|').map(str::trim);
    let [words, usage, about] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let words = words.replace(' ', ", ");
    let said: Vec<&str> = [words.as_str(), usage].into_iter().filter(|part| !part.is_empty()).collect();
    format!("{}: {about}", said.join(" "))
}

/// True if an answer is one of the words that a text lists before its first `|`, in any language, ignoring
/// case.
pub(super) fn matches_word(text: TerminalMessageKey, answer: &str) -> bool {
    let answer = answer.to_lowercase();
    let as_typed: String = answer.chars().map(hangul_to_latin).collect();
    Language::ALL.into_iter().any(|language| {
        let words = TerminalLocale::new(language).get(text).split('|').next().unwrap_or_default();
        words.split_whitespace().any(|word| word == answer || word == as_typed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_parse_as_keywords_or_moves() {
        for (line, command) in [
            ("", LineCommand::Empty),
            ("  ", LineCommand::Empty),
            ("help", LineCommand::Keyword(Keyword::Help, "")),
            ("?", LineCommand::Keyword(Keyword::Help, "")),
            ("도움말", LineCommand::Keyword(Keyword::Help, "")),
            ("ㅂ", LineCommand::Keyword(Keyword::Quit, "")),
            (" SAVE  my game.pgn ", LineCommand::Keyword(Keyword::Save, "my game.pgn")),
            ("takeback", LineCommand::Keyword(Keyword::Undo, "")),
            ("e4", LineCommand::Move("e4")),
            ("b5", LineCommand::Move("b5")),
            ("O-O", LineCommand::Move("O-O")),
            ("qh5 now", LineCommand::Move("qh5 now")),
        ] {
            assert_eq!(LineCommand::read(line), command, "{line:?}");
        }
    }

    /// A word shared by two keywords, or one that is a move, would make one of them unreachable.
    #[test]
    fn keywords_are_unique_and_no_moves() {
        let mut all = Vec::new();
        for language in Language::ALL {
            let mut own: Vec<(Keyword, String)> = Vec::new();
            for (word, text) in KEYWORDS {
                let words = TerminalLocale::new(language).get(text).split('|').next().unwrap();
                own.extend(words.split_whitespace().map(|name| (word, name.to_owned())));
            }
            all.extend(own);
        }
        for (word, name) in &all {
            let others = all.iter().filter(|(other, same)| other != word && same == name);
            assert_eq!(others.count(), 0, "{name}");
            assert_eq!(*name, name.to_lowercase());
            assert!(rules::San::parse(name.as_bytes()).is_err(), "{name} is a move");
        }
    }
}
