//! What there is to say about a game on a server: the connection, who is missing, what waits for an answer.

use client::ClubPhrase;
use client::online::{Connection, Remote};
use game::Millis;

use super::Scene;
use crate::app::{App, Binding, Command};

/// The truth about the connection, if it is not as it should be.
pub(crate) fn connection(scene: &Scene<'_>) -> Option<String> {
    let Scene { view, words, app, .. } = *scene;
    let online = view.online();
    let connection = online.link().connection(app.now());
    if matches!(connection, Connection::Connecting) && view.table().is_remote() {
        return None;
    }
    let said = words.link(online, app.now());
    (!said.is_empty()).then(|| said.join("\n"))
}

/// How the game stands beside the board: the most urgent of it.
pub(crate) fn state(scene: &Scene<'_>) -> Option<String> {
    let Scene { view, words, app, .. } = *scene;
    let (online, now) = (view.online(), app.now());
    let remote = online.game().filter(|_| view.table().is_remote())?;
    let truth = remote.truth()?;
    if truth.game.outcome().is_some() {
        return None;
    }
    if !truth.has_begun() {
        let address = app.server().map(|server| server.address.with_game(remote.id()).to_string());
        return Some(format!(
            "{}\n{}",
            words.club(ClubPhrase::WaitingForOpponent),
            address.unwrap_or_default()
        ));
    }
    if let Some(absence) = remote.absence(online.time(), now) {
        let key = Binding::to(Command::ClaimWin).filter(|binding| app.can(binding.command));
        let key = key.map(|binding| format!("\n{} {}", binding.shown, scene.texts.get(binding.text)));
        return Some(words.absence(absence) + &key.unwrap_or_default());
    }
    if let Some(wait) = remote.first_move_in(online.time(), now) {
        return Some(words.first_move_in(truth.game.turn(), wait));
    }
    if let Some(away) = remote.interruption(online.time(), now) {
        return Some(words.interrupted(away));
    }
    remote.seat().is_none().then(|| words.club(ClubPhrase::Spectating).to_owned())
}

/// How soon what is said here is out of date: it counts seconds.
pub(crate) fn counts(app: &App) -> Option<Millis> {
    let (view, now) = (app.view(), app.now());
    let online = view.online();
    let lost = matches!(online.link().connection(now), Connection::Lost { retry_in: Some(_), .. });
    let remote = online.game().filter(|_| view.table().is_remote());
    let counts = |remote: &Remote| {
        let time = online.time();
        remote.absence(time, now).is_some()
            || remote.first_move_in(time, now).is_some()
            || remote.interruption(time, now).is_some()
    };
    (lost || remote.is_some_and(counts)).then_some(Millis::seconds(1))
}
