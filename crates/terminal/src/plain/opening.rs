//! The game to begin with.

use std::io;
use std::time::SystemTime;

use client::{Event, Field, Form, Language, Phrase, Seat, Settings, Table};

use super::{Finish, Keeping, Next, Session, Source};
use crate::texts::Text;
use crate::world::environment;
use crate::world::store::{Kept, Store};
use crate::{Opening, Options};

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
    pub(super) fn open(&mut self, options: &Options) -> io::Result<Next> {
        if let Some(today) = environment::today() {
            self.send(Event::Today(today))?;
        }
        self.elsewhere.start(options);
        let kept = self.store.as_ref().and_then(|store| store.read(Kept::Game).ok().flatten());
        match (&options.opening, kept) {
            (Opening::Resume, None) => self.cannot_begin(),
            (Opening::Resume, Some(text)) => self.resume(text),
            (Opening::Ask, Some(text)) if self.console.source == Source::Person => self.ask_to_continue(text),
            (Opening::Ask, kept) => self.begin_beside(kept, &Form::default()),
            (Opening::New(form), kept) => self.begin_beside(kept, form),
            (Opening::Load(path), kept) => {
                self.make_way_for(kept);
                self.load(&path.to_string_lossy())
            }
        }?;
        // Somebody who asked for one game is not given another.
        Ok(if self.finish == Finish::Well { Next::GoOn } else { Next::Leave })
    }

    fn resume(&mut self, text: String) -> io::Result<()> {
        match Table::from_saved(&text) {
            Ok(table) if table.game().outcome().is_some() => self.cannot_begin(),
            Ok(_) => {
                self.send(Event::Found(text))?;
                self.send(Event::Continue)
            }
            Err(_) => {
                self.finish = Finish::WithMistakes;
                self.send(Event::Found(text))
            }
        }
    }

    fn ask_to_continue(&mut self, text: String) -> io::Result<()> {
        self.send(Event::Found(text))?;
        let now = self.console.now();
        let Some(table) = self.state.view(now).unfinished() else { return self.begin(&Form::default()) };
        let players = table.players();
        let round = u32::try_from(table.game().round()).unwrap_or(u32::MAX);
        let game = self.words.saved_game(players.white.name(), players.black.name(), round);
        let question = format!("{}: {game}?", self.words.phrase(Phrase::ContinueGame));
        if self.confirms_plainly(&question)? {
            self.send(Event::Continue)
        } else {
            self.begin(&Form::default())
        }
    }

    fn begin_beside(&mut self, kept: Option<String>, form: &Form) -> io::Result<()> {
        self.make_way_for(kept);
        self.begin(form)
    }

    /// What a script plays can be played again; what a person has played cannot. So a script does not take the place of a
    /// kept game that it does not go on with, nor of anything there that it cannot read.
    fn make_way_for(&mut self, kept: Option<String>) {
        let is_over =
            |text: &String| Table::from_saved(text).is_ok_and(|table| table.game().outcome().is_some());
        if kept.is_some_and(|text| !is_over(&text)) && self.console.source == Source::Script {
            self.keeping = Keeping::No;
        }
    }

    /// Begins the game that a form describes, or says all that is wrong with it.
    pub(super) fn begin(&mut self, form: &Form) -> io::Result<()> {
        let mut form = form.clone();
        if let Some((side, name)) = self.elsewhere.player() {
            form.seats[side] = Seat::Elsewhere;
            form.names[side] = name.to_owned();
        }
        let errors = form.errors();
        if let Some(error) = &errors.fen {
            return self.bad_form(&self.words.fen_error(error));
        }
        if errors.number.is_some() {
            return self.bad_form(self.words.phrase(Phrase::BadStartNumber));
        }
        if let Some(error) = errors.times.white.or(errors.times.black) {
            return self.bad_form(&self.words.time_error(error));
        }
        for field in fields(form) {
            self.send(Event::Fill(field))?;
        }
        self.elsewhere.rest();
        self.send(Event::Start { seed: seed() })
    }

    fn bad_form(&mut self, sentence: &str) -> io::Result<()> {
        self.mistake();
        self.console.say(sentence)
    }

    fn cannot_begin(&mut self) -> io::Result<()> {
        self.finish = Finish::WithMistakes;
        self.console.say(self.texts.get(Text::PlainNothingKept))
    }
}

/// Any number, another one each time: for what is left to chance.
fn seed() -> u64 {
    let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since_epoch.map_or(0, |passed| u64::from(passed.subsec_nanos()))
}

/// A form, field by field.
fn fields(form: Form) -> Vec<Field> {
    let Form { ruleset, number, fen, first, clock, times, names, seats, bottom, turning } = form;
    let mut fields = vec![
        Field::Ruleset(ruleset),
        Field::Number(number),
        Field::Fen(fen),
        Field::First(first),
        Field::Clock(clock),
        Field::Bottom(bottom),
        Field::Turning(turning),
    ];
    for color in rules::Color::ALL {
        let time = &times[color];
        fields.extend([
            Field::Minutes(color, time.minutes.clone()),
            Field::Seconds(color, time.seconds.clone()),
            Field::BonusKind(color, time.kind),
            Field::Bonus(color, time.bonus.clone()),
            Field::Name(color, names[color].clone()),
            Field::Seat(color, seats[color]),
        ]);
    }
    fields
}
