//! The main loop of the full-screen mode: wait for an event, update the app, run its effects, draw.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use client::online::{JoinIntent, NetworkEvent, OnlineCommand};
use client::{Announcement, Effect, Event};
use game::Timestamp;
use protocol::http::{CreateGameRequest, CreateGameResponse};
use ratatui::crossterm::event::{self, Event as CrosstermEvent};
use rules::{Move, Setup};

use crate::app::{App, AppEffect, DisplayOptions, Notice, OpponentChoice};
use crate::error::TerminalError;
use crate::online::{IncomingSink, NetworkClient, RequestError, random_seed};
use crate::opponent::MoveDelay;
use crate::platform::store::LocalStore;
use crate::platform::{self, LoopAction, environment, screen::TerminalScreen, signals};
use crate::{
    EngineOptions, MoveRequestId, Opponent, OpponentEvent, OpponentEventSink, OpponentKind, Options,
    ServerOptions, opponent, startup, ui,
};
use texts::TerminalMessageKey;

/// Runs the full-screen mode until the user quits, and returns the message for the shell.
///
/// # Errors
/// There is no terminal, or the options are invalid.
pub fn run(options: &Options) -> Result<Option<String>, TerminalError> {
    let store = startup::open_store(options);
    let (settings, piece_style) = startup::load_settings(store.as_ref());
    let display = DisplayOptions {
        piece_style_override: options.piece_style.or_else(|| environment::piece_style(environment::env_var)),
        piece_style,
        color_depth: options.color_depth.unwrap_or_else(|| environment::color_depth(environment::env_var)),
        system_language: environment::language(environment::env_var),
        language_override: options.language,
    };
    let mut app = App::new(settings, display);
    let (sender, events) = channel();
    let network = match &options.server {
        Some(server) => {
            let api = startup::start_online(&mut app, options, server, store.as_ref())?;
            let sender = sender.clone();
            let sink = IncomingSink::new(move |incoming| drop(sender.send(LoopEvent::Incoming(incoming))));
            Some(NetworkClient::new(api, sink))
        }
        None => {
            startup::start_local(&mut app, options, store.as_ref())?;
            None
        }
    };
    if app.art_unavailable() {
        app.show_notice(Notice::ArtNeedsColors);
    }
    // Before the terminal is taken, so that a signal always restores it.
    let signal_sender = sender.clone();
    signals::watch(move |signal| drop(signal_sender.send(LoopEvent::Signal(signal))));
    let screen = TerminalScreen::open().map_err(TerminalError::Io)?;
    let mut runner = AppRunner {
        app,
        store,
        screen,
        configured_opponent: options.opponent.as_ref().map(|opponent| opponent.kind.clone()),
        events: sender.clone(),
        opponent_choice: OpponentChoice::Person,
        opponent: None,
        network,
        request: MoveRequestId(0),
        requested_position: None,
        started: Instant::now(),
    };
    runner.update_clock_and_area();
    options.server.iter().for_each(|server| runner.connect(server));
    spawn_input_thread(sender);
    let result = runner.run_loop(&events);
    if result.is_err() {
        // The terminal has failed; the game is saved if possible.
        let _ = runner.leave_game();
    }
    let message = runner.exit_message();
    drop(runner);
    match result {
        Ok(ExitReason::Quit) => {}
        Ok(ExitReason::Signal(signal)) => signals::terminate_by(signal),
        // A terminal that is gone gets no message; the game is saved.
        Ok(ExitReason::TerminalClosed) => return Ok(None),
        Err(error) if is_terminal_gone(&error) => return Ok(None),
        Err(error) => return Err(TerminalError::Io(error)),
    }
    Ok(Some(message).filter(|text| !text.is_empty()))
}

/// True if the terminal is gone: closed pipe or missing device.
fn is_terminal_gone(error: &io::Error) -> bool {
    const EIO: i32 = 5;
    error.kind() == io::ErrorKind::BrokenPipe || error.raw_os_error() == Some(EIO)
}

