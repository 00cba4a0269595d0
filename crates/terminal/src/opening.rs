//! The game to begin with, on the full screen.

use client::{Event, Field, Form, Phrase, Seat};

use crate::app::{App, Replacement};
use crate::failure::Failure;
use crate::texts::Text;
use crate::world::store::{Kept, Store};
use crate::world::{environment, read};
use crate::{Opening, Options};

/// Sets up what the options ask for. A kept game is never given up without a question.
pub(crate) fn begin(app: &mut App, options: &Options, store: Option<&Store>) -> Result<(), Failure> {
    if let Some(today) = environment::today() {
        app.send(Event::Today(today));
    }
    if let Some(text) = store.and_then(|store| store.read(Kept::Game).ok().flatten()) {
        app.send(Event::Found(text));
    }
    let form = |form: &Form| {
        let mut form = form.clone();
        if let Some(engine) = &options.engine {
            form.seats[engine.side] = Seat::Elsewhere;
        }
        form
    };
    match &options.opening {
        Opening::Ask => {
            fill(app, form(&Form { turning: app.view().settings().turning, ..Form::default() }));
            if app.view().unfinished().is_none() && app.view().problem().is_none() {
                app.replace(Replacement::Form);
            }
        }
        Opening::New(asked) => {
            let form = form(asked);
            refuse_bad(app, &form)?;
            fill(app, form);
            app.replace(Replacement::Form);
        }
        Opening::Resume if app.view().unfinished().is_some() => app.resume(),
        Opening::Resume => {
            let nothing = app.texts().get(Text::PlainNothingKept);
            return Err(Failure::Refused(nothing.to_owned()));
        }
        Opening::Load(path) => {
            let path = path.to_string_lossy();
            let (words, texts) = (app.words(), app.texts());
            let text = read(&path).map_err(|remark| Failure::Refused(remark.text(words, texts)))?;
            app.check(&text)
                .map_err(|problem| Failure::Refused(format!("{path}: {}", words.problem(&problem))))?;
            app.replace(Replacement::Text(text));
        }
    }
    Ok(())
}

fn fill(app: &mut App, form: Form) {
    for field in fields(form) {
        app.send(Event::Fill(field));
    }
}

fn refuse_bad(app: &App, form: &Form) -> Result<(), Failure> {
    let (words, errors) = (app.words(), form.errors());
    let number = errors.number.map(|_| words.phrase(Phrase::BadStartNumber).to_owned());
    let fen = errors.fen.as_ref().map(|error| words.fen_error(error));
    let time = errors.times.white.or(errors.times.black).map(|error| words.time_error(error));
    number.or(fen).or(time).map_or(Ok(()), |sentence| Err(Failure::Refused(sentence)))
}

/// A form, field by field.
pub(crate) fn fields(form: Form) -> Vec<Field> {
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
        let (time, name) = (times[color].clone(), names[color].clone());
        fields.extend([
            Field::Minutes(color, time.minutes),
            Field::Seconds(color, time.seconds),
            Field::BonusKind(color, time.kind),
            Field::Bonus(color, time.bonus),
            Field::Name(color, name),
            Field::Seat(color, seats[color]),
        ]);
    }
    fields
}
