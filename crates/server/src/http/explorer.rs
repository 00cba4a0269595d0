//! The opening explorer of the public games, and its setting.

use axum::extract::{Query, State};
use axum::http::Uri;
use explorer::{ExampleGame, GameCounts};
use openings::Opening;
use protocol::Visibility;
use protocol::http::{
    ApiErrorReason, ExplorerCounts, ExplorerGame, ExplorerMove, ExplorerPosition, ExplorerSetting,
    OpeningName,
};
use rules::{CastlingStyle, Position, Setup, SetupFault};
use serde::Deserialize;
use tokio::time::Duration;

use super::AppState;
use super::archive::summary;
use super::error::{ApiError, ApiResult, store_failure};
use super::extract::{Caller, JsonBody};
use super::response::{json, no_content};
use crate::node::ExplorerUnavailable;
use crate::store::{ExplorerChoice, StoreError};

/// `Retry-After` while the archive is being read.
const STARTING: Duration = Duration::from_secs(5);

/// Query parameters.
#[derive(Debug, Deserialize)]
struct ExplorerQuery {
    /// FEN of the position; the usual starting position without one.
    fen: Option<String>,
}

/// `GET /api/explorer?fen=…`: moves played in a position in public games.
pub(super) async fn position(State(app): State<AppState>, uri: Uri) -> ApiResult {
    let position = requested_position(&uri)?;
    let answer = match app.node.explorer.find(position).await {
        Ok(answer) => answer,
        Err(ExplorerUnavailable::Starting) => return Err(ApiError::overloaded(STARTING)),
        Err(ExplorerUnavailable::Failed) => {
            return Err(store_failure(&StoreError::Failed("the explorer cannot be read".to_owned())).into());
        }
    };
    let moves = answer.stats.moves.iter().map(|known| ExplorerMove {
        uci: known.m.uci(CastlingStyle::Standard).to_string(),
        san: position.san(known.m).to_string(),
        counts: counts(&known.counts),
    });
    let mut found = ExplorerPosition {
        opening: openings::find(&position).map(opening_name),
        counts: counts(&answer.stats.counts),
        moves: moves.collect(),
        games: Vec::new(),
        indexed: answer.games,
    };
    for ExampleGame { m, record } in &answer.stats.games {
        let Ok(id) = record.site.parse() else { continue };
        let head = app.node.store.head(id).await.map_err(|error| store_failure(&error))?;
        // Names are those of today: an account may have been deleted since the game was indexed.
        if let Some(head) = head.filter(|head| head.attributes.visibility == Visibility::Public) {
            let uci = m.uci(CastlingStyle::Standard).to_string();
            found.games.push(ExplorerGame { uci, game: summary(head) });
        }
    }
    json(&found)
}

fn requested_position(uri: &Uri) -> Result<Position, ApiErrorReason> {
    let malformed = |words: String| ApiErrorReason::Malformed { words };
    let Query(query) =
        Query::<ExplorerQuery>::try_from_uri(uri).map_err(|error| malformed(error.to_string()))?;
    let Some(fen) = query.fen else { return Ok(Position::start()) };
    let setup = Setup::from_fen(fen.as_bytes()).map_err(|error| malformed(format!("fen: {error}")))?;
    setup.position_waiving(SetupFault::TooMuchMaterial).map_err(|error| malformed(format!("fen: {error}")))
}

fn opening_name(opening: Opening) -> OpeningName {
    OpeningName { eco: opening.eco.to_owned(), name: opening.name.to_owned(), korean: opening.korean() }
}

fn counts(counts: &GameCounts) -> ExplorerCounts {
    let results = counts.results;
    ExplorerCounts {
        white: results.white,
        draws: results.draws,
        black: results.black,
        average_rating: counts.average_rating(),
    }
}

/// `GET /api/account/explorer`: the caller's choice.
pub(super) async fn setting(State(app): State<AppState>, caller: Caller) -> ApiResult {
    let (player, _) = caller.logged_in()?;
    let choice = app.node.store.explorer_choice(player).await.map_err(|error| store_failure(&error))?;
    json(&ExplorerSetting { included: choice == ExplorerChoice::Included })
}

/// `POST /api/account/explorer`: includes the caller's public games in the explorer, or leaves them out.
pub(super) async fn change_setting(
    State(app): State<AppState>,
    caller: Caller,
    JsonBody(ExplorerSetting { included }): JsonBody<ExplorerSetting>,
) -> ApiResult {
    let (player, _) = caller.logged_in()?;
    let choice = if included { ExplorerChoice::Included } else { ExplorerChoice::LeftOut };
    let changed = app.node.store.set_explorer_choice(player, choice).await;
    changed.map_err(|error| store_failure(&error))?;
    Ok(no_content())
}
