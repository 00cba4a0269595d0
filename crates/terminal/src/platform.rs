//! Runs effects: files, clipboard, bell.

mod clipboard;
pub(crate) mod environment;
pub(crate) mod password;
pub(crate) mod screen;
pub(crate) mod signals;
pub(crate) mod store;

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use client::{Effect, Sound};

use crate::app::{App, AppEffect, Notice, OpponentChoice};
use crate::locale::TerminalLocale;
use screen::TerminalScreen;
use store::{LocalStore, StoredFile, read_text};
use texts::TerminalMessageKey;

/// Limit on the size of an opened file.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// The part of an effect that the main loop must run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LoopAction {
    /// None.
    Continue,
    /// Replace the opponent.
    SeatOpponent(OpponentChoice),
    /// Redraw the whole screen.
    Redraw,
    /// Suspend the process.
    Suspend,
    /// Quit.
    Quit,
}

/// Runs an effect and passes the result to the app.
pub(crate) fn run_effect(
    effect: AppEffect,
    app: &mut App,
    store: Option<&LocalStore>,
    screen: &mut TerminalScreen,
) -> io::Result<LoopAction> {
    match effect {
        AppEffect::Client(effect) => run_client_effect(effect, app, store, screen)?,
        AppEffect::WriteFile { path, text } => match write_new_file(&path, &text) {
            WriteOutcome::Exists => app.file_exists(path),
            WriteOutcome::Finished(notice) => app.file_saved(notice),
        },
        AppEffect::OverwriteFile { path, text } => app.file_saved(overwrite_file(&path, &text)),
        AppEffect::ReadFile(path) => match read_file(&path) {
            Ok(text) => app.file_opened(&path, text),
            Err(notice) => app.file_not_read(&path, notice),
        },
        // Run by the main loop, which has the network.
        AppEffect::CreateOnlineGame(_) => {}
        AppEffect::SeatOpponent(choice) => return Ok(LoopAction::SeatOpponent(choice)),
        AppEffect::Redraw => return Ok(LoopAction::Redraw),
        AppEffect::Suspend => return Ok(LoopAction::Suspend),
        AppEffect::Quit => return Ok(LoopAction::Quit),
    }
    Ok(LoopAction::Continue)
}

/// Reads a file named by the user.
pub(crate) fn read_file(path: &str) -> Result<String, Notice> {
    read_text(&expand_home(path), MAX_FILE_BYTES).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => Notice::FileTooLarge(path.to_owned()),
        io::ErrorKind::InvalidData => Notice::FileNotText(path.to_owned()),
        io::ErrorKind::InvalidInput => Notice::NotAFile(path.to_owned()),
        _ => Notice::FileNotRead(path.to_owned(), io_reason(&error)),
    })
}

/// Writes to the store; returns the reason if that fails.
pub(crate) fn save_to_store(
    store: Option<&LocalStore>,
    texts: TerminalLocale,
    keep: impl FnOnce(&LocalStore) -> io::Result<()>,
) -> Option<String> {
    let Some(store) = store else { return Some(texts.get(TerminalMessageKey::NoFolder).to_owned()) };
    let error = keep(store).err()?;
    let is_taken = error.kind() == io::ErrorKind::ResourceBusy && error.raw_os_error().is_none();
    Some(if is_taken {
        texts.get(TerminalMessageKey::SavedByOtherProcess).to_owned()
    } else {
        io_reason(&error)
    })
}

/// Orders effects such that saves run before those that need the terminal, which may be gone.
pub(crate) fn saves_first(effects: Vec<AppEffect>) -> impl Iterator<Item = AppEffect> {
    let is_save = |effect: &AppEffect| {
        matches!(
            effect,
            AppEffect::Client(Effect::SaveGame(_) | Effect::DeleteSavedGame | Effect::SaveSettings(_))
        )
    };
    let (first, rest): (Vec<AppEffect>, Vec<AppEffect>) = effects.into_iter().partition(is_save);
    first.into_iter().chain(rest)
}

