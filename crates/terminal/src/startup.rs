//! The game to begin with, on the full screen.

use client::{Event, FormField, GameForm, Imported, LocalGame, Locale, MessageKey, Problem, Settings};

use crate::app::{App, OpponentChoice};
use crate::error::TerminalError;
use crate::platform::store::{LocalStore, StoredFile};
use crate::platform::{environment, read_file, save_to_store};
use crate::texts::Text;
use crate::{InitialGame, OpponentKind, OpponentOptions, Options, PieceStyle, ServerOptions};

/// Sets up what the options ask for. A kept game is never given up without a question.
pub(crate) fn start_local(
    app: &mut App,
    options: &Options,
    store: Option<&LocalStore>,
) -> Result<(), TerminalError> {
    if let Some(today) = environment::today() {
        app.send(Event::SetDate(today));
    }
    load_saved_game(app, options, store);
    if let Some(OpponentOptions { kind: OpponentKind::Engine(engine), .. }) = &options.opponent {
        app.set_engine_name(&engine.name());
    }
    match &options.initial_game {
        InitialGame::Ask => {
            fill_form(app, GameForm { auto_flip: app.view().settings().turning, ..GameForm::default() });
            preselect_opponent(app, options.opponent.as_ref());
            if app.view().unfinished_game().is_none() && app.view().problem().is_none() {
                app.start_form_game();
            }
        }
        InitialGame::New(asked) => {
            if let Some(sentence) = form_error(app.words(), asked) {
                return Err(TerminalError::InvalidOptions(sentence));
            }
            fill_form(app, (**asked).clone());
            preselect_opponent(app, options.opponent.as_ref());
            app.start_form_game();
        }
        InitialGame::Resume => {
            let is_shared = app.view().unfinished_game().map(LocalGame::is_all_local);
            match (is_shared, app.view().problem()) {
                (Some(true), _) if options.opponent.is_some() => {
                    return Err(TerminalError::InvalidOptions(app.texts().get(Text::NoSeat).to_owned()));
                }
                (Some(_), _) => app.resume_saved_game(),
                (None, Some(problem)) => {
                    return Err(TerminalError::InvalidOptions(app.words().problem(problem)));
                }
                (None, None) => {
                    return Err(TerminalError::InvalidOptions(
                        app.texts().get(Text::PlainNothingSaved).to_owned(),
                    ));
                }
            }
        }
        InitialGame::Load(path) => {
            let path = path.to_string_lossy();
            let (words, texts) = (app.words(), app.texts());
            let text = read_file(&path)
                .map_err(|remark| TerminalError::InvalidOptions(remark.text(words, texts)))?;
            Imported::read(&text).map_err(|problem| {
                TerminalError::InvalidOptions(format!("{path}: {}", words.problem(&problem)))
            })?;
            app.open_text(text);
        }
    }
    Ok(())
}

/// Sets up what the options wish for at a server.
pub(crate) fn start_online(
    app: &mut App,
    options: &Options,
    server: &ServerOptions,
) -> Result<(), TerminalError> {
    if let InitialGame::New(asked) = &options.initial_game {
        if let Some(sentence) = form_error(app.words(), asked) {
            return Err(TerminalError::InvalidOptions(sentence));
        }
        fill_form(app, (**asked).clone());
    }
    app.set_server(server);
    Ok(())
}

/// Whether a kept game is worth going on with: a move was made in it, and it is not over.
pub(crate) fn is_unfinished(table: &LocalGame) -> bool {
    table.game().plies() > 0 && table.game().outcome().is_none()
}

/// Lets the client know what was kept. What cannot be read is put out of the way of the game that is to come.
fn load_saved_game(app: &mut App, options: &Options, store: Option<&LocalStore>) {
    let Some(read) = store.and_then(|store| store.read(StoredFile::Game).transpose()) else { return };
    let is_unread = read.is_err();
    if let Ok(text) = read
        && LocalGame::from_save_text(&text).as_ref().map_or(true, is_unfinished)
    {
        app.send(Event::SavedGameFound(text));
    }
    let is_damaged = is_unread || matches!(app.view().problem(), Some(Problem::SaveFile(_)));
    if is_damaged && !matches!(options.initial_game, InitialGame::Resume) {
        app.game_saved(save_to_store(store, app.texts(), LocalStore::quarantine_game));
    }
}

/// The opponent whom the options name plays the side that they name.
fn preselect_opponent(app: &mut App, rival: Option<&OpponentOptions>) {
    let Some(rival) = rival else { return };
    let against = match rival.kind {
        OpponentKind::Computer(level) => OpponentChoice::Computer(level),
        OpponentKind::Engine(_) => OpponentChoice::Engine,
    };
    app.preselect_opponent(against, rival.side);
}

fn fill_form(app: &mut App, form: GameForm) {
    for field in form_fields(form) {
        app.send(Event::EditForm(field));
    }
}

/// Where things are kept: in the folder that the options name, or in the usual one.
pub(crate) fn open_store(options: &Options) -> Option<LocalStore> {
    options
        .data_dir
        .clone()
        .map(LocalStore::new)
        .or_else(|| LocalStore::default_location(environment::env_var))
}

/// The name under which it is kept how pieces are drawn.
pub(crate) const PIECE_STYLE_KEY: &str = "pieces";

/// What was set another day and is kept, or what suits most: the client's settings, and how pieces are drawn.
pub(crate) fn load_settings(store: Option<&LocalStore>) -> (Settings, PieceStyle) {
    let kept = store.and_then(|store| store.read(StoredFile::Settings).ok().flatten()).unwrap_or_default();
    let mut lines = kept.lines().filter_map(|line| line.trim().split_once(' '));
    let name = lines.rfind(|(name, _)| *name == PIECE_STYLE_KEY).map(|(_, value)| value.trim());
    let pieces = PieceStyle::ALL.into_iter().find(|pieces| Some(pieces.name()) == name);
    (Settings::parse(&kept), pieces.unwrap_or_default())
}

/// What is wrong with a form, in a sentence.
pub(crate) fn form_error(words: Locale, form: &GameForm) -> Option<String> {
    let errors = form.errors();
    let number = errors.chess960_number.map(|_| words.message(MessageKey::BadStartNumber).to_owned());
    let fen = errors.fen.as_ref().map(|error| words.fen_error(error));
    let time = errors.times.white.or(errors.times.black).map(|error| words.time_error(error));
    number.or(fen).or(time)
}

/// A form, field by field.
pub(crate) fn form_fields(form: GameForm) -> Vec<FormField> {
    let GameForm {
        ruleset,
        chess960_number: number,
        fen,
        first,
        clock,
        times,
        names,
        locations: seats,
        bottom,
        auto_flip: turning,
    } = form;
    let mut fields = vec![
        FormField::Ruleset(ruleset),
        FormField::Chess960Number(number),
        FormField::Fen(fen),
        FormField::First(first),
        FormField::Clock(clock),
        FormField::Bottom(bottom),
        FormField::AutoFlip(turning),
    ];
    for color in rules::Color::ALL {
        let (time, name) = (times[color].clone(), names[color].clone());
        fields.extend([
            FormField::Minutes(color, time.minutes),
            FormField::Seconds(color, time.seconds),
            FormField::BonusKind(color, time.kind),
            FormField::Bonus(color, time.bonus),
            FormField::Name(color, name),
            FormField::Location(color, seats[color]),
        ]);
    }
    fields
}
