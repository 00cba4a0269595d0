//! Periodic background tasks: heartbeat, due games, admin commands, cleanup.

use std::sync::Arc;

use game::Millis;
use protocol::{CloseReason, PlayerId, PlayerName};
use tokio::time::{Duration, MissedTickBehavior, interval};

use crate::accounts::Identity;
use crate::games::{DisconnectScope, EndedTokens, GamesToEnd};
use crate::lobby::LobbyRequest;
use crate::node::clock::system_time;
use crate::node::{Node, ServerClock, shutdown_started};
use crate::panics::catch_panic;
use crate::store::{Account, AdminCommand};

/// Interval of both loops.
const INTERVAL: Duration = Duration::from_secs(1);

/// Maximum number of games woken in one iteration; the rest wait for the next.
const MAX_WOKEN: u32 = 200;

/// Time for which a node looks after a due game, before another one may.
const DUE_CLAIM: Millis = Millis::seconds(5);

/// Change of the system time within one interval that counts as a jump.
const MAX_DRIFT: Millis = Millis::seconds(5);

/// Rate limiters and expired sessions are cleaned up every this many iterations.
const SWEEP_EVERY: u64 = 60;

/// Records a heartbeat in the store until shutdown. A loop of its own, so that slow maintenance cannot delay
/// it.
pub(crate) async fn heartbeat_loop(node: Arc<Node>) {
    let mut shutdown = node.shutdown.subscribe();
    let mut beats = interval(INTERVAL);
    let mut drift = system_time().0.abs_diff(node.time.now().0);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = shutdown_started(&mut shutdown) => return,
            _ = beats.tick() => {}
        }
        // A failed heartbeat is repaired by the next one.
        contain("heartbeat", node.record_heartbeat()).await;
        drift = report_jump(drift, &node.time);
    }
}

/// Logs a jump of the system time. It changes nothing before the next start.
fn report_jump(before: u64, time: &ServerClock) -> u64 {
    let drift = system_time().0.abs_diff(time.now().0);
    if drift.abs_diff(before) > MAX_DRIFT.0 {
        tracing::warn!(seconds = drift.abs_diff(before) / 1_000, "system clock jumped");
    }
    drift
}

/// Runs periodic maintenance until shutdown.
pub(crate) async fn maintenance_loop(node: Arc<Node>) {
    let mut shutdown = node.shutdown.subscribe();
    let mut rounds = interval(INTERVAL);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_command = None;
    for round in 0_u64.. {
        tokio::select! {
            () = shutdown_started(&mut shutdown) => return,
            _ = rounds.tick() => {}
        }
        contain("due games", wake_due_games(&node)).await;
        let commands = contain("admin commands", run_admin_commands(&node, last_command)).await;
        last_command = commands.unwrap_or(last_command);
        if round.is_multiple_of(SWEEP_EVERY) {
            contain("cleanup", clean_up(&node)).await;
        }
    }
}

/// Runs one task of a loop; after a panic the loop goes on.
pub(super) async fn contain<T>(task: &str, work: impl Future<Output = T>) -> Option<T> {
    let done = catch_panic(work).await;
    done.inspect_err(|panic| tracing::error!(task, %panic, "background task panicked")).ok()
}

async fn clean_up(node: &Node) {
    let now = node.time.now();
    node.rate_limiter.sweep(now);
    node.expensive_requests.sweep(now);
    node.login_throttle.sweep(now);
    node.store.delete_expired_sessions(now).await.ok();
    node.store.delete_expired_challenges(now).await.ok();
    node.store.delete_expired_oauth_codes(now).await.ok();
}

/// Wakes games whose deadline has passed, with or without connected players.
async fn wake_due_games(node: &Arc<Node>) {
    match node.store.due_games(node.time.now(), MAX_WOKEN).await {
        Ok(games) => {
            let work: Vec<_> = games.iter().map(|game| format!("due:{game}")).collect();
            let granted = node.claim_work(work, DUE_CLAIM).await;
            for game in games.into_iter().filter(|game| granted.contains(&format!("due:{game}"))) {
                node.games.wake(node, game);
            }
        }
        Err(error) => tracing::error!(%error, "loading due games failed"),
    }
}

/// Reason to send when the operator disconnects a player: banned, or just logged out.
async fn disconnect_reason(node: &Node, player: PlayerId) -> CloseReason {
    match node.store.account(player).await {
        Ok(Some(Account { ban: Some(_), .. })) => CloseReason::Banned,
        // Without the account the reason is unknown; a banned player learns it at the next login.
        Ok(_) | Err(_) => CloseReason::Closing,
    }
}

/// Aborts the invitations of a banned player: no opponent shall join them.
async fn abort_invitations_of_banned(node: &Arc<Node>, player: PlayerId) {
    if let Ok(Some(account)) = node.store.account(player).await
        && account.ban.is_some()
    {
        let identity = Identity {
            id: player,
            account: PlayerName::new(account.name.as_str()).ok(),
            is_bot: account.is_bot,
            session: None,
        };
        if let Err(refusal) = node.end_games(&identity, GamesToEnd::Invitations).await {
            tracing::error!(%player, ?refusal, "aborting invitations failed");
        }
    }
}

/// Runs the admin commands posted since number `last` and returns the latest number. Of commands from
/// before the start of this server only bans matter: connections and seeks have ended with the last server.
async fn run_admin_commands(node: &Arc<Node>, last: Option<u64>) -> Option<u64> {
    let commands = match node.store.admin_commands(last.unwrap_or(0)).await {
        Ok(commands) => commands,
        Err(error) => {
            tracing::error!(%error, "loading admin commands failed");
            return last;
        }
    };
    for (_, command) in &commands {
        if let AdminCommand::Disconnect(player) = *command {
            abort_invitations_of_banned(node, player).await;
        }
    }
    let new = if last.is_some() { commands.as_slice() } else { &[] };
    for (_, command) in new {
        match *command {
            AdminCommand::CloseSeeks => node.lobby.send(LobbyRequest::CloseAll).await,
            AdminCommand::Disconnect(player) => {
                node.disconnect_because(player, DisconnectScope::All, disconnect_reason(node, player).await);
                // The operator has banned the player or replaced the password.
                node.end_api_tokens(player, EndedTokens::All).await;
            }
        }
    }
    Some(commands.last().map_or(last.unwrap_or(0), |&(number, _)| number))
}
