//! A game on a server, line by line. What is typed is acted on at once, whosever turn it is: answers, talk, giving up. A
//! person's move on the other side's turn waits as a premove. A script is written beforehand, so its moves wait for their
//! turn, and what follows them waits too.

mod preflight;
mod inbox;
mod lobby;
mod notices;
mod keywords;

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::rc::Rc;
use std::time::Duration;

use client::online::{ConnectionStatus, JoinIntent, NetworkEffect, OnlineCommand, OnlineGame};
use client::{Event, Problem};
use game::pgn::PgnResult;
use game::{Millis, Offer, Timestamp};
use protocol::{GameId, PlayerName, Seat};
use rules::{Color, San, UciMove};

use super::command::{Keyword, LineCommand};
use super::{Console, Flow, InputSource, Interrupt, LineInput, Session, SessionOutcome};
use crate::online::{NetworkClient, ServerStore, WireReports, random_seed};
use crate::texts::Text;
use crate::{Options, ServerOptions};
use inbox::{Inbox, InboxEvent, LineDemand, PromptWriter};

/// Where lines come from and go to, for a sitting that has something else to wait for.
pub struct OnlineConsole<'a> {
    /// What is typed, or what a script says.
    pub input: Box<dyn BufRead + Send>,
    /// What is shown.
    pub output: &'a mut dyn Write,
    /// Who types.
    pub source: InputSource,
    /// A clock that does not go back.
    pub clock: &'a dyn Fn() -> Timestamp,
    /// Tells whether a signal asks for the end.
    pub interrupt: Interrupt,
}

impl fmt::Debug for OnlineConsole<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal").field("source", &self.source).finish_non_exhaustive()
    }
}

/// How often time is looked at when nothing happens.
const TICK_INTERVAL: Duration = Duration::from_millis(500);

/// For how long a script waits for a server that does not answer; a person sees that it does not.
const SCRIPT_TIMEOUT: Millis = Millis(30_000);

/// Plays at a server until the input ends or somebody quits. The last line written is the result of the game.
///
/// # Errors
/// Output cannot be written any more.
pub fn play_online(
    options: &Options,
    server: &ServerOptions,
    terminal: OnlineConsole<'_>,
) -> io::Result<SessionOutcome> {
    let OnlineConsole { input, output, source, clock, interrupt } = terminal;
    let prompt = Rc::new(Cell::new(false));
    let mut output = PromptWriter::new(output, Rc::clone(&prompt));
    let (inbox, reports) = Inbox::new(input);
    // Lines come by way of the inbox, so that news are heard while one is waited for.
    let mut nothing = io::empty();
    let console = Console::new(&mut nothing, &mut output, source, clock).with_interrupt(interrupt);
    let mut session = Session::new(options, console);
    let pass = session.server_store(server);
    if let Some(sentence) = session.server_error(server, &pass) {
        session.console.print(PgnResult::Unknown.as_str())?;
        return Ok(SessionOutcome::Refused(sentence));
    }
    session.connect(server, pass, inbox, reports, prompt)?;
    let game = match server.address.game() {
        Some(game) => Some(game),
        None => session.choose_game(options, server)?,
    };
    if let Some(game) = game {
        session.enter_game(game, server)?;
        session.run_online()?;
    }
    session.finish_online()
}

/// The server, and what line mode knows of it.
#[derive(Debug)]
pub(super) struct OnlineSession {
    pub(super) network: NetworkClient,
    inbox: Inbox,
    /// A line that was read and is yet to be obeyed.
    pending_line: Option<String>,
    phase: SessionPhase,
    /// Whether a prompt stands open.
    prompt_open: Rc<Cell<bool>>,
    /// What was last said of the connection.
    notice: ConnectionNotice,
    /// When the server was last there, or was first looked for.
    last_contact: Timestamp,
    /// The game that was last shown.
    shown_game: Option<(GameId, Option<Seat>, GamePhase)>,
    /// The offer about which somebody here was asked.
    prompted_offer: Option<PendingOffer>,
}

/// For how long one stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SessionPhase {
    /// As long as lines come.
    Open,
    /// Until what was said has been seen to happen: no more lines come.
    Draining,
    /// As long as that takes if there is a connection: somebody has had enough. Moves are kept for the next time.
    Leaving,
}

/// How far a game is, for those who wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GamePhase {
    Waiting,
    Playing,
}

/// What was last said of the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ConnectionNotice {
    None,
    Lost,
    Ended,
}

/// What the other side would like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PendingOffer {
    InGame(Offer),
    Rematch,
}

