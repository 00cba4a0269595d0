//! Compares two stores by what they answer.

use super::{CellValue, CopyError, CopyStep, GAMES, GAMES_PER_BATCH};
use crate::store::{
    AccountStore, GameId, GameStore, PlayerId, PostgresStore, Speed, SqliteStore, StoreError,
};

/// Accounts per page.
const PAGE: u32 = 500;

/// Compares games with their logs, accounts with ratings and sessions, outages and the secret.
pub(super) async fn compare(
    source: &SqliteStore,
    target: &PostgresStore,
    total: u64,
    progress: &mut dyn FnMut(CopyStep, u64, u64),
) -> Result<(), CopyError> {
    compare_one("the secret", source.secret().await, target.secret().await)?;
    compare_one("the list of outages", source.outages().await, target.outages().await)?;
    compare_accounts(source, target).await?;
    let (mut last, mut done) = (0, 0);
    loop {
        progress(CopyStep::Check, done, total);
        let games =
            source.table_rows(GAMES.select(), last, GAMES_PER_BATCH).await.map_err(CopyError::Source)?;
        let ids: Vec<GameId> = games[1].iter().filter_map(CellValue::id).collect();
        let Some(key) = games[0].last().and_then(CellValue::integer) else { break };
        last = key;
        for id in ids {
            compare_one(&format!("game {id}"), source.load(id).await, target.load(id).await)?;
            done += 1;
        }
    }
    if done == total { Ok(()) } else { Err(CopyError::Differs("the number of games".to_owned())) }
}

async fn compare_accounts(source: &SqliteStore, target: &PostgresStore) -> Result<(), CopyError> {
    let mut after = None;
    loop {
        let here = source.accounts(after.clone(), PAGE).await;
        compare_one("the list of accounts", here.clone(), target.accounts(after, PAGE).await)?;
        let accounts = here.map_err(CopyError::Source)?;
        for account in &accounts {
            compare_player(source, target, account.player).await?;
        }
        after = match accounts.last() {
            Some(account) => Some(account.name.clone()),
            None => return Ok(()),
        };
    }
}

async fn compare_player(
    source: &SqliteStore,
    target: &PostgresStore,
    player: PlayerId,
) -> Result<(), CopyError> {
    let start = game::Timestamp(0);
    let what = format!("an account ({player})");
    compare_one(&what, source.ratings(player).await, target.ratings(player).await)?;
    let sessions = |mut sessions: Vec<crate::store::Session>| {
        sessions.sort_by_key(|session| session.id.bits());
        sessions
    };
    compare_one(
        &what,
        source.sessions(player, start).await.map(sessions),
        target.sessions(player, start).await.map(sessions),
    )?;
    for speed in Speed::ALL {
        let here = source.rating_history(player, speed, start, player).await;
        compare_one(&what, here, target.rating_history(player, speed, start, player).await)?;
    }
    Ok(())
}

fn compare_one<T: PartialEq>(
    what: &str,
    here: Result<T, StoreError>,
    there: Result<T, StoreError>,
) -> Result<(), CopyError> {
    let (here, there) = (here.map_err(CopyError::Source)?, there.map_err(CopyError::Target)?);
    if here == there { Ok(()) } else { Err(CopyError::Differs(what.to_owned())) }
}
