//! Line mode: for pipes, simple terminals and screen readers.
//!
//! A loop of printing, prompting and reading a line; nothing is redrawn. The client decides what is legal and
//! what is announced. The last line is the PGN result.

mod actions;
mod new_game;
mod questions;
mod command;
mod console;
mod opponent;
mod files;
mod lessons;
mod stdin_reader;
mod move_input;
mod online;
mod puzzles;
mod startup;
mod show;

use std::io;

use client::{Announcement, Effect, Event, LocalGame, Locale, Screen, State, update};
use game::Timestamp;

pub use self::lessons::learn;
pub use self::puzzles::{PuzzleChoice, solve_puzzles};
pub use console::{Console, InputSource};
pub use new_game::{ClockError, parse_clock};
pub use online::{OnlineConsole, play_online};
pub use stdin_reader::{Interrupt, StdinReader};

use crate::locale::TerminalLocale;
use crate::platform::environment;
use crate::platform::store::LocalStore;
use crate::ui::is_unparsable_move;
use crate::{Options, PieceStyle};
use command::{Keyword, LineCommand};
use console::Charset;
use online::OnlineSession;
use opponent::OpponentSlot;
use texts::TerminalMessageKey;

/// Result of a session, for the exit code.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SessionOutcome {
    /// No errors.
    Success,
    /// A script's line was invalid or refused, or the opponent failed. The rest of the script was run.
    WithErrors,
    /// The game could not be started: the reason as a sentence. Nothing was played.
    Refused(String),
    /// Input could not be read: the reason. The game until then is saved.
    InputFailed(String),
}

/// Plays until the end of input or `quit`. The last line of output is the result of the game.
///
/// # Errors
/// Output cannot be written. The game is saved as of the last move.
pub fn play(options: &Options, console: Console<'_>) -> io::Result<SessionOutcome> {
    let mut session = Session::new(options, console);
    if session.start(options)? == Flow::Continue {
        session.print_welcome()?;
        session.run_loop()?;
    }
    session.finish()
}

/// A session: the client and the state of line mode.
#[derive(Debug)]
struct Session<'a> {
    state: State,
    locale: Locale,
    texts: TerminalLocale,
    console: Console<'a>,
    store: Option<LocalStore>,
    opponent: OpponentSlot,
    /// The online session, if any.
    online: Option<OnlineSession>,
    diagram_style: rules::DiagramStyle,
    board_display: BoardDisplay,
    save_mode: SaveMode,
    /// Reason why the last save failed, if it did.
    save_error: Option<String>,
    /// True if the position has changed since it was last shown.
    has_changed: bool,
    outcome: SessionOutcome,
}

/// Condition for printing the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BoardDisplay {
    /// After every change.
    Always,
    /// On request only.
    OnDemand,
}

/// Decides if the game is saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SaveMode {
    /// The game replaces the saved one.
    Enabled,
    /// Another game is saved and must not be replaced.
    Disabled,
}

/// Result of reading a line.
#[derive(Clone, PartialEq, Eq, Debug)]
enum LineInput {
    /// A line.
    Line(String),
    /// A line that came after a flag fell and is ignored.
    TooLate,
    /// End of input.
    End,
}

/// Control flow of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Continue,
    Leave,
}

