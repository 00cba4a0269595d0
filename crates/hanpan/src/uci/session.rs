//! A conversation with a board: what was said so far, and what to answer.

use std::fmt::Display;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use engine::{Engine, Opponent, Report, Situation, Time, Verdict};
use rules::Position;
use uci::{BestMove, Go, Info, Line, ParseError, Text, ToEngine, ToGui};

use super::Event;
use super::counting;
use super::going;
use super::settings::{Change, Settings};
use super::stopwatch::Stopwatch;
use super::telling;

/// So many positions are looked at when it was not understood how many were wanted.
const A_LOOK: u64 = 100_000;

/// Deep lines need room.
const STACK: usize = 16 << 20;

/// A search that runs, or that is over and must not be told yet.
struct Search {
    watch: Arc<Stopwatch>,
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
    done: Option<(Verdict, Box<Engine>)>,
}

pub(crate) struct Session<'a> {
    out: &'a mut dyn Write,
    events: Sender<Event>,
    settings: Settings,
    /// `None` after a position that was refused.
    situation: Option<Situation>,
    /// The engine, unless it thinks in a thread of its own.
    engine: Option<Box<Engine>>,
    search: Option<Search>,
    /// What a weaker opponent's character follows from: another one for every game.
    seed: u64,
    /// What stops a count of moves that runs.
    count: Option<Arc<Stopwatch>>,
    /// What to do to the engine when it is back.
    pending: Vec<Change>,
    /// The room that a search gets.
    stack: usize,
    /// Nothing more will be said; a search that ends may still answer.
    is_over: bool,
}

