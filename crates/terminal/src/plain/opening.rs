//! The game to begin with.

use std::io;

use client::{Event, Form, Language, Phrase, Problem, Seat, Settings, Table};
use rules::Color;

use super::files::read_file;
use super::{Finish, Keeping, Next, Session, Source};
use crate::app::Remark;
use crate::texts::{Text, Texts};
use crate::world::environment;
use crate::world::store::{Kept, Store};
use crate::{Opening, Options, Rival, Who, opening, world};

/// The language that was asked for, or set, or that the system speaks.
pub(super) fn language(options: &Options, settings: &Settings) -> Language {
    let asked = options.language.or(settings.language);
    asked.unwrap_or_else(|| environment::language(environment::variable))
}

impl Session<'_> {
    /// Begins with what the options ask for. Whoever asked for one game is not given another.
    pub(super) fn open(&mut self, options: &Options) -> io::Result<Next> {
        if let Some(today) = environment::today() {
            self.send(Event::Today(today))?;
        }
        if let Some(rival) = &options.rival {
            self.seat(rival);
        }
        let kept = self.kept();
        match &options.opening {
            Opening::Ask if self.console.source == Source::Person => self.ask_to_continue(kept),
            Opening::Ask => self.begin_beside(kept, &Form::default()),
            Opening::New(form) => self.begin_beside(kept, form),
            Opening::Resume => self.resume(kept, options),
            Opening::Load(path) => match read_file(&path.to_string_lossy()) {
                Ok(text) if self.make_way_for(kept)? == Next::GoOn => self.bring(text).map(|()| Next::GoOn),
                Ok(_) => Ok(Next::Leave),
                Err(Remark::Problem(problem)) => {
                    Ok(self.refuse(format!("{}: {}", path.display(), self.words.problem(&problem))))
                }
                Err(trouble) => Ok(self.refuse(trouble.text(self.words, self.texts))),
            },
        }
    }

    fn kept(&self) -> Found {
        let Some(store) = &self.store else { return Found::Nothing };
        match store.read(Kept::Game) {
            Ok(None) => Found::Nothing,
            Ok(Some(text)) => match Table::from_saved(&text) {
                Ok(table) if !opening::is_in_progress(&table) => Found::Nothing,
                Ok(table) => Found::Game { text, is_shared: table.is_shared() },
                Err(_) => Found::Damaged(Some(text)),
            },
            Err(_) => Found::Damaged(None),
        }
    }

    fn resume(&mut self, kept: Found, options: &Options) -> io::Result<Next> {
        match kept {
            Found::Game { is_shared: true, .. } if options.rival.is_some() => {
                Ok(self.refuse(self.texts.get(Text::NoSeat).to_owned()))
            }
            Found::Game { text, .. } => {
                self.send(Event::Found(text))?;
                self.go_on()
            }
            Found::Damaged(Some(text)) => {
                let error = Table::from_saved(&text).err();
                let problem = error.map(|error| self.words.problem(&Problem::Saved(error)));
                Ok(self.refuse(problem.unwrap_or_default()))
            }
            Found::Nothing | Found::Damaged(None) => {
                Ok(self.refuse(self.texts.get(Text::PlainNothingKept).to_owned()))
            }
        }
    }

    /// Goes on with the game that was found. If its other player is not here, a person is asked whether to play both sides,
    /// and a script is told.
    fn go_on(&mut self) -> io::Result<Next> {
        let table = self.state.view(self.console.now()).unfinished();
        let away = table.filter(|_| self.elsewhere.player().is_none()).and_then(|table| {
            let color = Color::ALL.into_iter().find(|&color| !table.is_here(color))?;
            Some((color, table.players()[color].name().to_owned()))
        });
        let level = away.as_ref().and_then(|(side, name)| Some((*side, Texts::level_of(name)?)));
        if let Some((side, level)) = level {
            self.seat(&Rival { side, who: Who::Computer(level) });
        } else if let Some((color, name)) = away {
            let name = if name.is_empty() { self.words.color(color).to_owned() } else { name };
            let question = self.fill(Text::OpponentAbsent, &[("name", &name)]);
            if self.console.source == Source::Person && !self.confirms_plainly(&question)? {
                return self.leave_it_kept();
            }
            self.send(Event::Continue)?;
            self.send(Event::TakeOver)?;
            self.console.say(&self.fill(Text::OpponentTakenOver, &[("name", &name)]))?;
            return Ok(Next::GoOn);
        }
        self.send(Event::Continue)?;
        Ok(Next::GoOn)
    }

    fn ask_to_continue(&mut self, kept: Found) -> io::Result<Next> {
        let Found::Game { text, .. } = kept else { return self.begin_beside(kept, &Form::default()) };
        self.send(Event::Found(text))?;
        let now = self.console.now();
        let Some(table) = self.state.view(now).unfinished() else { return self.begin(&Form::default()) };
        let players = table.players();
        let round = u32::try_from(table.game().round()).unwrap_or(u32::MAX);
        let game = self.words.saved_game(players.white.name(), players.black.name(), round);
        let question = format!("{}: {game}?", self.words.phrase(Phrase::ContinueGame));
        match self.answers_plainly(&question)? {
            Some(true) => self.go_on(),
            Some(false) => self.begin(&Form::default()),
            None => self.leave_it_kept(),
        }
    }

    fn begin_beside(&mut self, kept: Found, form: &Form) -> io::Result<Next> {
        if let Some(sentence) = opening::wrong(self.words, form) {
            return Ok(self.refuse(sentence));
        }
        match self.make_way_for(kept)? {
            Next::GoOn => self.begin(form),
            Next::Leave => Ok(Next::Leave),
        }
    }

    /// What a script plays can be played again; what a person has played cannot. So a script does not take the place of a
    /// kept game that it does not go on with, nor of anything there that it cannot read; and a person is asked.
    fn make_way_for(&mut self, kept: Found) -> io::Result<Next> {
        match (kept, self.console.source) {
            (Found::Nothing, _) => {}
            (Found::Game { .. } | Found::Damaged(_), Source::Script) => {
                self.keeping = Keeping::No;
                self.console.say(self.texts.get(Text::OtherKept))?;
            }
            (Found::Game { .. }, Source::Person) => {
                if !self.confirms_plainly(self.words.phrase(Phrase::AskNewGame))? {
                    return self.leave_it_kept();
                }
            }
            (Found::Damaged(text), Source::Person) => {
                if let Some(text) = text {
                    self.send(Event::Found(text))?;
                }
                self.set_aside()?;
            }
        }
        Ok(Next::GoOn)
    }

    /// What cannot be read is not written over. If it cannot be put out of the way, it keeps its place.
    fn set_aside(&mut self) -> io::Result<()> {
        let Some(reason) = world::keep(self.store.as_ref(), self.texts, Store::set_aside) else {
            return Ok(());
        };
        self.keeping = Keeping::No;
        self.console.say(&self.fill(Text::NotKept, &[("reason", &reason)]))
    }

    fn leave_it_kept(&mut self) -> io::Result<Next> {
        self.console.say(&self.texts.kept(None))?;
        Ok(Next::Leave)
    }

    /// Begins the game that a form describes, or says what is wrong with it.
    pub(super) fn begin(&mut self, form: &Form) -> io::Result<Next> {
        let mut form = form.clone();
        if let Some((side, name)) = self.elsewhere.player() {
            form.seats[side] = Seat::Elsewhere;
            form.names[side] = name.to_owned();
        }
        if let Some(sentence) = opening::wrong(self.words, &form) {
            self.mistake();
            self.console.say(&sentence)?;
            return Ok(Next::Leave);
        }
        for field in opening::fields(form) {
            self.send(Event::Fill(field))?;
        }
        self.elsewhere.rest();
        self.send(Event::Start { seed: environment::seed() })?;
        Ok(Next::GoOn)
    }

    /// The game that was asked for cannot be.
    fn refuse(&mut self, sentence: String) -> Next {
        self.finish = Finish::Refused(sentence);
        Next::Leave
    }
}

/// What was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Found {
    /// Nothing that could go on.
    Nothing,
    /// A game that is not over.
    Game {
        text: String,
        /// Whether both sides are played here.
        is_shared: bool,
    },
    /// Something that cannot be read as a game, or not at all.
    Damaged(Option<String>),
}
