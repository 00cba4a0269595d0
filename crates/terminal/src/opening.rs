//! The game to begin with, on the full screen.

use client::{Brought, Event, Field, Form, Phrase, Problem, Settings, Table, Words};

use crate::app::{Against, App};
use crate::failure::Failure;
use crate::texts::Text;
use crate::world::store::{Kept, Store};
use crate::world::{environment, keep, read};
use crate::{Opening, Options, Pieces, Rival, Server, Who};

/// Sets up what the options ask for. A kept game is never given up without a question.
pub(crate) fn begin(app: &mut App, options: &Options, store: Option<&Store>) -> Result<(), Failure> {
    if let Some(today) = environment::today() {
        app.send(Event::Today(today));
    }
    find_kept(app, options, store);
    if let Some(Rival { who: Who::Engine(engine), .. }) = &options.rival {
        app.introduce(&engine.name());
    }
    match &options.opening {
        Opening::Ask => {
            fill(app, Form { turning: app.view().settings().turning, ..Form::default() });
            invite(app, options.rival.as_ref());
            if app.view().unfinished().is_none() && app.view().problem().is_none() {
                app.replace();
            }
        }
        Opening::New(asked) => {
            if let Some(sentence) = wrong(app.words(), asked) {
                return Err(Failure::Refused(sentence));
            }
            fill(app, (**asked).clone());
            invite(app, options.rival.as_ref());
            app.replace();
        }
        Opening::Resume => {
            let is_shared = app.view().unfinished().map(Table::is_shared);
            match (is_shared, app.view().problem()) {
                (Some(true), _) if options.rival.is_some() => {
                    return Err(Failure::Refused(app.texts().get(Text::NoSeat).to_owned()));
                }
                (Some(_), _) => app.resume(),
                (None, Some(problem)) => return Err(Failure::Refused(app.words().problem(problem))),
                (None, None) => {
                    return Err(Failure::Refused(app.texts().get(Text::PlainNothingKept).to_owned()));
                }
            }
        }
        Opening::Load(path) => {
            let path = path.to_string_lossy();
            let (words, texts) = (app.words(), app.texts());
            let text = read(&path).map_err(|remark| Failure::Refused(remark.text(words, texts)))?;
            Brought::read(&text)
                .map_err(|problem| Failure::Refused(format!("{path}: {}", words.problem(&problem))))?;
            app.open(text);
        }
    }
    Ok(())
}

/// Sets up what the options wish for at a server.
pub(crate) fn begin_at(app: &mut App, options: &Options, server: &Server) -> Result<(), Failure> {
    if let Opening::New(asked) = &options.opening {
        if let Some(sentence) = wrong(app.words(), asked) {
            return Err(Failure::Refused(sentence));
        }
        fill(app, (**asked).clone());
    }
    app.at_server(server);
    Ok(())
}

/// Whether a kept game is worth going on with: a move was made in it, and it is not over.
pub(crate) fn is_in_progress(table: &Table) -> bool {
    table.game().plies() > 0 && table.game().outcome().is_none()
}

/// Lets the client know what was kept. What cannot be read is put out of the way of the game that is to come.
fn find_kept(app: &mut App, options: &Options, store: Option<&Store>) {
    let Some(read) = store.and_then(|store| store.read(Kept::Game).transpose()) else { return };
    let is_unread = read.is_err();
    if let Ok(text) = read
        && Table::from_saved(&text).as_ref().map_or(true, is_in_progress)
    {
        app.send(Event::Found(text));
    }
    let is_damaged = is_unread || matches!(app.view().problem(), Some(Problem::Saved(_)));
    if is_damaged && !matches!(options.opening, Opening::Resume) {
        app.kept(keep(store, app.texts(), Store::set_aside));
    }
}

/// The opponent whom the options name plays the side that they name.
fn invite(app: &mut App, rival: Option<&Rival>) {
    let Some(rival) = rival else { return };
    let against = match rival.who {
        Who::Computer(level) => Against::Computer(level),
        Who::Engine(_) => Against::Engine,
    };
    app.invite(against, rival.side);
}

fn fill(app: &mut App, form: Form) {
    for field in fields(form) {
        app.send(Event::Fill(field));
    }
}

/// Where things are kept: in the folder that the options name, or in the usual one.
pub(crate) fn store(options: &Options) -> Option<Store> {
    options.folder.clone().map(Store::new).or_else(|| Store::usual(environment::variable))
}

/// The name under which it is kept how pieces are drawn.
pub(crate) const PIECES: &str = "pieces";

/// What was set another day and is kept, or what suits most: the client's settings, and how pieces are drawn.
pub(crate) fn settings(store: Option<&Store>) -> (Settings, Pieces) {
    let kept = store.and_then(|store| store.read(Kept::Settings).ok().flatten()).unwrap_or_default();
    let mut lines = kept.lines().filter_map(|line| line.trim().split_once(' '));
    let name = lines.rfind(|(name, _)| *name == PIECES).map(|(_, value)| value.trim());
    let pieces = Pieces::ALL.into_iter().find(|pieces| Some(pieces.name()) == name);
    (Settings::read(&kept), pieces.unwrap_or_default())
}

/// What is wrong with a form, in a sentence.
pub(crate) fn wrong(words: Words, form: &Form) -> Option<String> {
    let errors = form.errors();
    let number = errors.number.map(|_| words.phrase(Phrase::BadStartNumber).to_owned());
    let fen = errors.fen.as_ref().map(|error| words.fen_error(error));
    let time = errors.times.white.or(errors.times.black).map(|error| words.time_error(error));
    number.or(fen).or(time)
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
