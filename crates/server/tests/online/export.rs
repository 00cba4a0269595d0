//! Personal data export.

use std::path::PathBuf;
use std::sync::Arc;

use game::Timestamp;
use protocol::{GameId, GameSetup, PlayerAction, RatingMode, Seat};
use rules::ByColor;
use rusqlite::Connection;
use serde_json::Value;
use server::accounts::{Scopes, Token};
use server::store::{
    ApiTokenId, ApiTokenStore, Challenge, ChallengeLimits, ChallengeState, ChallengeStore, ChallengeTerms,
    GameStore, NewApiToken, NewGame, SeatedPlayer, SqliteStore, StoredGame, StoredLog, TokenCreation,
};

use crate::accounts::{cookie, credentials, send};
use crate::client::Client;
use crate::common::TestServer;
use crate::fixtures::{FIVE_MOVES, blitz, invite, play_moves};

/// Location of every database column in the export of White, who won a rated game and has unfinished games,
/// or the reason why it is left out. A new column must be added here.
const COLUMNS: &[(&str, ColumnRule)] = &[
    ("accounts.ban_reason", ColumnRule::Not("a banned account cannot export")),
    ("accounts.banned_at", ColumnRule::Not("a banned account cannot export")),
    ("accounts.created_at", ColumnRule::At("/since")),
    ("accounts.is_bot", ColumnRule::At("/bot")),
    ("accounts.lookalike_key", ColumnRule::At("/player/name")),
    ("accounts.name", ColumnRule::At("/player/name")),
    ("accounts.name_key", ColumnRule::At("/player/name")),
    ("accounts.password", ColumnRule::Not("a hash is of use to an attacker only")),
    ("accounts.player", ColumnRule::At("/player/id")),
    ("acme_accounts.credentials", ColumnRule::Not("of the operator, not of a player")),
    ("acme_accounts.directory", ColumnRule::Not("of the operator, not of a player")),
    ("api_tokens.created_at", ColumnRule::At("/api_tokens/0/created")),
    ("api_tokens.description", ColumnRule::At("/api_tokens/0/description")),
    ("api_tokens.id", ColumnRule::At("/api_tokens/0/id")),
    ("api_tokens.player", ColumnRule::At("/player/id")),
    ("api_tokens.scopes", ColumnRule::At("/api_tokens/0/scopes")),
    ("api_tokens.token", ColumnRule::Not("a hash is of use to an attacker only")),
    ("api_tokens.used_at", ColumnRule::At("/api_tokens/0/used")),
    ("certificates.chain", ColumnRule::Not("of the operator, not of a player")),
    ("certificates.directory", ColumnRule::Not("of the operator, not of a player")),
    ("certificates.host", ColumnRule::Not("of the operator, not of a player")),
    ("certificates.issued_at", ColumnRule::Not("of the operator, not of a player")),
    ("certificates.private_key", ColumnRule::Not("of the operator, not of a player")),
    ("challenges.challenged", ColumnRule::At("/challenges/0/challenged")),
    ("challenges.challenger", ColumnRule::At("/challenges/0/challenger")),
    ("challenges.created_at", ColumnRule::At("/challenges/0/created")),
    ("challenges.expires_at", ColumnRule::At("/challenges/0/expires")),
    ("challenges.id", ColumnRule::At("/challenges/0/id")),
    ("challenges.state", ColumnRule::Not("only open ones are exported, others are deleted within an hour")),
    ("challenges.terms", ColumnRule::At("/challenges/0/terms/setup/start/ruleset")),
    ("compact_logs.entries", ColumnRule::Not("the log itself is there")),
    ("compact_logs.game", ColumnRule::Not("a number of the database's own")),
    ("compact_logs.moves", ColumnRule::Not("the log itself is there")),
    ("compact_logs.value", ColumnRule::Not("the log itself is there")),
    ("entries.at", ColumnRule::At("/games/0/log/0/at")),
    ("entries.body", ColumnRule::At("/games/0/log/0/what/type")),
    ("entries.game", ColumnRule::At("/games/0/game")),
    ("entries.key", ColumnRule::Not("a number of the database's own")),
    ("entries.number", ColumnRule::At("/games/0/log/0/number")),
    ("entries.ply", ColumnRule::At("/games/0/log/3/ply")),
    ("explorer_left_out.player", ColumnRule::At("/in_explorer")),
    ("games.black", ColumnRule::At("/games/0/seats/black/id")),
    ("games.black_name", ColumnRule::At("/games/0/seats/black/name")),
    ("games.black_rating", ColumnRule::At("/games/0/seats/black/rating/value")),
    ("games.black_sure", ColumnRule::At("/games/0/seats/black/rating/trust")),
    ("games.compacted", ColumnRule::Not("how the log is stored")),
    ("games.created_at", ColumnRule::At("/games/0/opened")),
    ("games.due_at", ColumnRule::At("/games/1/due")),
    ("games.ended_at", ColumnRule::At("/games/0/ended")),
    ("games.ending", ColumnRule::At("/games/0/result/ending")),
    ("games.id", ColumnRule::At("/games/0/game")),
    ("games.key", ColumnRule::Not("a number of the database's own")),
    ("games.plies", ColumnRule::At("/games/0/plies")),
    ("games.public", ColumnRule::At("/games/0/visibility")),
    ("games.rated", ColumnRule::At("/games/0/stakes")),
    ("games.ruleset", ColumnRule::At("/games/0/ruleset")),
    ("games.speed", ColumnRule::At("/games/0/speed")),
    ("games.stage", ColumnRule::At("/games/0/result")),
    ("games.turn", ColumnRule::At("/games/1/turn")),
    ("games.white", ColumnRule::At("/games/0/seats/white/id")),
    ("games.white_name", ColumnRule::At("/games/0/seats/white/name")),
    ("games.white_rating", ColumnRule::At("/games/0/seats/white/rating/value")),
    ("games.white_sure", ColumnRule::At("/games/0/seats/white/rating/trust")),
    ("games.winner", ColumnRule::At("/games/0/result/winner")),
    ("oauth_codes.challenge", ColumnRule::Not("of a program that has not got its token yet, for a minute")),
    ("oauth_codes.client_id", ColumnRule::Not("of a program that has not got its token yet, for a minute")),
    ("oauth_codes.code", ColumnRule::Not("a hash is of use to an attacker only")),
    ("oauth_codes.created_at", ColumnRule::Not("of a program that has not got its token yet, for a minute")),
    ("oauth_codes.description", ColumnRule::Not("of a program that has not got its token yet, for a minute")),
    ("oauth_codes.player", ColumnRule::At("/player/id")),
    (
        "oauth_codes.redirect_uri",
        ColumnRule::Not("of a program that has not got its token yet, for a minute"),
    ),
    ("oauth_codes.scopes", ColumnRule::Not("of a program that has not got its token yet, for a minute")),
    ("orders.at", ColumnRule::Not("what the host asks of the server, for a day")),
    ("orders.kind", ColumnRule::Not("what the host asks of the server, for a day")),
    ("orders.number", ColumnRule::Not("what the host asks of the server, for a day")),
    ("orders.player", ColumnRule::Not("what the host asks of the server, for a day")),
    ("outages.from_at", ColumnRule::Not("not personal data")),
    ("outages.until_at", ColumnRule::Not("not personal data")),
    ("rating_points.at", ColumnRule::At("/ratings/0/history/0/at")),
    ("rating_points.deviation", ColumnRule::At("/ratings/0/history/0/deviation")),
    ("rating_points.game", ColumnRule::At("/ratings/0/history/0/game")),
    ("rating_points.player", ColumnRule::At("/player/id")),
    ("rating_points.speed", ColumnRule::At("/ratings/0/speed")),
    ("rating_points.value", ColumnRule::At("/ratings/0/history/0/value")),
    ("rating_points.volatility", ColumnRule::At("/ratings/0/history/0/volatility")),
    ("ratings.deviation", ColumnRule::At("/ratings/0/deviation")),
    ("ratings.player", ColumnRule::At("/player/id")),
    ("ratings.rated_at", ColumnRule::At("/ratings/0/history/0/at")),
    ("ratings.speed", ColumnRule::At("/ratings/0/speed")),
    ("ratings.value", ColumnRule::At("/ratings/0/value")),
    ("ratings.volatility", ColumnRule::At("/ratings/0/volatility")),
    ("reserved_names.hash", ColumnRule::Not("a deleted account cannot export")),
    ("secrets.name", ColumnRule::Not("not personal data")),
    ("secrets.value", ColumnRule::Not("not personal data")),
    ("sessions.device", ColumnRule::At("/sessions/0/device")),
    ("sessions.expires_at", ColumnRule::At("/sessions/0/expires")),
    ("sessions.id", ColumnRule::At("/sessions/0/id")),
    ("sessions.opened_at", ColumnRule::At("/sessions/0/opened")),
    ("sessions.player", ColumnRule::At("/player/id")),
    ("sessions.seen_at", ColumnRule::At("/sessions/0/seen")),
    ("sessions.token", ColumnRule::Not("a hash is of use to an attacker only")),
];

