//! The loop: wait for something to happen, let the program know, do its errands, draw what has changed.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use client::online::{Incoming, Purpose, Wish};
use client::{Announcement, Effect, Event};
use game::Timestamp;
use protocol::http::{Invitation, Invited};
use ratatui::crossterm::event::{self, Event as Input};
use rules::{Move, Setup};

use crate::app::{Against, App, Errand, Looks, Remark};
use crate::failure::Failure;
use crate::online::{Pass, Refused, Wire, WireReports, invite, seed};
use crate::opponent::Pace;
use crate::texts::Text;
use crate::world::store::Store;
use crate::world::{self, Rest, environment, screen::Screen, signals};
use crate::{
    EngineOptions, Opponent, Options, Question, Report, Reports, Server, Who, opening, opponent, paint,
};

/// Plays on the full screen until somebody quits, and gives what is to be said afterwards.
///
/// # Errors
/// There is no terminal, or what the options ask for cannot be.
pub fn run(options: &Options) -> Result<Option<String>, Failure> {
    let store = opening::store(options);
    let (settings, pieces) = opening::settings(store.as_ref());
    let looks = Looks {
        asked_pieces: options.pieces,
        pieces,
        depth: options.colors.unwrap_or_else(|| environment::depth(environment::variable)),
        system: environment::language(environment::variable),
        asked: options.language,
    };
    let mut app = App::new(settings, looks);
    let (sender, happenings) = channel();
    let wire = options.server.as_ref().map(|server| {
        let sender = sender.clone();
        let reports = WireReports::new(move |incoming| drop(sender.send(Happening::Incoming(incoming))));
        let folder = store.as_ref().map(|store| store.folder().to_owned());
        Wire::new(server.address.clone(), Pass::new(folder, &server.address), reports)
    });
    match &options.server {
        Some(server) => opening::begin_at(&mut app, options, server)?,
        None => opening::begin(&mut app, options, store.as_ref())?,
    }
    if app.lacks_art() {
        app.say(Remark::NoArt);
    }
    // Before the terminal is taken, so that it is given back whatever comes.
    let to_loop = sender.clone();
    signals::watch(move |signal| drop(to_loop.send(Happening::Signal(signal))));
    let screen = Screen::open().map_err(Failure::Terminal)?;
    let mut player = Player {
        app,
        store,
        screen,
        engine: options.rival.as_ref().map(|rival| rival.who.clone()),
        reports: sender.clone(),
        seated: Against::Person,
        opponent: None,
        wire,
        question: Question(0),
        asked: None,
        began: Instant::now(),
    };
    player.catch_up();
    options.server.iter().for_each(|server| player.go_online(server));
    listen(sender);
    let ended = player.play(&happenings);
    if ended.is_err() {
        // The terminal has failed; what was played is kept all the same, and more cannot be done.
        let _ = player.save();
    }
    let farewell = player.farewell();
    drop(player);
    match ended {
        Ok(End::Left) => {}
        Ok(End::Signal(signal)) => signals::end(signal),
        // A terminal that is gone takes no farewell; the game is kept.
        Ok(End::Closed) => return Ok(None),
        Err(error) if is_gone(&error) => return Ok(None),
        Err(error) => return Err(Failure::Terminal(error)),
    }
    Ok(Some(farewell).filter(|text| !text.is_empty()))
}

/// Whether the terminal is there no more: nobody reads what is written, or the system knows of no such device.
fn is_gone(error: &io::Error) -> bool {
    const EIO: i32 = 5;
    error.kind() == io::ErrorKind::BrokenPipe || error.raw_os_error() == Some(EIO)
}

/// How often it is looked whether the terminal is still there.
const A_WHILE: Duration = Duration::from_secs(5);

/// Something that the loop waits for.
#[derive(Debug)]
enum Happening {
    Input(Input),
    Report(Report),
    Incoming(Incoming),
    Invited(Invitation, Result<Invited, Refused>),
    Signal(i32),
    /// Nothing more will come from the terminal.
    Closed,
}

/// What ended it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Somebody has had enough.
    Left,
    /// This signal.
    Signal(i32),
    /// The terminal is gone.
    Closed,
}

/// The program in the world.
#[derive(Debug)]
struct Player {
    app: App,
    store: Option<Store>,
    screen: Screen,
    /// Whom the command line has brought.
    engine: Option<Who>,
    /// Where reports come in.
    reports: Sender<Happening>,
    /// Who sits elsewhere.
    seated: Against,
    opponent: Option<Box<dyn Opponent>>,
    /// The way to the server, if one is played at.
    wire: Option<Wire>,
    question: Question,
    /// The game, by its start and its moves, in which the opponent was asked for the next one.
    asked: Option<(Setup, Vec<Move>)>,
    began: Instant,
}

