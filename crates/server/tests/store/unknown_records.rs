//! Values that a newer program has written cost one record, never a list.

use game::Timestamp;
use server::accounts::{Scope, Scopes};
use server::store::{AdminCommand, Filter, SqliteStore, Store, StoreError};

use crate::contract::api_tokens::create_token;
use crate::contract::challenges::{LIMITS, challenge};
use crate::postgres::{config, database, server};
use crate::sample::{create_account, end_game, folder, game_id, new_game, player};

/// `sql` runs statements on the database of the store.
async fn check(store: &dyn Store, commands: &str, sql: impl Fn(&str)) {
    for (number, name) in [(1, "Ann"), (2, "Bob")] {
        create_account(store, number, name).await;
    }
    check_challenges(store, &sql).await;
    check_tokens(store, &sql).await;
    check_games(store, &sql).await;
    store.post_admin_command(AdminCommand::CloseSeeks, Timestamp(1)).await.unwrap();
    store.post_admin_command(AdminCommand::Disconnect(player(1)), Timestamp(2)).await.unwrap();
    sql(&format!("UPDATE {commands} SET kind = 'dance' WHERE at = 1"));
    let found = store.admin_commands(0).await.unwrap();
    let found: Vec<_> = found.into_iter().map(|(_, command)| command).collect();
    assert_eq!(found, [AdminCommand::Disconnect(player(1))]);
    assert_eq!(store.verify().await, Ok(()), "nothing is damaged");
    assert_eq!(store.ready().await, Ok(()));
}

async fn check_challenges(store: &dyn Store, sql: impl Fn(&str)) {
    for number in [4, 5] {
        assert_eq!(store.create_challenge(challenge(number, 1, 2), LIMITS).await, Ok(true));
    }
    sql("UPDATE challenges SET terms = '{\"newer\":1}' WHERE created_at = 4");
    let open = store.open_challenges(player(1), Timestamp(10)).await.unwrap();
    assert_eq!(open.iter().map(|challenge| challenge.id).collect::<Vec<_>>(), [game_id(5)]);
    let error = store.challenge(game_id(4)).await.unwrap_err();
    assert_eq!(error, StoreError::Unknown("{\"newer\":1}".to_owned()));
}

/// A token keeps the scopes that are known, and can be revoked.
async fn check_tokens(store: &dyn Store, sql: impl Fn(&str)) {
    let (first, _) = (create_token(store, 10, 1).await, create_token(store, 20, 1).await);
    sql("UPDATE api_tokens SET scopes = 'bot:play,study:write' WHERE created_at = 10");
    let known: Scopes = [Scope::BotPlay].into_iter().collect();
    assert_eq!(store.api_token(first.hash()).await.unwrap().unwrap().scopes, known);
    let listed = store.api_tokens(player(1)).await.unwrap();
    assert_eq!(listed.len(), 2);
    assert_eq!(listed[1].scopes, known);
    assert_eq!(store.revoke_api_token(player(1), listed[1].id).await, Ok(true));
}

async fn check_games(store: &dyn Store, sql: impl Fn(&str)) {
    for number in 1..=5 {
        store.create(new_game(number)).await.unwrap();
        store.append(end_game(number, None, number as u64 * 1_000)).await.unwrap();
    }
    for number in 6..=7 {
        store.create(new_game(number)).await.unwrap();
    }
    sql("UPDATE games SET ruleset = 'hexagonal' WHERE ended_at = 3000");
    let (mut after, mut pages) = (None, Vec::new());
    loop {
        let page = store.finished_games(Filter::default(), after, 2).await.unwrap();
        pages.push(page.games.iter().map(|game| game.id.bits()).collect::<Vec<_>>());
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(pages, [vec![5, 4], vec![2], vec![1]]);
    sql("UPDATE games SET speed = 'warp' WHERE ended_at IS NULL AND key = (SELECT max(key) FROM games)");
    let ids = |games: Vec<server::store::GameHead>| games.iter().map(|game| game.id).collect::<Vec<_>>();
    assert_eq!(ids(store.live_games(10).await.unwrap()), [game_id(6)]);
    assert_eq!(ids(store.unfinished(player(1), 10).await.unwrap()), [game_id(6)]);
    assert_eq!(store.load(game_id(7)).await.unwrap_err(), StoreError::Unknown("warp".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_leaves_unknown_records_out_of_lists() {
    let folder = folder("unknown-records");
    let store = SqliteStore::open(&folder).unwrap();
    let connection = rusqlite::Connection::open(folder.join("hanpan.db")).unwrap();
    check(&store, "orders", |sql| {
        assert_eq!(connection.execute(sql, []), Ok(1), "{sql}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_leaves_unknown_records_out_of_lists() {
    let url = server().new_database().unwrap();
    let store = server::store::PostgresStore::open(config(&url)).await.unwrap();
    check(&store, "admin_commands", |sql| {
        let sql = format!("WITH changed AS ({sql} RETURNING 1) SELECT count(*) FROM changed");
        assert_eq!(server().execute(database(&url), &sql).unwrap(), "1", "{sql}");
    })
    .await;
}