enum ColumnRule {
    /// JSON pointer into the export.
    At(&'static str),
    /// Left out for this reason.
    Not(&'static str),
}

/// Downloads an export.
async fn export(server: &TestServer, cookie: &str) -> Value {
    let response = send(server, "GET /api/me/export", cookie, "").await;
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(response.header("content-disposition"), Some("attachment; filename=\"hanpan.json\""));
    serde_json::from_str(&response.chunks().concat()).unwrap()
}

/// Ids of the exported games.
fn games(export: &Value) -> Vec<GameId> {
    let games = export["games"].as_array().unwrap();
    games.iter().map(|game| game["game"].as_str().unwrap().parse().unwrap()).collect()
}

#[tokio::test]
async fn the_export_contains_every_column() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("export-{}", std::process::id()));
    std::fs::remove_dir_all(&folder).ok();
    let store = Arc::new(SqliteStore::open(&folder).unwrap());
    let server = TestServer::on(store.clone()).await;
    let mut players = Vec::new();
    for name in ["Ann", "Bea"] {
        let made = server.send("POST /api/account", &[], &credentials(name, "correct horse")).await;
        players.push(Client::with_cookie(&server, Some(&cookie(&made))).await);
    }
    let (mut bea, mut ann) = (players.pop().unwrap(), players.pop().unwrap());
    let begin = async |ann: &mut Client, bea: &mut Client, stakes: RatingMode| -> GameId {
        let game = invite(&server, ann, GameSetup { stakes, ..blitz() }).await.game;
        ann.enter(game).await;
        bea.enter(game).await;
        bea.action(game, PlayerAction::Sit { name: None }).await.unwrap();
        game
    };
    let over = begin(&mut ann, &mut bea, RatingMode::Rated).await;
    play_moves(&mut ann, &mut bea, over, FIVE_MOVES).await;
    bea.action(over, PlayerAction::Resign).await.unwrap();
    let playing = begin(&mut ann, &mut bea, RatingMode::Casual).await;
    ann.play(playing, 0, "e2e4").await.unwrap();
    let called_off = begin(&mut ann, &mut bea, RatingMode::Casual).await;
    ann.play(called_off, 0, "e2e4").await.unwrap();
    bea.action(called_off, PlayerAction::Abort).await.unwrap();
    let waiting = invite(&server, &ann, blitz()).await.game;
    let of_others = invite(&server, &Client::new(&server).await, blitz()).await.game;

