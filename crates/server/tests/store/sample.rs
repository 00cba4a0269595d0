//! Sample games and accounts.

use std::fs;
use std::path::{Path, PathBuf};

use game::{Ending, Outcome, Ruleset, Timestamp};
use glicko::RatingChange;
use rules::{ByColor, Color};
use server::accounts::{AccountName, PasswordHash, Token};
use server::store::{
    AccountError, Append, GameAttributes, GameId, GameStatus, LogEntry, NewAccount, NewGame, NewSession,
    PlayerId, RatingMode, RatingTerms, SeatedPlayer, SessionId, Speed, Store, Visibility,
};

/// A new, empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("store").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn game_id(number: u128) -> GameId {
    GameId::from_bits(number)
}

pub(crate) fn player(number: u128) -> PlayerId {
    PlayerId::from_bits(number)
}

pub(crate) fn guest(number: u128) -> SeatedPlayer {
    SeatedPlayer { player: player(number), name: None, max_unfinished: None }
}

pub(crate) fn name(text: &str) -> AccountName {
    text.parse().unwrap()
}

/// An entry that is not a move.
pub(crate) fn chat_entry(number: u32) -> LogEntry {
    LogEntry {
        number,
        ply: None,
        at: Timestamp(1_000 + u64::from(number)),
        body: format!("{{\"said\":{number}}}"),
    }
}

/// An entry that is a move.
pub(crate) fn move_entry(number: u32, ply: u32) -> LogEntry {
    LogEntry { ply: Some(ply), body: format!("{{\"move\":{ply}}}"), ..chat_entry(number) }
}

/// A casual public blitz game in progress between guests 1 and 2.
pub(crate) fn new_game(number: u128) -> NewGame {
    NewGame {
        id: game_id(number),
        attributes: GameAttributes {
            ruleset: Ruleset::Standard,
            speed: Speed::Blitz,
            stakes: RatingMode::Casual,
            visibility: Visibility::Public,
        },
        seats: ByColor { white: Some(guest(1)), black: Some(guest(2)) },
        status: GameStatus::Playing { turn: Color::White, due: Some(Timestamp(180_000)) },
        at: Timestamp(1_000),
        entries: vec![chat_entry(0)],
    }
}

pub(crate) fn rated_game(number: u128) -> NewGame {
    let game = new_game(number);
    NewGame { attributes: GameAttributes { stakes: RatingMode::Rated, ..game.attributes }, ..game }
}

/// The append that ends a game with entry 1.
pub(crate) fn end_game(game: u128, winner: Option<Color>, at: u64) -> Append {
    let ending = if winner.is_some() { Ending::Resignation } else { Ending::Agreement };
    end_with(game, Outcome::new(winner, ending).unwrap(), at)
}

pub(crate) fn end_with(game: u128, outcome: Outcome, at: u64) -> Append {
    let status = Some(GameStatus::Over { outcome, at: Timestamp(at) });
    let entry = |changes: &ByColor<RatingChange>| format!("{{\"white\":{}}}", changes.white.after.points());
    let rating = Some(RatingTerms { games_per_pair: 10, entry });
    Append { status, rating, ..Append::new(game_id(game), vec![chat_entry(1)]) }
}

/// Stores a game and ends it.
pub(crate) async fn play_game(store: &dyn Store, game: NewGame, winner: Option<Color>, at: u64) {
    let number = game.id.bits();
    store.create(game).await.unwrap();
    store.append(end_game(number, winner, at)).await.unwrap();
}

/// The password hash of all test accounts.
pub(crate) fn password() -> PasswordHash {
    PasswordHash::from_stored("$a password$".to_owned())
}

/// Creates an account.
pub(crate) async fn create_account(store: &dyn Store, number: u128, text: &str) {
    let account =
        NewAccount { player: player(number), name: name(text), password: password(), at: Timestamp(1) };
    store.create_account(account).await.unwrap();
}

/// Opens a session and returns its token.
pub(crate) async fn open_session(store: &dyn Store, number: u128, session: u128, expires: u64) -> Token {
    try_open_session(store, number, session, expires).await.unwrap()
}

/// Opens a session, if allowed.
pub(crate) async fn try_open_session(
    store: &dyn Store,
    number: u128,
    session: u128,
    expires: u64,
) -> Result<Token, AccountError> {
    let token = Token::random().unwrap();
    let session = NewSession {
        id: SessionId::from_bits(session),
        token: token.hash(),
        player: player(number),
        password: password(),
        device: "Firefox".to_owned(),
        at: Timestamp(session as u64),
        expires: Timestamp(expires),
    };
    store.open_session(session).await.map(|()| token)
}
