//! A game on a server, line by line. Somebody at a terminal may type at any time; of a script a line is taken whenever it
//! has something to decide, so that all its moves can be written down beforehand.

mod inbox;
mod lobby;
mod words;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{self, BufRead, Write};
use std::rc::Rc;
use std::time::Duration;

use client::online::{Connection, Errand, Purpose, Remote, Wish};
use client::{Act, ClubPhrase, Event, Problem};
use game::Timestamp;
use protocol::{GameId, Name, Seat};
use rules::Color;

use super::{Console, Finish, Next, Session, Source};
use crate::online::{Address, Pass, Wire, seed};
use crate::texts::Text;
use crate::{Options, Server};
use inbox::{Answers, Happening, Inbox, Lines, Margin};

/// Where lines come from and go to, for a sitting that has something else to wait for.
pub struct Terminal<'a> {
    /// What is typed, or what a script says.
    pub input: Box<dyn BufRead + Send>,
    /// What is shown.
    pub output: &'a mut dyn Write,
    /// Who types.
    pub source: Source,
    /// A clock that does not go back.
    pub clock: &'a dyn Fn() -> Timestamp,
}

impl fmt::Debug for Terminal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal").field("source", &self.source).finish_non_exhaustive()
    }
}

/// How often time is looked at when nothing happens.
const A_WHILE: Duration = Duration::from_millis(500);

/// Plays at a server until the input ends or somebody quits. The last line written is the result of the game.
///
/// # Errors
/// Output cannot be written any more.
pub fn play_at_server(options: &Options, server: &Server, terminal: Terminal<'_>) -> io::Result<Finish> {
    at_server(options, server, terminal, |mut session| {
        let game = match server.address.game() {
            Some(game) => Some(game),
            None => session.choose_game(options, server)?,
        };
        if let Some(game) = game {
            session.go_to_game(game, server)?;
            session.converse_with_server()?;
        }
        session.leave_server()
    })
}

/// Lets somebody find a game at a server; gives its address, or nothing if they have gone. No line is read beyond what
/// was needed for that.
///
/// # Errors
/// Output cannot be written any more.
pub fn find_game(options: &Options, server: &Server, terminal: Terminal<'_>) -> io::Result<Option<Address>> {
    at_server(options, server, terminal, |mut session| {
        let game = session.choose_game(options, server)?;
        session.send(Event::Wish(Wish::HangUp))?;
        Ok(game.map(|game| server.address.with_game(game)))
    })
}

/// The server, and what line mode knows of it.
#[derive(Debug)]
pub(super) struct AtServer {
    pub(super) wire: Wire,
    inbox: Rc<RefCell<Inbox>>,
    /// Whether a prompt stands open.
    prompt: Rc<Cell<bool>>,
    /// What was last said of the connection.
    said: Said,
    /// The game that was last shown.
    shown: Option<(GameId, Option<Seat>, Stage)>,
    /// No more lines will come.
    is_silent: bool,
}

/// How far a game is, for those who wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Waiting,
    On,
}

/// What was last said of the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Said {
    Nothing,
    Lost,
    Ended,
}

