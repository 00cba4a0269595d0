//! A UCI session: handles commands and search events.

use std::fmt::Display;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use engine::{Engine, Opponent, SearchInfo, SearchPosition, SearchResult, TimeLimit};
use rules::Position;
use uci::{BestMove, Go, Info, ParseError, PositionCommand, Text, ToEngine, ToGui};

use super::SessionEvent;
use super::control::UciSearchControl;
use super::info;
use super::limits;
use super::options::{EngineChange, UciOptions};
use super::perft;

/// Node limit of a `go` whose limits could not be parsed.
const FALLBACK_NODES: u64 = 100_000;

/// Stack size of the search thread in bytes.
const STACK_SIZE: usize = 16 << 20;

/// A search that runs, or that is over and must not be told yet.
struct RunningSearch {
    watch: Arc<UciSearchControl>,
    begun: Instant,
    /// Thinks on until it is told to stop or that its guess was right.
    waits: bool,
    /// Has limits of its own, so that it may answer without being told to stop.
    is_limited: bool,
    /// Will certainly end without being told: a mate may not be there to be found.
    ends: bool,
    /// Whether a line has been told.
    has_told: bool,
    /// The answer that has to wait, and the engine that gave it.
    done: Option<(SearchResult, Box<Engine>)>,
}

pub(crate) struct Session<'a> {
    out: &'a mut dyn Write,
    events: Sender<SessionEvent>,
    settings: UciOptions,
    /// `None` after an invalid `position` command.
    search_position: Option<SearchPosition>,
    /// The engine, unless a search thread has it.
    engine: Option<Box<Engine>>,
    search: Option<RunningSearch>,
    /// Seed of limited strength, new for every game.
    seed: u64,
    /// Control of a running perft.
    perft: Option<Arc<UciSearchControl>>,
    /// Changes to apply when the engine is idle.
    pending: Vec<EngineChange>,
    /// Stack size of the search thread in bytes.
    stack: usize,
    /// `quit` was received or standard input was closed; a running search may still answer.
    is_over: bool,
}

