//! Setting a game up.

use game::{Chess960, Game, Ruleset, TimeControl, Timestamp};
use protocol::{About, Control, GameId, Player, Refusal, Seat, Side, Speed, Stakes, Standing, Start, Terms};
use rules::{ByColor, Setup};
use sha2::{Digest, Sha256};

use super::{Fact, Live, Record};

/// A game to be set up.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    /// Its name.
    pub(crate) id: GameId,
    /// What is played.
    pub(crate) about: About,
    /// Who sits down at once.
    pub(crate) players: ByColor<Option<Player>>,
}

impl Opening {
    /// A game on these terms, if one can be played so. What is left to the lot is decided by a random number.
    ///
    /// # Errors
    /// If no game can begin so, or not for ratings.
    pub(crate) fn new(id: GameId, terms: &Terms, lot: u64) -> Result<Opening, Refusal> {
        let (ruleset, setup) = start(&terms.start, lot)?;
        let control = terms.control.get();
        let game = Game::new(ruleset, &setup).map_err(|_| Refusal::BadStart)?;
        if game.outcome().is_some() {
            return Err(Refusal::BadStart);
        }
        if terms.stakes == Stakes::Rated && !can_be_rated(game.ruleset(), &control) {
            return Err(Refusal::CannotBeRated);
        }
        let about = About {
            ruleset: game.ruleset(),
            fen: setup.to_string(),
            control: terms.control,
            stakes: terms.stakes,
            visibility: terms.visibility,
            rematch_of: None,
        };
        Ok(Opening { id, about, players: ByColor::default() })
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
    pub(crate) fn rematch(id: GameId, live: &Live) -> Opening {
        let mut about = live.about.clone();
        about.rematch_of = Some(live.id);
        // The time odds stay with the players, not with the colours.
        if let TimeControl::Clock(ByColor { white, black }) = about.control.get() {
            let swapped = TimeControl::Clock(ByColor { white: black, black: white });
            about.control = Control::new(swapped).unwrap_or(about.control);
        }
        Opening {
            id,
            about,
            players: ByColor { white: live.seats.black.clone(), black: live.seats.white.clone() },
        }
    }

    /// With somebody in a seat.
    ///
    /// # Errors
    /// If the game is rated and they have no account.
    pub(crate) fn seat(mut self, seat: Seat, player: Player) -> Result<Opening, Refusal> {
        if self.about.stakes == Stakes::Rated && player.standing != Standing::Account {
            return Err(Refusal::AccountNeeded);
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
        let opened = Record::of(Fact::Opened { about: Box::new(self.about.clone()) });
        let taken = Seat::ALL.into_iter().filter(|&seat| self.players[seat.into()].is_some());
        [opened].into_iter().chain(taken.map(|seat| Record::of(Fact::Seated { seat }))).collect()
    }
}

/// The game after its first records.
pub(crate) fn open(opening: &Opening, at: Timestamp) -> Option<Live> {
    let records = opening.records();
    let (first, rest) = records.split_first()?;
    let mut live = Live::begin(opening.id, first, at).ok()?;
    for record in rest {
        let who = record.seated().and_then(|seat| opening.players[seat.into()].as_ref());
        live.apply(record, at, who).ok()?;
    }
    Some(live)
}

/// The seat that somebody gets who would like one.
pub(crate) fn draw_seat(side: Side, lot: u64) -> Seat {
    match side {
        Side::White => Seat::White,
        Side::Black => Seat::Black,
        Side::Random => Seat::ALL[(lot >> 32) as usize % 2],
    }
}

fn start(start: &Start, lot: u64) -> Result<(Ruleset, Setup), Refusal> {
    match start {
        Start::Standard => Ok((Ruleset::Standard, Setup::start())),
        Start::Chess960 { number } => {
            let number = number.unwrap_or((lot % u64::from(game::chess960::COUNT)) as u16);
            let start = Chess960::new(number).ok_or(Refusal::BadStart)?;
            Ok((Ruleset::Chess960, start.setup()))
        }
        Start::FromPosition { fen } => {
            let setup = Setup::from_fen(fen.as_str().as_bytes()).map_err(|_| Refusal::BadStart)?;
            Ok((Ruleset::FromPosition, setup))
        }
        Start::KingCapture { first } => {
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
