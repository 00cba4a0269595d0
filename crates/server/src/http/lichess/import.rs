//! Import of games (decision 39).

use axum::extract::State;
use axum::http::HeaderMap;
use game::pgn::{PgnGame, PgnResult};
use game::{Chess960, Ending, Outcome, Ruleset, TimeControl};
use protocol::{
    ActionError, FenText, GameResult, GameSetup, OnlineTimeControl, PlayerId, PlayerInfo, PlayerKind,
    PlayerName, RatingMode, Seat, StartPosition, Visibility, WireMove,
};
use rules::CastlingStyle;
use serde_json::json as value;

use super::auth::TokenCaller;
use super::error::{LichessError, LichessResult, json};
use super::fields::Fields;
use crate::blocking_pool::run_blocking;
use crate::games::state::GameBuilder;
use crate::games::{FinishedGame, KeepError, KeptOrigin};
use crate::http::AppState;
use crate::http::games::game_url;
use crate::random;

/// `POST /api/import`, with `pgn`: keeps a finished game of other players for the caller.
pub(super) async fn import(
    State(app): State<AppState>,
    caller: TokenCaller,
    headers: HeaderMap,
    fields: Fields,
) -> LichessResult {
    app.check_new_game(&caller)?;
    let pgn = fields.get("pgn").ok_or_else(|| LichessError::bad_request("The field pgn is missing"))?;
    let (node, player) = (&app.node, caller.player());
    let id = GameBuilder::imported_id(player, pgn, &node.secret);
    let done = |headers| json(&value!({ "id": id, "url": game_url(&app, headers, id) }));
    if node.store.head(id).await?.is_some() {
        return done(&headers);
    }
    node.check_import_limit(player).await?;
    // Reading many moves is CPU-bound and must not block the runtime.
    let text = pgn.to_owned();
    let read = run_blocking(&app.archive_exports.work, move || Imported::read(&text)).await;
    let imported = read.map_err(|_| LichessError::from(ActionError::Closing))??;
    let importer = node.importer_of(player);
    let builder = GameBuilder::new(id, &imported.setup, 0)?
        .seat(Seat::White, guest(importer, imported.white))?
        .seat(Seat::Black, guest(random::id(), imported.black))?;
    let Imported { moves, result, .. } = imported;
    let finished = FinishedGame { builder, moves, result, origin: KeptOrigin::Import };
    let at = node.time.now();
    let log = run_blocking(&app.archive_exports.work, move || finished.to_log(at)).await;
    let log = log.map_err(|_| LichessError::from(ActionError::Closing))?.map_err(keep_error)?;
    node.keep_game(importer, log).await.map_err(keep_error)?;
    done(&headers)
}

fn keep_error(error: KeepError) -> LichessError {
    match error {
        KeepError::Move { ply } => LichessError::bad_request(format!("Move {} is illegal", ply / 2 + 1)),
        KeepError::Result => LichessError::bad_request("The result does not fit the moves"),
        KeepError::Refused(refusal) => refusal.into(),
    }
}

/// A game read from PGN.
struct Imported {
    setup: GameSetup,
    moves: Vec<WireMove>,
    result: GameResult,
    white: Option<PlayerName>,
    black: Option<PlayerName>,
}