/// Interval at which the loop checks that the terminal still exists.
const TERMINAL_CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// An event of the main loop.
#[derive(Debug)]
enum LoopEvent {
    Input(CrosstermEvent),
    Opponent(OpponentEvent),
    Incoming(NetworkEvent),
    GameCreated(CreateGameRequest, Result<CreateGameResponse, RequestError>),
    Signal(i32),
    /// The terminal is closed.
    TerminalClosed,
}

/// Reason for leaving the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExitReason {
    /// The user quit.
    Quit,
    /// Terminated by this signal.
    Signal(i32),
    /// The terminal is gone.
    TerminalClosed,
}

/// The app with its I/O.
#[derive(Debug)]
struct AppRunner {
    app: App,
    store: Option<LocalStore>,
    screen: TerminalScreen,
    /// The opponent from the command line.
    configured_opponent: Option<OpponentKind>,
    /// Sender of the loop's events.
    events: Sender<LoopEvent>,
    /// The current opponent.
    opponent_choice: OpponentChoice,
    opponent: Option<Box<dyn Opponent>>,
    /// Server connection; `None` in local mode.
    network: Option<NetworkClient>,
    request: MoveRequestId,
    /// Start and moves of the position for which a move was requested.
    requested_position: Option<(Setup, Vec<Move>)>,
    started: Instant,
}

impl AppRunner {
    /// Runs until the program ends.
    fn run_loop(&mut self, events: &Receiver<LoopEvent>) -> io::Result<ExitReason> {
        self.draw()?;
        self.run_effects()?;
        loop {
            self.request_move_if_due();
            self.draw()?;
            let first = self.next_event(events);
            self.update_clock_and_area();
            match first {
                Some(event) => {
                    // Queued events are drawn once.
                    for event in [event].into_iter().chain(events.try_iter()) {
                        match event {
                            LoopEvent::Input(input) => self.app.input(input),
                            LoopEvent::Opponent(event) => self.handle_opponent_event(event),
                            LoopEvent::Incoming(incoming) => self.app.handle_incoming(incoming),
                            LoopEvent::GameCreated(asked, answer) => {
                                self.app.online_game_created(&asked, answer)
                            }
                            LoopEvent::Signal(signal) => {
                                return self.leave_game().map(|()| ExitReason::Signal(signal));
                            }
                            LoopEvent::TerminalClosed => {
                                return self.leave_game().map(|()| ExitReason::TerminalClosed);
                            }
                        }
                        if self.run_effects()? == LoopAction::Quit {
                            return self.leave_game().map(|()| ExitReason::Quit);
                        }
                        // A request may be obsolete before the next event is handled.
                        self.request_move_if_due();
                    }
                }
                None => {
                    self.app.send(Event::Tick);
                    self.run_effects()?;
                }
            }
        }
    }

