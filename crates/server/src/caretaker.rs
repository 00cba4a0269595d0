//! What has to be done now and then, though nobody asks for it.

use std::sync::Arc;

use protocol::{Farewell, PlayerId};
use tokio::time::{Duration, MissedTickBehavior, interval};

use crate::lobby::Request as LobbyRequest;
use crate::node::{Node, closed};
use crate::store::{Account, Order};
use crate::tables::Cut;

/// How often the server looks around.
const ROUND: Duration = Duration::from_secs(1);

/// So many games are woken in one round; the others wait for the next.
const WOKEN: u32 = 200;

/// After so many rounds what is not needed any more is forgotten.
const SWEEP: u64 = 60;

/// Shows that the server is alive until it closes. Nothing else is done here, so that nothing can hold it up.
pub(crate) async fn beat(node: Arc<Node>) {
    let mut closing = node.closing.subscribe();
    let mut beats = interval(ROUND);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = closed(&mut closing) => return,
            _ = beats.tick() => {}
        }
        // If it fails once, the next one may not.
        node.store.alive(node.time.now()).await.ok();
    }
}

/// Looks around until the server closes.
pub(crate) async fn caretake(node: Arc<Node>) {
    let mut closing = node.closing.subscribe();
    let mut rounds = interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_order = None;
    for round in 0_u64.. {
        tokio::select! {
            () = closed(&mut closing) => return,
            _ = rounds.tick() => {}
        }
        wake_due(&node).await;
        last_order = carry_out(&node, last_order).await;
        if round.is_multiple_of(SWEEP) {
            node.gate.sweep(node.time.now());
            node.throttle.sweep(node.time.now());
            node.store.forget_expired(node.time.now()).await.ok();
        }
    }
}

/// Wakes the games whose time has come, whether or not somebody is there.
async fn wake_due(node: &Arc<Node>) {
    match node.store.due(node.time.now(), WOKEN).await {
        Ok(games) => {
            for game in games {
                node.tables.wake(node, game);
            }
        }
        Err(error) => tracing::error!(%error, "games that are due cannot be found"),
    }
}

/// Why somebody is to be disconnected by the host: they are banned, or have another password.
async fn reason(node: &Node, player: PlayerId) -> Farewell {
    match node.store.account(player).await {
        Ok(Some(Account { ban: Some(_), .. })) => Farewell::Banned,
        // If it cannot be read, who comes back is told when they log in.
        Ok(_) | Err(_) => Farewell::Closing,
    }
}

/// Does what the command line has asked for since the last order; gives the one that is the last then. What was ordered
/// before this server started was meant for another.
async fn carry_out(node: &Node, last: Option<u64>) -> Option<u64> {
    let orders = match node.store.orders(last.unwrap_or(0)).await {
        Ok(orders) => orders,
        Err(error) => {
            tracing::error!(%error, "orders cannot be read");
            return last;
        }
    };
    let new = if last.is_some() { orders.as_slice() } else { &[] };
    for (_, order) in new {
        match *order {
            Order::CloseSeeks => node.lobby.tell(LobbyRequest::CloseAll).await,
            Order::Disconnect(player) => node.dismiss(player, Cut::All, reason(node, player).await),
        }
    }
    Some(orders.last().map_or(last.unwrap_or(0), |&(number, _)| number))
}
