//! SQL of what running nodes share.

use std::sync::Arc;

use game::{Millis, Timestamp};
use protocol::{ActionId, Seat};
use rules::ByColor;
use tokio_postgres::Row;

use super::pool::Lane;
use super::rows::{Uuid, get, id, timestamp};
use super::{PostgresStore, appends};
use crate::store::columns::to_millis;
use crate::store::{
    BoxFuture, Cancellation, ClusterStore, CreateError, GameId, LEASE, Lease, Leases, LobbyChange, NewGame,
    NodeId, NodeLoad, NodePresence, PlayerId, Renewal, SidePresence, StoreError, StoredLobby, StoredPairing,
    StoredSeek, WorkClaim,
};

/// Pairings are kept for this time; after that a client finds the game in its list of games.
const PAIRING_AGE: Millis = Millis::minutes(60);

impl ClusterStore for PostgresStore {
    fn renew_lease(&self, renewal: Renewal) -> BoxFuture<Result<Leases, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let Renewal { node, load, is_on_bus, .. } = renewal;
            let (players, games) = (count_column(load.players), count_column(load.games));
            let sql = "SELECT o_now, o_node, o_renewed_at, o_is_released, o_players, o_games, o_is_on_bus
                       FROM hanpan_renew_lease($1, $2, $3, $4)";
            let rows = pool.query(Lane::Lease, sql, &[&key(node), &players, &games, &is_on_bus]).await?;
            let now = rows.last().map(|row| timestamp(row, 0)).transpose()?;
            let lease = |row: &Row| {
                let load = NodeLoad { players: count(row, 4)?, games: count(row, 5)? };
                Ok(Lease {
                    node: node_id(row, 1)?,
                    renewed: timestamp(row, 2)?,
                    is_released: get(row, 3)?,
                    load,
                    is_on_bus: get(row, 6)?,
                })
            };
            Ok(Leases { now, all: rows.iter().map(lease).collect::<Result<_, StoreError>>()? })
        })
    }

    fn release_lease(&self, node: NodeId) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            pool.query(Lane::Lease, "SELECT hanpan_release_lease($1)", &[&key(node)]).await?;
            Ok(())
        })
    }

    fn end_lease(&self, node: NodeId, _: Timestamp) -> BoxFuture<Result<bool, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let lease = i64::try_from(LEASE.0).unwrap_or(i64::MAX);
            let sql = "SELECT hanpan_end_lease($1, $2)";
            Ok(pool.query_value(Lane::Write, sql, &[&key(node), &lease]).await?)
        })
    }

    fn set_presence(
        &self,
        game: GameId,
        node: NodeId,
        presence: Option<NodePresence>,
    ) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let (game, node) = (Uuid::from(game), key(node));
            let Some(NodePresence { players, watchers }) = presence else {
                pool.query(Lane::Write, "SELECT hanpan_delete_presence($1, $2)", &[&game, &node]).await?;
                return Ok(());
            };
            let ((white, white_since), (black, black_since)) =
                (side_columns(players.white), side_columns(players.black));
            let watchers = count_column(watchers);
            let sql = "SELECT hanpan_set_presence($1, $2, $3, $4, $5, $6, $7)";
            let params: super::session::Params<'_> =
                &[&game, &node, &white, &white_since, &black, &black_since, &watchers];
            pool.query(Lane::Write, sql, params).await?;
            Ok(())
        })
    }

    fn presence(&self, game: GameId) -> BoxFuture<Result<Vec<(NodeId, NodePresence)>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql =
                "SELECT node, white, white_since, black, black_since, watchers FROM presence WHERE game = $1";
            let rows = pool.query(Lane::Read, sql, &[&Uuid::from(game)]).await?;
            rows.iter().map(|row| Ok((node_id(row, 0)?, presence(row, 1)?))).collect()
        })
    }

    fn games_on(&self, node: NodeId) -> BoxFuture<Result<Vec<(GameId, NodePresence)>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql =
                "SELECT game, white, white_since, black, black_since, watchers FROM presence WHERE node = $1";
            let rows = pool.query(Lane::Read, sql, &[&key(node)]).await?;
            rows.iter().map(|row| Ok((id(row, 0)?, presence(row, 1)?))).collect()
        })
    }

    fn claim_work(&self, claim: WorkClaim) -> BoxFuture<Result<Vec<String>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let WorkClaim { node, work, at, until } = claim;
            let sql = "SELECT hanpan_claim_work($1, $2, $3, $4)";
            let rows =
                pool.query(Lane::Write, sql, &[&key(node), &work, &to_millis(at), &to_millis(until)]).await?;
            rows.iter().map(|row| get(row, 0)).collect()
        })
    }

    fn lobby(&self, known: u64) -> BoxFuture<Result<Option<StoredLobby>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "SELECT l.version, s.id, s.body FROM lobby l LEFT JOIN seeks s ON true
                       WHERE l.version <> $1 ORDER BY s.position";
            let rows = pool.query(Lane::Read, sql, &[&version_column(known)]).await?;
            let Some(first) = rows.first() else { return Ok(None) };
            let version: i64 = get(first, 0)?;
            let mut seeks = Vec::new();
            for row in &rows {
                let (seek, body): (Option<Uuid>, Option<String>) = (get(row, 1)?, get(row, 2)?);
                seeks.extend(seek.zip(body).map(|(seek, body)| StoredSeek { id: seek.id(), body }));
            }
            Ok(Some(StoredLobby { version: version.unsigned_abs(), seeks }))
        })
    }

    fn change_lobby(&self, change: LobbyChange) -> BoxFuture<Result<Option<u64>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let LobbyChange { version, removed, added, pairings } = change;
            let removed: Vec<_> = removed.into_iter().map(Uuid::from).collect();
            let ids: Vec<_> = added.iter().map(|seek| Uuid::from(seek.id)).collect();
            let bodies: Vec<_> = added.into_iter().map(|seek| seek.body).collect();
            let players: Vec<_> = pairings.iter().map(|pairing| Uuid::from(pairing.player)).collect();
            let requests: Vec<_> = pairings.iter().map(|pairing| Uuid::from(pairing.request)).collect();
            let games: Vec<_> = pairings.iter().map(|pairing| Uuid::from(pairing.game)).collect();
            let seats: Vec<_> = pairings.iter().map(|pairing| seat_column(pairing.seat)).collect();
            let times: Vec<_> = pairings.iter().map(|pairing| to_millis(pairing.at)).collect();
            let latest = pairings.iter().map(|pairing| pairing.at.0).max().unwrap_or_default();
            let old = to_millis(Timestamp(latest.saturating_sub(PAIRING_AGE.0)));
            let sql = "SELECT hanpan_change_lobby($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
            let params: super::session::Params<'_> = &[
                &version_column(version),
                &removed,
                &ids,
                &bodies,
                &players,
                &requests,
                &games,
                &seats,
                &times,
                &old,
            ];
            let version: Option<i64> = pool.query_value(Lane::Write, sql, params).await?;
            Ok(version.map(i64::unsigned_abs))
        })
    }

    fn pairing(
        &self,
        player: PlayerId,
        request: ActionId,
    ) -> BoxFuture<Result<Option<StoredPairing>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "SELECT game, seat, at FROM pairings WHERE player = $1 AND request = $2";
            let row = pool.query_opt(Lane::Read, sql, &[&Uuid::from(player), &Uuid::from(request)]).await?;
            let pairing = |row: Row| {
                let seat = if get::<i16>(&row, 1)? == 0 { Seat::White } else { Seat::Black };
                Ok(StoredPairing { player, request, game: id(&row, 0)?, seat, at: timestamp(&row, 2)? })
            };
            row.map(pairing).transpose()
        })
    }

    fn create_paired(&self, game: NewGame) -> BoxFuture<Result<(), CreateError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { Ok(appends::create_paired(&pool, &game).await?) })
    }

    fn cancel_pairing(&self, game: GameId) -> BoxFuture<Result<Cancellation, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "SELECT hanpan_cancel_pairing($1)";
            match pool.query_value(Lane::Write, sql, &[&Uuid::from(game)]).await? {
                true => Ok(Cancellation::Cancelled),
                false => Ok(Cancellation::ExistingGame),
            }
        })
    }
}

