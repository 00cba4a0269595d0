//! The game line by line: for pipes, for terminals that can do little, and for those who listen to the screen instead of
//! looking at it.
//!
//! It prints, asks and reads a line, again and again; nothing is drawn over. The same client as everywhere decides what
//! may be done and what is said about it. The last line is the result as PGN writes it.

mod acts;
mod agreement;
mod ask;
mod command;
mod console;
mod elsewhere;
mod files;
mod listener;
mod moving;
mod online;
mod opening;
mod show;

use std::io;

use client::{Announcement, Effect, Event, Screen, State, Table, Words, update};
use game::Timestamp;

pub use agreement::{BadClock, read_clock};
pub use console::{Console, Source};
pub use listener::{Interrupt, Listener};
pub use online::{Terminal, play_at_server};

use crate::paint::is_no_move;
use crate::texts::{Text, Texts};
use crate::world::store::Store;
use crate::{Options, Pieces};
use command::{Command, Word};
use console::Letters;
use elsewhere::Elsewhere;
use online::AtServer;

/// How it went, for whoever started it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Finish {
    /// As it should.
    Well,
    /// A script said something that made no sense or was not possible, or the opponent failed. It was told so, and all
    /// else was done.
    WithMistakes,
    /// The game that was asked for cannot be, as this sentence says, and nothing was played.
    Refused(String),
    /// What was typed could not be read any more, for this reason. What was played until then is kept.
    Unread(String),
}

/// Plays until the input ends or somebody quits. The last line written is the result of the game at the table.
///
/// # Errors
/// Input cannot be read or output cannot be written any more. The game is kept as it was after the last move.
pub fn play(options: &Options, console: Console<'_>) -> io::Result<Finish> {
    let mut session = Session::new(options, console);
    if session.open(options)? == Next::GoOn {
        session.welcome()?;
        session.converse()?;
    }
    session.leave()
}

/// One sitting: the client, and what line mode adds to it.
#[derive(Debug)]
struct Session<'a> {
    state: State,
    words: Words,
    texts: Texts,
    console: Console<'a>,
    store: Option<Store>,
    elsewhere: Elsewhere,
    /// The server that is played at, if one is.
    server: Option<AtServer>,
    pieces: rules::DiagramStyle,
    boards: Boards,
    keeping: Keeping,
    /// Why the game could not be kept the last time, if it could not.
    unkept: Option<String>,
    /// Something is different from what was last shown.
    is_news: bool,
    finish: Finish,
}

/// When the board is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Boards {
    /// After every change.
    Always,
    /// When somebody asks for it.
    OnDemand,
}

/// Whether the game is kept for another day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Keeping {
    /// In the place of the one kept before.
    Yes,
    /// Another one is kept, which this one does not take the place of.
    No,
}

/// What was read.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Input {
    /// A line.
    Line(String),
    /// A line that does not count: time had run out before it came.
    TooLate,
    /// Nothing, now and for ever.
    End,
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    GoOn,
    Leave,
}

