//! Puzzles in line mode.
//!
//! A puzzle is printed as a board and a sentence; moves and keywords are read line by line. The first answer counts for the
//! player's rating, which is stored beside the settings.

use std::fmt::Display;
use std::io;

use client::Locale;
use engine::Engine;
use puzzles::{Answer, Attempt, PlayerRating, Puzzle, PuzzleResult, Refutation, take_near};
use rules::{Color, Coordinates, Diagram, DiagramStyle, Move, Position};
use texts::{PuzzleMessageKey, TerminalMessageKey};

use super::command::{help_line, matches_word};
use super::console::Charset;
use super::{Console, InputSource, SessionOutcome, show, startup};
use crate::locale::TerminalLocale;
use crate::platform::environment;
use crate::platform::store::{LocalStore, StoredFile};
use crate::{Options, PieceStyle, platform};

/// The puzzles of a session.
#[derive(Clone, Debug)]
pub struct PuzzleChoice {
    /// Puzzles in the order in which they may be asked.
    pub puzzles: Vec<Puzzle>,
    /// Rating of the puzzles; `None` is that of the player.
    pub rating: Option<u16>,
}

/// A session.
struct Solver<'a> {
    locale: Locale,
    texts: TerminalLocale,
    console: Console<'a>,
    store: Option<LocalStore>,
    diagram_style: DiagramStyle,
    rating: PlayerRating,
    /// Searches replies to wrong moves; created for the first one.
    engine: Option<Engine>,
    tried: u32,
    solved: u32,
    outcome: SessionOutcome,
}

/// Keywords with their catalogue line: `words | arguments | description`.
const KEYWORDS: [(Keyword, TerminalMessageKey); 6] = [
    (Keyword::Help, TerminalMessageKey::PuzzleHelp),
    (Keyword::Hint, TerminalMessageKey::PuzzleHint),
    (Keyword::Solution, TerminalMessageKey::PuzzleSolution),
    (Keyword::Next, TerminalMessageKey::PuzzleNext),
    (Keyword::Board, TerminalMessageKey::PuzzleBoard),
    (Keyword::Quit, TerminalMessageKey::PuzzleQuit),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Keyword {
    Help,
    Hint,
    Solution,
    Next,
    Board,
    Quit,
}

/// Hint that was given for the current move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hint {
    None,
    Piece,
    Square,
}

/// Control flow after a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Continue,
    Leave,
}

/// Asks puzzles until the end of input or `quit`. The last line of output is the score.
///
/// # Errors
/// Output cannot be written.
pub fn solve_puzzles(
    options: &Options,
    console: Console<'_>,
    mut choice: PuzzleChoice,
) -> io::Result<SessionOutcome> {
    let mut solver = Solver::new(options, console);
    if solver.console.source == InputSource::Person {
        solver.console.print(solver.texts.get(TerminalMessageKey::PuzzleHowTo))?;
        solver.help()?;
    }
    loop {
        let wanted = choice.rating.unwrap_or_else(|| solver.rating.points());
        let Some(puzzle) = take_near(&mut choice.puzzles, wanted) else {
            solver.say(PuzzleMessageKey::NoMore, &[])?;
            break;
        };
        if solver.ask(&puzzle)? == Flow::Leave {
            break;
        }
    }
    solver.finish()
}

