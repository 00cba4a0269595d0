//! Lessons line by line: a sentence, the board, a prompt.

use std::io;

use client::Locale;
use lessons::{Attempt, Goal, Progress, Reaction, Score, Stage, Step, Verdict, stages};
use rules::{Color, Coordinates, Diagram, DiagramStyle, Move, Role, Square};
use texts::TerminalMessageKey;

use super::console::{Charset, Console};
use super::{SessionOutcome, show, startup};
use crate::locale::TerminalLocale;
use crate::platform::environment;
use crate::platform::store::{LocalStore, StoredFile};
use crate::{Options, PieceStyle};

/// Teaches from a stage on, or from the first that has not been finished, until the end of input or `quit`.
///
/// # Errors
/// Output cannot be written.
pub fn learn(
    options: &Options,
    stage: Option<&'static Stage>,
    mut console: Console<'_>,
) -> io::Result<SessionOutcome> {
    let store = crate::startup::open_store(options);
    let (settings, kept_pieces) = crate::startup::load_settings(store.as_ref());
    let language = startup::language(options, &settings);
    let pieces = options.piece_style.or_else(|| environment::piece_style(environment::env_var));
    let pieces = pieces.unwrap_or(kept_pieces);
    if pieces == PieceStyle::Letters {
        console.charset = Charset::Ascii;
    }
    let stored = store.as_ref().and_then(|store| store.read(StoredFile::Lessons).ok().flatten());
    let mut lessons = Lessons {
        locale: Locale::new(language),
        texts: TerminalLocale::new(language),
        console,
        store,
        style: show::diagram_style(pieces),
        progress: Progress::parse(&stored.unwrap_or_default()),
        has_errors: false,
    };
    lessons.run(stage)
}

/// A session of lessons.
#[derive(Debug)]
struct Lessons<'a> {
    locale: Locale,
    texts: TerminalLocale,
    console: Console<'a>,
    store: Option<LocalStore>,
    style: DiagramStyle,
    progress: Progress,
    /// True if a line was no move and no command.
    has_errors: bool,
}

/// Command of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Command {
    Hint,
    Again,
    List,
    Next,
    Quit,
    /// Another stage.
    Go(&'static Stage),
}

/// How a step ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Solved,
    Go(&'static Stage),
    Skipped,
    Quit,
}

impl Command {
    fn read(line: &str) -> Option<Command> {
        Some(match line.to_lowercase().as_str() {
            "hint" | "힌트" => Command::Hint,
            "again" | "다시" => Command::Again,
            "list" | "목록" => Command::List,
            "next" | "다음" => Command::Next,
            "quit" | "exit" | "끝" => Command::Quit,
            word => Command::Go(find_stage(word)?),
        })
    }
}

/// The stage with this name or number.
fn find_stage(word: &str) -> Option<&'static Stage> {
    let number = word.parse::<usize>().ok().and_then(|number| stages().get(number.checked_sub(1)?));
    number.or_else(|| lessons::stage(word))
}