fn key(node: NodeId) -> i64 {
    i64::from_be_bytes(node.0.to_be_bytes())
}

fn node_id(row: &Row, column: usize) -> Result<NodeId, StoreError> {
    Ok(NodeId(u64::from_be_bytes(get::<i64>(row, column)?.to_be_bytes())))
}

fn count_column(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

fn count(row: &Row, column: usize) -> Result<u32, StoreError> {
    Ok(get::<i32>(row, column)?.unsigned_abs())
}

fn version_column(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}

fn seat_column(seat: Seat) -> i16 {
    if seat == Seat::White { 0 } else { 1 }
}

fn side_columns(side: SidePresence) -> (i16, i64) {
    match side {
        SidePresence::Unseen => (0, 0),
        SidePresence::Connected => (1, 0),
        SidePresence::Away { since } => (2, to_millis(since)),
    }
}

/// Presence from five columns.
fn presence(row: &Row, first: usize) -> Result<NodePresence, StoreError> {
    let side = |column: usize| -> Result<SidePresence, StoreError> {
        Ok(match get::<i16>(row, column)? {
            0 => SidePresence::Unseen,
            1 => SidePresence::Connected,
            _ => SidePresence::Away { since: timestamp(row, column + 1)? },
        })
    };
    let players = ByColor { white: side(first)?, black: side(first + 2)? };
    Ok(NodePresence { players, watchers: count(row, first + 4)? })
}