impl<'a> Solver<'a> {
    fn new(options: &Options, mut console: Console<'a>) -> Solver<'a> {
        let folder = options.data_dir.clone().or_else(|| LocalStore::default_folder(environment::env_var));
        let store = folder.map(LocalStore::without_game);
        let (settings, kept_pieces) = crate::startup::load_settings(store.as_ref());
        let language = startup::language(options, &settings);
        let pieces = options.piece_style.or_else(|| environment::piece_style(environment::env_var));
        let pieces = pieces.unwrap_or(kept_pieces);
        if pieces == PieceStyle::Letters {
            console.charset = Charset::Ascii;
        }
        let stored = store.as_ref().and_then(|store| store.read(StoredFile::PuzzleRating).ok().flatten());
        Solver {
            locale: Locale::new(language),
            texts: TerminalLocale::new(language),
            console,
            store,
            diagram_style: show::diagram_style(pieces),
            rating: stored.and_then(|text| text.trim().parse().ok()).unwrap_or_default(),
            engine: None,
            tried: 0,
            solved: 0,
            outcome: SessionOutcome::Success,
        }
    }

    /// Asks a puzzle until it is solved or given up.
    fn ask(&mut self, puzzle: &Puzzle) -> io::Result<Flow> {
        let mut attempt = Attempt::new(puzzle);
        let mut result = None;
        let mut hint = Hint::None;
        self.say(PuzzleMessageKey::Puzzle, &[("id", &puzzle.id)])?;
        self.show(puzzle, &attempt)?;
        loop {
            let prompt = self.texts.get(TerminalMessageKey::PlainPrompt);
            let end = self.texts.get(TerminalMessageKey::PlainEnd);
            let Some(line) = self.console.prompt(prompt, end)? else { return Ok(Flow::Leave) };
            let keyword = KEYWORDS.iter().find(|(_, text)| matches_word(*text, &line)).map(|(word, _)| *word);
            match keyword {
                None if line.is_empty() => {}
                None => match attempt.position().parse_move(&line) {
                    Err(_) => self.reject(attempt.position(), &line)?,
                    Ok(m) => match self.answer(&mut attempt, m)? {
                        Answer::Wrong => self.count(puzzle, &mut result, PuzzleResult::Failed)?,
                        Answer::Continues { .. } => {
                            hint = Hint::None;
                            self.show(puzzle, &attempt)?;
                        }
                        Answer::Solved => {
                            self.say(PuzzleMessageKey::Solved, &[])?;
                            self.say_themes(puzzle)?;
                            self.count(puzzle, &mut result, PuzzleResult::Solved)?;
                            return Ok(Flow::Continue);
                        }
                    },
                },
                Some(Keyword::Help) => self.help()?,
                Some(Keyword::Board) => self.show(puzzle, &attempt)?,
                Some(Keyword::Hint) => {
                    self.count(puzzle, &mut result, PuzzleResult::Failed)?;
                    hint = self.hint(&attempt, hint)?;
                }
                Some(Keyword::Solution) => {
                    self.count(puzzle, &mut result, PuzzleResult::Failed)?;
                    let line = san_line(attempt.position(), attempt.rest());
                    self.say(PuzzleMessageKey::Solution, &[("line", &line)])?;
                    self.say_themes(puzzle)?;
                    return Ok(Flow::Continue);
                }
                Some(Keyword::Next) => {
                    self.count(puzzle, &mut result, PuzzleResult::Failed)?;
                    return Ok(Flow::Continue);
                }
                Some(Keyword::Quit) => return Ok(Flow::Leave),
            }
        }
    }

    /// Plays a legal move and says what comes of it.
    fn answer(&mut self, attempt: &mut Attempt, m: Move) -> io::Result<Answer> {
        let before = *attempt.position();
        let answer = attempt.answer(m);
        match answer {
            Answer::Solved => {}
            Answer::Continues { reply } => {
                self.say(PuzzleMessageKey::Right, &[])?;
                let after = before.play_unchecked(m);
                self.announce(&after, reply)?;
            }
            Answer::Wrong => self.refute(&before, m)?,
        }
        Ok(answer)
    }

    /// Says how the opponent answers a wrong move, and what is wrong with it.
    fn refute(&mut self, position: &Position, wrong: Move) -> io::Result<()> {
        let engine = self.engine.get_or_insert_with(|| Engine::new(engine::Options::default()));
        let Refutation { reply, reason } = Refutation::search(engine, position, wrong);
        let san = position.san(wrong);
        match reply {
            None => self.say(PuzzleMessageKey::Wrong, &[("san", &san)])?,
            Some(reply) => {
                let after = position.play_unchecked(wrong);
                self.say(PuzzleMessageKey::Refuted, &[("san", &san), ("reply", &after.san(reply))])?;
                self.announce(&after, reply)?;
            }
        }
        match reason {
            Some(reason) => self.console.print(&self.locale.review_reason(&reason))?,
            None => self.say(PuzzleMessageKey::Weaker, &[])?,
        }
        self.say(PuzzleMessageKey::TryAgain, &[])
    }

    /// Gives the next hint: the piece, then the square.
    fn hint(&mut self, attempt: &Attempt, given: Hint) -> io::Result<Hint> {
        let Some(m) = attempt.rest().first() else { return Ok(given) };
        let role = self.locale.role(m.role());
        match given {
            Hint::None => {
                self.say(PuzzleMessageKey::HintPiece, &[("role", &role), ("from", &m.from())])?;
                Ok(Hint::Piece)
            }
            Hint::Piece | Hint::Square => {
                self.say(PuzzleMessageKey::HintSquare, &[("role", &role), ("to", &m.to())])?;
                Ok(Hint::Square)
            }
        }
    }

    /// Explains why a line is no legal move.
    fn reject(&mut self, position: &Position, line: &str) -> io::Result<()> {
        if self.console.source == InputSource::Script {
            self.outcome = SessionOutcome::WithErrors;
        }
        let Err(error) = position.parse_move(line) else { return Ok(()) };
        let sentence = self.locale.read_move_error(&game::MoveInputError::Invalid(error));
        let help = self.texts.get(TerminalMessageKey::PlainSeeHelp);
        self.console.print(&format!("{sentence} {help}"))
    }

    /// Counts the first result of a puzzle, and says and stores the new rating.
    fn count(
        &mut self,
        puzzle: &Puzzle,
        counted: &mut Option<PuzzleResult>,
        result: PuzzleResult,
    ) -> io::Result<()> {
        if counted.is_some() {
            return Ok(());
        }
        *counted = Some(result);
        self.tried += 1;
        self.solved += u32::from(result == PuzzleResult::Solved);
        let before = self.rating.points();
        self.rating = self.rating.after(puzzle, result);
        let change = format!("{:+}", i32::from(self.rating.points()) - i32::from(before));
        self.say(
            PuzzleMessageKey::Rating,
            &[("puzzle", &puzzle.rating), ("rating", &self.rating.points()), ("change", &change)],
        )?;
        let text = format!("{}\n", self.rating);
        let write = |store: &LocalStore| store.write(StoredFile::PuzzleRating, &text);
        match platform::save_to_store(self.store.as_ref(), self.texts, write) {
            Some(reason) => self.say(PuzzleMessageKey::NotStored, &[("reason", &reason)]),
            None => Ok(()),
        }
    }

    /// Prints the board, the last move and the side to move.
    fn show(&mut self, puzzle: &Puzzle, attempt: &Attempt) -> io::Result<()> {
        let diagram = Diagram {
            board: attempt.position().board(),
            style: self.diagram_style,
            seen_by: puzzle.solver(),
            coordinates: Coordinates::Shown,
        };
        self.console.print(&format!("\n{diagram}\n"))?;
        if attempt.rest().len() == puzzle.solution().len()
            && let Some(&first) = puzzle.moves().first()
        {
            let san = puzzle.start().san(first);
            self.say(PuzzleMessageKey::LastMove, &[("san", &san)])?;
        }
        self.say(PuzzleMessageKey::ToMove, &[("color", &self.locale.color(puzzle.solver()))])
    }

    /// Says a move in full.
    fn announce(&mut self, position: &Position, m: Move) -> io::Result<()> {
        let mover: Color = position.turn();
        let suffix = position.san(m).suffix();
        self.console.print(&self.locale.announce_move(mover, m, suffix))
    }

    fn say_themes(&mut self, puzzle: &Puzzle) -> io::Result<()> {
        let names: Vec<&str> = puzzle.themes.iter().map(|theme| self.text(theme.title())).collect();
        self.say(PuzzleMessageKey::Themes, &[("themes", &names.join(", "))])
    }

    fn help(&mut self) -> io::Result<()> {
        KEYWORDS.iter().try_for_each(|(_, text)| self.console.print(&help_line(self.texts, *text)))
    }

    fn text(&self, key: PuzzleMessageKey) -> &'static str {
        texts::puzzles(self.locale.language()).text(key.key())
    }

