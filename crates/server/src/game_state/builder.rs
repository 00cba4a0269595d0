//! Setting a game up.

use game::{Chess960, Game, Ruleset, TimeControl, Timestamp};
use protocol::{
    ActionError, ColorPreference, GameId, GameInfo, GameSetup, OnlineTimeControl, PlayerInfo, PlayerKind,
    RatingMode, Seat, Speed, StartPosition,
};
use rules::{ByColor, Setup};
use sha2::{Digest, Sha256};

use super::{ActiveGame, Record, RecordKind};

/// A game to be set up.
#[derive(Clone, Debug)]
pub(crate) struct GameBuilder {
    /// Its name.
    pub(crate) id: GameId,
    /// What is played.
    pub(crate) about: GameInfo,
    /// Who sits down at once.
    pub(crate) players: ByColor<Option<PlayerInfo>>,
}

impl GameBuilder {
    /// A game on these terms, if one can be played so. What is left to the lot is decided by a random number.
    ///
    /// # Errors
    /// If no game can begin so, or not for ratings.
    pub(crate) fn new(id: GameId, terms: &GameSetup, lot: u64) -> Result<GameBuilder, ActionError> {
        let (ruleset, setup) = starting_setup(&terms.start, lot)?;
        let control = terms.control.get();
        let game = Game::new(ruleset, &setup).map_err(|_| ActionError::BadStart)?;
        if game.outcome().is_some() {
            return Err(ActionError::BadStart);
        }
        if terms.stakes == RatingMode::Rated && !can_be_rated(game.ruleset(), &control) {
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

    /// The name of the game after another one. It follows from the other's name, so that a rematch that was opened but not
    /// noted is found again rather than opened twice.
    pub(crate) fn rematch_id(game: GameId) -> GameId {
        let hash = Sha256::digest(format!("the rematch of {game}"));
        let mut half = [0; 16];
        half.copy_from_slice(&hash[..16]);
        GameId::from_bits(u128::from_be_bytes(half))
    }

    /// The same game once more, colours changed.
    pub(crate) fn rematch(id: GameId, live: &ActiveGame) -> GameBuilder {
        let mut about = live.about.clone();
        about.rematch_of = Some(live.id);
        // The time odds stay with the players, not with the colours.
        if let TimeControl::Clock(ByColor { white, black }) = about.control.get() {
            let swapped = TimeControl::Clock(ByColor { white: black, black: white });
            about.control = OnlineTimeControl::new(swapped).unwrap_or(about.control);
        }
        GameBuilder {
            id,
            about,
            players: ByColor { white: live.seats.black.clone(), black: live.seats.white.clone() },
        }
    }

    /// With somebody in a seat.
    ///
    /// # Errors
    /// If the game is rated and they have no account.
    pub(crate) fn seat(mut self, seat: Seat, player: PlayerInfo) -> Result<GameBuilder, ActionError> {
        if self.about.stakes == RatingMode::Rated && player.standing != PlayerKind::Account {
            return Err(ActionError::AccountNeeded);
        }
        self.players[seat.into()] = Some(player);
        Ok(self)
    }

    /// How fast it is.
    pub(crate) fn speed(&self) -> Speed {
        Speed::of(&self.about.control.get())
    }

    /// The first records.
    pub(crate) fn records(&self) -> Vec<Record> {
        let opened = Record::automatic(RecordKind::Opened { about: Box::new(self.about.clone()) });
        let taken = Seat::ALL.into_iter().filter(|&seat| self.players[seat.into()].is_some());
        [opened].into_iter().chain(taken.map(|seat| Record::automatic(RecordKind::Seated { seat }))).collect()
    }
}

/// The game after its first records.
pub(crate) fn start_game(opening: &GameBuilder, at: Timestamp) -> Option<ActiveGame> {
    let records = opening.records();
    let (first, rest) = records.split_first()?;
    let mut live = ActiveGame::from_first_record(opening.id, first, at).ok()?;
    for record in rest {
        let who = record.taken_seat().and_then(|seat| opening.players[seat.into()].as_ref());
        live.apply(record, at, who).ok()?;
    }
    Some(live)
}

/// The seat that somebody gets who would like one.
pub(crate) fn assign_seat(side: ColorPreference, lot: u64) -> Seat {
    match side {
        ColorPreference::White => Seat::White,
        ColorPreference::Black => Seat::Black,
        ColorPreference::Random => Seat::ALL[(lot >> 32) as usize % 2],
    }
}

fn starting_setup(start: &StartPosition, lot: u64) -> Result<(Ruleset, Setup), ActionError> {
    match start {
        StartPosition::Standard => Ok((Ruleset::Standard, Setup::start())),
        StartPosition::Chess960 { number } => {
            let number = number.unwrap_or((lot % u64::from(game::chess960::COUNT)) as u16);
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

/// Ratings compare games that are alike: fair starts, the same time for both.
fn can_be_rated(ruleset: Ruleset, control: &TimeControl) -> bool {
    let fair_start = matches!(ruleset, Ruleset::Standard | Ruleset::Chess960);
    let fair_time = match control {
        TimeControl::Unlimited => false,
        TimeControl::Correspondence { .. } => true,
        TimeControl::Clock(sides) => sides.white == sides.black,
    };
    fair_start && fair_time
}
