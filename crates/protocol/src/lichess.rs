//! JSON of the Lichess API, as its clients read it. The names of fields are theirs.
//!
//! Only the server writes these messages; `hanpan bot` reads them with types of its own, from any server. They go to programs that this project does not write, so they never change
//! with the protocol of our own clients.

mod challenge;
mod decline_reason;
mod export;
mod game;
mod oauth;
mod user;

pub use challenge::{
    ChallengeEvent, ChallengeJson, ChallengeList, ChallengePerf, ChallengeUser, TimeControlJson,
};
pub use export::{
    ExportClock, ExportEvaluation, ExportOpening, ExportPlayer, ExportPlayers, ExportUser, GameJson,
};
pub use game::{
    ChatLine, ClockJson, Compat, CreatedGame, EventGame, GameFull, GameOpponent, GameStateLine,
    GameStatusJson, GameUser, Named, NowPlaying, OpponentGone, VariantJson,
};
pub use oauth::{AccessToken, OauthErrorBody};
pub use user::{Perf, RatingHistory, TokenInfo, UserJson, UserStatus};

use serde::Serialize;

/// Time left without a clock.
pub const UNLIMITED_MILLIS: u64 = i32::MAX as u64;

/// `{"ok":true}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Done {
    /// Always true.
    pub ok: bool,
}

/// `{"error":"…"}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ErrorBody {
    /// Reason in English.
    pub error: String,
}

impl Done {
    /// The answer to a request that has no other.
    pub const OK: Done = Done { ok: true };
}

/// For `skip_serializing_if`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(crate) const fn is_false(flag: &bool) -> bool {
    !*flag
}