    fn say(&mut self, key: PuzzleMessageKey, values: &[(&str, &dyn Display)]) -> io::Result<()> {
        let sentence = texts::fill(self.text(key), values);
        self.console.print(&sentence)
    }

    fn finish(mut self) -> io::Result<SessionOutcome> {
        let (solved, tried, rating) = (self.solved, self.tried, self.rating.points());
        self.say(PuzzleMessageKey::Summary, &[("solved", &solved), ("tried", &tried), ("rating", &rating)])?;
        Ok(self.console.read_error.take().map_or(self.outcome, SessionOutcome::InputFailed))
    }
}

/// Moves in SAN with numbers.
fn san_line(start: &Position, moves: &[Move]) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for (index, &m) in moves.iter().enumerate() {
        let number = position.fullmoves();
        let san = position.san(m);
        words.push(match position.turn() {
            Color::White => format!("{number}. {san}"),
            Color::Black if index == 0 => format!("{number}... {san}"),
            Color::Black => san.to_string(),
        });
        let Ok(next) = position.play(m) else { break };
        position = next;
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use client::Language;
    use game::Timestamp;
    use puzzles::lichess_csv::parse_line;

    const MATE: &str = "mate1,3q2k1/5ppp/p7/8/8/7P/5PP1/3Q2K1 b - - 0 1,a6a5 d1d8,900,80,0,0,mate mateIn1,,";
    const FORK: &str = "fork1,r6k/6pp/8/3N4/8/8/6PP/6K1 b - - 0 1,h8g8 d5e7 g8f7 e7c8,1100,80,0,0,fork,,";

    fn solve(language: Language, lines: &[&str], input: &str, folder: &str) -> (String, SessionOutcome) {
        let data_dir = std::env::current_exe().unwrap().with_file_name("puzzles").join(folder);
        let options = Options {
            language: Some(language),
            piece_style: Some(PieceStyle::Letters),
            data_dir: Some(data_dir),
            ..Options::default()
        };
        let mut output = Vec::new();
        let mut input = input.as_bytes();
        let clock = || Timestamp(0);
        let console = Console::new(&mut input, &mut output, InputSource::Script, &clock);
        let puzzles = lines.iter().map(|line| parse_line(line).unwrap()).collect();
        let outcome = solve_puzzles(&options, console, PuzzleChoice { puzzles, rating: Some(900) }).unwrap();
        (String::from_utf8(output).unwrap(), outcome)
    }

    #[track_caller]
    fn check(name: &str, input: &str, expected: &[&str], outcome: SessionOutcome) -> String {
        let folder = std::env::current_exe().unwrap().with_file_name("puzzles").join(name);
        let _ = std::fs::remove_dir_all(folder);
        let (text, found) = solve(Language::English, &[FORK, MATE], input, name);
        let mut rest = text.as_str();
        for part in expected {
            let at = rest.find(part).unwrap_or_else(|| panic!("{part:?} is not in what follows:\n{rest}"));
            rest = &rest[at + part.len()..];
        }
        assert_eq!(found, outcome, "{text}");
        text
    }

    #[test]
    fn puzzles_are_solved_move_by_move() {
        check(
            "solved",
            "Qxd8#\nNe7+\nNc8\n",
            &[
                "Puzzle mate1",
                "Last move: a5",
                "White to move: find the best move.",
                "Solved.",
                "Themes: Checkmate, Mate in one",
                "Rating of the puzzle: 900. Your rating: 1",
                "Puzzle fork1",
                "Right.",
                "Black: king g8 to f7",
                "Solved.",
                "There are no more puzzles.",
                "Solved 2 of 2. Your rating: 1",
            ],
            SessionOutcome::Success,
        );
    }

    #[test]
    fn wrong_answers_are_refuted_in_words() {
        check(
            "refuted",
            "Qd7\nQxd8\nquit\n",
            &[
                "Qd7 is not the solution: the answer is Qxd7.",
                "Black: queen d8 takes queen on d7",
                "Try again.",
                "Solved.",
                "Solved 0 of 1.",
            ],
            SessionOutcome::Success,
        );
    }

    #[test]
    fn hints_name_the_piece_and_then_the_square() {
        check(
            "hints",
            "hint\nhint\nsolution\nnext\n",
            &[
                "Move the queen on d1.",
                "The queen goes to d8.",
                "Solution: 2. Qxd8#",
                "Puzzle fork1",
                "Solved 0 of 2.",
            ],
            SessionOutcome::Success,
        );
    }

    #[test]
    fn illegal_moves_are_explained_and_count_for_nothing() {
        check(
            "illegal",
            "Qd9\nQa5\n",
            &["Type help for the list of commands.", "queen", "Solved 0 of 0. Your rating: 1000"],
            SessionOutcome::WithErrors,
        );
    }

    #[test]
    fn the_rating_is_stored() {
        let first = check("stored", "Qxd8#\n", &["Your rating: 1"], SessionOutcome::Success);
        let (second, _) = solve(Language::Korean, &[FORK], "끝\n", "stored");
        let rating = first.trim_end().rsplit(' ').next().unwrap();
        assert!(second.trim_end().ends_with(rating) && rating != "1000", "{first}\n{second}");
    }
}