    /// Waits for the next event; `None` if the display changes before that. Periodically checks that the
    /// terminal exists, because its end is not always reported.
    fn next_event(&self, events: &Receiver<LoopEvent>) -> Option<LoopEvent> {
        let until = self.time_until_change().map(|timeout| Instant::now() + timeout);
        loop {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            match events
                .recv_timeout(left.map_or(TERMINAL_CHECK_INTERVAL, |left| left.min(TERMINAL_CHECK_INTERVAL)))
            {
                Ok(event) => return Some(event),
                Err(RecvTimeoutError::Disconnected) => return Some(LoopEvent::TerminalClosed),
                Err(RecvTimeoutError::Timeout) if !io::stdout().is_terminal() => {
                    return Some(LoopEvent::TerminalClosed);
                }
                Err(RecvTimeoutError::Timeout)
                    if left.is_some_and(|left| left <= TERMINAL_CHECK_INTERVAL) =>
                {
                    return None;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Time until the display changes without an event; `None` if it does not.
    fn time_until_change(&self) -> Option<Duration> {
        let (view, now) = (self.app.view(), self.app.now());
        let wakes = view.next_connection_deadline().map(|at| at.since(now));
        let counts = ui::next_countdown(&self.app);
        let change = [ui::next_clock_change(view), wakes, counts].into_iter().flatten().min();
        change.map(|span| Duration::from_millis(span.0))
    }

    fn update_clock_and_area(&mut self) {
        let passed = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        // If the size is not available, the old one is used.
        if let Ok(area) = self.screen.area() {
            self.app.set_time_and_area(Timestamp(passed), area);
        }
    }

    fn run_effects(&mut self) -> io::Result<LoopAction> {
        loop {
            let effects = self.app.take_effects();
            if effects.is_empty() {
                return Ok(LoopAction::Continue);
            }
            for effect in platform::saves_first(effects) {
                if let (AppEffect::Client(effect), Some(opponent)) = (&effect, &mut self.opponent) {
                    match effect {
                        Effect::SendAction(action) => {
                            opponent.handle_action(action, self.app.view().local_game())
                        }
                        Effect::Announce(Announcement::GameStarted(_) | Announcement::GameOpened(_)) => {
                            opponent.new_game()
                        }
                        _ => {}
                    }
                }
                let effect = match effect {
                    AppEffect::Client(Effect::Network(effect)) => {
                        self.run_network_effect(effect);
                        continue;
                    }
                    AppEffect::CreateOnlineGame(request) => {
                        self.create_online_game(request);
                        continue;
                    }
                    effect => effect,
                };
                match platform::run_effect(effect, &mut self.app, self.store.as_ref(), &mut self.screen)? {
                    LoopAction::Continue => {}
                    LoopAction::SeatOpponent(choice) => self.seat_opponent(choice),
                    LoopAction::Redraw => self.screen.redraw_all()?,
                    LoopAction::Suspend => self.suspend()?,
                    LoopAction::Quit => return Ok(LoopAction::Quit),
                }
            }
        }
    }

    fn handle_opponent_event(&mut self, event: OpponentEvent) {
        match event {
            OpponentEvent::Answered(request, _) if request != self.request => {}
            OpponentEvent::Answered(_, action) | OpponentEvent::Acted(action) => {
                self.app.opponent_acted(action)
            }
            OpponentEvent::Starting => self.app.opponent_starting(),
            OpponentEvent::Failed(error) => self.app.opponent_failed(error),
        }
        if self.app.opponent_name().is_none() {
            self.seat_opponent(OpponentChoice::Person);
        }
    }

    /// Replaces the opponent; events of the old one are ignored.
    fn seat_opponent(&mut self, choice: OpponentChoice) {
        if choice == self.opponent_choice {
            return;
        }
        let kind = match choice {
            OpponentChoice::Person => None,
            OpponentChoice::Engine => self.configured_opponent.clone(),
            OpponentChoice::Computer(level) => Some(OpponentKind::Computer(level)),
        };
        let texts = self.app.texts();
        self.opponent = kind.map(|kind| {
            let sender = self.events.clone();
            let sink = OpponentEventSink::new(move |event| drop(sender.send(LoopEvent::Opponent(event))));
            opponent::start(&kind, texts, MoveDelay::Human, sink)
        });
        (self.opponent_choice, self.requested_position) = (choice, None);
        self.request = MoveRequestId(self.request.0 + 1);
    }

    /// Requests a move once per position, and cancels the request when none is needed.
    fn request_move_if_due(&mut self) {
        let view = self.app.view();
        let game = view.local_game().game();
        let waits = view.waits_for().map(|_| (game.start(), game.moves().collect()));
        let Some(opponent) = self.opponent.as_mut().filter(|_| waits != self.requested_position) else {
            return;
        };
        self.request = MoveRequestId(self.request.0 + 1);
        match &waits {
            Some(_) => opponent.request_move(self.request, view.local_game(), self.app.now()),
            None => opponent.cancel(),
        }
        self.requested_position = waits;
    }

    fn draw(&mut self) -> io::Result<()> {
        let app = &self.app;
        self.screen.draw(|area, buffer| ui::render(app, area, buffer))
    }

    /// Connects, then joins the game named in the address, or the lobby if there is none.
    fn connect(&mut self, server: &ServerOptions) {
        let Some(network) = &self.network else { return };
        let outbox = network.store().outbox();
        self.app.send(Event::Online(OnlineCommand::RestoreOutbox(outbox)));
        self.app.send(Event::Online(OnlineCommand::Connect { seed: random_seed() }));
        let name = self.app.guest_name();
        self.app.send(Event::Online(match server.address.game() {
            Some(game) => OnlineCommand::EnterGame { game, intent: JoinIntent::Play { name } },
            None => OnlineCommand::EnterLobby,
        }));
    }

    /// Creates an online game on a separate thread, because the request may block.
    fn create_online_game(&self, request: CreateGameRequest) {
        let Some(network) = &self.network else { return };
        let (api, sink) = (network.api().clone(), self.events.clone());
        std::thread::spawn(move || {
            // Sending fails once the loop has ended, which is fine.
            let answer = api.create_game(&request);
            let _ = sink.send(LoopEvent::GameCreated(request, answer));
        });
    }

    fn run_network_effect(&mut self, effect: client::online::NetworkEffect) {
        let done = self.network.as_mut().map_or(Ok(()), |network| network.run_effect(effect));
        if let Err(error) = done {
            self.app.show_notice(Notice::GameNotSaved(error.to_string()));
        }
    }

    /// Suspends the process until the shell resumes it.
    fn suspend(&mut self) -> io::Result<()> {
        self.screen.leave();
        signals::suspend();
        self.screen.enter()
    }
}

impl AppRunner {
    /// Leaves the game: the clock stops and the game is saved.
    fn leave_game(&mut self) -> io::Result<()> {
        self.update_clock_and_area();
        self.app.send(Event::GoTo(client::Screen::Home));
        self.run_effects().map(drop)
    }

    /// The engine options needed to resume the game.
    fn engine_to_resume_with(&self) -> Option<&EngineOptions> {
        match &self.configured_opponent {
            Some(OpponentKind::Engine(options)) if !self.app.view().local_game().is_all_local() => {
                Some(options)
            }
            _ => None,
        }
        .filter(|_| self.opponent_choice == OpponentChoice::Engine)
    }

    /// The message for the shell: the result, or how to resume the game.
    fn exit_message(&self) -> String {
        let (app, view) = (&self.app, self.app.view());
        let plays = view.online().game().is_some_and(|game| game.seat().is_some());
        let is_on = view.local_game().game().outcome().is_none();
        if let Some(network) =
            self.network.as_ref().filter(|_| view.local_game().is_online() && plays && is_on)
        {
            return app
                .texts()
                .fill(TerminalMessageKey::OnlineGameContinues, &[("address", network.server())]);
        }
        match view.local_game().game().outcome() {
            Some(outcome) => app.locale().ending(outcome),
            None if !app.has_game_in_progress() => String::new(),
            None => app.save_error().map_or_else(
                || app.texts().resume_hint(self.engine_to_resume_with()),
                |reason| Notice::GameNotSaved(reason.to_owned()).text(app.locale(), app.texts()),
            ),
        }
    }
}

/// Sends terminal input to the loop. The thread ends with the process.
fn spawn_input_thread(sender: Sender<LoopEvent>) {
    std::thread::spawn(move || {
        loop {
            let event = event::read().map_or(LoopEvent::TerminalClosed, LoopEvent::Input);
            let is_last = matches!(event, LoopEvent::TerminalClosed);
            if sender.send(event).is_err() || is_last {
                return;
            }
        }
    });
}
