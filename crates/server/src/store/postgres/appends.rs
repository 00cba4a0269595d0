//! Appends to game logs. The functions of the schema do the work (`migrations/0001.sql`).

use game::{Ending, Outcome, Timestamp};
use protocol::PlayerName;
use rules::ByColor;
use tokio_postgres::types::ToSql;

use super::pool::{Lane, Pool};
use super::ratings::{RatingBasis, flatten};
use super::rows::{Uuid, integer};
use super::statement_error::StatementError;
use crate::store::columns::{StatusColumns, color_name, to_millis};
use crate::store::periods::PAIR_PERIOD;
use crate::store::{
    Append, AppendError, Appended, GameStatus, LogEntry, NewGame, PlayerId, RatingMode, RatingTerms,
    SeatedPlayer, Speed, StoreError, Visibility,
};
use glicko::{PROVISIONAL_DEVIATION, Rating, RatingChange, rate};

/// Attempts to rate a game while other games of the players end.
const MAX_RATING_ATTEMPTS: u32 = 20;

/// Results of `hanpan_append` and `hanpan_append_rated`.
const APPENDED: i16 = 0;
const TAKEN: i16 = 1;
const NO_GAME: i16 = 2;
const RATED: i16 = 3;

/// Columns of entries.
pub(super) struct EntryColumns<'a> {
    pub(super) numbers: Vec<i32>,
    pub(super) plies: Vec<Option<i32>>,
    pub(super) times: Vec<i64>,
    pub(super) bodies: Vec<&'a [u8]>,
    /// Number of entries that are moves.
    pub(super) moves: i32,
}

impl EntryColumns<'_> {
    pub(super) fn new(entries: &[LogEntry]) -> EntryColumns<'_> {
        EntryColumns {
            numbers: entries.iter().map(|entry| integer(entry.number)).collect(),
            plies: entries.iter().map(|entry| entry.ply.map(integer)).collect(),
            times: entries.iter().map(|entry| to_millis(entry.at)).collect(),
            bodies: entries.iter().map(|entry| entry.body.as_bytes()).collect(),
            moves: integer(entries.iter().filter(|entry| entry.ply.is_some()).count() as u32),
        }
    }
}

/// Columns of a player who takes a seat.
#[derive(Default)]
struct NewSeat<'a> {
    player: Option<Uuid>,
    name: Option<&'a str>,
    limit: Option<i32>,
}

impl NewSeat<'_> {
    fn new(player: Option<&SeatedPlayer>) -> NewSeat<'_> {
        let Some(player) = player else { return NewSeat::default() };
        NewSeat {
            player: Some(player.player.into()),
            name: player.name.as_ref().map(PlayerName::as_str),
            limit: player.max_unfinished.map(integer),
        }
    }
}

pub(super) async fn create(pool: &Pool, game: &NewGame) -> Result<(), StatementError> {
    insert(pool, game, "", &[]).await
}

/// Creates the game of a pairing, which is not cancelled until the transaction ends.
pub(super) async fn create_paired(pool: &Pool, game: &NewGame) -> Result<(), StatementError> {
    insert(pool, game, " FROM hanpan_lock_pairing($1)", &[]).await
}

pub(super) async fn keep(
    pool: &Pool,
    game: &NewGame,
    player: PlayerId,
    max: u32,
) -> Result<(), StatementError> {
    let check = ", hanpan_check_kept_games($26, $27, $28, $29)";
    let (player, computer) = (Uuid::from(player), Uuid::from(PlayerId::COMPUTER));
    insert(pool, game, check, &[&player, &computer, &Speed::Unlimited.name(), &integer(max)]).await
}

/// Creates a game, and evaluates `check` in the same statement, with parameters from 26 on.
async fn insert(
    pool: &Pool,
    game: &NewGame,
    check: &str,
    more: &[&(dyn ToSql + Sync)],
) -> Result<(), StatementError> {
    let entries = EntryColumns::new(&game.entries);
    let (white, black) = (NewSeat::new(game.seats.white.as_ref()), NewSeat::new(game.seats.black.as_ref()));
    let status = StatusColumns::from(game.status);
    let sql = format!(
        "SELECT hanpan_create_game($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
                                   $17, $18, $19, $20, $21, $22, $23, $24, $25){check}"
    );
    let attributes = game.attributes;
    let (id, created, stage) = (Uuid::from(game.id), to_millis(game.at), status.stage as i16);
    let (is_rated, is_public) =
        (attributes.stakes == RatingMode::Rated, attributes.visibility == Visibility::Public);
    let (ruleset, speed, unrated) = (attributes.ruleset.name(), attributes.speed.name(), unrated_points());
    let parameters: [&(dyn ToSql + Sync); 25] = [
        &id,
        &ruleset,
        &speed,
        &is_rated,
        &is_public,
        &created,
        &entries.numbers,
        &entries.plies,
        &entries.times,
        &entries.bodies,
        &white.player,
        &white.name,
        &white.limit,
        &black.player,
        &black.name,
        &black.limit,
        &unrated,
        &PROVISIONAL_DEVIATION,
        &stage,
        &status.turn,
        &status.due,
        &status.winner,
        &status.ending,
        &status.ended,
        &entries.moves,
    ];
    pool.query(Lane::Append(game.id.bits()), &sql, &[&parameters[..], more].concat()).await?;
    Ok(())
}

