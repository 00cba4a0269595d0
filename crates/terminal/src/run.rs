//! The loop: wait for something to happen, let the program know, do its errands, draw what has changed.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use client::online::{JoinIntent, NetworkEvent, OnlineCommand};
use client::{Announcement, Effect, Event};
use game::Timestamp;
use protocol::http::{CreateGameRequest, CreateGameResponse};
use ratatui::crossterm::event::{self, Event as Input};
use rules::{Move, Setup};

use crate::app::{App, AppEffect, DisplayOptions, Notice, OpponentChoice};
use crate::error::TerminalError;
use crate::online::{NetworkClient, RequestError, ServerStore, WireReports, create_game, random_seed};
use crate::opponent::MoveDelay;
use crate::platform::store::LocalStore;
use crate::platform::{self, LoopAction, environment, screen::TerminalScreen, signals};
use crate::texts::Text;
use crate::{
    EngineOptions, MoveRequestId, Opponent, OpponentEvent, OpponentEventSink, OpponentKind, Options,
    ServerOptions, opponent, startup, ui,
};

/// Plays on the full screen until somebody quits, and gives what is to be said afterwards.
///
/// # Errors
/// There is no terminal, or what the options ask for cannot be.
pub fn run(options: &Options) -> Result<Option<String>, TerminalError> {
    let store = startup::open_store(options);
    let (settings, pieces) = startup::load_settings(store.as_ref());
    let looks = DisplayOptions {
        piece_style_override: options.piece_style,
        piece_style: pieces,
        color_depth: options.color_depth.unwrap_or_else(|| environment::color_depth(environment::env_var)),
        system_language: environment::language(environment::env_var),
        language_override: options.language,
    };
    let mut app = App::new(settings, looks);
    let (sender, happenings) = channel();
    let wire = options.server.as_ref().map(|server| {
        let sender = sender.clone();
        let reports = WireReports::new(move |incoming| drop(sender.send(LoopEvent::Incoming(incoming))));
        let folder = store.as_ref().map(|store| store.folder().to_owned());
        NetworkClient::new(server.address.clone(), ServerStore::new(folder, &server.address), reports)
    });
    match &options.server {
        Some(server) => startup::start_online(&mut app, options, server)?,
        None => startup::start_local(&mut app, options, store.as_ref())?,
    }
    if app.art_unavailable() {
        app.show_notice(Notice::ArtNeedsColors);
    }
    // Before the terminal is taken, so that it is given back whatever comes.
    let to_loop = sender.clone();
    signals::watch(move |signal| drop(to_loop.send(LoopEvent::Signal(signal))));
    let screen = TerminalScreen::open().map_err(TerminalError::Io)?;
    let mut player = AppRunner {
        app,
        store,
        screen,
        configured_opponent: options.opponent.as_ref().map(|rival| rival.kind.clone()),
        events: sender.clone(),
        opponent_choice: OpponentChoice::Person,
        opponent: None,
        network: wire,
        request: MoveRequestId(0),
        requested_position: None,
        started: Instant::now(),
    };
    player.update_clock_and_area();
    options.server.iter().for_each(|server| player.connect(server));
    spawn_input_thread(sender);
    let ended = player.run_loop(&happenings);
    if ended.is_err() {
        // The terminal has failed; what was played is kept all the same, and more cannot be done.
        let _ = player.save_game();
    }
    let farewell = player.exit_message();
    drop(player);
    match ended {
        Ok(ExitReason::Quit) => {}
        Ok(ExitReason::Signal(signal)) => signals::end(signal),
        // A terminal that is gone takes no farewell; the game is kept.
        Ok(ExitReason::TerminalClosed) => return Ok(None),
        Err(error) if is_terminal_gone(&error) => return Ok(None),
        Err(error) => return Err(TerminalError::Io(error)),
    }
    Ok(Some(farewell).filter(|text| !text.is_empty()))
}

/// Whether the terminal is there no more: nobody reads what is written, or the system knows of no such device.
fn is_terminal_gone(error: &io::Error) -> bool {
    const EIO: i32 = 5;
    error.kind() == io::ErrorKind::BrokenPipe || error.raw_os_error() == Some(EIO)
}

/// How often it is looked whether the terminal is still there.
const TERMINAL_CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Something that the loop waits for.
#[derive(Debug)]
enum LoopEvent {
    Input(Input),
    Opponent(OpponentEvent),
    Incoming(NetworkEvent),
    Invited(CreateGameRequest, Result<CreateGameResponse, RequestError>),
    Signal(i32),
    /// Nothing more will come from the terminal.
    TerminalClosed,
}

/// What ended it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExitReason {
    /// Somebody has had enough.
    Quit,
    /// This signal.
    Signal(i32),
    /// The terminal is gone.
    TerminalClosed,
}