impl Imported {
    /// Reads the main line of the first game.
    fn read(text: &str) -> Result<Imported, LichessError> {
        let invalid = |words: String| LichessError::bad_request(format!("Invalid PGN: {words}"));
        let pgn: PgnGame = text.parse().map_err(|error| invalid(format!("{error}")))?;
        let game = pgn.replay().map_err(|error| invalid(format!("{error}")))?;
        let style = match pgn.ruleset {
            Ruleset::Chess960 => CastlingStyle::Chess960,
            _ => CastlingStyle::Standard,
        };
        let moves: Vec<WireMove> = pgn.moves().map(|played| WireMove(played.uci(style))).collect();
        if moves.is_empty() {
            return Err(LichessError::bad_request("The PGN has no moves"));
        }
        let unfinished = || Outcome::new(None, Ending::Aborted).filter(|_| pgn.result == PgnResult::Unknown);
        let outcome = game.outcome().or_else(unfinished);
        let outcome = outcome.ok_or_else(|| invalid("the result does not fit the moves".to_owned()))?;
        let control = OnlineTimeControl::new(TimeControl::Unlimited)
            .map_err(|error| LichessError::bad_request(error.to_string()))?;
        let name = |tag: &str| pgn.tags.get(tag).and_then(player_name);
        Ok(Imported {
            setup: GameSetup {
                start: start(&pgn)?,
                control,
                stakes: RatingMode::Casual,
                visibility: Visibility::Private,
            },
            moves,
            result: GameResult(outcome),
            white: name("White"),
            black: name("Black"),
        })
    }
}

fn start(pgn: &PgnGame) -> Result<StartPosition, LichessError> {
    match pgn.ruleset {
        Ruleset::Standard => Ok(StartPosition::Standard),
        Ruleset::Chess960 => {
            let start = Chess960::of(&pgn.start);
            let start = start.ok_or_else(|| LichessError::bad_request("The FEN is no start of Chess960"))?;
            Ok(StartPosition::Chess960 { number: Some(start.number()) })
        }
        Ruleset::FromPosition => {
            let fen = FenText::try_from(pgn.start.to_string()).map_err(LichessError::bad_request)?;
            Ok(StartPosition::FromPosition { fen })
        }
        Ruleset::KingCapture => Err(LichessError::bad_request("The Lichess API has no King capture")),
    }
}

/// Name of a player, cut to the length that names have; `None` for `?` and for what is no name.
fn player_name(tag: &str) -> Option<PlayerName> {
    let name: String = tag.trim().chars().take(PlayerName::MAX_CHARS).collect();
    PlayerName::new(&name).ok().filter(|name| name.as_str() != "?")
}

fn guest(id: PlayerId, name: Option<PlayerName>) -> PlayerInfo {
    PlayerInfo { id: Some(id), name, standing: PlayerKind::Guest, rating: None, bot: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_from_pgn() {
        let check =
            |text: &str, expected: Result<(usize, Ending), &str>| match (Imported::read(text), expected) {
                (Ok(read), Ok((moves, ending))) => {
                    assert_eq!((read.moves.len(), read.result.0.ending()), (moves, ending), "{text}");
                }
                (Err(error), Err(words)) => {
                    assert!(format!("{error:?}").contains(words), "{text}: {error:?}")
                }
                (read, _) => panic!("{text}: {:?}", read.map(|read| read.result)),
            };
        check("1. e4 e5 2. Nf3 *", Ok((3, Ending::Aborted)));
        check("1. e4 e5 2. Nf3", Ok((3, Ending::Aborted)));
        check("1. e4 e5 1-0", Ok((2, Ending::Resignation)));
        check("[Termination \"Time forfeit\"]\n\n1. e4 e5 0-1", Ok((2, Ending::Timeout)));
        check("1. e4 e5 1/2-1/2", Ok((2, Ending::Agreement)));
        check("1. f3 e5 2. g4 Qh4# 0-1", Ok((4, Ending::Checkmate)));
        check("1. e4 (1. d4 d5) e5 {a comment} *", Ok((2, Ending::Aborted)));
        check("1. e4 e4", Err("Invalid PGN"));
        check("*", Err("no moves"));
        check("[Variant \"King capture\"]\n\n1. e4 *", Err(""));
    }

    #[test]
    fn names_are_cut_to_the_length_of_names() {
        assert_eq!(player_name("Carlsen, Magnus").unwrap().as_str(), "Carlsen, Magnus");
        assert_eq!(player_name("Ramachandran Praggnanandhaa").unwrap().as_str().chars().count(), 20);
        assert_eq!(player_name("?"), None);
        assert_eq!(player_name(""), None);
    }
}