impl<'a> Session<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, events: Sender<Event>) -> Session<'a> {
        let settings = Settings::default();
        let engine = Some(Box::new(Engine::new(settings.engine)));
        let situation = Some(Situation::new(Position::start()));
        Session {
            out,
            events,
            settings,
            situation,
            engine,
            search: None,
            seed: any_seed(),
            count: None,
            pending: Vec::new(),
            stack: STACK,
            is_over: false,
        }
    }

    /// Whether everything has been said.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over && self.search.is_none() && self.count.is_none()
    }

    /// A line was read.
    pub(crate) fn hear(&mut self, line: &[u8]) -> io::Result<()> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        match ToEngine::parse(line) {
            Ok(ToEngine::Go(go)) => self.go(&go, &Go::unread(line)),
            Ok(message) => self.obey(message),
            // Only a position has a FEN and moves, and the one before is not meant any more.
            Err(
                error @ (ParseError::Fen(_)
                | ParseError::Move { .. }
                | ParseError::Incomplete { command: "position" }),
            ) => self.refuse_position(&error),
            Err(error) => self
                .remark(&format!("not understood: {error}: {}", String::from_utf8_lossy(line.trim_ascii()))),
        }
    }

    /// There will be no more lines.
    pub(crate) fn hear_no_more(&mut self) {
        self.is_over = true;
        if let Some(search) = self.search.as_ref().filter(|search| search.waits) {
            search.watch.stop();
        }
        self.release();
    }

    /// Whether a search runs that ends when it finds something, which may not be there.
    pub(crate) fn may_never_end(&self) -> bool {
        self.search.as_ref().is_some_and(|search| !search.ends)
    }

    /// The engine has something to tell.
    pub(crate) fn report(&mut self, report: &Report) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let elapsed = search.begun.elapsed();
        match report {
            Report::Line(line) => {
                search.has_told = true;
                let info = telling::line(line, elapsed, &self.settings);
                self.say(&ToGui::Info(Box::new(info)))
            }
            &Report::Trying { depth, m, number } if elapsed >= telling::SLOW => {
                let info = telling::trying(depth, m, number, &self.settings);
                self.say(&ToGui::Info(Box::new(info)))
            }
            Report::Trying { .. } => Ok(()),
        }
    }

    /// The count of moves has something to tell.
    pub(crate) fn counted(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// The count of moves is over.
    pub(crate) fn count_is_over(&mut self) {
        self.count = None;
    }

    /// The engine has come back with its answer.
    pub(crate) fn decide(&mut self, verdict: Verdict, engine: Box<Engine>) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let elapsed = search.begun.elapsed();
        let last_word = match search.has_told {
            // The last line tells what had been looked at by then, and most of the time goes into the round after it.
            true => telling::effort(verdict.nodes, elapsed),
            false => telling::verdict(&verdict, elapsed, &self.settings),
        };
        search.done = Some((verdict, engine));
        self.say(&ToGui::Info(Box::new(last_word)))?;
        self.answer_if_due()
    }

    fn obey(&mut self, message: ToEngine) -> io::Result<()> {
        match message {
            ToEngine::Uci => self.introduce(),
            ToEngine::IsReady => {
                self.catch_up();
                self.say(&ToGui::ReadyOk)
            }
            ToEngine::SetOption(said) => match self.settings.set(&said) {
                Ok(change) => {
                    self.pending.push(change);
                    Ok(())
                }
                Err(why) => self.remark(&why),
            },
            ToEngine::NewGame => {
                self.seed = any_seed();
                self.pending.push(Change::Forget);
                Ok(())
            }
            ToEngine::Position(line) => self.place(&line),
            ToEngine::Go(go) => self.go(&go, &[]),
            ToEngine::Stop => self.stop(),
            ToEngine::PonderHit => {
                if let Some(search) = &mut self.search {
                    search.watch.start();
                    search.waits &= !search.is_limited;
                }
                self.answer_if_due()
            }
            ToEngine::Quit => {
                self.is_over = true;
                self.stop()
            }
            ToEngine::DebugOn | ToEngine::DebugOff | ToEngine::Register(_) => Ok(()),
        }
    }

    /// Ends whatever runs, and answers.
    pub(crate) fn stop(&mut self) -> io::Result<()> {
        let searching = self.search.as_ref().map(|search| &search.watch);
        searching.into_iter().chain(&self.count).for_each(|watch| watch.stop());
        self.release();
        self.answer_if_due()
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say(&ToGui::Name(Text::new(concat!("Hanpan ", env!("CARGO_PKG_VERSION")))))?;
        self.say(&ToGui::Author(Text::new("the Hanpan authors")))?;
        for option in Settings::declarations() {
            self.say(&ToGui::Option(option))?;
        }
        self.say(&ToGui::UciOk)
    }

    fn place(&mut self, line: &Line) -> io::Result<()> {
        match line.resolve() {
            Ok((start, moves)) => {
                let mut situation = Situation::new(start);
                for m in moves {
                    // The line has been played already, so every move is legal.
                    situation.play(m).ok();
                }
                self.situation = Some(situation);
                Ok(())
            }
            Err(error) => self.refuse_position(&error),
        }
    }

    /// There is nothing to think about until there is another position.
    fn refuse_position(&mut self, why: &dyn Display) -> io::Result<()> {
        self.situation = None;
        self.remark(&format!("position refused: {why}"))
    }

    /// Thinks. What was said beside and could not be understood is answered, too.
    fn go(&mut self, go: &Go, unread: &[Text]) -> io::Result<()> {
        if self.search.is_some() || self.count.is_some() {
            return self.remark("still thinking: 'stop' first");
        }
        self.catch_up();
        let Some(situation) = self.situation.clone() else {
            return self.answer_nothing("no position to think about");
        };
        if !unread.is_empty() {
            let words: Vec<&str> = unread.iter().map(Text::as_str).collect();
            self.remark(&format!("go: not understood: {}", words.join(" ")))?;
        }
        if let Some(depth) = go.perft {
            return self.start_counting(situation.position(), depth);
        }
        let mut limits = going::limits(go, situation.position(), &self.settings);
        if limits.only.len() < go.search_moves.len() {
            self.remark("searchmoves: not all of them are legal here; those that are count")?;
        }
        if go.is_unlimited() && !unread.is_empty() && !go.ponder {
            // Somebody wanted a limit: thinking for ever is the last thing that was meant.
            limits.nodes = Some(A_LOOK);
        }
        let Some(mut engine) = self.engine.take() else {
            return self.answer_nothing("cannot think: the engine is away");
        };
        let watch = Arc::new(Stopwatch::default());
        if !go.ponder {
            watch.start();
        }
        let ends = limits.depth.is_some() || limits.nodes.is_some() || limits.time != Time::Unlimited;
        let is_limited = !go.infinite && (ends || limits.mate.is_some());
        let search = Search {
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
        let weaker = self.settings.is_limited.then(|| Opponent::new(level, seed));
        let think = move || {
            let tell = events.clone();
            let verdict = match weaker {
                Some(opponent) => going::below_strength(opponent, &mut engine, &situation, &limits, &*watch),
                // The session lives as long as the channel, and a search it left behind has nobody to tell.
                None => engine.search(&situation, &limits, &*watch, &mut |report| {
                    tell.send(Event::Told(report)).ok();
                }),
            };
            events.send(Event::Decided(verdict, engine)).ok();
        };
        match thread::Builder::new().stack_size(self.stack).spawn(think) {
            Ok(_) => {
                self.search = Some(search);
                Ok(())
            }
            Err(error) => self.answer_nothing(&format!("cannot think: {error}")),
        }
    }

    /// Says why there is no move, and that there is none: a board waits for an answer to every `go`.
    fn answer_nothing(&mut self, why: &str) -> io::Result<()> {
        self.remark(why)?;
        self.say(&ToGui::BestMove(BestMove { best: None, ponder: None }))
    }

    fn start_counting(&mut self, position: &Position, depth: u32) -> io::Result<()> {
        if depth > counting::DEEPEST {
            return self.remark(&format!("perft: nobody could wait for more than {}", counting::DEEPEST));
        }
        let watch = Arc::new(Stopwatch::default());
        match counting::start(*position, depth, self.settings.style, Arc::clone(&watch), self.events.clone())
        {
            Ok(()) => {
                self.count = Some(watch);
                Ok(())
            }
            Err(error) => self.remark(&format!("cannot count: {error}")),
        }
    }

    /// What was decided may be told from now on.
    fn release(&mut self) {
        if let Some(search) = &mut self.search {
            search.waits = false;
        }
    }

    fn answer_if_due(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        if search.waits {
            return Ok(());
        }
        let Some((verdict, engine)) = search.done.take() else { return Ok(()) };
        self.engine = Some(engine);
        self.search = None;
        let [best, ponder] = [verdict.best, verdict.ponder].map(|m| m.map(|m| m.uci(self.settings.style)));
        self.say(&ToGui::BestMove(BestMove { best, ponder }))
    }

    /// Does to the engine what was asked for while it was away.
    fn catch_up(&mut self) {
        if self.search.is_some() {
            return;
        }
        // It is gone when no thread could be had.
        let engine = self.engine.get_or_insert_with(|| Box::new(Engine::new(self.settings.engine)));
        if self.pending.contains(&Change::Rebuild) {
            **engine = Engine::new(self.settings.engine);
        } else if self.pending.contains(&Change::Forget) {
            engine.forget();
        }
        self.pending.clear();
    }

    fn remark(&mut self, text: &str) -> io::Result<()> {
        self.say(&ToGui::Info(Box::new(Info::remark(text))))
    }

    fn say(&mut self, message: &ToGui) -> io::Result<()> {
        writeln!(self.out, "{message}")?;
        self.out.flush()
    }
}

/// A seed that nobody can foretell.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests;