impl<'a> Session<'a> {
    fn new(options: &Options, mut console: Console<'a>) -> Session<'a> {
        let store = crate::startup::open_store(options);
        let (settings, kept_pieces) = crate::startup::load_settings(store.as_ref());
        let language = startup::language(options, &settings);
        let pieces = options.piece_style.or_else(|| environment::piece_style(environment::env_var));
        let pieces = pieces.unwrap_or(kept_pieces);
        if pieces == PieceStyle::Letters {
            console.charset = Charset::Ascii;
        }
        Session {
            state: State::new(settings),
            locale: Locale::new(language),
            texts: TerminalLocale::new(language),
            console,
            store,
            opponent: OpponentSlot::default(),
            online: None,
            diagram_style: show::diagram_style(pieces),
            board_display: BoardDisplay::Always,
            save_mode: SaveMode::Enabled,
            save_error: None,
            has_changed: true,
            outcome: SessionOutcome::Success,
        }
    }

    fn run_loop(&mut self) -> io::Result<()> {
        loop {
            self.handle_opponent_events()?;
            self.wait_for_opponent_moves()?;
            self.show_changes()?;
            self.answer_offers()?;
            let next = match self.read_line()? {
                LineInput::Line(line) => self.handle_line(&line)?,
                LineInput::TooLate => Flow::Continue,
                LineInput::End => Flow::Leave,
            };
            if next == Flow::Leave {
                return Ok(());
            }
        }
    }

    /// Reads the next line. Flags are checked before the line counts.
    fn read_line(&mut self) -> io::Result<LineInput> {
        if self.online.is_some() {
            return self.read_line_online();
        }
        let (prompt, end) =
            (self.texts.get(TerminalMessageKey::PlainPrompt), self.texts.get(TerminalMessageKey::PlainEnd));
        let Some(line) = self.console.prompt(prompt, end)? else { return Ok(LineInput::End) };
        let was_on = self.is_in_progress();
        self.send(Event::Tick)?;
        Ok(if was_on && !self.is_in_progress() { LineInput::TooLate } else { LineInput::Line(line) })
    }

    fn handle_line(&mut self, line: &str) -> io::Result<Flow> {
        match LineCommand::read(line) {
            LineCommand::Empty => Ok(()),
            LineCommand::Move(text) => self.play_text(text),
            LineCommand::Keyword(Keyword::Quit, _) => return Ok(Flow::Leave),
            LineCommand::Keyword(word, rest) => self.run_keyword(word, rest),
        }?;
        Ok(Flow::Continue)
    }

    fn run_keyword(&mut self, word: Keyword, rest: &str) -> io::Result<()> {
        match word {
            Keyword::Help => self.help(),
            Keyword::Board => self.board(rest),
            Keyword::Flip => self.flip(),
            Keyword::Moves => self.moves(rest),
            Keyword::Attacks => self.attacks(rest),
            Keyword::King => self.select_king(),
            Keyword::Undo => self.take_back(),
            Keyword::Draw => self.offer_draw(rest),
            Keyword::Claim => self.claim(rest),
            Keyword::Resign => self.resign(),
            Keyword::Abort => self.abort(),
            Keyword::Clock => self.clock(),
            Keyword::Pause => self.pause(),
            Keyword::Resume => self.resume_clocks(),
            Keyword::Save => self.save(rest),
            Keyword::Load => self.load(rest),
            Keyword::Fen => self.fen(),
            Keyword::Pgn => self.pgn(),
            Keyword::Game => self.print_move_list(),
            Keyword::New => self.new_game(rest),
            Keyword::Rematch => self.send(Event::Rematch),
            Keyword::Restart => self.restart_opponent(),
            Keyword::Quit => Ok(()),
        }
    }

    /// Sends an event to the client, runs its effects and prints announcements and problems.
    fn send(&mut self, event: Event) -> io::Result<()> {
        // A tick does not report old problems again.
        let may_go_wrong = event != Event::Tick;
        let said = self.problem_before(&event);
        for effect in update(&mut self.state, event, self.console.now()) {
            match effect {
                Effect::Announce(announcement) => self.announce(&announcement)?,
                Effect::SaveGame(text) => self.store_game(&text)?,
                Effect::DeleteSavedGame => self.remove_stored_game(),
                Effect::SendAction(action) => {
                    self.opponent.notify(&action, self.state.view(Timestamp::default()).local_game())
                }
                Effect::Network(effect) => self.run_network_effect(effect)?,
                // Sound, clipboard, focus and settings do not apply to line mode.
                _ => {}
            }
        }
        let is_new = self.state.view(self.console.now()).problem() != said.as_ref();
        if may_go_wrong && is_new { self.print_problem() } else { Ok(()) }
    }

    fn announce(&mut self, announcement: &Announcement) -> io::Result<()> {
        let locale = self.locale;
        match announcement {
            // The status line and prompts show it already.
            Announcement::Check(_) => return Ok(()),
            _ if self.is_prompted_offer(announcement) => return Ok(()),
            // Commands print it themselves.
            Announcement::IllegalMove | Announcement::PositionShown(_) => return Ok(()),
            Announcement::GameOpened(_) => {
                self.opponent.new_game();
                return Ok(());
            }
            // Printed where the piece is selected or the promotion is asked for.
            Announcement::Selected(..) | Announcement::ChoosePromotion(_) => return Ok(()),
            Announcement::MoveRejected(_) => self.record_error(),
            Announcement::GameStarted(_) => {
                self.has_changed = true;
                self.opponent.new_game();
            }
            Announcement::TakenBack(_) | Announcement::GameEnded(_) => self.has_changed = true,
            Announcement::Moved { piece, m, .. } => {
                self.has_changed = true;
                if let Some(side) = m.castling_side() {
                    return self.console.print(&locale.castled(piece.color, side));
                }
            }
            _ => {}
        }
        self.console.print(&locale.announcement(announcement))
    }

    /// Prints the current problem, unless it was already explained as a rejected move.
    fn print_problem(&mut self) -> io::Result<()> {
        let view = self.state.view(self.console.now());
        let Some(problem) = view.problem().filter(|_| view.explanation().is_none()) else { return Ok(()) };
        let mut sentence = self.locale.problem(problem);
        if is_unparsable_move(problem) {
            sentence = format!("{sentence} {}", self.texts.get(TerminalMessageKey::PlainSeeHelp));
        }
        self.record_error();
        self.console.print(&sentence)
    }

    /// Sends an event whose refusal is an answer and not an error.
    fn send_query(&mut self, event: Event) -> io::Result<()> {
        let finish = self.outcome.clone();
        let done = self.send(event);
        self.outcome = finish;
        done
    }

    /// Records an error of a script. A person sees the message and tries again.
    fn record_error(&mut self) {
        if self.console.source == InputSource::Script {
            self.outcome = SessionOutcome::WithErrors;
        }
    }

    fn is_in_progress(&self) -> bool {
        self.local_game().game().outcome().is_none()
    }

    /// The current game; independent of the time.
    fn local_game(&self) -> &LocalGame {
        self.state.view(Timestamp::default()).local_game()
    }

    fn finish(mut self) -> io::Result<SessionOutcome> {
        self.opponent.cancel();
        let is_unfinished = self.is_in_progress() && self.local_game().game().plies() > 0;
        // The client pauses the clock and saves the game, or removes a finished one.
        self.send(Event::GoTo(Screen::Home))?;
        if is_unfinished && self.save_error.is_none() && self.save_mode == SaveMode::Enabled {
            let saved = self.texts.resume_hint(self.engine_to_resume_with());
            self.console.print(&saved)?;
        }
        let score = self.local_game().pgn().result;
        self.console.print(score.as_str())?;
        Ok(self.console.read_error.take().map_or(self.outcome, SessionOutcome::InputFailed))
    }

    fn fill(&self, text: TerminalMessageKey, values: &[(&str, &dyn std::fmt::Display)]) -> String {
        self.texts.fill(text, values)
    }
}
