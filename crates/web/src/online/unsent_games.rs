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

/// Stores a request, unless it is there already. A line is the name of the account, a tab and the request.
pub(crate) fn add(account: &str, request: &str) {
    let line = format!("{account}\t{request}");
    let mut lines = lines();
    if !lines.contains(&line) {
        lines.push(line);
        save(&lines[lines.len().saturating_sub(MAX_GAMES)..]);
    }
}

/// Sends the stored games of the user whenever the user is known to have an account. `on_sent` gets each request with its game,
/// or `None` if the server was not reached or could not store it now.
pub(crate) fn send_when_known(user: CurrentUser, on_sent: impl Fn(&str, Option<GameId>) + Copy + 'static) {
    effect(move || {
        if let Some(account) = user.account() {
            spawn_local(async move { send(&account, on_sent).await });
        }
    });
}

/// Sends the stored games of an account, until the server cannot be reached or cannot store them.
pub(crate) async fn send(account: &str, on_sent: impl Fn(&str, Option<GameId>)) {
    for line in lines() {
        let Some(request) = line.strip_prefix(account).and_then(|rest| rest.strip_prefix('\t')) else {
            continue;
        };
        match fetch::post_text("/api/archive", request.to_owned()).await {
            Err(error) if is_temporary(&error) => return on_sent(request, None),
            // A game that the server refuses is not sent again.
            result => {
                remove(&line);
                let kept = result.ok().and_then(|text| KeepGameResponse::from_json(&text).ok());
                if let Some(KeepGameResponse { game }) = kept {
                    on_sent(request, Some(game));
                }
            }
        }
    }
}

/// Returns true if the server may keep the game another time: it was not reached, is busy, or cannot store anything now.
fn is_temporary(error: &FetchError) -> bool {
    match error {
        FetchError::Network => true,
        FetchError::InvalidResponse => false,
        FetchError::Refused(reason) => matches!(
            reason,
            ApiErrorReason::TooOften
                | ApiErrorReason::Refused {
                    refusal: ActionError::Storage | ActionError::Closing | ActionError::TooFast
                }
        ),
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
