//! Messages of the Lichess Bot API, as a bot reads them. Unknown fields and kinds are ignored: the server may be newer.

mod raw;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use rules::{ByColor, Color, Setup, UciMove};

use raw::{RawEvent, RawFull, RawGone, RawKind, RawState, RawUser, from_json};

/// Longest id that is accepted.
const MAX_ID_LENGTH: usize = 64;

/// Id of a challenge and of its game; safe in a path.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct GameKey(String);

/// Rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Variant {
    Standard,
    Chess960,
    #[value(name = "fromPosition", alias = "from-position")]
    FromPosition,
}

/// Speed of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum SpeedKey {
    #[value(name = "ultraBullet")]
    UltraBullet,
    Bullet,
    Blitz,
    Rapid,
    Classical,
    // Days per move, or no limit.
    Correspondence,
}

/// The account of the token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Account {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) is_bot: bool,
}

/// A line of the event stream.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum StreamEvent {
    Challenge(Challenge),
    ChallengeCanceled(GameKey),
    /// With the reason in English.
    ChallengeDeclined(GameKey, String),
    GameStart(StartedGame),
    GameFinish(GameKey),
    /// A kind that a bot does not need.
    Other,
}

/// A challenge to or from the bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Challenge {
    pub(super) key: GameKey,
    pub(super) challenger: Opponent,
    /// `None` if the bot does not know the rules.
    pub(super) variant: Option<Variant>,
    /// `None` if the bot does not know the speed.
    pub(super) speed: Option<SpeedKey>,
    pub(super) mode: Mode,
    /// Initial time of the clock, if there is one.
    pub(super) initial: Option<Duration>,
    /// For the log, such as `5+3`.
    pub(super) time_control: String,
}

/// The other player of a challenge or a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Opponent {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) kind: OpponentKind,
}

/// Account of a person or of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum OpponentKind {
    People,
    Bots,
}

/// Consequence for ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Mode {
    Rated,
    Casual,
}

/// A game of the bot that is in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StartedGame {
    pub(super) key: GameKey,
    pub(super) opponent: String,
}

/// A line of a game stream.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum GameLine {
    Full(Box<FullGame>),
    State(GameState),
    OpponentGone {
        /// Time until the win can be claimed; `None` if the opponent has returned.
        claim_in: Option<Duration>,
    },
    /// Chat, or a kind that a bot does not need.
    Other,
}

/// A game with everything that stays.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct FullGame {
    pub(super) variant: Variant,
    pub(super) start: Setup,
    /// Account ids of the players; `None` for guests and the server's computer.
    pub(super) players: ByColor<Option<String>>,
    pub(super) state: GameState,
}

/// State of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GameState {
    pub(super) moves: Vec<UciMove>,
    /// Time left; `None` without a clock.
    pub(super) times: Option<ByColor<Duration>>,
    pub(super) increments: ByColor<Duration>,
    /// `None` while the game is in progress.
    pub(super) end: Option<GameEnd>,
    pub(super) offers_draw: ByColor<bool>,
    pub(super) wants_takeback: ByColor<bool>,
}

/// End of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GameEnd {
    /// Name of the status, such as `mate`.
    pub(super) status: String,
    pub(super) winner: Option<Color>,
}

/// A message that cannot be read, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WireError(pub(super) String);

impl Account {
    /// Parses the answer to `/api/account`.
    pub(super) fn parse(body: &str) -> Result<Account, WireError> {
        let raw: RawUser = from_json(body)?;
        let name = raw.username.or(raw.name).ok_or_else(|| WireError("an account without a name".into()))?;
        Ok(Account {
            id: raw.id.unwrap_or_else(|| name.to_lowercase()),
            is_bot: raw.title.as_deref() == Some(BOT),
            name,
        })
    }
}

impl StreamEvent {
    /// Parses a line of the event stream.
    pub(super) fn parse(line: &str) -> Result<StreamEvent, WireError> {
        let raw: RawEvent = from_json(line)?;
        Ok(match (raw.kind.as_str(), raw.challenge, raw.game) {
            ("challenge", Some(challenge), _) => StreamEvent::Challenge(challenge.try_into()?),
            ("challengeCanceled", Some(challenge), _) => {
                StreamEvent::ChallengeCanceled(challenge.id.parse()?)
            }
            ("challengeDeclined", Some(challenge), _) => StreamEvent::ChallengeDeclined(
                challenge.id.parse()?,
                challenge.decline_reason.unwrap_or_else(|| "no reason given".into()),
            ),
            ("gameStart", _, Some(game)) => StreamEvent::GameStart(StartedGame {
                key: game.key()?,
                opponent: game.opponent.and_then(|user| user.username).unwrap_or_else(|| ANONYMOUS.into()),
            }),
            ("gameFinish", _, Some(game)) => StreamEvent::GameFinish(game.key()?),
            _ => StreamEvent::Other,
        })
    }
}

impl GameLine {
    /// Parses a line of a game stream.
    pub(super) fn parse(line: &str) -> Result<GameLine, WireError> {
        let RawKind { kind } = from_json(line)?;
        Ok(match kind.as_str() {
            "gameFull" => GameLine::Full(Box::new(from_json::<RawFull>(line)?.try_into()?)),
            "gameState" => GameLine::State(from_json::<RawState>(line)?.try_into()?),
            "opponentGone" => {
                let raw: RawGone = from_json(line)?;
                let seconds = raw.claim_win_in_seconds.filter(|_| raw.gone);
                GameLine::OpponentGone { claim_in: seconds.map(Duration::from_secs) }
            }
            _ => GameLine::Other,
        })
    }
}

impl Mode {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Mode::Rated => "rated",
            Mode::Casual => "casual",
        }
    }
}

impl FromStr for GameKey {
    type Err = WireError;

    fn from_str(text: &str) -> Result<GameKey, WireError> {
        let is_safe = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        if text.is_empty() || text.len() > MAX_ID_LENGTH || !text.chars().all(is_safe) {
            return Err(WireError(format!("{text:?} is no id of a game")));
        }
        Ok(GameKey(text.to_owned()))
    }
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unreadable message: {}", self.0)
    }
}

/// Title of accounts with which programs play.
const BOT: &str = "BOT";

/// Name of players without one.
const ANONYMOUS: &str = "Anonymous";

#[cfg(test)]
mod tests;
