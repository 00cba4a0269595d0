//! A UCI session: handles commands and search events.

use std::fmt::Display;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use engine::{Engine, Opponent, SearchInfo, SearchPosition, SearchResult};
use rules::Position;
use uci::{BestMove, Go, Info, ParseError, PositionCommand, Text, ToEngine, ToGui};

use super::SessionEvent;
use super::control::UciSearchControl;
use super::info;
use super::input::InputLine;
use super::limits;
use super::options::{EngineChange, UciOptions};
use super::perft;
use super::search_stage::{FinishedSearch, SearchStage, Termination};
use super::waiting::{TooManyWaiting, WaitingLines};

/// Node limit of a `go` whose limits could not be parsed.
const FALLBACK_NODES: u64 = 100_000;

/// Maximum length of an `info string` in characters; it may repeat a part of the input.
const MAX_INFO_CHARS: usize = 160;

/// Stack size of the search thread in bytes.
const STACK_SIZE: usize = 16 << 20;

/// A running search, or a finished one whose `bestmove` must be withheld.
struct RunningSearch {
    control: Arc<UciSearchControl>,
    started: Instant,
    termination: Termination,
    /// A principal variation has been sent.
    has_sent_pv: bool,
    stage: SearchStage,
}

impl RunningSearch {
    /// True if only `stop` or `ponderhit` leads to a `bestmove`.
    fn needs_stop(&self) -> bool {
        !matches!(self.stage, SearchStage::Searching)
    }
}

pub(crate) struct Session<'a> {
    out: &'a mut dyn Write,
    events: Sender<SessionEvent>,
    options: UciOptions,
    /// `None` after an invalid `position` command.
    search_position: Option<SearchPosition>,
    /// The engine, unless a search thread has it.
    engine: Option<Box<Engine>>,
    search: Option<RunningSearch>,
    /// Seed of limited strength, new for every game.
    seed: u64,
    /// Control of a running perft.
    perft: Option<Arc<UciSearchControl>>,
    /// A `go` that came during a search, and the lines after it.
    waiting: WaitingLines,
    /// Changes to apply when the engine is idle.
    pending: Vec<EngineChange>,
    /// Stack size of the search thread in bytes.
    stack: usize,
    /// `quit` was received or standard input was closed; a running search may still answer.
    is_over: bool,
}

