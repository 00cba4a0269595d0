//! A game on a server, line by line. What is typed is acted on at once, whosever turn it is: answers, talk, giving up. A
//! person's move on the other side's turn waits as a premove. A script is written beforehand, so its moves wait for their
//! turn, and what follows them waits too.

mod arrival;
mod inbox;
mod lobby;
mod telling;
mod words;

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::rc::Rc;
use std::time::Duration;

use client::online::{Connection, Errand, Purpose, Remote, Wish};
use client::{Event, Problem};
use game::pgn::Score;
use game::{Millis, Offer, Timestamp};
use protocol::{GameId, Name, Seat};
use rules::{Color, San, UciMove};

use super::command::{Command, Word};
use super::{Console, Finish, Input, Interrupt, Next, Session, Source};
use crate::online::{Pass, Wire, WireReports, seed};
use crate::texts::Text;
use crate::{Options, Server};
use inbox::{Happening, Inbox, Lines, Margin};

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
    /// Tells whether a signal asks for the end.
    pub interrupt: Interrupt,
}

impl fmt::Debug for Terminal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal").field("source", &self.source).finish_non_exhaustive()
    }
}

/// How often time is looked at when nothing happens.
const A_WHILE: Duration = Duration::from_millis(500);

/// For how long a script waits for a server that does not answer; a person sees that it does not.
const HOPE: Millis = Millis(30_000);

/// Plays at a server until the input ends or somebody quits. The last line written is the result of the game.
///
/// # Errors
/// Output cannot be written any more.
pub fn play_at_server(options: &Options, server: &Server, terminal: Terminal<'_>) -> io::Result<Finish> {
    let Terminal { input, output, source, clock, interrupt } = terminal;
    let prompt = Rc::new(Cell::new(false));
    let mut output = Margin::new(output, Rc::clone(&prompt));
    let (inbox, reports) = Inbox::new(input);
    // Lines come by way of the inbox, so that news are heard while one is waited for.
    let mut nothing = io::empty();
    let console = Console::new(&mut nothing, &mut output, source, clock).heeding(interrupt);
    let mut session = Session::new(options, console);
    let pass = session.pass(server);
    if let Some(sentence) = session.missing(server, &pass) {
        session.console.say(Score::Unknown.as_str())?;
        return Ok(Finish::Refused(sentence));
    }
    session.connect(server, pass, inbox, reports, prompt)?;
    let game = match server.address.game() {
        Some(game) => Some(game),
        None => session.choose_game(options, server)?,
    };
    if let Some(game) = game {
        session.go_to_game(game, server)?;
        session.converse_with_server()?;
    }
    session.leave_server()
}

/// The server, and what line mode knows of it.
#[derive(Debug)]
pub(super) struct AtServer {
    pub(super) wire: Wire,
    inbox: Inbox,
    /// A line that was read and is yet to be obeyed.
    line: Option<String>,
    stay: Stay,
    /// Whether a prompt stands open.
    prompt: Rc<Cell<bool>>,
    /// What was last said of the connection.
    said: Said,
    /// When the server was last there, or was first looked for.
    there_at: Timestamp,
    /// The game that was last shown.
    shown: Option<(GameId, Option<Seat>, Stage)>,
    /// The offer about which somebody here was asked.
    asked: Option<Offered>,
}

/// For how long one stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stay {
    /// As long as lines come.
    Open,
    /// Until what was said has been seen to happen: no more lines come.
    Delivering,
    /// As long as that takes if there is a connection: somebody has had enough. Moves are kept for the next time.
    Leaving,
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

/// What the other side would like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Offered {
    InGame(Offer),
    Rematch,
}