impl Session<'_> {
    fn connect(
        &mut self,
        server: &ServerOptions,
        pass: ServerStore,
        inbox: Inbox,
        reports: WireReports,
        prompt: Rc<Cell<bool>>,
    ) -> io::Result<()> {
        self.has_changed = false;
        let kept = pass.outbox();
        let there_at = self.console.now();
        self.online = Some(OnlineSession {
            network: NetworkClient::new(server.address.clone(), pass, reports),
            inbox,
            pending_line: None,
            phase: SessionPhase::Open,
            prompt_open: prompt,
            notice: ConnectionNotice::None,
            last_contact: there_at,
            shown_game: None,
            prompted_offer: None,
        });
        self.send(Event::Online(OnlineCommand::RestoreOutbox(kept)))?;
        self.send(Event::Online(OnlineCommand::Connect { seed: random_seed() }))
    }

    fn enter_game(&mut self, game: GameId, server: &ServerOptions) -> io::Result<()> {
        let purpose = JoinIntent::Play { name: guest_name(server) };
        self.send(Event::Online(OnlineCommand::EnterGame { game, purpose }))
    }

    /// Plays until somebody quits, or the input has ended and everything said has reached the server.
    fn run_online(&mut self) -> io::Result<()> {
        loop {
            self.print_connection()?;
            self.print_game_info()?;
            self.show_changes()?;
            self.prompt_offer()?;
            if self.is_done() {
                return Ok(());
            }
            let Some(line) = self.take_due_line(Self::is_line_due) else {
                self.show_prompt()?;
                self.wait_for_event()?;
                continue;
            };
            self.echo(&line)?;
            self.send(Event::Tick)?;
            if self.handle_online_line(&line)? == Flow::Leave {
                self.set_phase(SessionPhase::Leaving);
            }
        }
    }

    /// Waits for what comes next, but no later than the connection needs to be looked after. A line that has been read is
    /// kept until it is taken, and no other is read meanwhile.
    fn wait_for_event(&mut self) -> io::Result<()> {
        // Whoever reads along does not wait for more.
        self.console.output.flush()?;
        let now = self.console.now();
        let wakes = self.state.view(now).next_connection_deadline();
        let patience =
            wakes.map_or(TICK_INTERVAL, |at| Duration::from_millis(at.since(now).0).min(TICK_INTERVAL));
        let Some(server) = &mut self.online else { return Ok(()) };
        let is_wanted = server.pending_line.is_none() && server.phase == SessionPhase::Open;
        match server.inbox.next(if is_wanted { LineDemand::Wanted } else { LineDemand::Unwanted }, patience) {
            Some(InboxEvent::Incoming(incoming)) => self.send(Event::Network(incoming)),
            Some(InboxEvent::Line(Some(line))) => {
                server.pending_line = Some(line);
                Ok(())
            }
            Some(InboxEvent::Line(None)) => {
                self.set_phase(SessionPhase::Draining);
                Ok(())
            }
            None => self.send(Event::Tick),
        }
    }

    /// The line that was read, if its time has come. A person is there and means now.
    fn take_due_line(&mut self, is_time_for: fn(&Self, &str) -> bool) -> Option<String> {
        let line = self.online.as_ref()?.pending_line.as_deref()?;
        let is_time = self.console.source == InputSource::Person || is_time_for(self, line);
        self.online.as_mut().filter(|_| is_time)?.pending_line.take()
    }

    /// Whether a script's line is due: what was said before it has arrived, and for a move it is its turn.
    fn is_line_due(&self, line: &str) -> bool {
        let command = LineCommand::read(line);
        if matches!(command, LineCommand::Keyword(Keyword::Quit, _)) {
            return true;
        }
        let view = self.state.view(self.console.now());
        let (online, table) = (view.online(), view.local_game());
        let has_begun = table.is_online()
            && online.game().and_then(OnlineGame::server_game).is_some_and(|t| t.has_begun());
        // Whoever only watches is told so at once.
        let may_move = has_begun
            && (!self.is_in_progress() || self.own_color().is_none_or(|own| own == table.game().turn()));
        let is_move = match command {
            LineCommand::Move(text) => !self.is_online_keyword(text) && !self.is_wrong_answer(text),
            LineCommand::Keyword(Keyword::King | Keyword::Claim, _) => true,
            LineCommand::Keyword(..) | LineCommand::Empty => false,
        };
        let is_settled = online.outbox().actions().is_empty() || !online.connection().is_connected();
        table.is_online() && is_settled && (!is_move || may_move)
    }

    /// The answer to a question. The game and the connection go on meanwhile; if the game ends, the answer is not wanted.
    pub(super) fn read_line_online(&mut self) -> io::Result<LineInput> {
        let was_on = self.is_in_progress();
        loop {
            if was_on && !self.is_in_progress() {
                return Ok(LineInput::TooLate);
            }
            if let Some(line) = self.take_due_line(|_, _| true) {
                self.echo(&line)?;
                return Ok(LineInput::Line(line));
            }
            if self.is_input_over() {
                return Ok(LineInput::End);
            }
            self.show_prompt()?;
            self.wait_for_event()?;
            self.print_connection()?;
        }
    }

    /// Whether no more lines will come.
    fn is_input_over(&self) -> bool {
        self.console.is_interrupted()
            || self.online.as_ref().is_none_or(|server| server.phase != SessionPhase::Open)
    }

    /// Whether a question stands open, and a line is neither an answer to it nor a move.
    fn is_wrong_answer(&self, text: &str) -> bool {
        let is_asked = self.online.as_ref().is_some_and(|server| server.prompted_offer.is_some());
        is_asked && text.parse::<San>().is_err() && text.parse::<UciMove>().is_err()
    }

    /// Whether a script has waited long enough for a server that does not answer.
    fn has_server_timed_out(&self) -> bool {
        let since = self.online.as_ref().map(|server| self.console.now().since(server.last_contact));
        self.console.source == InputSource::Script && since.is_some_and(|since| since >= SCRIPT_TIMEOUT)
    }

    /// Whether there is nothing more to wait for: no line will come, and what was said has been seen to happen; or there
    /// is no such game.
    fn is_done(&self) -> bool {
        let now = self.console.now();
        let view = self.state.view(now);
        let online = view.online();
        let is_refused = online.game().is_none_or(|game| game.entry_error().is_some());
        let is_told = online.game().is_some_and(|game| game.server_game().is_some());
        let is_ended = matches!(online.connection().status(now), ConnectionStatus::ClosedByServer(_));
        let has_arrived = online.outbox().actions().is_empty();
        let stay = self.online.as_ref().map_or(SessionPhase::Leaving, |server| server.phase);
        is_refused
            || is_ended
            || self.has_server_timed_out()
            || self.console.is_interrupted()
            || match stay {
                SessionPhase::Open => false,
                SessionPhase::Draining => {
                    has_arrived && (is_told || self.console.source == InputSource::Person)
                }
                SessionPhase::Leaving => has_arrived || !online.connection().is_connected(),
            }
    }

    fn set_phase(&mut self, stay: SessionPhase) {
        if let Some(server) = &mut self.online {
            server.phase = stay;
        }
    }

    /// Leaves; the game goes on without us, and can be come back to.
    fn finish_online(mut self) -> io::Result<SessionOutcome> {
        let view = self.state.view(self.console.now());
        let remote = view.online().game();
        let is_refused = remote.is_none_or(|game| game.entry_error().is_some());
        let is_hopeless = self.has_server_timed_out();
        if (is_refused || is_hopeless) && self.console.source == InputSource::Script {
            let is_idle = remote.is_none() && !is_hopeless && self.outcome == SessionOutcome::Success;
            self.outcome = match is_idle {
                true => SessionOutcome::Refused(self.texts.get(Text::OnlineNoneChosen).to_owned()),
                false => SessionOutcome::WithErrors,
            };
        }
        if is_hopeless {
            self.console.print(self.texts.get(Text::OnlineConnectionFailed))?;
        }
        let goes_on = self.is_in_progress() && remote.and_then(OnlineGame::seat).is_some();
        if goes_on && let Some(server) = &self.online {
            let address = server.network.server().to_string();
            self.console.print(&self.texts.fill(Text::OnlineGameContinues, &[("address", &address)]))?;
        }
        let score = self.table().pgn().result;
        self.send(Event::Online(OnlineCommand::Disconnect))?;
        self.console.print(score.as_str())?;
        Ok(self.outcome)
    }

    /// What went wrong before news came has been said.
    pub(super) fn problem_before(&self, event: &Event) -> Option<Problem> {
        let is_news = matches!(event, Event::Network(_));
        self.state.view(self.console.now()).problem().filter(|_| is_news).cloned()
    }

    /// Does what the client wants of the server.
    pub(super) fn run_network_effect(&mut self, errand: NetworkEffect) -> io::Result<()> {
        let Some(server) = &mut self.online else { return Ok(()) };
        match server.network.run_effect(errand) {
            Ok(()) => Ok(()),
            // The move is sent all the same; only a crash before that would lose it.
            Err(error) => self.console.print(&self.texts.fill(Text::GameNotSaved, &[("reason", &error)])),
        }
    }

    /// One's own side.
    pub(super) fn own_color(&self) -> Option<Color> {
        let view = self.state.view(self.console.now());
        view.online().game().and_then(OnlineGame::seat).map(Color::from)
    }

    /// What the other side has offered and waits for an answer to.
    fn pending_offer(&self) -> Option<PendingOffer> {
        let view = self.state.view(self.console.now());
        let in_game = view.actions().answerable_offers.first().map(|&(_, offer)| PendingOffer::InGame(offer));
        let wants_rematch = view.online().is_rematch_offered();
        in_game.or(wants_rematch.then_some(PendingOffer::Rematch))
    }
}

/// What a guest wants to be called; a name that cannot be one is none.
fn guest_name(server: &ServerOptions) -> Option<PlayerName> {
    server.name.as_deref().and_then(|name| PlayerName::new(name).ok())
}
