//! What the program's errands do to the world: files, clipboard, bell.

mod clipboard;
pub(crate) mod environment;
pub(crate) mod screen;
pub(crate) mod signals;
pub(crate) mod store;

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use client::{Effect, Sound};

use crate::app::{App, Errand, Remark};
use screen::Screen;
use store::{Kept, Store, read_text};

/// No game and no collection that one would look at here is larger.
const LONGEST_FILE: u64 = 16 << 20;

/// What is left to the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rest {
    /// Nothing: it goes on.
    Nothing,
    /// The whole screen is to be drawn again.
    Redraw,
    /// The shell is to have the terminal for a while.
    Suspend,
    /// It is over.
    Quit,
}

/// Does an errand, and lets the program know how it went.
pub(crate) fn run(
    errand: Errand,
    app: &mut App,
    store: Option<&Store>,
    screen: &mut Screen,
) -> io::Result<Rest> {
    match errand {
        Errand::Effect(effect) => carry_out(effect, app, store, screen)?,
        Errand::Write { path, text } => app.written(write(&path, &text)),
        Errand::Read(path) => match read(&path) {
            Ok(text) => app.open(&text),
            Err(remark) => app.unread(&path, remark),
        },
        Errand::Redraw => return Ok(Rest::Redraw),
        Errand::Suspend => return Ok(Rest::Suspend),
        Errand::Quit => return Ok(Rest::Quit),
    }
    Ok(Rest::Nothing)
}

/// Reads a file that a player named.
pub(crate) fn read(path: &str) -> Result<String, Remark> {
    read_text(&at_home(path), LONGEST_FILE).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => Remark::TooLarge(path.to_owned()),
        io::ErrorKind::InvalidData => Remark::NotText(path.to_owned()),
        _ => Remark::NotRead(path.to_owned(), reason(&error)),
    })
}

fn carry_out(effect: Effect, app: &mut App, store: Option<&Store>, screen: &mut Screen) -> io::Result<()> {
    let keep = |result: Option<io::Result<()>>| result.and_then(Result::err).map(|error| reason(&error));
    match effect {
        Effect::Save(text) => app.kept(keep(store.map(|store| store.write(Kept::Game, &text)))),
        Effect::Forget => app.kept(keep(store.map(|store| store.forget(Kept::Game)))),
        Effect::SaveSettings(text) => app.kept(keep(store.map(|store| store.write(Kept::Settings, &text)))),
        Effect::Copy(_, text) => {
            screen.write(clipboard::sequence(&text).as_bytes())?;
            app.say(Remark::Copied);
        }
        Effect::Play(sound) if rings(sound) && !app.view().settings().sound.is_off() => {
            screen.write(b"\x07")?
        }
        // What is announced the program shows; what is told the loop passes on.
        _ => {}
    }
    Ok(())
}

/// A terminal has one sound, so it is kept for what should be noticed.
const fn rings(sound: Sound) -> bool {
    matches!(sound, Sound::Illegal | Sound::Offer | Sound::LowTime | Sound::Win | Sound::Draw)
}

/// Writes a new file; one that is there already stays as it is.
fn write(path: &str, text: &str) -> Remark {
    let file = OpenOptions::new().write(true).create_new(true).open(at_home(path));
    match file.and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_data())) {
        Ok(()) => Remark::Saved(path.to_owned()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Remark::Exists(path.to_owned()),
        Err(error) => Remark::NotWritten(path.to_owned(), reason(&error)),
    }
}

/// A path as a shell would read it: `~/` is the home folder.
fn at_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), environment::variable("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(path),
    }
}

/// What is wrong, without the system's number for it.
fn reason(error: &io::Error) -> String {
    let words = error.to_string();
    words.split_once(" (os error ").map_or(words.as_str(), |(words, _)| words).to_owned()
}
