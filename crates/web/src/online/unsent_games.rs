//! Finished games against the computer on their way to the archive: stored in the browser until the server has them.

use protocol::http::{ApiErrorReason, KeepGameResponse};
use protocol::{ActionError, FromJson, GameId};
use wasm_bindgen_futures::spawn_local;

use super::current_user::CurrentUser;
use crate::boxed::effect;
use crate::platform::fetch::{self, FetchError};
use crate::platform::online_storage;

/// Most games that are stored; the oldest are dropped.
const MAX_GAMES: usize = 100;

/// What has become of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SendOutcome {
    /// The game is in the archive.
    Kept(GameId),
    /// The server was not reached or could not store it now; it is sent with the next visit.
    Waits,
    /// The archive has no room; the game stays stored until it has.
    ArchiveFull,
    /// The server refuses the game for good. It is not stored any more.
    Refused,
}

/// Stores a request, unless it is there already. A line is the name of the account, a tab and the request.
pub(crate) fn add(account: &str, request: &str) {
    let line = format!("{account}\t{request}");
    let mut lines = lines();
    if !lines.contains(&line) {
        lines.push(line);
        save(&lines[lines.len().saturating_sub(MAX_GAMES)..]);
    }
}

/// Sends the stored games of the user whenever the user is known to have an account. `on_sent` gets each request with its
/// outcome.
pub(crate) fn send_when_known(user: CurrentUser, on_sent: impl Fn(&str, SendOutcome) + Copy + 'static) {
    effect(move || {
        if let Some(account) = user.account() {
            spawn_local(async move { send(&account, on_sent).await });
        }
    });
}

/// Sends the stored games of an account, until the server cannot be reached or cannot store more.
pub(crate) async fn send(account: &str, on_sent: impl Fn(&str, SendOutcome)) {
    for line in lines() {
        let Some(request) = line.strip_prefix(account).and_then(|rest| rest.strip_prefix('\t')) else {
            continue;
        };
        let outcome = outcome(fetch::post_text("/api/archive", request.to_owned()).await);
        let is_settled = matches!(outcome, SendOutcome::Kept(_) | SendOutcome::Refused);
        if is_settled {
            remove(&line);
        }
        on_sent(request, outcome);
        if !is_settled {
            return;
        }
    }
}

fn outcome(reply: Result<String, FetchError>) -> SendOutcome {
    match reply {
        Ok(text) => KeepGameResponse::from_json(&text)
            .map_or(SendOutcome::Refused, |KeepGameResponse { game }| SendOutcome::Kept(game)),
        Err(FetchError::Refused(ApiErrorReason::Refused { refusal: ActionError::ArchiveFull })) => {
            SendOutcome::ArchiveFull
        }
        // The server was not reached, is busy, or cannot store anything now.
        Err(
            FetchError::Network
            | FetchError::Refused(
                ApiErrorReason::TooOften
                | ApiErrorReason::Refused {
                    refusal: ActionError::Storage | ActionError::Closing | ActionError::TooFast,
                },
            ),
        ) => SendOutcome::Waits,
        Err(_) => SendOutcome::Refused,
    }
}

/// Another window may have stored or sent games meanwhile.
fn remove(line: &str) {
    let kept: Vec<String> = lines().into_iter().filter(|known| known != line).collect();
    save(&kept);
}

fn lines() -> Vec<String> {
    online_storage::unsent_games().lines().map(str::to_owned).collect()
}

fn save(lines: &[String]) {
    online_storage::save_unsent_games(&lines.join("\n"));
}
