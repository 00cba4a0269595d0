//! Initial state of the full-screen mode from the options.

use client::{Event, FormField, GameForm, Imported, LocalGame, Locale, MessageKey, Problem, Settings};

use crate::app::{App, OpponentChoice};
use crate::error::TerminalError;
use crate::online::ApiClient;
use crate::platform::store::{LocalStore, StoredFile};
use crate::platform::{environment, read_file, save_to_store};
use crate::{InitialGame, OpponentKind, OpponentOptions, Options, PieceStyle, ServerOptions};
use texts::TerminalMessageKey;

/// Sets up the game that the options ask for. A saved game is never replaced without a confirmation.
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
            fill_form(app, GameForm { auto_flip: app.view().settings().auto_flip, ..GameForm::default() });
            preselect_opponent(app, options.opponent.as_ref());
            if app.view().unfinished_game().is_none() && app.view().problem().is_none() {
                app.start_form_game();
            }
        }
        InitialGame::New(asked) => {
            if let Some(sentence) = form_error(app.locale(), asked) {
                return Err(TerminalError::InvalidOptions(sentence));
            }
            fill_form(app, (**asked).clone());
            preselect_opponent(app, options.opponent.as_ref());
            app.start_form_game();
        }
        InitialGame::Resume => {
            let is_all_local = app.view().unfinished_game().map(LocalGame::is_all_local);
            match (is_all_local, app.view().problem()) {
                (Some(true), _) if options.opponent.is_some() => {
                    return Err(TerminalError::InvalidOptions(
                        app.texts().get(TerminalMessageKey::NoSeat).to_owned(),
                    ));
                }
                (Some(_), _) => app.resume_saved_game(),
                (None, Some(problem)) => {
                    return Err(TerminalError::InvalidOptions(app.locale().problem(problem)));
                }
                (None, None) => {
                    return Err(TerminalError::InvalidOptions(
                        app.texts().get(TerminalMessageKey::PlainNothingSaved).to_owned(),
                    ));
                }
            }
        }
        InitialGame::Load(path) => {
            let path = path.to_string_lossy();
            let (locale, texts) = (app.locale(), app.texts());
            let text = read_file(&path)
                .map_err(|notice| TerminalError::InvalidOptions(notice.text(locale, texts)))?;
            Imported::read(&text).map_err(|problem| {
                TerminalError::InvalidOptions(format!("{path}: {}", locale.problem(&problem)))
            })?;
            app.open_text(text);
        }
    }
    Ok(())
}

/// Sets up an online session, and checks that the server can be used.
pub(crate) fn start_online(
    app: &mut App,
    options: &Options,
    server: &ServerOptions,
    store: Option<&LocalStore>,
) -> Result<ApiClient, TerminalError> {
    if let InitialGame::New(asked) = &options.initial_game {
        if let Some(sentence) = form_error(app.locale(), asked) {
            return Err(TerminalError::InvalidOptions(sentence));
        }
        fill_form(app, (**asked).clone());
    }
    let folder = store.map(|store| store.folder().to_owned());
    let api = ApiClient::open(server, folder).map_err(|error| {
        let sentence = error.sentence(app.locale(), app.texts());
        TerminalError::Server(format!("{}: {sentence}", server.address))
    })?;
    app.set_server(&ServerOptions { address: api.address.clone(), ..server.clone() });
    Ok(api)
}

/// True if a saved game has a move and is not over.
pub(crate) fn is_unfinished(local_game: &LocalGame) -> bool {
    local_game.game().plies() > 0 && local_game.game().outcome().is_none()
}

/// Passes the saved game to the client. A damaged save file is moved aside at once, except with `Resume`.
fn load_saved_game(app: &mut App, options: &Options, store: Option<&LocalStore>) {
    let Some(read) = store.and_then(|store| store.read(StoredFile::Game).transpose()) else { return };
    let is_unreadable = read.is_err();
    if let Ok(text) = read
        && LocalGame::from_save_text(&text).as_ref().map_or(true, is_unfinished)
    {
        app.send(Event::SavedGameFound(text));
    }
    let is_damaged = is_unreadable || matches!(app.view().problem(), Some(Problem::SaveFile(_)));
    if is_damaged && !matches!(options.initial_game, InitialGame::Resume) {
        app.game_saved(save_to_store(store, app.texts(), LocalStore::quarantine_game));
    }
}

/// Preselects the opponent given on the command line.
fn preselect_opponent(app: &mut App, opponent: Option<&OpponentOptions>) {
    let Some(opponent) = opponent else { return };
    let against = match opponent.kind {
        OpponentKind::Computer(level) => OpponentChoice::Computer(level),
        OpponentKind::Engine(_) => OpponentChoice::Engine,
    };
    app.preselect_opponent(against, opponent.side);
}

fn fill_form(app: &mut App, form: GameForm) {
    for field in form_fields(form) {
        app.send(Event::EditForm(field));
    }
}

/// True if the session that is stored for the server is that of the account, which then needs no password. False if the server
/// cannot be reached.
#[must_use]
pub fn is_logged_in(server: &ServerOptions, account: &str) -> bool {
    let folder = LocalStore::default_location(environment::env_var).map(|store| store.folder().to_owned());
    ApiClient::open(&ServerOptions { account: None, ..server.clone() }, folder)
        .and_then(|api| api.is_logged_in(account))
        .unwrap_or(false)
}

/// Opens the store in `data_dir`, or in the platform's default location.
pub(crate) fn open_store(options: &Options) -> Option<LocalStore> {
    options
        .data_dir
        .clone()
        .map(LocalStore::new)
        .or_else(|| LocalStore::default_location(environment::env_var))
}

/// Key of the piece style in the settings file.
pub(crate) const PIECE_STYLE_KEY: &str = "pieces";

/// Loads the client's settings and the piece style; missing ones get their defaults.
pub(crate) fn load_settings(store: Option<&LocalStore>) -> (Settings, PieceStyle) {
    let text = store.and_then(|store| store.read(StoredFile::Settings).ok().flatten()).unwrap_or_default();
    let mut lines = text.lines().filter_map(|line| line.trim().split_once(' '));
    let name = lines.rfind(|(name, _)| *name == PIECE_STYLE_KEY).map(|(_, value)| value.trim());
    let pieces = PieceStyle::ALL.into_iter().find(|pieces| Some(pieces.name()) == name);
    (Settings::parse(&text), pieces.unwrap_or_default())
}

/// The first error of a form as a sentence.
pub(crate) fn form_error(locale: Locale, form: &GameForm) -> Option<String> {
    let errors = form.errors();
    let number = errors.chess960_number.map(|_| locale.message(MessageKey::BadStartNumber).to_owned());
    let fen = errors.fen.as_ref().map(|error| locale.fen_error(error));
    let time = errors.times.white.or(errors.times.black).map(|error| locale.time_error(error));
    number.or(fen).or(time)
}

/// Splits a form into one edit per field.
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
