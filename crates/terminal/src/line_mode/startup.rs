//! Start of a session.

use std::io;

use client::{Event, GameForm, Language, LocalGame, MessageKey, PlayerLocation, Problem, Settings};
use rules::Color;

use super::files::read_game_file;
use super::{Flow, InputSource, SaveMode, Session, SessionOutcome};
use crate::app::Notice;
use crate::locale::TerminalLocale;
use crate::platform::environment;
use crate::platform::store::{LocalStore, StoredFile};
use crate::{InitialGame, OpponentKind, OpponentOptions, Options, platform, startup};
use texts::TerminalMessageKey;

/// The language of the options, the settings or the environment.
pub(super) fn language(options: &Options, settings: &Settings) -> Language {
    let asked = options.language.or(settings.language);
    asked.unwrap_or_else(|| environment::language(environment::env_var))
}

impl Session<'_> {
    /// Starts the game that the options ask for. If that fails, no other game is started.
    pub(super) fn start(&mut self, options: &Options) -> io::Result<Flow> {
        if let Some(today) = environment::today() {
            self.send(Event::SetDate(today))?;
        }
        if let Some(opponent) = &options.opponent {
            self.seat_opponent(opponent);
        }
        let saved = self.saved_game();
        match &options.initial_game {
            InitialGame::Ask if self.console.source == InputSource::Person => self.ask_to_continue(saved),
            InitialGame::Ask => self.begin_new_game(saved, &GameForm::default()),
            InitialGame::New(form) => self.begin_new_game(saved, form),
            InitialGame::Resume => self.resume_saved_game(saved, options),
            InitialGame::Load(path) => match read_game_file(&path.to_string_lossy()) {
                Ok(text) if self.make_room_for_new_game(saved)? == Flow::Continue => {
                    self.open_text(text).map(|()| Flow::Continue)
                }
                Ok(_) => Ok(Flow::Leave),
                Err(Notice::Problem(problem)) => {
                    Ok(self.refuse_start(format!("{}: {}", path.display(), self.locale.problem(&problem))))
                }
                Err(error) => Ok(self.refuse_start(error.text(self.locale, self.texts))),
            },
        }
    }

    fn saved_game(&self) -> SavedGame {
        let Some(store) = &self.store else { return SavedGame::None };
        match store.read(StoredFile::Game) {
            Ok(None) => SavedGame::None,
            Ok(Some(text)) => match LocalGame::from_save_text(&text) {
                Ok(local_game) if !startup::is_unfinished(&local_game) => SavedGame::None,
                Ok(local_game) => SavedGame::Unfinished { text, is_shared: local_game.is_all_local() },
                Err(_) => SavedGame::Damaged(Some(text)),
            },
            Err(_) => SavedGame::Damaged(None),
        }
    }

    fn resume_saved_game(&mut self, saved: SavedGame, options: &Options) -> io::Result<Flow> {
        match saved {
            SavedGame::Unfinished { is_shared: true, .. } if options.opponent.is_some() => {
                Ok(self.refuse_start(self.texts.get(TerminalMessageKey::NoSeat).to_owned()))
            }
            SavedGame::Unfinished { text, .. } => {
                self.send(Event::SavedGameFound(text))?;
                self.continue_saved_game()
            }
            SavedGame::Damaged(Some(text)) => {
                let error = LocalGame::from_save_text(&text).err();
                let problem = error.map(|error| self.locale.problem(&Problem::SaveFile(error)));
                Ok(self.refuse_start(problem.unwrap_or_default()))
            }
            SavedGame::None | SavedGame::Damaged(None) => {
                Ok(self.refuse_start(self.texts.get(TerminalMessageKey::PlainNothingSaved).to_owned()))
            }
        }
    }

    /// Resumes the saved game. If its opponent is not available, a person is asked whether to play both
    /// sides, and a script is told.
    fn continue_saved_game(&mut self) -> io::Result<Flow> {
        let local_game = self.state.view(self.console.now()).unfinished_game();
        let away = local_game.filter(|_| self.opponent.player().is_none()).and_then(|local_game| {
            let color = Color::ALL.into_iter().find(|&color| !local_game.is_local(color))?;
            Some((color, local_game.players()[color].name().to_owned()))
        });
        let level =
            away.as_ref().and_then(|(side, name)| Some((*side, TerminalLocale::level_by_name(name)?)));
        if let Some((side, level)) = level {
            self.seat_opponent(&OpponentOptions { side, kind: OpponentKind::Computer(level) });
        } else if let Some((color, name)) = away {
            let name = if name.is_empty() { self.locale.color(color).to_owned() } else { name };
            let question = self.fill(TerminalMessageKey::OpponentAbsent, &[("name", &name)]);
            if self.console.source == InputSource::Person && !self.confirm(&question)? {
                return self.leave_saved_game();
            }
            self.send(Event::ResumeSavedGame)?;
            self.send(Event::MakeLocal)?;
            self.console.print(&self.fill(TerminalMessageKey::OpponentReplaced, &[("name", &name)]))?;
            return Ok(Flow::Continue);
        }
        self.send(Event::ResumeSavedGame)?;
        Ok(Flow::Continue)
    }

    fn ask_to_continue(&mut self, saved: SavedGame) -> io::Result<Flow> {
        let SavedGame::Unfinished { text, .. } = saved else {
            return self.begin_new_game(saved, &GameForm::default());
        };
        self.send(Event::SavedGameFound(text))?;
        let now = self.console.now();
        let Some(local_game) = self.state.view(now).unfinished_game() else {
            return self.begin_game(&GameForm::default());
        };
        let players = local_game.players();
        let round = u32::try_from(local_game.game().move_number()).unwrap_or(u32::MAX);
        let game = self.locale.saved_game(players.white.name(), players.black.name(), round);
        let question = format!("{}: {game}?", self.locale.message(MessageKey::ContinueGame));
        match self.ask_yes_no_with_hint(&question)? {
            Some(true) => self.continue_saved_game(),
            Some(false) => self.begin_game(&GameForm::default()),
            None => self.leave_saved_game(),
        }
    }

    fn begin_new_game(&mut self, saved: SavedGame, form: &GameForm) -> io::Result<Flow> {
        if let Some(sentence) = startup::form_error(self.locale, form) {
            return Ok(self.refuse_start(sentence));
        }
        match self.make_room_for_new_game(saved)? {
            Flow::Continue => self.begin_game(form),
            Flow::Leave => Ok(Flow::Leave),
        }
    }

    /// A script can be run again, a person's game cannot be played again. So a script never replaces a saved
    /// game or an unreadable file; a person is asked.
    fn make_room_for_new_game(&mut self, saved: SavedGame) -> io::Result<Flow> {
        match (saved, self.console.source) {
            (SavedGame::None, _) => {}
            (SavedGame::Unfinished { .. } | SavedGame::Damaged(_), InputSource::Script) => {
                self.save_mode = SaveMode::Disabled;
                self.console.print(self.texts.get(TerminalMessageKey::OtherGameSaved))?;
            }
            (SavedGame::Unfinished { .. }, InputSource::Person) => {
                if !self.confirm(self.locale.message(MessageKey::AskNewGame))? {
                    return self.leave_saved_game();
                }
            }
            (SavedGame::Damaged(text), InputSource::Person) => {
                if let Some(text) = text {
                    self.send(Event::SavedGameFound(text))?;
                }
                self.quarantine_game()?;
            }
        }
        Ok(Flow::Continue)
    }

    /// Moves an unreadable saved game away. If that fails, it is not overwritten.
    fn quarantine_game(&mut self) -> io::Result<()> {
        let Some(reason) =
            platform::save_to_store(self.store.as_ref(), self.texts, LocalStore::quarantine_game)
        else {
            return Ok(());
        };
        self.save_mode = SaveMode::Disabled;
        self.console.print(&self.fill(TerminalMessageKey::GameNotSaved, &[("reason", &reason)]))
    }

    fn leave_saved_game(&mut self) -> io::Result<Flow> {
        self.console.print(&self.texts.resume_hint(None))?;
        Ok(Flow::Leave)
    }

    /// Starts the game of a form, or prints what is wrong with it.
    pub(super) fn begin_game(&mut self, form: &GameForm) -> io::Result<Flow> {
        let mut form = form.clone();
        if let Some((side, name)) = self.opponent.player() {
            form.locations[side] = PlayerLocation::Remote;
            form.names[side] = name.to_owned();
        }
        if let Some(sentence) = startup::form_error(self.locale, &form) {
            self.record_error();
            self.console.print(&sentence)?;
            return Ok(Flow::Leave);
        }
        for field in startup::form_fields(form) {
            self.send(Event::EditForm(field))?;
        }
        self.opponent.cancel();
        self.send(Event::StartGame { seed: environment::time_seed() })?;
        Ok(Flow::Continue)
    }

    /// Ends the session without a game.
    fn refuse_start(&mut self, sentence: String) -> Flow {
        self.outcome = SessionOutcome::Refused(sentence);
        Flow::Leave
    }
}

/// The saved game.
#[derive(Clone, PartialEq, Eq, Debug)]
enum SavedGame {
    /// None, or a finished one.
    None,
    /// An unfinished game.
    Unfinished {
        text: String,
        /// True if both sides are local.
        is_shared: bool,
    },
    /// The file cannot be parsed, or not even read.
    Damaged(Option<String>),
}
