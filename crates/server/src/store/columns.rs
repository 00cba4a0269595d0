//! Values of columns that all databases share.

use game::{Ending, Outcome, Timestamp};
use protocol::{
    PlayerInfo, PlayerKind as PlayerStanding, PlayerName, PublicRating as ShownRating, RatingStatus,
};
use rules::Color;

use super::{GameStatus, PlayerId};

/// Values of `games.stage`.
pub(super) const WAITING: i64 = 0;
pub(super) const PLAYING: i64 = 1;
pub(super) const OVER: i64 = 2;
/// Finished but never listed.
pub(super) const ABORTED: i64 = 3;

/// Status columns of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StatusColumns<'a> {
    pub(super) stage: i64,
    pub(super) turn: Option<&'a str>,
    pub(super) due: Option<i64>,
    pub(super) winner: Option<&'a str>,
    pub(super) ending: Option<&'a str>,
    pub(super) ended: Option<i64>,
}

impl From<GameStatus> for StatusColumns<'static> {
    fn from(status: GameStatus) -> StatusColumns<'static> {
        let none =
            StatusColumns { stage: WAITING, turn: None, due: None, winner: None, ending: None, ended: None };
        match status {
            GameStatus::Waiting { due } => StatusColumns { due: due.map(to_millis), ..none },
            GameStatus::Playing { turn, due } => StatusColumns {
                stage: PLAYING,
                turn: Some(color_name(turn)),
                due: due.map(to_millis),
                ..none
            },
            GameStatus::Over { outcome, at } => StatusColumns {
                stage: if outcome.ending() == Ending::Aborted { ABORTED } else { OVER },
                winner: outcome.winner().map(color_name),
                ending: Some(outcome.ending().name()),
                ended: Some(to_millis(at)),
                ..none
            },
        }
    }
}

impl StatusColumns<'_> {
    /// The status, or the value that this program does not know.
    pub(super) fn status(&self) -> Result<GameStatus, String> {
        let unknown = |value: Option<&str>| value.unwrap_or("NULL").to_owned();
        let due = self.due.map(from_millis);
        match self.stage {
            WAITING => Ok(GameStatus::Waiting { due }),
            PLAYING => {
                let turn = self.turn.and_then(color_from_name).ok_or_else(|| unknown(self.turn))?;
                Ok(GameStatus::Playing { turn, due })
            }
            _ => {
                let winner = self
                    .winner
                    .map(|name| color_from_name(name).ok_or_else(|| name.to_owned()))
                    .transpose()?;
                let ending = self.ending.and_then(Ending::from_name);
                let outcome = ending.and_then(|ending| Outcome::new(winner, ending));
                Ok(GameStatus::Over {
                    outcome: outcome.ok_or_else(|| unknown(self.ending))?,
                    at: from_millis(self.ended.ok_or_else(|| unknown(None))?),
                })
            }
        }
    }
}

/// Columns of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SeatColumns {
    pub(super) player: Option<PlayerId>,
    /// Name of the account or of the guest.
    pub(super) name: Option<String>,
    pub(super) has_account: bool,
    pub(super) is_bot: bool,
    pub(super) rating: Option<u16>,
    pub(super) is_established: Option<bool>,
}

impl SeatColumns {
    /// The player on the seat, or the name that this program does not accept.
    pub(super) fn player(self, status: &GameStatus) -> Result<Option<PlayerInfo>, String> {
        let standing = match (self.player, status) {
            (None, GameStatus::Waiting { .. }) => return Ok(None),
            (None, _) => PlayerStanding::Gone,
            (Some(player), _) if player == PlayerId::COMPUTER => PlayerStanding::Computer,
            (Some(_), _) if self.has_account => PlayerStanding::Account,
            (Some(_), _) => PlayerStanding::Guest,
        };
        let is_established = self.is_established == Some(true);
        let trust = if is_established { RatingStatus::Established } else { RatingStatus::Provisional };
        let name = self.name.map(|name| PlayerName::new(&name).map_err(|_| name)).transpose()?;
        let rating = self.rating.map(|value| ShownRating { value, trust });
        Ok(Some(PlayerInfo { id: self.player, name, standing, rating, bot: self.is_bot }))
    }
}

/// A timestamp as stored; saturates.
pub(super) fn to_millis(at: Timestamp) -> i64 {
    i64::try_from(at.0).unwrap_or(i64::MAX)
}

/// A stored timestamp.
pub(super) fn from_millis(millis: i64) -> Timestamp {
    Timestamp(u64::try_from(millis).unwrap_or(0))
}

/// A colour as stored.
pub(super) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn color_from_name(name: &str) -> Option<Color> {
    [Color::White, Color::Black].into_iter().find(|&color| color_name(color) == name)
}