impl Session<'_> {
    fn connect(
        &mut self,
        server: &Server,
        pass: Pass,
        inbox: Inbox,
        reports: WireReports,
        prompt: Rc<Cell<bool>>,
    ) -> io::Result<()> {
        self.is_news = false;
        let kept = pass.outbox();
        let there_at = self.console.now();
        self.server = Some(AtServer {
            wire: Wire::new(server.address.clone(), pass, reports),
            inbox,
            line: None,
            stay: Stay::Open,
            prompt,
            said: Said::Nothing,
            there_at,
            shown: None,
            asked: None,
        });
        self.send(Event::Wish(Wish::Found(kept)))?;
        self.send(Event::Wish(Wish::Connect { seed: seed() }))
    }

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
            self.ask_about_offer()?;
            if self.is_done() {
                return Ok(());
            }
            let Some(line) = self.take_line(Self::is_time_for) else {
                self.prompt()?;
                self.listen()?;
                continue;
            };
            self.echo(&line)?;
            self.send(Event::Tick)?;
            if self.obey_at_server(&line)? == Next::Leave {
                self.stay_no_longer_than(Stay::Leaving);
            }
        }
    }

    /// Waits for what comes next, but no later than the connection needs to be looked after. A line that has been read is
    /// kept until it is taken, and no other is read meanwhile.
    fn listen(&mut self) -> io::Result<()> {
        // Whoever reads along does not wait for more.
        self.console.output.flush()?;
        let now = self.console.now();
        let wakes = self.state.view(now).connection_wakes_at();
        let patience = wakes.map_or(A_WHILE, |at| Duration::from_millis(at.since(now).0).min(A_WHILE));
        let Some(server) = &mut self.server else { return Ok(()) };
        let is_wanted = server.line.is_none() && server.stay == Stay::Open;
        match server.inbox.next(if is_wanted { Lines::Wanted } else { Lines::Unwanted }, patience) {
            Some(Happening::Incoming(incoming)) => self.send(Event::Incoming(incoming)),
            Some(Happening::Line(Some(line))) => {
                server.line = Some(line);
                Ok(())
            }
            Some(Happening::Line(None)) => {
                self.stay_no_longer_than(Stay::Delivering);
                Ok(())
            }
            None => self.send(Event::Tick),
        }
    }

    /// The line that was read, if its time has come. A person is there and means now.
    fn take_line(&mut self, is_time_for: fn(&Self, &str) -> bool) -> Option<String> {
        let line = self.server.as_ref()?.line.as_deref()?;
        let is_time = self.console.source == Source::Person || is_time_for(self, line);
        self.server.as_mut().filter(|_| is_time)?.line.take()
    }

    /// Whether a script's line is due: what was said before it has arrived, and for a move it is its turn.
    fn is_time_for(&self, line: &str) -> bool {
        let command = Command::read(line);
        if matches!(command, Command::Word(Word::Quit, _)) {
            return true;
        }
        let view = self.state.view(self.console.now());
        let (online, table) = (view.online(), view.table());
        let has_begun =
            table.is_remote() && online.game().and_then(Remote::truth).is_some_and(|t| t.has_begun());
        // Whoever only watches is told so at once.
        let may_move =
            has_begun && (!self.is_on() || self.own_color().is_none_or(|own| own == table.game().turn()));
        let is_move = match command {
            Command::Move(text) => !self.is_server_word(text) && !self.is_wrong_answer(text),
            Command::Word(Word::King | Word::Claim, _) => true,
            Command::Word(..) | Command::Nothing => false,
        };
        let is_settled = online.outbox().letters().is_empty() || !online.link().is_up();
        table.is_remote() && is_settled && (!is_move || may_move)
    }

    /// The answer to a question. The game and the connection go on meanwhile; if the game ends, the answer is not wanted.
    pub(super) fn read_at_server(&mut self) -> io::Result<Input> {
        let was_on = self.is_on();
        loop {
            if was_on && !self.is_on() {
                return Ok(Input::TooLate);
            }
            if let Some(line) = self.take_line(|_, _| true) {
                self.echo(&line)?;
                return Ok(Input::Line(line));
            }
            if self.is_silent() {
                return Ok(Input::End);
            }
            self.prompt()?;
            self.listen()?;
            self.say_connection()?;
        }
    }

    /// Whether no more lines will come.
    fn is_silent(&self) -> bool {
        self.console.is_interrupted() || self.server.as_ref().is_none_or(|server| server.stay != Stay::Open)
    }

    /// Whether a question stands open, and a line is neither an answer to it nor a move.
    fn is_wrong_answer(&self, text: &str) -> bool {
        let is_asked = self.server.as_ref().is_some_and(|server| server.asked.is_some());
        is_asked && text.parse::<San>().is_err() && text.parse::<UciMove>().is_err()
    }

    /// Whether a script has waited long enough for a server that does not answer.
    fn is_hopeless(&self) -> bool {
        let since = self.server.as_ref().map(|server| self.console.now().since(server.there_at));
        self.console.source == Source::Script && since.is_some_and(|since| since >= HOPE)
    }

    /// Whether there is nothing more to wait for: no line will come, and what was said has been seen to happen; or there
    /// is no such game.
    fn is_done(&self) -> bool {
        let now = self.console.now();
        let view = self.state.view(now);
        let online = view.online();
        let is_refused = online.game().is_none_or(|game| game.refused().is_some());
        let is_told = online.game().is_some_and(|game| game.truth().is_some());
        let is_ended = matches!(online.link().connection(now), Connection::Ended(_));
        let has_arrived = online.outbox().letters().is_empty();
        let stay = self.server.as_ref().map_or(Stay::Leaving, |server| server.stay);
        is_refused
            || is_ended
            || self.is_hopeless()
            || self.console.is_interrupted()
            || match stay {
                Stay::Open => false,
                Stay::Delivering => has_arrived && (is_told || self.console.source == Source::Person),
                Stay::Leaving => has_arrived || !online.link().is_up(),
            }
    }

    fn stay_no_longer_than(&mut self, stay: Stay) {
        if let Some(server) = &mut self.server {
            server.stay = stay;
        }
    }

    /// Leaves; the game goes on without us, and can be come back to.
    fn leave_server(mut self) -> io::Result<Finish> {
        let view = self.state.view(self.console.now());
        let remote = view.online().game();
        let is_refused = remote.is_none_or(|game| game.refused().is_some());
        let is_hopeless = self.is_hopeless();
        if (is_refused || is_hopeless) && self.console.source == Source::Script {
            let is_idle = remote.is_none() && !is_hopeless && self.finish == Finish::Well;
            self.finish = match is_idle {
                true => Finish::Refused(self.texts.get(Text::OnlineNoneChosen).to_owned()),
                false => Finish::WithMistakes,
            };
        }
        if is_hopeless {
            self.console.say(self.texts.get(Text::OnlineGivenUp))?;
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
    pub(super) fn own_color(&self) -> Option<Color> {
        let view = self.state.view(self.console.now());
        view.online().game().and_then(Remote::seat).map(Color::from)
    }

    /// What the other side has offered and waits for an answer to.
    fn offered(&self) -> Option<Offered> {
        let view = self.state.view(self.console.now());
        let in_game = view.actions().answer.first().map(|&(_, offer)| Offered::InGame(offer));
        let wants_rematch = view.online().is_asked_for_rematch();
        in_game.or(wants_rematch.then_some(Offered::Rematch))
    }
}

/// What a guest wants to be called; a name that cannot be one is none.
fn guest_name(server: &Server) -> Option<Name> {
    server.name.as_deref().and_then(|name| Name::new(name).ok())
}
