//! Messages about an online game: connection, absence, waiting for an opponent.

use client::ClubMessageKey;
use client::online::{ConnectionStatus, OnlineGame};
use game::Millis;

use super::RenderContext;
use crate::app::{App, Binding, Command};

/// The connection status, unless connected.
pub(crate) fn connection_notice(cx: &RenderContext<'_>) -> Option<String> {
    let RenderContext { view, locale, app, .. } = *cx;
    let online = view.online();
    let connection = online.connection().status(app.now());
    if matches!(connection, ConnectionStatus::Connecting) && view.local_game().is_online() {
        return None;
    }
    let said = locale.connection_messages(online, app.now());
    (!said.is_empty()).then(|| said.join("\n"))
}

/// The most urgent state of the game.
pub(crate) fn game_notice(cx: &RenderContext<'_>) -> Option<String> {
    let RenderContext { view, locale, app, .. } = *cx;
    let (online, now) = (view.online(), app.now());
    let remote = online.game().filter(|_| view.local_game().is_online())?;
    let server_game = remote.server_game()?;
    if server_game.game.outcome().is_some() {
        return None;
    }
    if !server_game.has_begun() {
        let address = app.server().map(|server| server.address.with_game(remote.id()).to_string());
        return Some(format!(
            "{}\n{}",
            locale.club_message(ClubMessageKey::WaitingForOpponent),
            address.unwrap_or_default()
        ));
    }
    if let Some(absence) = remote.opponent_absence(online.server_time(), now) {
        let key = Binding::for_command(Command::ClaimWin).filter(|binding| app.is_available(binding.command));
        let key = key.map(|binding| format!("\n{} {}", binding.label, cx.texts.get(binding.text)));
        return Some(locale.opponent_absence(absence) + &key.unwrap_or_default());
    }
    if let Some(wait) = remote.time_to_first_move(online.server_time(), now) {
        return Some(locale.first_move_in(server_game.game.turn(), wait));
    }
    if let Some(away) = remote.interruption(online.server_time(), now) {
        return Some(locale.server_interruption(away));
    }
    remote.seat().is_none().then(|| locale.club_message(ClubMessageKey::Spectating).to_owned())
}

/// Time until a countdown changes; `None` if none is shown.
pub(crate) fn next_countdown(app: &App) -> Option<Millis> {
    let (view, now) = (app.view(), app.now());
    let online = view.online();
    let lost = matches!(online.connection().status(now), ConnectionStatus::Lost { retry_in: Some(_), .. });
    let remote = online.game().filter(|_| view.local_game().is_online());
    let counts = |remote: &OnlineGame| {
        let time = online.server_time();
        remote.opponent_absence(time, now).is_some()
            || remote.time_to_first_move(time, now).is_some()
            || remote.interruption(time, now).is_some()
    };
    (lost || remote.is_some_and(counts)).then_some(Millis::seconds(1))
}