fn at_server<T>(
    options: &Options,
    server: &Server,
    terminal: Terminal<'_>,
    sit: impl FnOnce(Session<'_>) -> io::Result<T>,
) -> io::Result<T> {
    let Terminal { input, output, source, clock } = terminal;
    let prompt = Rc::new(Cell::new(false));
    let mut output = Margin::new(output, Rc::clone(&prompt));
    let (inbox, reports) = Inbox::new(input);
    let inbox = Rc::new(RefCell::new(inbox));
    let mut answers = Answers::new(Rc::clone(&inbox));
    let console = Console::new(&mut answers, &mut output, source, clock);
    let mut session = Session::new(options, console);
    session.is_news = false;
    let folder = session.store.as_ref().map(|store| store.folder().to_owned());
    let pass = Pass::new(folder, &server.address);
    let kept = pass.outbox();
    let wire = Wire::new(server.address.clone(), pass, reports);
    session.server =
        Some(AtServer { wire, inbox, prompt, said: Said::Nothing, shown: None, is_silent: false });
    session.send(Event::Wish(Wish::Found(kept)))?;
    session.send(Event::Wish(Wish::Connect { seed: seed() }))?;
    sit(session)
}

impl Session<'_> {
    fn go_to_game(&mut self, game: GameId, server: &Server) -> io::Result<()> {
        let purpose = Purpose::Play { name: guest_name(server) };
        self.send(Event::Wish(Wish::Enter { game, purpose }))
    }

    /// Plays until somebody quits, or the input has ended and everything said has reached the server.
    fn converse_with_server(&mut self) -> io::Result<()> {
        loop {
            self.say_connection()?;
            self.say_where_we_are()?;
            self.show_news()?;
            if self.is_done() {
                return Ok(());
            }
            let lines = self.lines();
            if lines == Lines::Wanted {
                self.prompt()?;
            }
            match self.next(lines)? {
                Some(Happening::Incoming(incoming)) => self.send(Event::Incoming(incoming))?,
                Some(Happening::Line(Some(line))) => {
                    self.echo(&line)?;
                    self.send(Event::Tick)?;
                    if self.obey_at_server(&line)? == Next::Leave {
                        return Ok(());
                    }
                }
                Some(Happening::Line(None)) => self.fall_silent(),
                None => self.send(Event::Tick)?,
            }
        }
    }

    /// What comes next, but no later than the connection needs to be looked after.
    fn next(&mut self, lines: Lines) -> io::Result<Option<Happening>> {
        // Whoever reads along does not wait for more.
        self.console.output.flush()?;
        let now = self.console.now();
        let wakes = self.state.view(now).connection_wakes_at();
        let patience = wakes.map_or(A_WHILE, |at| Duration::from_millis(at.since(now).0).min(A_WHILE));
        Ok(self.server.as_ref().and_then(|server| server.inbox.borrow_mut().next(lines, patience)))
    }

    /// Whether a line is of use now. A person may always say something; a script has to wait until it is its turn.
    fn lines(&self) -> Lines {
        let is_silent = self.server.as_ref().is_none_or(|server| server.is_silent);
        let view = self.state.view(self.console.now());
        let is_at_table = view.table().is_remote();
        let may_decide = !self.is_on() || view.table().is_here(view.table().game().turn());
        // What was decided last has to arrive before the next.
        let is_settled = view.online().outbox().letters().is_empty();
        match self.console.source {
            _ if is_silent => Lines::Unwanted,
            Source::Person => Lines::Wanted,
            Source::Script if is_at_table && may_decide && is_settled => Lines::Wanted,
            Source::Script => Lines::Unwanted,
        }
    }

    /// Whether there is nothing more to wait for: no line will come, and what was said has been seen to happen; or there is no such
    /// game.
    fn is_done(&self) -> bool {
        let view = self.state.view(self.console.now());
        let online = view.online();
        let is_refused = online.game().is_none_or(|game| game.refused().is_some());
        let is_ended = matches!(online.link().connection(self.console.now()), Connection::Ended(_));
        let is_silent = self.server.as_ref().is_none_or(|server| server.is_silent);
        is_refused || is_ended || is_silent && online.outbox().letters().is_empty()
    }

    fn fall_silent(&mut self) {
        if let Some(server) = &mut self.server {
            server.is_silent = true;
        }
    }

    /// A prompt, once, until something is said or typed.
    fn prompt(&mut self) -> io::Result<()> {
        let Some(server) = self.server.as_ref().filter(|_| self.console.source == Source::Person) else {
            return Ok(());
        };
        if server.prompt.get() {
            return Ok(());
        }
        let open = Rc::clone(&server.prompt);
        write!(self.console.output, "{} ", self.texts.get(Text::PlainPrompt))?;
        self.console.output.flush()?;
        open.set(true);
        Ok(())
    }

    /// What a script says is shown as if it had been typed; what a person has typed ends the prompt's line.
    fn echo(&mut self, line: &str) -> io::Result<()> {
        self.server.iter().for_each(|server| server.prompt.set(false));
        match self.console.source {
            Source::Person => Ok(()),
            Source::Script => self.console.say(&format!("{} {line}", self.texts.get(Text::PlainPrompt))),
        }
    }

    /// The truth about the connection, once for each change of it.
    fn say_connection(&mut self) -> io::Result<()> {
        let now = self.console.now();
        let view = self.state.view(now);
        let connection = view.online().link().connection(now);
        let unconfirmed = view.online().outbox().unconfirmed();
        let Some(server) = &mut self.server else { return Ok(()) };
        let (said, words) = match connection {
            Connection::Lost { .. } => (
                Said::Lost,
                self.words.connection(Connection::Lost { ago: Default::default(), retry_in: None }),
            ),
            Connection::Ended(_) => (Said::Ended, self.words.connection(connection)),
            Connection::Up { .. } if server.said == Said::Lost => {
                (Said::Nothing, Some(self.texts.get(Text::OnlineBack).to_owned()))
            }
            Connection::Off | Connection::Connecting | Connection::Up { .. } => (Said::Nothing, None),
        };
        if server.said == said {
            return Ok(());
        }
        server.said = said;
        words.map_or(Ok(()), |words| self.console.say(&words))?;
        let kept = self.words.unconfirmed(unconfirmed).filter(|_| said == Said::Lost);
        kept.map_or(Ok(()), |kept| self.console.say(kept))
    }

    /// Who plays, and as what one is here, whenever that changes.
    fn say_where_we_are(&mut self) -> io::Result<()> {
        let view = self.state.view(self.console.now());
        let Some(remote) = view.online().game().filter(|_| view.table().is_remote()) else { return Ok(()) };
        let Some(truth) = remote.truth() else { return Ok(()) };
        let stage = if truth.has_begun() { Stage::On } else { Stage::Waiting };
        let place = (remote.id(), remote.seat(), stage);
        let Some(server) = self.server.as_mut().filter(|server| server.shown != Some(place)) else {
            return Ok(());
        };
        server.shown = Some(place);
        let address = server.wire.server().with_game(remote.id()).to_string();
        let mut lines = vec![self.words.time_control(&truth.about.control.get())];
        for color in Color::ALL {
            if let Some(person) = remote.person(color.into()) {
                lines.push(self.fill_side(color, &self.words.person(person)));
            }
        }
        lines.push(match remote.seat() {
            Some(seat) => self.texts.fill(Text::OnlineYou, &[("color", &self.words.color(seat.into()))]),
            None => self.words.club(ClubPhrase::Spectating).to_owned(),
        });
        if stage == Stage::Waiting {
            lines.push(format!("{} {address}", self.words.club(ClubPhrase::WaitingForOpponent)));
        }
        self.is_news = true;
        lines.iter().try_for_each(|line| self.console.say(line))
    }

    fn fill_side(&self, color: Color, name: &str) -> String {
        self.texts.fill(Text::OnlineSide, &[("color", &self.words.color(color)), ("name", &name)])
    }

    /// Leaves; the game goes on without us, and can be come back to.
    fn leave_server(mut self) -> io::Result<Finish> {
        let view = self.state.view(self.console.now());
        let remote = view.online().game();
        let is_refused = remote.is_none_or(|game| game.refused().is_some());
        if is_refused && self.console.source == Source::Script {
            self.finish = Finish::WithMistakes;
        }
        let goes_on = self.is_on() && remote.and_then(Remote::seat).is_some();
        if goes_on && let Some(server) = &self.server {
            let address = server.wire.server().to_string();
            self.console.say(&self.texts.fill(Text::OnlineGoesOn, &[("address", &address)]))?;
        }
        let score = self.table().pgn().score;
        self.send(Event::Wish(Wish::HangUp))?;
        self.console.say(score.as_str())?;
        Ok(self.finish)
    }

    /// What went wrong before news came has been said.
    pub(super) fn said_before(&self, event: &Event) -> Option<Problem> {
        let is_news = matches!(event, Event::Incoming(_));
        self.state.view(self.console.now()).problem().filter(|_| is_news).cloned()
    }

    /// Does what the client wants of the server.
    pub(super) fn run_errand(&mut self, errand: Errand) -> io::Result<()> {
        let Some(server) = &mut self.server else { return Ok(()) };
        match server.wire.run(errand) {
            Ok(()) => Ok(()),
            // The move is sent all the same; only a crash before that would lose it.
            Err(error) => self.console.say(&self.texts.fill(Text::NotKept, &[("reason", &error)])),
        }
    }

    /// One's own side.
    fn own_color(&self) -> Option<Color> {
        let view = self.state.view(self.console.now());
        view.online().game().and_then(Remote::seat).map(Color::from)
    }

    fn offer_draw_to_opponent(&mut self) -> io::Result<()> {
        match self.own_color() {
            Some(color) => self.send(Event::Act(Act::OfferDraw(color))),
            None => Ok(()),
        }
    }
}

/// What a guest wants to be called; a name that cannot be one is none.
fn guest_name(server: &Server) -> Option<Name> {
    server.name.as_deref().and_then(|name| Name::new(name).ok())
}
