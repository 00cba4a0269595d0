//! What has to be done now and then, though nobody asks for it.

use std::sync::Arc;

use protocol::{CloseReason, PlayerId};
use tokio::time::{Duration, MissedTickBehavior, interval};

use crate::games::DisconnectScope;
use crate::lobby::LobbyRequest;
use crate::node::{Node, shutdown_started};
use crate::store::{Account, AdminCommand};

/// How often the server looks around.
const INTERVAL: Duration = Duration::from_secs(1);

/// So many games are woken in one round; the others wait for the next.
const MAX_WOKEN: u32 = 200;

/// After so many rounds what is not needed any more is forgotten.
const SWEEP_EVERY: u64 = 60;

/// Shows that the server is alive until it closes. Nothing else is done here, so that nothing can hold it up.
pub(crate) async fn heartbeat_loop(node: Arc<Node>) {
    let mut closing = node.shutdown.subscribe();
    let mut beats = interval(INTERVAL);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = shutdown_started(&mut closing) => return,
            _ = beats.tick() => {}
        }
        // If it fails once, the next one may not.
        node.store.record_heartbeat(node.time.now()).await.ok();
    }
}

/// Looks around until the server closes.
pub(crate) async fn maintenance_loop(node: Arc<Node>) {
    let mut closing = node.shutdown.subscribe();
    let mut rounds = interval(INTERVAL);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_order = None;
    for round in 0_u64.. {
        tokio::select! {
            () = shutdown_started(&mut closing) => return,
            _ = rounds.tick() => {}
        }
        wake_due_games(&node).await;
        last_order = run_admin_commands(&node, last_order).await;
        if round.is_multiple_of(SWEEP_EVERY) {
            node.rate_limiter.sweep(node.time.now());
            node.login_throttle.sweep(node.time.now());
            node.store.delete_expired_sessions(node.time.now()).await.ok();
        }
    }
}

/// Wakes the games whose time has come, whether or not somebody is there.
async fn wake_due_games(node: &Arc<Node>) {
    match node.store.due_games(node.time.now(), MAX_WOKEN).await {
        Ok(games) => {
            for game in games {
                node.games.wake(node, game);
            }
        }
        Err(error) => tracing::error!(%error, "games that are due cannot be found"),
    }
}

/// Why somebody is to be disconnected by the host: they are banned, or have another password.
async fn disconnect_reason(node: &Node, player: PlayerId) -> CloseReason {
    match node.store.account(player).await {
        Ok(Some(Account { ban: Some(_), .. })) => CloseReason::Banned,
        // If it cannot be read, who comes back is told when they log in.
        Ok(_) | Err(_) => CloseReason::Closing,
    }
}

/// Does what the command line has asked for since the last order; gives the one that is the last then. What was ordered
/// before this server started was meant for another.
async fn run_admin_commands(node: &Node, last: Option<u64>) -> Option<u64> {
    let orders = match node.store.admin_commands(last.unwrap_or(0)).await {
        Ok(orders) => orders,
        Err(error) => {
            tracing::error!(%error, "orders cannot be read");
            return last;
        }
    };
    let new = if last.is_some() { orders.as_slice() } else { &[] };
    for (_, order) in new {
        match *order {
            AdminCommand::CloseSeeks => node.lobby.send(LobbyRequest::CloseAll).await,
            AdminCommand::Disconnect(player) => {
                node.disconnect_because(player, DisconnectScope::All, disconnect_reason(node, player).await)
            }
        }
    }
    Some(orders.last().map_or(last.unwrap_or(0), |&(number, _)| number))
}