impl<'a> Session<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, events: Sender<SessionEvent>) -> Session<'a> {
        let settings = UciOptions::default();
        let engine = Some(Box::new(Engine::new(settings.engine)));
        let situation = Some(SearchPosition::new(Position::start()));
        Session {
            out,
            events,
            settings,
            search_position: situation,
            engine,
            search: None,
            seed: random_seed(),
            perft: None,
            pending: Vec::new(),
            stack: STACK_SIZE,
            is_over: false,
        }
    }

    /// True if the session is over and all searches have answered.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over && self.search.is_none() && self.perft.is_none()
    }

    /// Handles a line from the GUI.
    pub(crate) fn handle_line(&mut self, line: &[u8]) -> io::Result<()> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        match ToEngine::parse(line) {
            Ok(ToEngine::Go(go)) => self.go(&go, &Go::unknown_words(line)),
            Ok(message) => self.handle(message),
            // Only `position` has a FEN and moves; the previous position is no longer valid.
            Err(
                error @ (ParseError::Fen(_)
                | ParseError::Move { .. }
                | ParseError::Incomplete { command: "position" }),
            ) => self.refuse_position(&error),
            Err(error) => self.send_info_string(&format!(
                "not understood: {error}: {}",
                String::from_utf8_lossy(line.trim_ascii())
            )),
        }
    }

    /// Standard input was closed.
    pub(crate) fn input_closed(&mut self) {
        self.is_over = true;
        if let Some(search) = self.search.as_ref().filter(|search| search.waits) {
            search.watch.stop();
        }
        self.allow_bestmove();
    }

    /// True if a mate search is running that may never end by itself.
    pub(crate) fn may_run_forever(&self) -> bool {
        self.search.as_ref().is_some_and(|search| !search.ends)
    }

    /// Sends search information.
    pub(crate) fn on_info(&mut self, report: &SearchInfo) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let elapsed = search.begun.elapsed();
        match report {
            SearchInfo::Pv(line) => {
                search.has_told = true;
                let info = info::pv(line, elapsed, &self.settings);
                self.send(&ToGui::Info(Box::new(info)))
            }
            &SearchInfo::CurrentMove { depth, m, number } if elapsed >= info::CURRMOVE_DELAY => {
                let info = info::current_move(depth, m, number, &self.settings);
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
    pub(crate) fn on_perft_done(&mut self) {
        self.perft = None;
    }

    /// The search has finished and returns the engine.
    pub(crate) fn on_search_done(&mut self, verdict: SearchResult, engine: Box<Engine>) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let elapsed = search.begun.elapsed();
        let last_word = match search.has_told {
            // The last `info` was sent at the end of an iteration; most of the time goes into the next,
            // unfinished one.
            true => info::node_counts(verdict.nodes, elapsed),
            false => info::result(&verdict, elapsed, &self.settings),
        };
        search.done = Some((verdict, engine));
        self.send(&ToGui::Info(Box::new(last_word)))?;
        self.send_bestmove_if_due()
    }

    fn handle(&mut self, message: ToEngine) -> io::Result<()> {
        match message {
            ToEngine::Uci => self.send_id(),
            ToEngine::IsReady => {
                self.apply_pending();
                self.send(&ToGui::ReadyOk)
            }
            ToEngine::SetOption(said) => match self.settings.set(&said) {
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
            ToEngine::Position(line) => self.set_position(&line),
            ToEngine::Go(go) => self.go(&go, &[]),
            ToEngine::Stop => self.stop(),
            ToEngine::PonderHit => {
                if let Some(search) = &mut self.search {
                    search.watch.start();
                    search.waits &= !search.is_limited;
                }
                self.send_bestmove_if_due()
            }
            ToEngine::Quit => {
                self.is_over = true;
                self.stop()
            }
            ToEngine::DebugOn | ToEngine::DebugOff | ToEngine::Register(_) => Ok(()),
        }
    }

    /// Stops the search and perft, and sends `bestmove`.
    pub(crate) fn stop(&mut self) -> io::Result<()> {
        let searching = self.search.as_ref().map(|search| &search.watch);
        searching.into_iter().chain(&self.perft).for_each(|watch| watch.stop());
        self.allow_bestmove();
        self.send_bestmove_if_due()
    }

    fn send_id(&mut self) -> io::Result<()> {
        self.send(&ToGui::Name(Text::new(concat!("Hanpan ", env!("CARGO_PKG_VERSION")))))?;
        self.send(&ToGui::Author(Text::new("the Hanpan authors")))?;
        for option in UciOptions::declarations() {
            self.send(&ToGui::Option(option))?;
        }
        self.send(&ToGui::UciOk)
    }

    fn set_position(&mut self, line: &PositionCommand) -> io::Result<()> {
        match line.resolve() {
            Ok((start, moves)) => {
                let mut situation = SearchPosition::new(start);
                for m in moves {
                    // `resolve` has verified the moves.
                    situation.play(m).ok();
                }
                self.search_position = Some(situation);
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
    fn go(&mut self, go: &Go, unread: &[Text]) -> io::Result<()> {
        if self.search.is_some() || self.perft.is_some() {
            return self.send_info_string("still thinking: 'stop' first");
        }
        self.apply_pending();
        let Some(situation) = self.search_position.clone() else {
            return self.send_no_move("no position to think about");
        };
        if !unread.is_empty() {
            let words: Vec<&str> = unread.iter().map(Text::as_str).collect();
            self.send_info_string(&format!("go: not understood: {}", words.join(" ")))?;
        }
        if let Some(depth) = go.perft {
            return self.start_perft(situation.position(), depth);
        }
        let mut limits = limits::limits(go, situation.position(), &self.settings);
        if limits.search_moves.len() < go.search_moves.len() {
            self.send_info_string("searchmoves: not all of them are legal here; those that are count")?;
        }
        if go.is_unlimited() && !unread.is_empty() && !go.ponder {
            // A limit was intended: do not search forever.
            limits.nodes = Some(FALLBACK_NODES);
        }
        let Some(mut engine) = self.engine.take() else {
            return self.send_no_move("cannot think: the engine is away");
        };
        let watch = Arc::new(UciSearchControl::default());
        if !go.ponder {
            watch.start();
        }
        let ends = limits.depth.is_some() || limits.nodes.is_some() || limits.time != TimeLimit::Unlimited;
        let is_limited = !go.infinite && (ends || limits.mate.is_some());
        let search = RunningSearch {
            watch: Arc::clone(&watch),
            begun: Instant::now(),
            waits: go.ponder || !is_limited,
            is_limited,
            ends: ends && !go.infinite,
            has_told: false,
            done: None,
        };
        let events = self.events.clone();
        let (level, seed) = (self.settings.level, self.seed);
        let weaker = self.settings.limit_strength.then(|| Opponent::new(level, seed));
        let think = move || {
            let tell = events.clone();
            let verdict = match weaker {
                Some(opponent) => {
                    limits::search_at_level(opponent, &mut engine, &situation, &limits, &*watch)
                }
                // Sending fails only after the session has ended.
                None => engine.search(&situation, &limits, &*watch, &mut |report| {
                    tell.send(SessionEvent::Info(report)).ok();
                }),
            };
            events.send(SessionEvent::SearchDone(verdict, engine)).ok();
        };
        match thread::Builder::new().stack_size(self.stack).spawn(think) {
            Ok(_) => {
                self.search = Some(search);
                Ok(())
            }
            Err(error) => self.send_no_move(&format!("cannot think: {error}")),
        }
    }

    /// Sends `bestmove (none)` with a reason: the GUI waits for a reply to every `go`.
    fn send_no_move(&mut self, why: &str) -> io::Result<()> {
        self.send_info_string(why)?;
        self.send(&ToGui::BestMove(BestMove { best: None, ponder: None }))
    }

    fn start_perft(&mut self, position: &Position, depth: u32) -> io::Result<()> {
        if depth > perft::MAX_DEPTH {
            return self
                .send_info_string(&format!("perft: nobody could wait for more than {}", perft::MAX_DEPTH));
        }
        let watch = Arc::new(UciSearchControl::default());
        match perft::start(*position, depth, self.settings.style, Arc::clone(&watch), self.events.clone()) {
            Ok(()) => {
                self.perft = Some(watch);
                Ok(())
            }
            Err(error) => self.send_info_string(&format!("cannot count: {error}")),
        }
    }

    /// What was decided may be told from now on.
    fn allow_bestmove(&mut self) {
        if let Some(search) = &mut self.search {
            search.waits = false;
        }
    }

    fn send_bestmove_if_due(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        if search.waits {
            return Ok(());
        }
        let Some((verdict, engine)) = search.done.take() else { return Ok(()) };
        self.engine = Some(engine);
        self.search = None;
        let [best, ponder] =
            [verdict.best_move, verdict.ponder].map(|m| m.map(|m| m.uci(self.settings.style)));
        self.send(&ToGui::BestMove(BestMove { best, ponder }))
    }

    /// Applies pending changes if the engine is idle.
    fn apply_pending(&mut self) {
        if self.search.is_some() {
            return;
        }
        // The engine was lost if its thread could not be spawned.
        let engine = self.engine.get_or_insert_with(|| Box::new(Engine::new(self.settings.engine)));
        if self.pending.contains(&EngineChange::Rebuild) {
            **engine = Engine::new(self.settings.engine);
        } else if self.pending.contains(&EngineChange::Clear) {
            engine.clear();
        }
        self.pending.clear();
    }

    fn send_info_string(&mut self, text: &str) -> io::Result<()> {
        self.send(&ToGui::Info(Box::new(Info::from_string(text))))
    }

    fn send(&mut self, message: &ToGui) -> io::Result<()> {
        writeln!(self.out, "{message}")?;
        self.out.flush()
    }
}

/// An unpredictable seed. It only varies the play of limited strength and is no secret.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests;