/// Appends with a statement of its own.
pub(super) async fn append(pool: &Pool, append: &Append) -> Result<Appended, AppendError> {
    match (append.rating, append.status) {
        (Some(terms), Some(GameStatus::Over { outcome, at })) if outcome.ending() != Ending::Aborted => {
            append_end(pool, append, terms, outcome, at).await
        }
        _ => append_unrated(pool, append).await,
    }
}

async fn append_unrated(pool: &Pool, append: &Append) -> Result<Appended, AppendError> {
    let entries = EntryColumns::new(&append.entries);
    let seat = NewSeat::new(append.seat.as_ref().map(|(_, player)| player));
    let color = append.seat.as_ref().map(|&(color, _)| color_name(color));
    let status = append.status.map(StatusColumns::from);
    let stage = status.as_ref().map(|status| status.stage as i16);
    let status = status.unwrap_or(StatusColumns::from(GameStatus::Waiting { due: None }));
    let sql = "SELECT hanpan_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)";
    let result = pool
        .query_value(
            Lane::Append(append.game.bits()),
            sql,
            &[
                &Uuid::from(append.game),
                &entries.numbers,
                &entries.plies,
                &entries.times,
                &entries.bodies,
                &entries.moves,
                &added(append, &entries),
                &color,
                &seat.player,
                &seat.name,
                &seat.limit,
                &unrated_points(),
                &PROVISIONAL_DEVIATION,
                &stage,
                &status.turn,
                &status.due,
                &status.winner,
                &status.ending,
                &status.ended,
            ],
        )
        .await?;
    appended(result, None)
}

/// Appends the end of a game that may be rated: reads the ratings, computes the new ones and writes both, unless the
/// ratings have changed in the meantime.
async fn append_end(
    pool: &Pool,
    append: &Append,
    terms: RatingTerms,
    outcome: Outcome,
    at: Timestamp,
) -> Result<Appended, AppendError> {
    for _ in 0..MAX_RATING_ATTEMPTS {
        let Some(basis) = RatingBasis::load(pool, append.game).await? else {
            return append_unrated(pool, append).await;
        };
        let changes = rate(basis.ratings_at(at), outcome.winner());
        match append_rated(pool, append, terms, at, &basis, &changes).await {
            Err(failure) if failure.is_ratings_changed() => {}
            Ok(result) => return appended(result, Some(changes)),
            Err(failure) => return Err(failure.into()),
        }
    }
    Err(AppendError::Store(StoreError::Busy))
}

async fn append_rated(
    pool: &Pool,
    append: &Append,
    terms: RatingTerms,
    at: Timestamp,
    basis: &RatingBasis,
    changes: &ByColor<RatingChange>,
) -> Result<i16, StatementError> {
    let entries = EntryColumns::new(&append.entries);
    let status = append.status.map(StatusColumns::from);
    let status = status.unwrap_or(StatusColumns::from(GameStatus::Waiting { due: None }));
    let (number, time) = append.entries.last().map_or((0, at), |last| (last.number + 1, last.at));
    let body = (terms.entry)(changes);
    let speeds: Vec<&str> = Speed::ALL.iter().map(|speed| speed.name()).collect();
    let since = to_millis(Timestamp(at.0.saturating_sub(PAIR_PERIOD.0)));
    let after = [flatten(Some(changes.white.after)), flatten(Some(changes.black.after))].concat();
    let sql = "SELECT hanpan_append_rated($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                                          $19, $20)";
    pool.query_value(
        Lane::Append(append.game.bits()),
        sql,
        &[
            &Uuid::from(append.game),
            &entries.numbers,
            &entries.plies,
            &entries.times,
            &entries.bodies,
            &entries.moves,
            &added(append, &entries),
            &(status.stage as i16),
            &status.winner,
            &status.ending,
            &status.ended,
            &speeds,
            &since,
            &i64::from(terms.games_per_pair),
            &basis.seen(),
            &basis.seen_at(),
            &after,
            &integer(number),
            &to_millis(time),
            &body.as_bytes(),
        ],
    )
    .await
}

/// Meaning of what the functions return.
pub(super) fn appended(result: i16, changes: Option<ByColor<RatingChange>>) -> Result<Appended, AppendError> {
    match result {
        APPENDED => Ok(Appended::default()),
        RATED => Ok(Appended { ratings: changes }),
        TAKEN => Err(AppendError::Taken),
        NO_GAME => Err(AppendError::NoGame),
        _ => Err(AppendError::Store(StoreError::Failed(format!("the database answers {result}")))),
    }
}

/// Moves that an append adds to the board; negative if it takes back more.
pub(super) fn added(append: &Append, entries: &EntryColumns<'_>) -> i32 {
    entries.moves - integer(append.taken_back)
}

/// Rating that is shown for an account without rated games.
fn unrated_points() -> i32 {
    i32::from(Rating::default().points())
}
