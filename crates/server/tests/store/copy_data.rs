//! Copies of a data folder into PostgreSQL.

use std::fs;
use std::path::{Path, PathBuf};

use game::Timestamp;
use rules::Color;
use server::store::{
    AccountStore, ApiTokenStore, Append, ArchiveStore, Ban, CertificateKey, CertificateStore, ChallengeStore,
    CopyError, CopyReport, CopyStep, ExplorerChoice, ExplorerStore, Filter, GameStatus, GameStore, NewGame,
    Outage, PostgresStore, SecretText, SqliteStore, StoreError, StoredCertificate, copy_data,
};

use crate::contract::api_tokens::create_token;
use crate::contract::challenges::{LIMITS, challenge};
use crate::postgres::{config, database, server};
use crate::sample::{
    create_account, end_game, folder, game_id, move_entry, new_game, open_session, play_game, player,
    rated_game,
};

/// More than one transaction of the copy.
pub(crate) const GAMES: u128 = 450;

/// A folder with something in every table.
pub(crate) async fn full_folder(name: &str) -> PathBuf {
    let folder = folder(name);
    let store = SqliteStore::open(&folder).unwrap();
    for (number, name) in [(1, "Ann"), (2, "Bob"), (3, "한판Fan"), (4, "Gone")] {
        create_account(&store, number, name).await;
    }
    open_session(&store, 1, 1, 1_000).await;
    create_token(&store, 1, 1).await;
    store.make_bot(player(3)).await.unwrap();
    store.set_explorer_choice(player(1), ExplorerChoice::LeftOut).await.unwrap();
    store.create_challenge(challenge(9_000, 1, 3), LIMITS).await.unwrap();
    for number in 0..GAMES {
        let game = if number % 50 == 0 { rated_game(number) } else { new_game(number) };
        match number % 3 {
            0 => play_game(&store, game, Some(Color::White), 1_000 + number as u64).await,
            1 => {
                store.create(game).await.unwrap();
                let status = Some(GameStatus::Playing { turn: Color::Black, due: Some(Timestamp(77)) });
                let append = Append { status, ..Append::new(game_id(number), vec![move_entry(1, 0)]) };
                store.append(append).await.unwrap();
            }
            _ => {
                let status = GameStatus::Waiting { due: None };
                let mut game = NewGame { status, ..game };
                game.seats.black = None;
                store.create(game).await.unwrap();
            }
        }
    }
    store.set_ban(player(2), Some(Ban { reason: "engine".to_owned(), at: Timestamp(5) })).await.unwrap();
    store.delete_account(player(4)).await.unwrap();
    let directory = "https://acme.example/directory".to_owned();
    store.add_acme_account(directory.clone(), SecretText::new("credentials".to_owned())).await.unwrap();
    let issued = StoredCertificate {
        chain: "chain".to_owned(),
        key: SecretText::new("key".to_owned()),
        at: Timestamp(3),
    };
    let of = CertificateKey { directory, host: "chess.example.org".to_owned() };
    store.save_certificate(of, issued).await.unwrap();
    store.record_outage(Outage { from: Timestamp(10), until: Timestamp(20) }).await.unwrap();
    store.compact_logs(Timestamp(u64::MAX), 20).await.unwrap();
    store.close().await;
    folder
}