impl Lessons<'_> {
    fn run(&mut self, first: Option<&'static Stage>) -> io::Result<SessionOutcome> {
        if first.is_none() {
            self.list()?;
        }
        let mut next = first.or_else(|| self.progress.next_stage()).or(stages().first());
        self.console.print(self.texts.get(TerminalMessageKey::LessonHelp))?;
        while let Some(stage) = next {
            next = match self.teach(stage)? {
                End::Quit => None,
                End::Go(stage) => Some(stage),
                End::Solved | End::Skipped => following(stage),
            };
        }
        Ok(match self.console.read_error.take() {
            Some(reason) => SessionOutcome::InputFailed(reason),
            None if self.has_errors => SessionOutcome::WithErrors,
            None => SessionOutcome::Success,
        })
    }

    /// Prints all stages with their stars.
    fn list(&mut self) -> io::Result<()> {
        for (index, stage) in stages().iter().enumerate() {
            let stars = self.progress.stars(stage).map_or(0, lessons::Stars::count);
            let line = self.texts.fill(
                TerminalMessageKey::LessonStage,
                &[
                    ("number", &(index + 1)),
                    ("word", &stage.name),
                    ("name", &self.locale.stage_name(stage)),
                    ("stars", &self.locale.stage_stars(stars)),
                ],
            );
            self.console.print(&line)?;
        }
        Ok(())
    }

    /// Teaches a stage, and records its stars.
    fn teach(&mut self, stage: &'static Stage) -> io::Result<End> {
        self.console.print(&format!("\n{}", self.locale.stage_name(stage)))?;
        let mut score = Score::default();
        for (index, step) in stage.steps.iter().enumerate() {
            self.console.print(&format!("\n{}", self.locale.step_number(stage, index)))?;
            match self.practise(step, self.locale.step_text(stage, index), &mut score)? {
                End::Solved => {}
                other => return Ok(other),
            }
        }
        let stars = score.stars(stage);
        self.progress.record(stage, stars);
        let done = self.locale.learn_message(client::LearnMessageKey::Done);
        self.console.print(&format!("{done} {}", self.locale.stage_stars(stars.count())))?;
        self.save()?;
        Ok(End::Solved)
    }

    fn save(&mut self) -> io::Result<()> {
        let text = self.progress.to_string();
        let is_saved =
            self.store.as_ref().is_some_and(|store| store.write(StoredFile::Lessons, &text).is_ok());
        match is_saved {
            true => Ok(()),
            false => self.console.print(self.texts.get(TerminalMessageKey::LessonNotSaved)),
        }
    }

    /// Lets the learner solve a step.
    fn practise(&mut self, step: &Step, sentence: &str, score: &mut Score) -> io::Result<End> {
        let mut attempt = Attempt::new(step);
        self.show(&attempt)?;
        self.console.print(sentence)?;
        if step.goal == Goal::Judge {
            let words = Verdict::ALL.map(|verdict| self.locale.verdict(verdict)).join(", ");
            self.console.print(&self.texts.fill(TerminalMessageKey::LessonAnswers, &[("words", &words)]))?;
        }
        loop {
            let prompt = self.texts.get(TerminalMessageKey::PlainPrompt);
            let Some(line) = self.console.prompt(prompt, self.texts.get(TerminalMessageKey::PlainEnd))?
            else {
                return Ok(End::Quit);
            };
            match Command::read(&line) {
                _ if line.is_empty() => {}
                Some(Command::Quit) => return Ok(End::Quit),
                Some(Command::Next) => return Ok(End::Skipped),
                Some(Command::Go(stage)) if self.verdict(step, &line).is_none() => return Ok(End::Go(stage)),
                Some(Command::List) => self.list()?,
                Some(Command::Again) => {
                    attempt = Attempt::new(step);
                    *score = score.with_slip();
                    self.show(&attempt)?;
                    self.console.print(sentence)?;
                }
                Some(Command::Hint) => {
                    *score = score.with_slip();
                    if let Some(m) = attempt.hint() {
                        self.console.print(&self.announce(&attempt, m))?;
                    }
                }
                Some(Command::Go(_)) | None => {
                    if self.answer(&mut attempt, step, &line, score)? {
                        *score = score.with_moves(attempt.moves(), step.moves);
                        let good = self.locale.learn_message(client::LearnMessageKey::Good);
                        self.console.print(good)?;
                        return Ok(End::Solved);
                    }
                }
            }
        }
    }

    /// The verdict that a line names, in a step that asks for one.
    fn verdict(&self, step: &Step, line: &str) -> Option<Verdict> {
        let is_named = |verdict: &Verdict| {
            let words = [self.locale.verdict(*verdict), Locale::default().verdict(*verdict)];
            words.iter().any(|word| word.to_lowercase() == line.to_lowercase())
        };
        Verdict::ALL.into_iter().find(is_named).filter(|_| step.goal == Goal::Judge)
    }

    /// Takes a move or an answer; returns true if the goal is reached.
    fn answer(
        &mut self,
        attempt: &mut Attempt<'_>,
        step: &Step,
        line: &str,
        score: &mut Score,
    ) -> io::Result<bool> {
        if step.goal == Goal::Judge {
            let Some(verdict) = self.verdict(step, line) else {
                self.has_errors = true;
                self.console
                    .print(&self.texts.fill(TerminalMessageKey::LessonUnknown, &[("word", &line)]))?;
                return Ok(false);
            };
            return match attempt.judge(verdict) {
                Ok(()) => Ok(true),
                Err(wrong) => self.refuse(&self.locale.wrong_move(&wrong), score),
            };
        }
        let read = match read_squares(line) {
            Some((from, to, promotion)) => {
                attempt.explain(from, to, promotion).map_err(|reason| self.locale.refusal(&reason))
            }
            None => {
                let game = attempt.scene().game();
                game.parse_move(line).map_err(|error| self.locale.read_move_error(&error))
            }
        };
        let m = match read {
            Ok(m) => m,
            Err(reason) => {
                self.has_errors = true;
                return self.refuse(&reason, score);
            }
        };
        let said = self.announce(attempt, m);
        match attempt.play(m) {
            Ok(Reaction::Done) => {
                self.console.print(&said)?;
                Ok(true)
            }
            Ok(Reaction::Goes(reply)) => {
                self.console.print(&said)?;
                if let Some(reply) = reply {
                    let by = !attempt.scene().turn();
                    self.console.print(&self.locale.announce_move(by, reply, None))?;
                }
                self.show(attempt)?;
                Ok(false)
            }
            Err(wrong) => self.refuse(&self.locale.wrong_move(&wrong), score),
        }
    }

    fn refuse(&mut self, reason: &str, score: &mut Score) -> io::Result<bool> {
        *score = score.with_slip();
        self.console.print(reason)?;
        Ok(false)
    }

    /// Prints the board and the squares to go to.
    fn show(&mut self, attempt: &Attempt<'_>) -> io::Result<()> {
        let diagram = Diagram {
            board: attempt.scene().board(),
            style: self.style,
            seen_by: Color::White,
            coordinates: Coordinates::Shown,
        };
        self.console.print(&format!("\n{diagram}\n"))?;
        match attempt.targets() {
            targets if targets.is_empty() => Ok(()),
            targets => self.console.print(&self.locale.lesson_targets(targets)),
        }
    }

    fn announce(&self, attempt: &Attempt<'_>, m: Move) -> String {
        self.locale.announce_move(attempt.scene().turn(), m, None)
    }
}

/// A move in the form `a1a6` or `a7a8q`, on any board: squares and promotion.
fn read_squares(line: &str) -> Option<(Square, Square, Option<Role>)> {
    let promotion = match line.as_bytes() {
        [_, _, _, _] => None,
        [_, _, _, _, letter] => Some(Role::from_letter(*letter)?),
        _ => return None,
    };
    Some((line.get(..2)?.parse().ok()?, line.get(2..4)?.parse().ok()?, promotion))
}

/// The stage after another.
fn following(stage: &Stage) -> Option<&'static Stage> {
    let index = stages().iter().position(|known| known.name == stage.name)?;
    stages().get(index + 1)
}