    let player = ann.me.id.unwrap();
    let (token, at) = (Token::random().unwrap().hash(), Timestamp(5));
    let (id, scopes, description) = (ApiTokenId::from_bits(1), Scopes::all(), "a board".to_owned());
    let token = NewApiToken { id, token, player, session: None, description, scopes, at, limit: 9 };
    assert_eq!(store.create_api_token(token).await, Ok(TokenCreation::Created));
    let challenge = Challenge {
        id: GameId::from_bits(5),
        challenger: player,
        challenged: bea.me.id.unwrap(),
        terms: ChallengeTerms { setup: blitz(), seat: Seat::White, is_random: false },
        state: ChallengeState::Open,
        at,
        expires: Timestamp(u64::MAX >> 1),
    };
    assert_eq!(
        store.create_challenge(challenge, ChallengeLimits { sent: 9, received: 9, per_pair: 9 }).await,
        Ok(true)
    );

    let found = export(&server, &ann.cookie).await;
    assert_eq!(games(&found), [over, playing, called_off, waiting]);
    assert_eq!(games(&export(&server, &bea.cookie).await), [over, playing, called_off]);
    assert!(found["games"][0]["pgn"].as_str().unwrap().contains("1. e4"));
    assert!(!found.to_string().contains(&of_others.to_string()));

