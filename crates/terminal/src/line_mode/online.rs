//! Online games in line mode. Lines of a person are run at once; a move out of turn becomes a premove. Lines
//! of a script wait until the lines before them are confirmed, and moves wait for their turn.

mod preflight;
mod challenges;
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
use crate::online::{ApiClient, IncomingSink, NetworkClient, random_seed};
use crate::{Options, ServerOptions};
use inbox::{Inbox, InboxEvent, LineDemand, PromptWriter};
use texts::TerminalMessageKey;

/// Input, output and clock of an online session.
pub struct OnlineConsole<'a> {
    /// Input lines, read on a separate thread.
    pub input: Box<dyn BufRead + Send>,
    /// Output.
    pub output: &'a mut dyn Write,
    /// Origin of the input: a person or a script.
    pub source: InputSource,
    /// A monotonic clock.
    pub clock: &'a dyn Fn() -> Timestamp,
    /// Set when a signal asks the program to exit.
    pub interrupt: Interrupt,
}

impl fmt::Debug for OnlineConsole<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal").field("source", &self.source).finish_non_exhaustive()
    }
}

/// Interval between ticks while nothing happens.
const TICK_INTERVAL: Duration = Duration::from_millis(500);

/// Time after which a script gives up on an unresponsive server.
const SCRIPT_TIMEOUT: Millis = Millis(30_000);

/// Plays online until the end of input or `quit`. The last line of output is the result of the game.
///
/// # Errors
/// Output cannot be written.
pub fn play_online(
    options: &Options,
    server: &ServerOptions,
    console: OnlineConsole<'_>,
) -> io::Result<SessionOutcome> {
    let OnlineConsole { input, output, source, clock, interrupt } = console;
    let prompt = Rc::new(Cell::new(false));
    let mut output = PromptWriter::new(output, Rc::clone(&prompt));
    let (inbox, sink) = Inbox::new(input);
    // Lines arrive through the inbox, so that network events are handled while waiting for one.
    let mut nothing = io::empty();
    let console = Console::new(&mut nothing, &mut output, source, clock).with_interrupt(interrupt);
    let mut session = Session::new(options, console);
    let api = match session.open_server(server) {
        Ok(api) => api,
        Err(sentence) => {
            session.console.print(PgnResult::Unknown.as_str())?;
            return Ok(SessionOutcome::Refused(sentence));
        }
    };
    session.connect(api, inbox, sink, prompt)?;
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

/// State of an online session.
#[derive(Debug)]
pub(super) struct OnlineSession {
    pub(super) network: NetworkClient,
    inbox: Inbox,
    /// A line that was read and is not run yet.
    pending_line: Option<String>,
    phase: SessionPhase,
    /// True while a prompt is shown without a line after it.
    prompt_open: Rc<Cell<bool>>,
    /// The last notice about the connection.
    notice: ConnectionNotice,
    /// Time of the last contact with the server, initially the start.
    last_contact: Timestamp,
    /// The game that was last shown.
    shown_game: Option<(GameId, Option<Seat>, GamePhase)>,
    /// The offer that was last prompted.
    prompted_offer: Option<PendingOffer>,
}

/// Progress towards the end of the session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SessionPhase {
    /// Lines are read.
    Open,
    /// Input has ended; the session ends when everything sent is confirmed.
    Draining,
    /// The user quits; the session ends when everything sent is confirmed, or without a connection.
    /// Unconfirmed actions are stored.
    Leaving,
}

/// Progress of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GamePhase {
    Waiting,
    Playing,
}

/// The last notice about the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ConnectionNotice {
    None,
    Lost,
    Ended,
}

/// An offer of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PendingOffer {
    InGame(Offer),
    Rematch,
}