fn run_client_effect(
    effect: Effect,
    app: &mut App,
    store: Option<&LocalStore>,
    screen: &mut TerminalScreen,
) -> io::Result<()> {
    let texts = app.texts();
    match effect {
        Effect::SaveGame(text) => {
            app.game_saved(save_to_store(store, texts, |store| store.write(StoredFile::Game, &text)))
        }
        // A finished game that cannot be removed is ignored the next time.
        Effect::DeleteSavedGame => drop(store.map(|store| store.remove(StoredFile::Game))),
        Effect::SaveSettings(text) => {
            let text = app.settings_file_text(&text);
            if let Some(reason) =
                save_to_store(store, texts, |store| store.write(StoredFile::Settings, &text))
            {
                app.show_notice(Notice::SettingsNotSaved(reason));
            }
        }
        Effect::CopyText(_, text) => {
            screen.write_raw(clipboard::osc52_sequence(&text).as_bytes())?;
            app.show_notice(Notice::Copied);
        }
        Effect::PlaySound(sound) if rings_bell(sound) && !app.view().settings().sound.is_off() => {
            screen.write_raw(b"\x07")?
        }
        // Announcements are shown by the app; actions are sent by the main loop.
        _ => {}
    }
    Ok(())
}

/// True if a sound rings the bell; a terminal has only one sound.
const fn rings_bell(sound: Sound) -> bool {
    matches!(sound, Sound::Illegal | Sound::Offer | Sound::LowTime | Sound::Win | Sound::Draw)
}

/// Result of writing a new file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum WriteOutcome {
    /// The file exists and was not changed.
    Exists,
    /// The file was written or not: the notice tells.
    Finished(Notice),
}

/// Writes a new file; an existing one is not changed.
pub(crate) fn write_new_file(path: &str, text: &str) -> WriteOutcome {
    let file = OpenOptions::new().write(true).create_new(true).open(expand_home(path));
    match file.and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_data())) {
        Ok(()) => WriteOutcome::Finished(Notice::FileSaved(path.to_owned())),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => WriteOutcome::Exists,
        Err(error) => WriteOutcome::Finished(Notice::FileNotWritten(path.to_owned(), io_reason(&error))),
    }
}

/// Replaces a file atomically.
pub(crate) fn overwrite_file(path: &str, text: &str) -> Notice {
    match store::atomic_write(&expand_home(path), text) {
        Ok(()) => Notice::FileSaved(path.to_owned()),
        Err(error) => Notice::FileNotWritten(path.to_owned(), io_reason(&error)),
    }
}

/// An unused file name: the given one, or the first free numbered one.
pub(crate) fn free_file_name(stem: &str, extension: &str) -> String {
    let numbered = (2..1_000).map(|number| format!("{stem}-{number}.{extension}"));
    let plain = format!("{stem}.{extension}");
    let free = [plain.clone()].into_iter().chain(numbered).find(|name| !Path::new(name).exists());
    free.unwrap_or(plain)
}

/// Expands `~/` to the home folder.
fn expand_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), environment::env_var("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(path),
    }
}

/// An I/O error without its number.
pub(crate) fn io_reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error ").map_or(text.as_str(), |(text, _)| text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saves_run_before_terminal_effects() {
        let save = || AppEffect::Client(Effect::SaveGame("game".to_owned()));
        let bell = || AppEffect::Client(Effect::PlaySound(Sound::Win));
        let forget = || AppEffect::Client(Effect::DeleteSavedGame);
        let ordered: Vec<AppEffect> =
            saves_first(vec![bell(), save(), AppEffect::Redraw, forget(), AppEffect::Quit]).collect();
        assert_eq!(ordered, [save(), forget(), bell(), AppEffect::Redraw, AppEffect::Quit]);
    }

    #[test]
    fn saving_without_a_store_gives_a_reason() {
        let texts = TerminalLocale::new(client::Language::English);
        let reason = save_to_store(None, texts, |_| Ok(()));
        assert_eq!(reason.as_deref(), Some(texts.get(TerminalMessageKey::NoFolder)));
    }
}