    let pgn = server.request(&format!("GET /api/games/{over}/pgn"), &[]).await.body;
    while store.compact_logs(Timestamp(u64::MAX), 9).await.unwrap().has_more {}
    let logs = store.logs(vec![over, playing, called_off]).await.unwrap();
    assert_eq!(logs.iter().map(StoredLog::is_compact).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(export(&server, &ann.cookie).await["games"], found["games"], "compaction changes nothing");
    assert_eq!(server.request(&format!("GET /api/games/{over}/pgn"), &[]).await.body, pgn);

    let columns = columns(&folder.join("hanpan.db"));
    assert_eq!(
        columns,
        COLUMNS.iter().map(|&(column, _)| column).collect::<Vec<_>>(),
        "add new columns to the list"
    );
    assert_eq!(secrets(&folder.join("hanpan.db"), "accounts.password").len(), 2);
    for (column, place) in COLUMNS {
        match place {
            ColumnRule::At(pointer) => {
                assert!(found.pointer(pointer).is_some_and(|value| !value.is_null()), "{column}: {found:#}");
            }
            ColumnRule::Not(reason) => {
                for secret in secrets(&folder.join("hanpan.db"), column) {
                    assert!(!found.to_string().contains(&secret), "{column}: {reason}");
                }
            }
        }
    }
    server.stop().await;
    std::fs::remove_dir_all(&folder).ok();
}

/// Values of a column that are long enough to be unique, such as hashes.
fn secrets(path: &std::path::Path, column: &str) -> Vec<String> {
    let database = Connection::open(path).unwrap();
    let (table, column) = column.split_once('.').unwrap();
    let sql = format!(
        "SELECT iif(typeof({column}) = 'blob', hex({column}), CAST({column} AS TEXT)) AS text
         FROM {table} WHERE length(text) >= 20"
    );
    let mut statement = database.prepare(&sql).unwrap();
    let values = statement.query_map([], |row| row.get(0)).unwrap();
    values.collect::<Result<_, _>>().unwrap()
}

/// All columns as `table.column`, sorted.
fn columns(path: &std::path::Path) -> Vec<String> {
    let database = Connection::open(path).unwrap();
    let sql = "SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c
               WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY 1";
    let mut statement = database.prepare(sql).unwrap();
    let names = statement.query_map([], |row| row.get(0)).unwrap();
    names.collect::<Result<_, _>>().unwrap()
}

#[tokio::test]
async fn a_guest_export_has_games_and_no_account() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let server = TestServer::on(store.clone()).await;
    let guest = Client::new(&server).await;
    let empty = export(&server, &guest.cookie).await;
    assert_eq!((games(&empty), &empty["since"]), (vec![], &Value::Null));
    let mut expected = vec![invite(&server, &guest, blitz()).await.game];
    let StoredGame { head, entries } = store.load(expected[0]).await.unwrap().unwrap();
    let white = Some(SeatedPlayer { player: guest.me.id.unwrap(), name: None, max_unfinished: None });
    for id in (1..70).map(GameId::from_bits) {
        let (seats, entries) = (ByColor { white: white.clone(), black: None }, entries.clone());
        let (attributes, status, at) = (head.attributes, head.status, head.at);
        store.create(NewGame { id, attributes, seats, status, at, entries }).await.unwrap();
        expected.push(id);
    }
    assert_eq!(games(&export(&server, &guest.cookie).await), expected, "more than one batch");
}