impl Session<'_> {
    fn connect(
        &mut self,
        api: ApiClient,
        inbox: Inbox,
        sink: IncomingSink,
        prompt: Rc<Cell<bool>>,
    ) -> io::Result<()> {
        self.has_changed = false;
        let outbox = api.store.outbox();
        let last_contact = self.console.now();
        self.online = Some(OnlineSession {
            network: NetworkClient::new(api, sink),
            inbox,
            pending_line: None,
            phase: SessionPhase::Open,
            prompt_open: prompt,
            notice: ConnectionNotice::None,
            last_contact,
            shown_game: None,
            prompted_offer: None,
        });
        self.send(Event::Online(OnlineCommand::RestoreOutbox(outbox)))?;
        self.send(Event::Online(OnlineCommand::Connect { seed: random_seed() }))
    }

    fn enter_game(&mut self, game: GameId, server: &ServerOptions) -> io::Result<()> {
        let purpose = JoinIntent::Play { name: guest_name(server) };
        self.send(Event::Online(OnlineCommand::EnterGame { game, intent: purpose }))
    }

    /// Runs until `quit`, or until the input has ended and everything sent is confirmed.
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

    /// Waits for the next event, at most until the connection needs attention. A line is kept until it is
    /// taken; meanwhile no other is read.
    fn wait_for_event(&mut self) -> io::Result<()> {
        // A program that reads the output waits for it.
        self.console.output.flush()?;
        let now = self.console.now();
        let wakes = self.state.view(now).next_connection_deadline();
        let timeout =
            wakes.map_or(TICK_INTERVAL, |at| Duration::from_millis(at.since(now).0).min(TICK_INTERVAL));
        let Some(server) = &mut self.online else { return Ok(()) };
        let is_wanted = server.pending_line.is_none() && server.phase == SessionPhase::Open;
        match server.inbox.next(if is_wanted { LineDemand::Wanted } else { LineDemand::Unwanted }, timeout) {
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

    /// Takes the pending line if it is due. A person's line always is.
    fn take_due_line(&mut self, is_line_due: fn(&Self, &str) -> bool) -> Option<String> {
        let line = self.online.as_ref()?.pending_line.as_deref()?;
        let is_due = self.console.source == InputSource::Person || is_line_due(self, line);
        self.online.as_mut().filter(|_| is_due)?.pending_line.take()
    }

    /// True if a script's line is due: everything before it is confirmed and, for a move, it is the script's
    /// turn.
    fn is_line_due(&self, line: &str) -> bool {
        let command = LineCommand::read(line);
        if matches!(command, LineCommand::Keyword(Keyword::Quit, _)) {
            return true;
        }
        let view = self.state.view(self.console.now());
        let (online, local_game) = (view.online(), view.local_game());
        let has_begun = local_game.is_online()
            && online.game().and_then(OnlineGame::server_game).is_some_and(|t| t.has_begun());
        // A spectator's move is refused at once.
        let may_move = has_begun
            && (!self.is_in_progress() || self.own_color().is_none_or(|own| own == local_game.game().turn()));
        let is_move = match command {
            LineCommand::Move(text) => !self.is_online_keyword(text) && !self.is_wrong_answer(text),
            LineCommand::Keyword(Keyword::King | Keyword::Claim, _) => true,
            LineCommand::Keyword(..) | LineCommand::Empty => false,
        };
        let is_settled = online.outbox().actions().is_empty() || !online.connection().is_connected();
        local_game.is_online() && is_settled && (!is_move || may_move)
    }

    /// Reads the answer to a question while game and connection continue. If the game ends, the answer is
    /// ignored.
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

    /// True if no more lines will come.
    fn is_input_over(&self) -> bool {
        self.console.is_interrupted()
            || self.online.as_ref().is_none_or(|server| server.phase != SessionPhase::Open)
    }

    /// True if a prompt is open and a line is neither an answer to it nor a move.
    fn is_wrong_answer(&self, text: &str) -> bool {
        let is_asked = self.online.as_ref().is_some_and(|server| server.prompted_offer.is_some());
        is_asked && text.parse::<San>().is_err() && text.parse::<UciMove>().is_err()
    }

    /// True if a script has waited too long for the server.
    fn has_server_timed_out(&self) -> bool {
        let since = self.online.as_ref().map(|server| self.console.now().since(server.last_contact));
        self.console.source == InputSource::Script && since.is_some_and(|since| since >= SCRIPT_TIMEOUT)
    }

    /// True if nothing is left to wait for.
    fn is_done(&self) -> bool {
        let now = self.console.now();
        let view = self.state.view(now);
        let online = view.online();
        let is_refused = online.game().is_none_or(|game| game.entry_error().is_some());
        let has_state = online.game().is_some_and(|game| game.server_game().is_some());
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
                    has_arrived && (has_state || self.console.source == InputSource::Person)
                }
                SessionPhase::Leaving => has_arrived || !online.connection().is_connected(),
            }
    }

    fn set_phase(&mut self, stay: SessionPhase) {
        if let Some(server) = &mut self.online {
            server.phase = stay;
        }
    }

    /// Leaves the game, which continues on the server.
    fn finish_online(mut self) -> io::Result<SessionOutcome> {
        let view = self.state.view(self.console.now());
        let remote = view.online().game();
        let is_refused = remote.is_none_or(|game| game.entry_error().is_some());
        let has_timed_out = self.has_server_timed_out();
        if (is_refused || has_timed_out) && self.console.source == InputSource::Script {
            let is_idle = remote.is_none() && !has_timed_out && self.outcome == SessionOutcome::Success;
            self.outcome = match is_idle {
                true => {
                    SessionOutcome::Refused(self.texts.get(TerminalMessageKey::OnlineNoneChosen).to_owned())
                }
                false => SessionOutcome::WithErrors,
            };
        }
        if has_timed_out {
            self.console.print(self.texts.get(TerminalMessageKey::OnlineConnectionFailed))?;
        }
        let goes_on = self.is_in_progress() && remote.and_then(OnlineGame::seat).is_some();
        if goes_on && let Some(server) = &self.online {
            let address = server.network.server().to_string();
            self.console
                .print(&self.texts.fill(TerminalMessageKey::OnlineGameContinues, &[("address", &address)]))?;
        }
        let score = self.local_game().pgn().result;
        self.send(Event::Online(OnlineCommand::Disconnect))?;
        self.console.print(score.as_str())?;
        Ok(self.outcome)
    }

    /// The problem before a network event, which was already printed.
    pub(super) fn problem_before(&self, event: &Event) -> Option<Problem> {
        let is_news = matches!(event, Event::Network(_));
        self.state.view(self.console.now()).problem().filter(|_| is_news).cloned()
    }

    /// Runs a network effect of the client.
    pub(super) fn run_network_effect(&mut self, effect: NetworkEffect) -> io::Result<()> {
        let Some(server) = &mut self.online else { return Ok(()) };
        match server.network.run_effect(effect) {
            Ok(()) => Ok(()),
            // The action is sent anyway; only a crash before that would lose it.
            Err(error) => {
                self.console.print(&self.texts.fill(TerminalMessageKey::GameNotSaved, &[("reason", &error)]))
            }
        }
    }

    /// The user's colour.
    pub(super) fn own_color(&self) -> Option<Color> {
        let view = self.state.view(self.console.now());
        view.online().game().and_then(OnlineGame::seat).map(Color::from)
    }

    /// The open offer of the opponent.
    fn pending_offer(&self) -> Option<PendingOffer> {
        let view = self.state.view(self.console.now());
        let in_game = view.actions().answerable_offers.first().map(|&(_, offer)| PendingOffer::InGame(offer));
        let wants_rematch = view.online().is_rematch_offered();
        in_game.or(wants_rematch.then_some(PendingOffer::Rematch))
    }
}

/// The guest name from the command line, if it is valid.
fn guest_name(server: &ServerOptions) -> Option<PlayerName> {
    server.name.as_deref().and_then(|name| PlayerName::new(name).ok())
}