impl Player {
    /// Plays until it is over, and gives what ended it.
    fn play(&mut self, happenings: &Receiver<Happening>) -> io::Result<End> {
        self.draw()?;
        self.errands()?;
        loop {
            self.consult();
            self.draw()?;
            let first = self.wait(happenings);
            self.catch_up();
            match first {
                Some(happening) => {
                    // What has happened in the meantime is drawn once.
                    for happening in [happening].into_iter().chain(happenings.try_iter()) {
                        match happening {
                            Happening::Input(input) => self.app.input(input),
                            Happening::Report(report) => self.report(report),
                            Happening::Incoming(incoming) => self.app.hear(incoming),
                            Happening::Invited(asked, answer) => self.app.invited(&asked, answer),
                            Happening::Signal(signal) => return self.save().map(|()| End::Signal(signal)),
                            Happening::Closed => return self.save().map(|()| End::Closed),
                        }
                        if self.errands()? == Rest::Quit {
                            return self.save().map(|()| End::Left);
                        }
                        // What it reports next may be about what is not asked any more.
                        self.consult();
                    }
                }
                None => {
                    self.app.send(Event::Tick);
                    self.errands()?;
                }
            }
        }
    }

    /// Waits for what happens next; `None` if the clocks show something else before that. Now and then it is looked
    /// whether the terminal is still there: not every end of one is told.
    fn wait(&self, happenings: &Receiver<Happening>) -> Option<Happening> {
        let until = self.patience().map(|patience| Instant::now() + patience);
        loop {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            match happenings.recv_timeout(left.map_or(A_WHILE, |left| left.min(A_WHILE))) {
                Ok(happening) => return Some(happening),
                Err(RecvTimeoutError::Disconnected) => return Some(Happening::Closed),
                Err(RecvTimeoutError::Timeout) if !io::stdout().is_terminal() => {
                    return Some(Happening::Closed);
                }
                Err(RecvTimeoutError::Timeout) if left.is_some_and(|left| left <= A_WHILE) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How long nothing changes unless something happens; `None` is for ever.
    fn patience(&self) -> Option<Duration> {
        let (view, now) = (self.app.view(), self.app.now());
        let wakes = view.connection_wakes_at().map(|at| at.since(now));
        let counts = paint::online_counts(&self.app);
        let change = [paint::next_change(view), wakes, counts].into_iter().flatten().min();
        change.map(|span| Duration::from_millis(span.0))
    }

    fn catch_up(&mut self) {
        let passed = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        // A window whose size cannot be asked for is drawn as it was.
        if let Ok(area) = self.screen.area() {
            self.app.at(Timestamp(passed), area);
        }
    }

    fn errands(&mut self) -> io::Result<Rest> {
        loop {
            let errands = self.app.take_errands();
            if errands.is_empty() {
                return Ok(Rest::Nothing);
            }
            for errand in world::in_order(errands) {
                if let (Errand::Effect(effect), Some(opponent)) = (&errand, &mut self.opponent) {
                    match effect {
                        Effect::Tell(deed) => opponent.hear(*deed, self.app.view().table()),
                        Effect::Announce(Announcement::Begun(_) | Announcement::Opened(_)) => {
                            opponent.begin()
                        }
                        _ => {}
                    }
                }
                let errand = match errand {
                    Errand::Effect(Effect::Online(errand)) => {
                        self.run_errand(errand);
                        continue;
                    }
                    Errand::Invite(invitation) => {
                        self.invite(invitation);
                        continue;
                    }
                    errand => errand,
                };
                match world::run(errand, &mut self.app, self.store.as_ref(), &mut self.screen)? {
                    Rest::Nothing => {}
                    Rest::Seat(against) => self.seat(against),
                    Rest::Redraw => self.screen.forget()?,
                    Rest::Suspend => self.suspend()?,
                    Rest::Quit => return Ok(Rest::Quit),
                }
            }
        }
    }

    fn report(&mut self, report: Report) {
        match report {
            Report::Answers(question, _) if question != self.question => {}
            Report::Answers(_, deed) | Report::Does(deed) => self.app.told(deed),
            Report::Waits => self.app.waits(),
            Report::Fails(trouble) => self.app.lost(trouble),
        }
        if self.app.opponent().is_none() {
            self.seat(Against::Person);
        }
    }

    /// Lets somebody take the seat elsewhere; whoever sat there goes, and what they still say is not heard.
    fn seat(&mut self, against: Against) {
        if against == self.seated {
            return;
        }
        let who = match against {
            Against::Person => None,
            Against::Engine => self.engine.clone(),
            Against::Computer(level) => Some(Who::Computer(level)),
        };
        let texts = self.app.texts();
        self.opponent = who.map(|who| {
            let sender = self.reports.clone();
            let reports = Reports::new(move |report| drop(sender.send(Happening::Report(report))));
            opponent::seat(&who, texts, Pace::Natural, reports)
        });
        (self.seated, self.asked) = (against, None);
        self.question = Question(self.question.0 + 1);
    }

    /// Asks the opponent for a move once for each position, and lets it rest when none is waited for.
    fn consult(&mut self) {
        let view = self.app.view();
        let game = view.table().game();
        let waits = view.waits_for().map(|_| (game.start(), game.moves().collect()));
        let Some(opponent) = self.opponent.as_mut().filter(|_| waits != self.asked) else { return };
        self.question = Question(self.question.0 + 1);
        match &waits {
            Some(_) => opponent.think(self.question, view.table(), self.app.now()),
            None => opponent.rest(),
        }
        self.asked = waits;
    }

    fn draw(&mut self) -> io::Result<()> {
        let app = &self.app;
        self.screen.draw(|area, buffer| paint::render(app, area, buffer))
    }

    /// Goes to the game at the server that the options name, or to its lobby.
    fn go_online(&mut self, server: &Server) {
        let Some(wire) = &self.wire else { return };
        let kept = wire.pass().outbox();
        self.app.send(Event::Wish(Wish::Found(kept)));
        self.app.send(Event::Wish(Wish::Connect { seed: seed() }));
        let name = self.app.guest_name();
        self.app.send(Event::Wish(match server.address.game() {
            Some(game) => Wish::Enter { game, purpose: Purpose::Play { name } },
            None => Wish::EnterLobby,
        }));
    }

    /// Asks the server for a game with a link. It may take its time: nothing else waits for it.
    fn invite(&self, invitation: Invitation) {
        let Some(wire) = &self.wire else { return };
        let (server, pass, reports) = (wire.server().clone(), wire.pass().clone(), self.reports.clone());
        std::thread::spawn(move || {
            // Nobody listens any more once the game has been left.
            let answer = invite(&server, &pass, &invitation);
            let _ = reports.send(Happening::Invited(invitation, answer));
        });
    }

    fn run_errand(&mut self, errand: client::online::Errand) {
        let done = self.wire.as_mut().map_or(Ok(()), |wire| wire.run(errand));
        if let Err(error) = done {
            self.app.say(Remark::NotKept(error.to_string()));
        }
    }

    /// The shell has the terminal until it lets us go on.
    fn suspend(&mut self) -> io::Result<()> {
        self.screen.give_back();
        signals::stop();
        self.screen.take()
    }
}

impl Player {
    /// Leaves the table: its clock stands still, and what was played is kept.
    fn save(&mut self) -> io::Result<()> {
        self.catch_up();
        self.app.send(Event::Go(client::Screen::Home));
        self.errands().map(drop)
    }

    /// The engine with which the game has to be gone on with, if there is one.
    fn resumed_with(&self) -> Option<&EngineOptions> {
        match &self.engine {
            Some(Who::Engine(options)) if !self.app.view().table().is_shared() => Some(options),
            _ => None,
        }
        .filter(|_| self.seated == Against::Engine)
    }

    /// What the shell is told at the end: how the game ended, or how to go on with it.
    fn farewell(&self) -> String {
        let (app, view) = (&self.app, self.app.view());
        let plays = view.online().game().is_some_and(|game| game.seat().is_some());
        let is_on = view.table().game().outcome().is_none();
        if let Some(wire) = self.wire.as_ref().filter(|_| view.table().is_remote() && plays && is_on) {
            return app.texts().fill(Text::OnlineGoesOn, &[("address", wire.server())]);
        }
        match view.table().game().outcome() {
            Some(outcome) => app.words().ending(outcome),
            None if !app.is_busy() => String::new(),
            None => app.unkept().map_or_else(
                || app.texts().kept(self.resumed_with()),
                |reason| Remark::NotKept(reason.to_owned()).text(app.words(), app.texts()),
            ),
        }
    }
}

/// Lets the loop know what happens in the terminal. The thread ends with the program.
fn listen(sender: Sender<Happening>) {
    std::thread::spawn(move || {
        loop {
            let happening = event::read().map_or(Happening::Closed, Happening::Input);
            let is_last = matches!(happening, Happening::Closed);
            if sender.send(happening).is_err() || is_last {
                return;
            }
        }
    });
}