/// Copies on a thread of its own, because the function blocks.
pub(crate) async fn copy(from: &Path, url: &str) -> Result<CopyReport, CopyError> {
    let (from, config) = (from.to_owned(), config(url));
    let copied = tokio::task::spawn_blocking(move || {
        let mut last = (CopyStep::Copy, 0);
        let report = copy_data(&from, config, &mut |step, done, total| {
            assert!(done <= total && (step != last.0 || done >= last.1), "progress never goes back");
            last = (step, done);
        });
        if let Ok(report) = &report {
            assert_eq!(last, (CopyStep::Check, report.games));
        }
        report
    });
    copied.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_has_everything_and_goes_on_from_there() {
    let (from, url) = (full_folder("copy-whole").await, server().new_database().unwrap());
    let before = fs::read(from.join("hanpan.db")).unwrap().len();
    assert_eq!(copy(&from, &url).await, Ok(CopyReport { games: GAMES as u64, resumed: 0 }));
    let store = PostgresStore::open(config(&url)).await.unwrap();
    let source = SqliteStore::open(&from).unwrap();
    for number in [0, 1, 2, 150] {
        assert_eq!(store.load(game_id(number)).await, source.load(game_id(number)).await);
    }
    let page =
        async |store: &dyn ArchiveStore| store.finished_games(Filter::default(), None, 500).await.unwrap();
    assert_eq!(page(&store).await, page(&source).await);
    assert_eq!(store.unfinished(player(1), 999).await, source.unfinished(player(1), 999).await);
    assert_eq!(store.secret().await, source.secret().await);
    assert!(store.account(player(3)).await.unwrap().unwrap().is_bot);
    assert_eq!(store.api_tokens(player(1)).await, source.api_tokens(player(1)).await);
    let (sent, copied) =
        (source.challenge(game_id(9_000)).await.unwrap(), store.challenge(game_id(9_000)).await.unwrap());
    assert_eq!((sent.is_some(), &sent), (true, &copied));
    let taken = server::store::NewAccount {
        player: player(9),
        name: "gone".parse().unwrap(),
        password: crate::sample::password(),
        at: Timestamp(1),
    };
    assert_eq!(store.create_account(taken).await, Err(server::store::AccountError::NameTaken));
    // New games get keys of their own, and games in progress go on.
    store.create(new_game(9_000)).await.unwrap();
    store.append(Append::new(game_id(1), vec![move_entry(2, 1)])).await.unwrap();
    store.append(end_game(9_000, None, 5_000)).await.unwrap();
    source.close().await;
    assert!(fs::metadata(from.join("hanpan.db")).unwrap().len() as usize >= before, "the folder stays");
    assert_eq!(copy(&from, &url).await, Err(CopyError::NotEmpty));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_copy_is_resumed() {
    let (from, url) = (full_folder("copy-resumed").await, server().new_database().unwrap());
    let execute = |sql: &str| server().execute(database(&url), sql).unwrap();
    PostgresStore::open(config(&url)).await.unwrap().close().await;
    execute(
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'pulled'; END $$;
         CREATE TRIGGER fail BEFORE INSERT ON games FOR EACH ROW WHEN (NEW.key = 250) EXECUTE FUNCTION fail()",
    );
    let error = copy(&from, &url).await.unwrap_err();
    assert!(
        matches!(&error, CopyError::Target(StoreError::Failed(words)) if words.contains("pulled")),
        "{error:?}"
    );
    let error = PostgresStore::open(config(&url)).await.unwrap_err();
    assert!(error.to_string().contains("copy-data"), "no server opens half a copy: {error}");
    execute("DROP TRIGGER fail ON games");
    assert_eq!(copy(&from, &url).await, Ok(CopyReport { games: GAMES as u64, resumed: 200 }));
    assert!(PostgresStore::open(config(&url)).await.is_ok());
}

/// A copy that another program has changed before its end is refused, whichever table it is.
#[tokio::test(flavor = "multi_thread")]
async fn every_table_is_compared() {
    let (from, url) = (full_folder("copy-compared").await, server().new_database().unwrap());
    let execute = |sql: &str| server().execute(database(&url), sql).unwrap();
    PostgresStore::open(config(&url)).await.unwrap().close().await;
    // The last statement of a copy fails, so that it can be repeated.
    execute(
        "CREATE FUNCTION fail() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the end'; END $$;
         CREATE EVENT TRIGGER fail ON sql_drop EXECUTE FUNCTION fail()",
    );
    let end = copy(&from, &url).await;
    assert!(
        matches!(&end, Err(CopyError::Target(error)) if error.to_string().contains("the end")),
        "{end:?}"
    );
    for (change, back) in [
        (
            "UPDATE accounts SET ban_reason = 'x' WHERE name_key = 'bob'",
            "UPDATE accounts SET ban_reason = 'engine' WHERE name_key = 'bob'",
        ),
        (
            "INSERT INTO explorer_left_out SELECT player FROM accounts WHERE name_key = 'bob'",
            "DELETE FROM explorer_left_out WHERE player = (SELECT player FROM accounts WHERE name_key = 'bob')",
        ),
        ("INSERT INTO reserved_names VALUES ('x')", "DELETE FROM reserved_names WHERE hash = 'x'"),
        ("UPDATE sessions SET device = device || 'x'", "UPDATE sessions SET device = left(device, -1)"),
        ("UPDATE api_tokens SET scopes = scopes || 'x'", "UPDATE api_tokens SET scopes = left(scopes, -1)"),
        ("UPDATE challenges SET state = 'canceled'", "UPDATE challenges SET state = 'open'"),
        ("UPDATE outages SET from_at = from_at - 1", "UPDATE outages SET from_at = from_at + 1"),
        (
            "UPDATE secrets SET value = set_byte(value, 0, get_byte(value, 0) # 1)",
            "UPDATE secrets SET value = set_byte(value, 0, get_byte(value, 0) # 1)",
        ),
        (
            "UPDATE acme_accounts SET credentials = 'x'",
            "UPDATE acme_accounts SET credentials = 'credentials'",
        ),
        ("UPDATE certificates SET chain = 'x'", "UPDATE certificates SET chain = 'chain'"),
        ("UPDATE ratings SET value = value * 2", "UPDATE ratings SET value = value / 2"),
        ("UPDATE rating_points SET value = value * 2", "UPDATE rating_points SET value = value / 2"),
        (
            "UPDATE games SET white_name = 'x' WHERE key = 2",
            "UPDATE games SET white_name = NULL WHERE key = 2",
        ),
        ("UPDATE progress SET plies = plies + 1", "UPDATE progress SET plies = plies - 1"),
        ("UPDATE compact_logs SET moves = moves + 1", "UPDATE compact_logs SET moves = moves - 1"),
    ] {
        let table = change.trim_start_matches("INSERT INTO ").trim_start_matches("UPDATE ");
        let table = table.split(' ').next().unwrap();
        assert_ne!(execute(&format!("SELECT count(*) FROM {table}")), "0", "{table}");
        execute(change);
        let differs = copy(&from, &url).await;
        assert!(
            matches!(&differs, Err(CopyError::Differs(what)) if what.contains(table)),
            "{change}: {differs:?}"
        );
        execute(back);
    }
    execute("UPDATE entries SET at = at + 1 WHERE game = 2");
    let differs = copy(&from, &url).await;
    assert!(matches!(&differs, Err(CopyError::Differs(what)) if what.contains("log of game")), "{differs:?}");
    execute("UPDATE entries SET at = at - 1 WHERE game = 2");
    execute("DROP EVENT TRIGGER fail");
    assert_eq!(copy(&from, &url).await, Ok(CopyReport { games: GAMES as u64, resumed: GAMES as u64 }));
    assert!(PostgresStore::open(config(&url)).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_in_use_or_without_data_is_refused() {
    let url = server().new_database().unwrap();
    let folder = folder("copy-in-use");
    assert!(matches!(copy(&folder, &url).await, Err(CopyError::Source(StoreError::Failed(_)))));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    let running = SqliteStore::open(&folder).unwrap();
    assert_eq!(copy(&folder, &url).await, Err(CopyError::Source(StoreError::InUse)));
    running.close().await;
    assert_eq!(copy(&folder, &url).await, Ok(CopyReport { games: 0, resumed: 0 }));
}