/// The program in the world.
#[derive(Debug)]
struct AppRunner {
    app: App,
    store: Option<LocalStore>,
    screen: TerminalScreen,
    /// Whom the command line has brought.
    configured_opponent: Option<OpponentKind>,
    /// Where reports come in.
    events: Sender<LoopEvent>,
    /// Who sits elsewhere.
    opponent_choice: OpponentChoice,
    opponent: Option<Box<dyn Opponent>>,
    /// The way to the server, if one is played at.
    network: Option<NetworkClient>,
    request: MoveRequestId,
    /// The game, by its start and its moves, in which the opponent was asked for the next one.
    requested_position: Option<(Setup, Vec<Move>)>,
    started: Instant,
}

impl AppRunner {
    /// Plays until it is over, and gives what ended it.
    fn run_loop(&mut self, happenings: &Receiver<LoopEvent>) -> io::Result<ExitReason> {
        self.draw()?;
        self.run_effects()?;
        loop {
            self.request_move_if_due();
            self.draw()?;
            let first = self.next_event(happenings);
            self.update_clock_and_area();
            match first {
                Some(happening) => {
                    // What has happened in the meantime is drawn once.
                    for happening in [happening].into_iter().chain(happenings.try_iter()) {
                        match happening {
                            LoopEvent::Input(input) => self.app.input(input),
                            LoopEvent::Opponent(report) => self.handle_opponent_event(report),
                            LoopEvent::Incoming(incoming) => self.app.handle_incoming(incoming),
                            LoopEvent::Invited(asked, answer) => self.app.online_game_created(&asked, answer),
                            LoopEvent::Signal(signal) => {
                                return self.save_game().map(|()| ExitReason::Signal(signal));
                            }
                            LoopEvent::TerminalClosed => {
                                return self.save_game().map(|()| ExitReason::TerminalClosed);
                            }
                        }
                        if self.run_effects()? == LoopAction::Quit {
                            return self.save_game().map(|()| ExitReason::Quit);
                        }
                        // What it reports next may be about what is not asked any more.
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

    /// Waits for what happens next; `None` if the clocks show something else before that. Now and then it is looked
    /// whether the terminal is still there: not every end of one is told.
    fn next_event(&self, happenings: &Receiver<LoopEvent>) -> Option<LoopEvent> {
        let until = self.time_until_change().map(|patience| Instant::now() + patience);
        loop {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            match happenings
                .recv_timeout(left.map_or(TERMINAL_CHECK_INTERVAL, |left| left.min(TERMINAL_CHECK_INTERVAL)))
            {
                Ok(happening) => return Some(happening),
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

    /// How long nothing changes unless something happens; `None` is for ever.
    fn time_until_change(&self) -> Option<Duration> {
        let (view, now) = (self.app.view(), self.app.now());
        let wakes = view.next_connection_deadline().map(|at| at.since(now));
        let counts = ui::online_counts(&self.app);
        let change = [ui::next_clock_change(view), wakes, counts].into_iter().flatten().min();
        change.map(|span| Duration::from_millis(span.0))
    }

    fn update_clock_and_area(&mut self) {
        let passed = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        // A window whose size cannot be asked for is drawn as it was.
        if let Ok(area) = self.screen.area() {
            self.app.set_time_and_area(Timestamp(passed), area);
        }
    }

    fn run_effects(&mut self) -> io::Result<LoopAction> {
        loop {
            let errands = self.app.take_effects();
            if errands.is_empty() {
                return Ok(LoopAction::Continue);
            }
            for errand in platform::saves_first(errands) {
                if let (AppEffect::Client(effect), Some(opponent)) = (&errand, &mut self.opponent) {
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
                let errand = match errand {
                    AppEffect::Client(Effect::Network(errand)) => {
                        self.run_network_effect(errand);
                        continue;
                    }
                    AppEffect::CreateOnlineGame(invitation) => {
                        self.create_online_game(invitation);
                        continue;
                    }
                    errand => errand,
                };
                match platform::run_effect(errand, &mut self.app, self.store.as_ref(), &mut self.screen)? {
                    LoopAction::Continue => {}
                    LoopAction::SeatOpponent(against) => self.seat_opponent(against),
                    LoopAction::Redraw => self.screen.redraw_all()?,
                    LoopAction::Suspend => self.suspend()?,
                    LoopAction::Quit => return Ok(LoopAction::Quit),
                }
            }
        }
    }

    fn handle_opponent_event(&mut self, report: OpponentEvent) {
        match report {
            OpponentEvent::Answered(question, _) if question != self.request => {}
            OpponentEvent::Answered(_, action) | OpponentEvent::Acted(action) => {
                self.app.opponent_acted(action)
            }
            OpponentEvent::Starting => self.app.opponent_starting(),
            OpponentEvent::Failed(trouble) => self.app.opponent_failed(trouble),
        }
        if self.app.opponent_name().is_none() {
            self.seat_opponent(OpponentChoice::Person);
        }
    }

    /// Lets somebody take the seat elsewhere; whoever sat there goes, and what they still say is not heard.
    fn seat_opponent(&mut self, against: OpponentChoice) {
        if against == self.opponent_choice {
            return;
        }
        let who = match against {
            OpponentChoice::Person => None,
            OpponentChoice::Engine => self.configured_opponent.clone(),
            OpponentChoice::Computer(level) => Some(OpponentKind::Computer(level)),
        };
        let texts = self.app.texts();
        self.opponent = who.map(|who| {
            let sender = self.events.clone();
            let reports =
                OpponentEventSink::new(move |report| drop(sender.send(LoopEvent::Opponent(report))));
            opponent::start(&who, texts, MoveDelay::Human, reports)
        });
        (self.opponent_choice, self.requested_position) = (against, None);
        self.request = MoveRequestId(self.request.0 + 1);
    }

    /// Asks the opponent for a move once for each position, and lets it rest when none is waited for.
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

    /// Goes to the game at the server that the options name, or to its lobby.
    fn connect(&mut self, server: &ServerOptions) {
        let Some(wire) = &self.network else { return };
        let kept = wire.store().outbox();
        self.app.send(Event::Online(OnlineCommand::RestoreOutbox(kept)));
        self.app.send(Event::Online(OnlineCommand::Connect { seed: random_seed() }));
        let name = self.app.guest_name();
        self.app.send(Event::Online(match server.address.game() {
            Some(game) => OnlineCommand::EnterGame { game, purpose: JoinIntent::Play { name } },
            None => OnlineCommand::EnterLobby,
        }));
    }

    /// Asks the server for a game with a link. It may take its time: nothing else waits for it.
    fn create_online_game(&self, invitation: CreateGameRequest) {
        let Some(wire) = &self.network else { return };
        let (server, pass, reports) = (wire.server().clone(), wire.store().clone(), self.events.clone());
        std::thread::spawn(move || {
            // Nobody listens any more once the game has been left.
            let answer = create_game(&server, &pass, &invitation);
            let _ = reports.send(LoopEvent::Invited(invitation, answer));
        });
    }

    fn run_network_effect(&mut self, errand: client::online::NetworkEffect) {
        let done = self.network.as_mut().map_or(Ok(()), |wire| wire.run_effect(errand));
        if let Err(error) = done {
            self.app.show_notice(Notice::GameNotSaved(error.to_string()));
        }
    }

    /// The shell has the terminal until it lets us go on.
    fn suspend(&mut self) -> io::Result<()> {
        self.screen.leave();
        signals::stop();
        self.screen.enter()
    }
}

impl AppRunner {
    /// Leaves the table: its clock stands still, and what was played is kept.
    fn save_game(&mut self) -> io::Result<()> {
        self.update_clock_and_area();
        self.app.send(Event::GoTo(client::Screen::Home));
        self.run_effects().map(drop)
    }

    /// The engine with which the game has to be gone on with, if there is one.
    fn engine_to_resume_with(&self) -> Option<&EngineOptions> {
        match &self.configured_opponent {
            Some(OpponentKind::Engine(options)) if !self.app.view().local_game().is_all_local() => {
                Some(options)
            }
            _ => None,
        }
        .filter(|_| self.opponent_choice == OpponentChoice::Engine)
    }

    /// What the shell is told at the end: how the game ended, or how to go on with it.
    fn exit_message(&self) -> String {
        let (app, view) = (&self.app, self.app.view());
        let plays = view.online().game().is_some_and(|game| game.seat().is_some());
        let is_on = view.local_game().game().outcome().is_none();
        if let Some(wire) = self.network.as_ref().filter(|_| view.local_game().is_online() && plays && is_on)
        {
            return app.texts().fill(Text::OnlineGameContinues, &[("address", wire.server())]);
        }
        match view.local_game().game().outcome() {
            Some(outcome) => app.words().ending(outcome),
            None if !app.has_game_in_progress() => String::new(),
            None => app.save_error().map_or_else(
                || app.texts().resume_hint(self.engine_to_resume_with()),
                |reason| Notice::GameNotSaved(reason.to_owned()).text(app.words(), app.texts()),
            ),
        }
    }
}

/// Lets the loop know what happens in the terminal. The thread ends with the program.
fn spawn_input_thread(sender: Sender<LoopEvent>) {
    std::thread::spawn(move || {
        loop {
            let happening = event::read().map_or(LoopEvent::TerminalClosed, LoopEvent::Input);
            let is_last = matches!(happening, LoopEvent::TerminalClosed);
            if sender.send(happening).is_err() || is_last {
                return;
            }
        }
    });
}