impl<'a> Session<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, events: Sender<SessionEvent>) -> Session<'a> {
        let options = UciOptions::default();
        let engine = Some(Box::new(options.new_engine()));
        let search_position = Some(SearchPosition::new(Position::start()));
        Session {
            out,
            events,
            options,
            search_position,
            engine,
            search: None,
            seed: random_seed(),
            perft: None,
            waiting: WaitingLines::default(),
            pending: Vec::new(),
            stack: STACK_SIZE,
            is_over: false,
        }
    }

    /// True if the session is over and all searches have answered.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over && !self.is_searching() && self.waiting.is_empty()
    }

    /// Handles a line from the GUI, now or after the running search.
    pub(crate) fn handle_line(&mut self, line: InputLine) -> io::Result<()> {
        if line.bytes.trim_ascii().is_empty() {
            return Ok(());
        }
        match ToEngine::parse(&line.bytes) {
            Ok(ToEngine::Uci | ToEngine::IsReady | ToEngine::Stop | ToEngine::Quit) => self.execute(&line),
            Ok(ToEngine::Go(_)) if self.is_searching() => self.wait(line),
            _ if !self.waiting.is_empty() => self.wait(line),
            _ => self.execute(&line),
        }
    }

    /// Queues a line until the running search has ended.
    fn wait(&mut self, line: InputLine) -> io::Result<()> {
        let is_go = is_go(&line);
        match self.waiting.push(line) {
            Ok(()) => self.execute_waiting(),
            Err(TooManyWaiting) if is_go => self.send_no_move("too many searches are waiting"),
            Err(TooManyWaiting) => self.send_info_string("too many commands are waiting"),
        }
    }

    /// Executes waiting lines up to the next `go` that has to wait.
    fn execute_waiting(&mut self) -> io::Result<()> {
        let mut is_searching = self.is_searching();
        while let Some(waiting) = self.waiting.pop_if(|line| !is_searching || !is_go(line)) {
            self.execute(&waiting.line)?;
            if waiting.is_stopped {
                self.stop_searching()?;
            }
            is_searching = self.is_searching();
        }
        let is_endless = self.search.as_ref().is_some_and(RunningSearch::needs_stop);
        // A `go` waits for a search that would not end by itself.
        if is_endless && !self.waiting.is_empty() { self.stop_searching() } else { Ok(()) }
    }

    /// Executes a line.
    fn execute(&mut self, line: &InputLine) -> io::Result<()> {
        match ToEngine::parse(&line.bytes) {
            Ok(ToEngine::Go(go)) => self.go(&go, &Go::unknown_words(&line.bytes)),
            // A part of the moves would be another position.
            Ok(ToEngine::Position(_)) if !line.is_complete => self.refuse_position(&"the line is too long"),
            Ok(message) if line.is_complete => self.handle(message),
            // Only `position` has a FEN and moves; the previous position is no longer valid.
            Err(
                error @ (ParseError::Fen(_)
                | ParseError::Move { .. }
                | ParseError::Incomplete { command: "position" }),
            ) => self.refuse_position(&error),
            Ok(_) => self.send_info_string("not understood: the line is too long"),
            Err(error) => {
                let start = line.bytes.get(..MAX_INFO_CHARS).unwrap_or(&line.bytes);
                let text = String::from_utf8_lossy(start.trim_ascii());
                self.send_info_string(&format!("not understood: {error}: {text}"))
            }
        }
    }

    /// Standard input was closed: no `ponderhit` or `stop` can come any more.
    pub(crate) fn input_closed(&mut self) -> io::Result<()> {
        self.is_over = true;
        if let Some(search) = &self.search
            && search.needs_stop()
        {
            search.control.stop();
        }
        self.advance(SearchStage::released)
    }

    /// True if the engine or perft is busy, or a `bestmove` is withheld.
    fn is_searching(&self) -> bool {
        self.search.is_some() || self.perft.is_some()
    }

    /// True if a search is running that may never end by itself.
    pub(crate) fn may_run_forever(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.termination != Termination::Limit)
    }

    /// Sends search information.
    pub(crate) fn on_info(&mut self, search_info: &SearchInfo) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let elapsed = search.started.elapsed();
        match search_info {
            SearchInfo::Pv(pv) => {
                search.has_sent_pv = true;
                let info = info::pv(pv, elapsed, &self.options);
                self.send(&ToGui::Info(Box::new(info)))
            }
            &SearchInfo::CurrentMove { depth, m, number } if elapsed >= info::CURRMOVE_DELAY => {
                let info = info::current_move(depth, m, number, &self.options);
                self.send(&ToGui::Info(Box::new(info)))
            }
            SearchInfo::CurrentMove { .. } => Ok(()),
        }
    }

    /// Prints a line of perft.
    pub(crate) fn on_perft_line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Perft has finished.
    pub(crate) fn on_perft_done(&mut self) -> io::Result<()> {
        self.perft = None;
        self.execute_waiting()
    }

    /// The search has finished and returns the engine.
    pub(crate) fn on_search_done(&mut self, result: SearchResult, engine: Box<Engine>) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let elapsed = search.started.elapsed();
        let last_info = match search.has_sent_pv {
            // The last `info` was sent at the end of an iteration; most of the time goes into the next,
            // unfinished one.
            true => info::node_counts(result.nodes, elapsed),
            false => info::result(&result, elapsed, &self.options),
        };
        self.send(&ToGui::Info(Box::new(last_info)))?;
        self.advance(|stage| stage.finished(result, engine))
    }

    fn handle(&mut self, message: ToEngine) -> io::Result<()> {
        match message {
            ToEngine::Uci => self.send_id(),
            ToEngine::IsReady => {
                self.apply_pending();
                self.send(&ToGui::ReadyOk)
            }
            ToEngine::SetOption(set_option) => match self.options.set(&set_option) {
                Ok(change) => {
                    self.pending.push(change);
                    Ok(())
                }
                Err(why) => self.send_info_string(&why),
            },
            ToEngine::NewGame => {
                self.seed = random_seed();
                self.pending.push(EngineChange::Clear);
                Ok(())
            }
            ToEngine::Position(command) => self.set_position(&command),
            ToEngine::Go(go) => self.go(&go, &[]),
            ToEngine::Stop => self.stop(),
            ToEngine::PonderHit => {
                let Some(search) = &self.search else { return Ok(()) };
                search.control.start();
                let termination = search.termination;
                self.advance(|stage| stage.after_ponderhit(termination))
            }
            ToEngine::Quit => {
                self.is_over = true;
                self.waiting.clear();
                self.stop()
            }
            ToEngine::DebugOn | ToEngine::DebugOff | ToEngine::Register(_) => Ok(()),
        }
    }

    /// Stops the search, perft and all waiting searches; each sends its `bestmove`.
    pub(crate) fn stop(&mut self) -> io::Result<()> {
        self.waiting.stop();
        self.stop_searching()
    }

    /// Stops the search or perft that is running.
    fn stop_searching(&mut self) -> io::Result<()> {
        let search = self.search.as_ref().map(|search| &search.control);
        search.into_iter().chain(&self.perft).for_each(|control| control.stop());
        self.advance(SearchStage::released)
    }

    fn send_id(&mut self) -> io::Result<()> {
        self.send(&ToGui::Name(Text::new(concat!("Hanpan ", env!("CARGO_PKG_VERSION")))))?;
        self.send(&ToGui::Author(Text::new("the Hanpan authors")))?;
        for option in UciOptions::declarations() {
            self.send(&ToGui::Option(option))?;
        }
        self.send(&ToGui::UciOk)
    }

    fn set_position(&mut self, command: &PositionCommand) -> io::Result<()> {
        match command.resolve() {
            Ok((start, moves)) => {
                let mut search_position = SearchPosition::new(start);
                for m in moves {
                    // `resolve` has verified the moves.
                    search_position.play(m).ok();
                }
                self.search_position = Some(search_position);
                Ok(())
            }
            Err(error) => self.refuse_position(&error),
        }
    }

    /// Rejects a position; `go` is refused until a valid one is set.
    fn refuse_position(&mut self, why: &dyn Display) -> io::Result<()> {
        self.search_position = None;
        self.send_info_string(&format!("position refused: {why}"))
    }

    /// Starts a search. Words that were not understood are reported.
    fn go(&mut self, go: &Go, unknown_words: &[Text]) -> io::Result<()> {
        self.apply_pending();
        let Some(search_position) = self.search_position.clone() else {
            return self.send_no_move("no valid position");
        };
        if !unknown_words.is_empty() {
            let words: Vec<&str> = unknown_words.iter().map(Text::as_str).collect();
            self.send_info_string(&format!("go: not understood: {}", words.join(" ")))?;
        }
        if let Some(depth) = go.perft {
            return self.start_perft(search_position.position(), depth);
        }
        let mut limits = limits::limits(go, search_position.position(), &self.options);
        if limits.search_moves.len() < go.search_moves.len() {
            self.send_info_string("searchmoves: illegal moves are ignored")?;
        }
        if go.is_unlimited() && !unknown_words.is_empty() && !go.ponder {
            // A limit was intended: do not search forever.
            limits.nodes = Some(FALLBACK_NODES);
        }
        let Some(mut engine) = self.engine.take() else {
            return self.send_no_move("cannot search: the engine is busy");
        };
        let control = Arc::new(UciSearchControl::default());
        if !go.ponder {
            control.start();
        }
        let termination = Termination::new(go, &limits);
        let search = RunningSearch {
            control: Arc::clone(&control),
            started: Instant::now(),
            termination,
            has_sent_pv: false,
            stage: SearchStage::new(go.ponder, termination),
        };
        let events = self.events.clone();
        let (level, seed) = (self.options.level, self.options.level_seed.unwrap_or(self.seed));
        let opponent = self.options.limit_strength.then(|| Opponent::new(level, seed));
        let run = move || {
            let info_events = events.clone();
            let result = match opponent {
                Some(opponent) => {
                    limits::search_at_level(opponent, &mut engine, &search_position, &limits, &*control)
                }
                // Sending fails only after the session has ended.
                None => engine.search(&search_position, &limits, &*control, &mut |search_info| {
                    info_events.send(SessionEvent::Info(search_info)).ok();
                }),
            };
            events.send(SessionEvent::SearchDone(result, engine)).ok();
        };
        match thread::Builder::new().stack_size(self.stack).spawn(run) {
            Ok(_) => {
                let needs_stop = search.needs_stop();
                self.search = Some(search);
                // No `stop` can come after the end of input.
                if self.is_over && needs_stop { self.stop_searching() } else { Ok(()) }
            }
            Err(error) => self.send_no_move(&format!("cannot search: {error}")),
        }
    }

    /// Sends `bestmove (none)` with a reason: the GUI waits for a reply to every `go`.
    fn send_no_move(&mut self, why: &str) -> io::Result<()> {
        self.send_info_string(why)?;
        self.send(&ToGui::BestMove(BestMove { best: None, ponder: None }))
    }

    fn start_perft(&mut self, position: &Position, depth: u32) -> io::Result<()> {
        if depth > perft::MAX_DEPTH {
            return self.send_info_string(&format!("perft: the maximum depth is {}", perft::MAX_DEPTH));
        }
        let control = Arc::new(UciSearchControl::default());
        match perft::start(*position, depth, self.options.style, Arc::clone(&control), self.events.clone()) {
            Ok(()) => {
                self.perft = Some(control);
                Ok(())
            }
            Err(error) => self.send_info_string(&format!("cannot start perft: {error}")),
        }
    }

    /// Moves the search to its next stage, or sends `bestmove` if it is finished and not withheld.
    fn advance(
        &mut self,
        next: impl FnOnce(SearchStage) -> Result<SearchStage, FinishedSearch>,
    ) -> io::Result<()> {
        let Some(RunningSearch { stage, control, started, termination, has_sent_pv }) = self.search.take()
        else {
            return Ok(());
        };
        let (result, engine) = match next(stage) {
            Ok(stage) => {
                self.search = Some(RunningSearch { stage, control, started, termination, has_sent_pv });
                return Ok(());
            }
            Err(finished) => finished,
        };
        self.engine = Some(engine);
        let [best, ponder] = [result.best_move, result.ponder].map(|m| m.map(|m| m.uci(self.options.style)));
        self.send(&ToGui::BestMove(BestMove { best, ponder }))?;
        self.execute_waiting()
    }

    /// Applies pending changes if the engine is idle.
    fn apply_pending(&mut self) {
        if self.search.is_some() {
            return;
        }
        // The engine was lost if its thread could not be spawned.
        let engine = self.engine.get_or_insert_with(|| Box::new(self.options.new_engine()));
        if self.pending.contains(&EngineChange::Rebuild) {
            **engine = self.options.new_engine();
        } else if self.pending.contains(&EngineChange::Clear) {
            engine.clear();
        }
        self.pending.clear();
    }

    /// Sends an `info string`, cut at [`MAX_INFO_CHARS`].
    fn send_info_string(&mut self, text: &str) -> io::Result<()> {
        let cut = text.char_indices().nth(MAX_INFO_CHARS).map(|(end, _)| format!("{}…", &text[..end]));
        let text = cut.as_deref().unwrap_or(text);
        self.send(&ToGui::Info(Box::new(Info::from_string(text))))
    }

    fn send(&mut self, message: &ToGui) -> io::Result<()> {
        writeln!(self.out, "{message}")?;
        self.out.flush()
    }
}

fn is_go(line: &InputLine) -> bool {
    matches!(ToEngine::parse(&line.bytes), Ok(ToEngine::Go(_)))
}

/// An unpredictable seed. It only varies the play of limited strength and is no secret.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests;
