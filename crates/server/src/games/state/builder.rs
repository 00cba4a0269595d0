//! Builds new games.

use game::{Chess960, Game, Ruleset, TimeControl, Timestamp};
use protocol::{
    ActionError, ActionId, ColorPreference, GameId, GameInfo, GameSetup, OnlineTimeControl, PlayerId,
    PlayerInfo, PlayerKind, RatingMode, Seat, Speed, StartPosition, Visibility,
};
use rules::{ByColor, Setup};

use super::{ActiveGame, Record, RecordKind};
use crate::store::{SecretUse, StoreSecret};

/// Builder of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameBuilder {
    pub(crate) id: GameId,
    /// Setup, clock and conditions.
    pub(crate) about: GameInfo,
    /// Players seated from the start.
    pub(crate) players: ByColor<Option<PlayerInfo>>,
}

impl GameBuilder {
    /// Creates a game with these terms. `lot` decides what is left to chance.
    ///
    /// # Errors
    ///
    /// Returns an error if the start is not playable or cannot be rated.
    pub(crate) fn new(id: GameId, terms: &GameSetup, seed: u64) -> Result<GameBuilder, ActionError> {
        let (ruleset, setup) = starting_setup(&terms.start, seed)?;
        let control = terms.control.get();
        let game = Game::new(ruleset, &setup).map_err(|_| ActionError::BadStart)?;
        if game.outcome().is_some() {
            return Err(ActionError::BadStart);
        }
        let can_be_rated = can_be_rated(game.ruleset(), &control) && terms.visibility == Visibility::Public;
        if terms.stakes == RatingMode::Rated && !can_be_rated {
            return Err(ActionError::CannotBeRated);
        }
        let about = GameInfo {
            ruleset: game.ruleset(),
            fen: setup.to_string(),
            control: terms.control,
            stakes: terms.stakes,
            visibility: terms.visibility,
            rematch_of: None,
        };
        Ok(GameBuilder { id, about, players: ByColor::default() })
    }

    /// Id of the rematch of a game. Derived from the game's id, so that a retry after a crash finds the
    /// rematch instead of creating a second one, with a secret, so that the id of a game tells no other.
    pub(crate) fn rematch_id(game: GameId, secret: &StoreSecret) -> GameId {
        GameId::from_bits(secret.hash_bits(SecretUse::Rematch, &game.bits().to_be_bytes()))
    }

    /// Id of a game that a player keeps. Derived from the player's key of the request, so that a retry finds the game
    /// instead of storing it twice.
    pub(crate) fn kept_id(player: PlayerId, key: ActionId, secret: &StoreSecret) -> GameId {
        let request = [player.bits().to_be_bytes(), key.bits().to_be_bytes()].concat();
        GameId::from_bits(secret.hash_bits(SecretUse::KeptGame, &request))
    }

    /// Id of a game that a player imports. Derived from the text, so that importing it again finds the game.
    pub(crate) fn imported_id(player: PlayerId, pgn: &str, secret: &StoreSecret) -> GameId {
        let request = [&player.bits().to_be_bytes(), pgn.as_bytes()].concat();
        GameId::from_bits(secret.hash_bits(SecretUse::ImportedGame, &request))
    }

    /// Rematch with colours swapped.
    pub(crate) fn rematch(id: GameId, active: &ActiveGame) -> GameBuilder {
        let mut about = active.about.clone();
        about.rematch_of = Some(active.id);
        if about.visibility == Visibility::Private {
            // Older versions had rated private games.
            about.stakes = RatingMode::Casual;
        }
        // Time odds stay with the players, not with the colours.
        if let TimeControl::Clock(ByColor { white, black }) = about.control.get() {
            let swapped = TimeControl::Clock(ByColor { white: black, black: white });
            about.control = OnlineTimeControl::new(swapped).unwrap_or(about.control);
        }
        GameBuilder {
            id,
            about,
            players: ByColor { white: active.seats.black.clone(), black: active.seats.white.clone() },
        }
    }

    /// Seats a player.
    ///
    /// # Errors
    ///
    /// Returns `AccountNeeded` if the game is rated and the player has no account.
    pub(crate) fn seat(mut self, seat: Seat, player: PlayerInfo) -> Result<GameBuilder, ActionError> {
        if self.about.stakes == RatingMode::Rated && player.standing != PlayerKind::Account {
            return Err(ActionError::AccountNeeded);
        }
        self.players[seat.into()] = Some(player);
        Ok(self)
    }

    pub(crate) fn speed(&self) -> Speed {
        Speed::of(&self.about.control.get())
    }

    /// The initial records of the log.
    pub(crate) fn records(&self) -> Vec<Record> {
        let opened = Record::automatic(RecordKind::Opened { about: Box::new(self.about.clone()) });
        let taken = Seat::ALL.into_iter().filter(|&seat| self.players[seat.into()].is_some());
        [opened].into_iter().chain(taken.map(|seat| Record::automatic(RecordKind::Seated { seat }))).collect()
    }
}

/// The game after its initial records.
pub(crate) fn start_game(builder: &GameBuilder, at: Timestamp) -> Option<ActiveGame> {
    let records = builder.records();
    let (first, rest) = records.split_first()?;
    let mut active = ActiveGame::from_first_record(builder.id, first, at).ok()?;
    for record in rest {
        let who = record.taken_seat().and_then(|seat| builder.players[seat.into()].as_ref());
        active.apply(record, at, who).ok()?;
    }
    Some(active)
}

/// The seat for a side preference.
pub(crate) fn assign_seat(side: ColorPreference, seed: u64) -> Seat {
    match side {
        ColorPreference::White => Seat::White,
        ColorPreference::Black => Seat::Black,
        ColorPreference::Random => Seat::ALL[(seed >> 32) as usize % 2],
    }
}

fn starting_setup(start: &StartPosition, seed: u64) -> Result<(Ruleset, Setup), ActionError> {
    match start {
        StartPosition::Standard => Ok((Ruleset::Standard, Setup::start())),
        StartPosition::Chess960 { number } => {
            let number = number.unwrap_or((seed % u64::from(game::chess960::COUNT)) as u16);
            let start = Chess960::new(number).ok_or(ActionError::BadStart)?;
            Ok((Ruleset::Chess960, start.setup()))
        }
        StartPosition::FromPosition { fen } => {
            let setup = Setup::from_fen(fen.as_str().as_bytes()).map_err(|_| ActionError::BadStart)?;
            Ok((Ruleset::FromPosition, setup))
        }
        StartPosition::KingCapture { first } => {
            Ok((Ruleset::KingCapture, Setup { turn: (*first).into(), ..Setup::start() }))
        }
    }
}

/// Only comparable games can be rated: a fair start and equal time.
fn can_be_rated(ruleset: Ruleset, control: &TimeControl) -> bool {
    let fair_start = matches!(ruleset, Ruleset::Standard | Ruleset::Chess960);
    let fair_time = match control {
        TimeControl::Unlimited => false,
        TimeControl::Correspondence { .. } => true,
        TimeControl::Clock(sides) => sides.white == sides.black,
    };
    fair_start && fair_time
}
