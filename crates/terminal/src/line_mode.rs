//! The game line by line: for pipes, for terminals that can do little, and for those who listen to the screen instead of
//! looking at it.
//!
//! It prints, asks and reads a line, again and again; nothing is drawn over. The same client as everywhere decides what
//! may be done and what is said about it. The last line is the result as PGN writes it.

mod actions;
mod new_game;
mod questions;
mod command;
mod console;
mod opponent;
mod files;
mod stdin_reader;
mod move_input;
mod online;
mod startup;
mod show;

use std::io;

use client::{Announcement, Effect, Event, LocalGame, Locale, Screen, State, update};
use game::Timestamp;

pub use console::{Console, InputSource};
pub use new_game::{ClockError, parse_clock};
pub use online::{OnlineConsole, play_online};
pub use stdin_reader::{Interrupt, StdinReader};

use crate::platform::store::LocalStore;
use crate::texts::{TerminalLocale, Text};
use crate::ui::is_unparsable_move;
use crate::{Options, PieceStyle};
use command::{Keyword, LineCommand};
use console::Charset;
use online::OnlineSession;
use opponent::OpponentSlot;

/// How it went, for whoever started it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SessionOutcome {
    /// As it should.
    Success,
    /// A script said something that made no sense or was not possible, or the opponent failed. It was told so, and all
    /// else was done.
    WithErrors,
    /// The game that was asked for cannot be, as this sentence says, and nothing was played.
    Refused(String),
    /// What was typed could not be read any more, for this reason. What was played until then is kept.
    InputFailed(String),
}

/// Plays until the input ends or somebody quits. The last line written is the result of the game at the table.
///
/// # Errors
/// Input cannot be read or output cannot be written any more. The game is kept as it was after the last move.
pub fn play(options: &Options, console: Console<'_>) -> io::Result<SessionOutcome> {
    let mut session = Session::new(options, console);
    if session.start(options)? == Flow::Continue {
        session.print_welcome()?;
        session.run_loop()?;
    }
    session.finish()
}

/// One sitting: the client, and what line mode adds to it.
#[derive(Debug)]
struct Session<'a> {
    state: State,
    words: Locale,
    texts: TerminalLocale,
    console: Console<'a>,
    store: Option<LocalStore>,
    opponent: OpponentSlot,
    /// The server that is played at, if one is.
    online: Option<OnlineSession>,
    diagram_style: rules::DiagramStyle,
    board_display: BoardDisplay,
    save_mode: SaveMode,
    /// Why the game could not be kept the last time, if it could not.
    save_error: Option<String>,
    /// Something is different from what was last shown.
    has_changed: bool,
    outcome: SessionOutcome,
}

/// When the board is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BoardDisplay {
    /// After every change.
    Always,
    /// When somebody asks for it.
    OnDemand,
}

/// Whether the game is kept for another day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SaveMode {
    /// In the place of the one kept before.
    Enabled,
    /// Another one is kept, which this one does not take the place of.
    Disabled,
}

/// What was read.
#[derive(Clone, PartialEq, Eq, Debug)]
enum LineInput {
    /// A line.
    Line(String),
    /// A line that does not count: time had run out before it came.
    TooLate,
    /// Nothing, now and for ever.
    End,
}

/// Whether to go on.
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
        let pieces = options.piece_style.unwrap_or(kept_pieces);
        if pieces == PieceStyle::Letters {
            console.charset = Charset::Ascii;
        }
        Session {
            state: State::new(settings),
            words: Locale::new(language),
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

    /// The next line. It may have come too late, so flags are looked at first.
    fn read_line(&mut self) -> io::Result<LineInput> {
        if self.online.is_some() {
            return self.read_line_online();
        }
        let (prompt, end) = (self.texts.get(Text::PlainPrompt), self.texts.get(Text::PlainEnd));
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

    /// Lets something happen, carries out what follows from it and says what there is to say.
    fn send(&mut self, event: Event) -> io::Result<()> {
        // What was wrong before time passed has been said.
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
                Effect::Network(errand) => self.run_network_effect(errand)?,
                // Nothing here makes a noise, has a clipboard or a focus, and settings are changed elsewhere.
                _ => {}
            }
        }
        let is_new = self.state.view(self.console.now()).problem() != said.as_ref();
        if may_go_wrong && is_new { self.print_problem() } else { Ok(()) }
    }

    fn announce(&mut self, announcement: &Announcement) -> io::Result<()> {
        let words = self.words;
        match announcement {
            // The line that says whose turn it is says so, too; and so does a question.
            Announcement::Check(_) => return Ok(()),
            _ if self.is_prompted_offer(announcement) => return Ok(()),
            // What was asked for is shown, or said not to be possible, by the command itself.
            Announcement::IllegalMove | Announcement::PositionShown(_) => return Ok(()),
            Announcement::GameOpened(_) => {
                self.opponent.new_game();
                return Ok(());
            }
            // The square with all it can do is said where it is selected; the promotion is asked for.
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
                    return self.console.print(&words.castled(piece.color, side));
                }
            }
            _ => {}
        }
        self.console.print(&words.announcement(announcement))
    }

    /// Says what did not work, unless a refused move has been explained already.
    fn print_problem(&mut self) -> io::Result<()> {
        let view = self.state.view(self.console.now());
        let Some(problem) = view.problem().filter(|_| view.explanation().is_none()) else { return Ok(()) };
        let mut sentence = self.words.problem(problem);
        if is_unparsable_move(problem) {
            sentence = format!("{sentence} {}", self.texts.get(Text::PlainSeeHelp));
        }
        self.record_error();
        self.console.print(&sentence)
    }

    /// Lets something happen that is only asked about: that it cannot be is an answer, and no mistake.
    fn send_query(&mut self, event: Event) -> io::Result<()> {
        let finish = self.outcome.clone();
        let done = self.send(event);
        self.outcome = finish;
        done
    }

    /// Something was asked for that cannot be. A person sees that and thinks again; a script does not.
    fn record_error(&mut self) {
        if self.console.source == InputSource::Script {
            self.outcome = SessionOutcome::WithErrors;
        }
    }

    fn is_in_progress(&self) -> bool {
        self.table().game().outcome().is_none()
    }

    /// The game with its clock and players; what time it is does not matter for it.
    fn table(&self) -> &LocalGame {
        self.state.view(Timestamp::default()).local_game()
    }

    fn finish(mut self) -> io::Result<SessionOutcome> {
        self.opponent.cancel();
        let is_unfinished = self.is_in_progress() && self.table().game().plies() > 0;
        // The client stops the clock and keeps the game, or forgets one that is over.
        self.send(Event::GoTo(Screen::Home))?;
        if is_unfinished && self.save_error.is_none() && self.save_mode == SaveMode::Enabled {
            let kept = self.texts.resume_hint(self.engine_to_resume_with());
            self.console.print(&kept)?;
        }
        let score = self.table().pgn().result;
        self.console.print(score.as_str())?;
        Ok(self.console.read_error.take().map_or(self.outcome, SessionOutcome::InputFailed))
    }

    fn fill(&self, text: Text, values: &[(&str, &dyn std::fmt::Display)]) -> String {
        self.texts.fill(text, values)
    }
}
