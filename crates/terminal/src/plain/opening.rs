//! The game to begin with.

use std::io;

use client::{Event, Form, Language, Phrase, Seat, Settings, Table};

use super::{Finish, Keeping, Next, Session, Source};
use crate::texts::Text;
use crate::world::environment;
use crate::world::store::{Kept, Store};
use crate::{Opening, Options, opening, world};

/// What was set elsewhere and is kept, or what suits most.
pub(super) fn settings(store: Option<&Store>) -> Settings {
    let kept = store.and_then(|store| store.read(Kept::Settings).ok().flatten());
    kept.map_or_else(Settings::default, |text| Settings::read(&text))
}

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
        self.elsewhere.start(options);
        let kept = self.kept();
        match &options.opening {
            Opening::Ask if self.console.source == Source::Person => self.ask_to_continue(kept),
            Opening::Ask => self.begin_beside(kept, &Form::default()),
            Opening::New(form) => self.begin_beside(kept, form),
            Opening::Resume => self.resume(kept, options),
            Opening::Load(path) => match self.read_file(&path.to_string_lossy())? {
                Some(text) if self.make_way_for(kept)? == Next::GoOn => self.bring(&text),
                Some(_) => Ok(Next::Leave),
                None => Ok(self.cannot()),
            },
        }
    }

    fn kept(&self) -> Found {
        let Some(store) = &self.store else { return Found::Nothing };
        match store.read(Kept::Game) {
            Ok(None) => Found::Nothing,
            Ok(Some(text)) => match Table::from_saved(&text) {
                Ok(table) if table.game().outcome().is_some() => Found::Nothing,
                Ok(table) => Found::Game { text, is_shared: table.is_shared() },
                Err(_) => Found::Damaged(Some(text)),
            },
            Err(_) => Found::Damaged(None),
        }
    }

    fn resume(&mut self, kept: Found, options: &Options) -> io::Result<Next> {
        match kept {
            Found::Game { is_shared: true, .. } if options.rival.is_some() => {
                self.refuse(self.texts.get(Text::NoSeat))
            }
            Found::Game { text, .. } => {
                self.send(Event::Found(text))?;
                self.send(Event::Continue)?;
                Ok(Next::GoOn)
            }
            Found::Damaged(Some(text)) => {
                self.send(Event::Found(text))?;
                Ok(self.cannot())
            }
            Found::Nothing | Found::Damaged(None) => self.refuse(self.texts.get(Text::PlainNothingKept)),
        }
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
            Some(true) => self.send(Event::Continue).map(|()| Next::GoOn),
            Some(false) => self.begin(&Form::default()),
            None => self.leave_it_kept(),
        }
    }

    fn begin_beside(&mut self, kept: Found, form: &Form) -> io::Result<Next> {
        if let Some(sentence) = opening::wrong(self.words, form) {
            return self.refuse(&sentence);
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
            (Found::Game { .. } | Found::Damaged(_), Source::Script) => self.keeping = Keeping::No,
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
        self.console.say(self.texts.get(Text::Kept))?;
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

    fn refuse(&mut self, sentence: &str) -> io::Result<Next> {
        self.console.say(sentence)?;
        Ok(self.cannot())
    }

    /// The game that was asked for cannot be.
    fn cannot(&mut self) -> Next {
        self.finish = Finish::WithMistakes;
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