impl<'a> Session<'a> {
    fn new(options: &Options, mut console: Console<'a>) -> Session<'a> {
        let store = crate::opening::store(options);
        let (settings, kept_pieces) = crate::opening::settings(store.as_ref());
        let language = opening::language(options, &settings);
        let pieces = options.pieces.unwrap_or(kept_pieces);
        if pieces == Pieces::Letters {
            console.letters = Letters::Typewriter;
        }
        Session {
            state: State::new(settings),
            words: Words::new(language),
            texts: Texts::new(language),
            console,
            store,
            elsewhere: Elsewhere::default(),
            server: None,
            pieces: show::pieces(pieces),
            boards: Boards::Always,
            keeping: Keeping::Yes,
            unkept: None,
            is_news: true,
            finish: Finish::Well,
        }
    }

    fn converse(&mut self) -> io::Result<()> {
        loop {
            self.hear_the_other_side()?;
            self.let_the_other_side_play()?;
            self.show_news()?;
            self.answer_offers()?;
            let next = match self.read()? {
                Input::Line(line) => self.obey(&line)?,
                Input::TooLate => Next::GoOn,
                Input::End => Next::Leave,
            };
            if next == Next::Leave {
                return Ok(());
            }
        }
    }

    /// The next line. It may have come too late, so flags are looked at first.
    fn read(&mut self) -> io::Result<Input> {
        if self.server.is_some() {
            return self.read_at_server();
        }
        let (prompt, end) = (self.texts.get(Text::PlainPrompt), self.texts.get(Text::PlainEnd));
        let Some(line) = self.console.ask(prompt, end)? else { return Ok(Input::End) };
        let was_on = self.is_on();
        self.send(Event::Tick)?;
        Ok(if was_on && !self.is_on() { Input::TooLate } else { Input::Line(line) })
    }

    fn obey(&mut self, line: &str) -> io::Result<Next> {
        match Command::read(line) {
            Command::Nothing => Ok(()),
            Command::Move(text) => self.play_text(text),
            Command::Word(Word::Quit, _) => return Ok(Next::Leave),
            Command::Word(word, rest) => self.do_what(word, rest),
        }?;
        Ok(Next::GoOn)
    }

    fn do_what(&mut self, word: Word, rest: &str) -> io::Result<()> {
        match word {
            Word::Help => self.help(),
            Word::Board => self.board(rest),
            Word::Flip => self.flip(),
            Word::Moves => self.moves(rest),
            Word::Attacks => self.attacks(rest),
            Word::King => self.select_king(),
            Word::Undo => self.take_back(),
            Word::Draw => self.offer_draw(rest),
            Word::Claim => self.claim(rest),
            Word::Resign => self.resign(),
            Word::Abort => self.abort(),
            Word::Clock => self.clock(),
            Word::Pause => self.pause(),
            Word::Resume => self.resume_clocks(),
            Word::Save => self.save(rest),
            Word::Load => self.load(rest),
            Word::Fen => self.fen(),
            Word::Pgn => self.pgn(),
            Word::Game => self.score_sheet(),
            Word::New => self.new_game(rest),
            Word::Rematch => self.send(Event::Rematch),
            Word::Restart => self.restart(),
            Word::Quit => Ok(()),
        }
    }

    /// Lets something happen, carries out what follows from it and says what there is to say.
    fn send(&mut self, event: Event) -> io::Result<()> {
        // What was wrong before time passed has been said.
        let may_go_wrong = event != Event::Tick;
        let said = self.said_before(&event);
        for effect in update(&mut self.state, event, self.console.now()) {
            match effect {
                Effect::Announce(announcement) => self.announce(&announcement)?,
                Effect::Save(text) => self.keep(&text)?,
                Effect::Forget => self.forget(),
                Effect::Tell(deed) => {
                    self.elsewhere.tell(deed, self.state.view(Timestamp::default()).table())
                }
                Effect::Online(errand) => self.run_errand(errand)?,
                // Nothing here makes a noise, has a clipboard or a focus, and settings are changed elsewhere.
                _ => {}
            }
        }
        let is_new = self.state.view(self.console.now()).problem() != said.as_ref();
        if may_go_wrong && is_new { self.complain() } else { Ok(()) }
    }

    fn announce(&mut self, announcement: &Announcement) -> io::Result<()> {
        let words = self.words;
        match announcement {
            // The line that says whose turn it is says so, too; and so does a question.
            Announcement::Check(_) => return Ok(()),
            _ if self.is_asked_about(announcement) => return Ok(()),
            // What was asked for is shown, or said not to be possible, by the command itself.
            Announcement::Impossible | Announcement::Shown(_) => return Ok(()),
            Announcement::Opened(_) => {
                self.elsewhere.begin();
                return Ok(());
            }
            // The square with all it can do is said where it is selected; the promotion is asked for.
            Announcement::Selected(..) | Announcement::ChoosePromotion(_) => return Ok(()),
            Announcement::Refused(_) => self.mistake(),
            Announcement::Begun(_) => {
                self.is_news = true;
                self.elsewhere.begin();
            }
            Announcement::TakenBack(_) | Announcement::Ended(_) => self.is_news = true,
            Announcement::Moved { piece, m, .. } => {
                self.is_news = true;
                if let Some(side) = m.castling_side() {
                    return self.console.say(&words.castled(piece.color, side));
                }
            }
            _ => {}
        }
        self.console.say(&words.announcement(announcement))
    }

    /// Says what did not work, unless a refused move has been explained already.
    fn complain(&mut self) -> io::Result<()> {
        let view = self.state.view(self.console.now());
        let Some(problem) = view.problem().filter(|_| view.explanation().is_none()) else { return Ok(()) };
        let mut sentence = self.words.problem(problem);
        if is_no_move(problem) {
            sentence = format!("{sentence} {}", self.texts.get(Text::PlainSeeHelp));
        }
        self.mistake();
        self.console.say(&sentence)
    }

    /// Lets something happen that is only asked about: that it cannot be is an answer, and no mistake.
    fn ask_about(&mut self, event: Event) -> io::Result<()> {
        let finish = self.finish.clone();
        let done = self.send(event);
        self.finish = finish;
        done
    }

    /// Something was asked for that cannot be. A person sees that and thinks again; a script does not.
    fn mistake(&mut self) {
        if self.console.source == Source::Script {
            self.finish = Finish::WithMistakes;
        }
    }

    fn is_on(&self) -> bool {
        self.table().game().outcome().is_none()
    }

    /// The game with its clock and players; what time it is does not matter for it.
    fn table(&self) -> &Table {
        self.state.view(Timestamp::default()).table()
    }

    fn leave(mut self) -> io::Result<Finish> {
        self.elsewhere.rest();
        let is_unfinished = self.is_on() && self.table().game().plies() > 0;
        // The client stops the clock and keeps the game, or forgets one that is over.
        self.send(Event::Go(Screen::Home))?;
        if is_unfinished && self.unkept.is_none() && self.keeping == Keeping::Yes {
            let kept = self.texts.kept(self.resumed_with());
            self.console.say(&kept)?;
        }
        let score = self.table().pgn().score;
        self.console.say(score.as_str())?;
        Ok(self.console.unread.take().map_or(self.finish, Finish::Unread))
    }

    fn fill(&self, text: Text, values: &[(&str, &dyn std::fmt::Display)]) -> String {
        self.texts.fill(text, values)
    }
}
