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

use crate::app::{Against, App, Errand, Remark};
use crate::texts::{Text, Texts};
use screen::Screen;
use store::{Kept, Store, read_text};

/// No game and no collection that one would look at here is larger.
const LONGEST_FILE: u64 = 16 << 20;

/// What is left to the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rest {
    /// Nothing: it goes on.
    Nothing,
    /// This opponent is to take a seat.
    Seat(Against),
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
        Errand::Write { path, text } => match write(&path, &text) {
            Written::Exists => app.exists(path),
            Written::Told(remark) => app.written(remark),
        },
        Errand::Overwrite { path, text } => app.written(overwrite(&path, &text)),
        Errand::Read(path) => match read(&path) {
            Ok(text) => app.opened(&path, text),
            Err(remark) => app.unread(&path, remark),
        },
        // The loop has the way to the server.
        Errand::Invite(_) => {}
        Errand::Seat(against) => return Ok(Rest::Seat(against)),
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
        io::ErrorKind::InvalidInput => Remark::NotFile(path.to_owned()),
        _ => Remark::NotRead(path.to_owned(), reason(&error)),
    })
}

/// Keeps something, and gives the reason if that cannot be.
pub(crate) fn keep(
    store: Option<&Store>,
    texts: Texts,
    keep: impl FnOnce(&Store) -> io::Result<()>,
) -> Option<String> {
    let Some(store) = store else { return Some(texts.get(Text::NoFolder).to_owned()) };
    let error = keep(store).err()?;
    let is_taken = error.kind() == io::ErrorKind::ResourceBusy && error.raw_os_error().is_none();
    Some(if is_taken { texts.get(Text::KeptElsewhere).to_owned() } else { reason(&error) })
}

/// The errands in an order in which nothing is lost: what is to be kept comes before all that needs the terminal, which
/// may be gone.
pub(crate) fn in_order(errands: Vec<Errand>) -> impl Iterator<Item = Errand> {
    let keeps = |errand: &Errand| {
        matches!(errand, Errand::Effect(Effect::Save(_) | Effect::Forget | Effect::SaveSettings(_)))
    };
    let (first, rest): (Vec<Errand>, Vec<Errand>) = errands.into_iter().partition(keeps);
    first.into_iter().chain(rest)
}

fn carry_out(effect: Effect, app: &mut App, store: Option<&Store>, screen: &mut Screen) -> io::Result<()> {
    let texts = app.texts();
    match effect {
        Effect::Save(text) => app.kept(keep(store, texts, |store| store.write(Kept::Game, &text))),
        // A game that is over and still there is passed over the next time.
        Effect::Forget => drop(store.map(|store| store.forget(Kept::Game))),
        Effect::SaveSettings(text) => {
            let text = app.kept_settings(&text);
            if let Some(reason) = keep(store, texts, |store| store.write(Kept::Settings, &text)) {
                app.say(Remark::SettingsNotKept(reason));
            }
        }
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

/// What came of writing a new file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Written {
    /// There is one of that name already, and it stays as it is.
    Exists,
    /// It was written, or not, as this says.
    Told(Remark),
}

/// Writes a new file; one that is there already stays as it is.
pub(crate) fn write(path: &str, text: &str) -> Written {
    let file = OpenOptions::new().write(true).create_new(true).open(at_home(path));
    match file.and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_data())) {
        Ok(()) => Written::Told(Remark::Saved(path.to_owned())),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Written::Exists,
        Err(error) => Written::Told(Remark::NotWritten(path.to_owned(), reason(&error))),
    }
}

/// Writes a file in the place of another, which is whole until the new one is.
pub(crate) fn overwrite(path: &str, text: &str) -> Remark {
    match store::replace(&at_home(path), text) {
        Ok(()) => Remark::Saved(path.to_owned()),
        Err(error) => Remark::NotWritten(path.to_owned(), reason(&error)),
    }
}

/// A name for a new file here: the given one, or the first numbered one that is free.
pub(crate) fn free_name(stem: &str, extension: &str) -> String {
    let numbered = (2..1_000).map(|number| format!("{stem}-{number}.{extension}"));
    let plain = format!("{stem}.{extension}");
    let free = [plain.clone()].into_iter().chain(numbered).find(|name| !Path::new(name).exists());
    free.unwrap_or(plain)
}

/// A path as a shell would read it: `~/` is the home folder.
fn at_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), environment::variable("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(path),
    }
}

/// What is wrong, without the system's number for it.
pub(crate) fn reason(error: &io::Error) -> String {
    let words = error.to_string();
    words.split_once(" (os error ").map_or(words.as_str(), |(words, _)| words).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_does_not_wait_for_the_terminal() {
        let save = || Errand::Effect(Effect::Save("game".to_owned()));
        let bell = || Errand::Effect(Effect::Play(Sound::Win));
        let forget = || Errand::Effect(Effect::Forget);
        let ordered: Vec<Errand> =
            in_order(vec![bell(), save(), Errand::Redraw, forget(), Errand::Quit]).collect();
        assert_eq!(ordered, [save(), forget(), bell(), Errand::Redraw, Errand::Quit]);
    }

    #[test]
    fn without_a_folder_nothing_is_said_to_be_kept() {
        let texts = Texts::new(client::Language::English);
        let reason = keep(None, texts, |_| Ok(()));
        assert_eq!(reason.as_deref(), Some(texts.get(Text::NoFolder)));
    }
}
