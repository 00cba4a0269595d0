//! What a line means. The words stand in the catalogues; those of every language are understood in all.

use client::Language;

use crate::app::latin;
use crate::texts::{Text, Texts};

/// A line that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    /// Nothing was typed.
    Nothing,
    /// A word that is known, and what follows it.
    Word(Word, &'a str),
    /// Anything else: a move, or the square of a piece.
    Move(&'a str),
}

/// The words that make something happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
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

/// In the order of the help, each with its line in the catalogues: `words | what follows | what it does`.
const WORDS: [(Word, Text); 23] = [
    (Word::Help, Text::PlainHelp),
    (Word::Board, Text::PlainBoard),
    (Word::Flip, Text::PlainFlip),
    (Word::Moves, Text::PlainMoves),
    (Word::Attacks, Text::PlainAttacks),
    (Word::King, Text::PlainKing),
    (Word::Undo, Text::PlainUndo),
    (Word::Draw, Text::PlainDraw),
    (Word::Claim, Text::PlainClaim),
    (Word::Resign, Text::PlainResign),
    (Word::Abort, Text::PlainAbort),
    (Word::Clock, Text::PlainClock),
    (Word::Pause, Text::PlainPause),
    (Word::Resume, Text::PlainResume),
    (Word::Save, Text::PlainSave),
    (Word::Load, Text::PlainLoad),
    (Word::Fen, Text::PlainFen),
    (Word::Pgn, Text::PlainPgn),
    (Word::Game, Text::PlainGame),
    (Word::New, Text::PlainNew),
    (Word::Rematch, Text::PlainRematch),
    (Word::Restart, Text::PlainRestart),
    (Word::Quit, Text::PlainQuit),
];

impl<'a> Command<'a> {
    pub(super) fn read(line: &'a str) -> Command<'a> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if first.is_empty() {
            return Command::Nothing;
        }
        let word = WORDS.into_iter().find(|&(_, text)| says(text, first));
        word.map_or(Command::Move(line), |(word, _)| Command::Word(word, rest.trim()))
    }
}

impl Word {
    /// All commands as the help shows them.
    pub(super) fn help(texts: Texts) -> impl Iterator<Item = String> {
        WORDS.into_iter().map(move |(_, text)| help_line(texts, text))
    }
}

/// A line of the catalogue as the help shows it: the words, what follows them, what they do.
pub(super) fn help_line(texts: Texts, text: Text) -> String {
    let mut parts = texts.get(text).split('|').map(str::trim);
    let [words, usage, about] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let words = words.replace(' ', ", ");
    let said: Vec<&str> = [words.as_str(), usage].into_iter().filter(|part| !part.is_empty()).collect();
    format!("{}: {about}", said.join(" "))
}

/// Whether an answer is one of the words that a text lists before its first `|`, in any language; capitals do not count.
pub(super) fn says(text: Text, answer: &str) -> bool {
    let answer = answer.to_lowercase();
    let as_typed: String = answer.chars().map(latin).collect();
    Language::ALL.into_iter().any(|language| {
        let words = Texts::new(language).get(text).split('|').next().unwrap_or_default();
        words.split_whitespace().any(|word| word == answer || word == as_typed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_words_or_moves() {
        for (line, command) in [
            ("", Command::Nothing),
            ("  ", Command::Nothing),
            ("help", Command::Word(Word::Help, "")),
            ("?", Command::Word(Word::Help, "")),
            ("도움말", Command::Word(Word::Help, "")),
            ("ㅂ", Command::Word(Word::Quit, "")),
            (" SAVE  my game.pgn ", Command::Word(Word::Save, "my game.pgn")),
            ("takeback", Command::Word(Word::Undo, "")),
            ("e4", Command::Move("e4")),
            ("b5", Command::Move("b5")),
            ("O-O", Command::Move("O-O")),
            ("qh5 now", Command::Move("qh5 now")),
        ] {
            assert_eq!(Command::read(line), command, "{line:?}");
        }
    }

    /// A word that two commands share, or that is also a move, would hide one of them.
    #[test]
    fn every_word_has_one_meaning() {
        let mut all = Vec::new();
        for language in Language::ALL {
            let mut own: Vec<(Word, String)> = Vec::new();
            for (word, text) in WORDS {
                let words = Texts::new(language).get(text).split('|').next().unwrap();
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
