//! Games as the Lichess API has them.

use engine::Level;
use game::{Bonus, Ending, Game, Ruleset, TimeControl};
use protocol::lichess::{
    ClockJson, Compat, EventGame, GameFull, GameOpponent, GameStateLine, GameStatusJson, GameUser, Named,
    UNLIMITED_MILLIS, VariantJson,
};
use protocol::{
    BySeat, GameId, GameInfo, GameState, OfferKind, PlayerInfo, PlayerKind, RatingMode, RatingStatus, Seat,
    Speed,
};
use rules::Setup;

use super::error::LichessError;
use super::user_id::name_id;
use crate::games::StateSnapshot;
use crate::lobby::check_form;

/// Title of accounts with which programs play.
pub(super) const BOT: &str = "BOT";

/// Levels of the computer, 1 to 8.
pub(super) const AI_LEVELS: [Level; 8] = [
    Level::Haru,
    Level::Dori,
    Level::Sol,
    Level::Jun,
    Level::Otto,
    Level::Bruno,
    Level::Greta,
    Level::Hanpan,
];

/// APIs that can play our games: both.
pub(super) const COMPAT: Compat = Compat { bot: true, board: true };

/// A game in progress or finished, of which the Lichess API knows the rules and the clock.
#[derive(Clone, Debug)]
pub(super) struct LichessGame {
    pub(super) id: GameId,
    pub(super) state: GameState,
    /// Seats of accounts with which programs play.
    bots: BySeat<bool>,
}

impl LichessGame {
    /// Wraps the state of a game.
    ///
    /// # Errors
    ///
    /// Returns 404 if the game has not begun, and 400 if it has no form in the Lichess API.
    pub(super) fn new(id: GameId, state: GameState, bots: BySeat<bool>) -> Result<LichessGame, LichessError> {
        if state.seats.white.is_none() || state.seats.black.is_none() {
            return Err(LichessError::not_found("The game has not begun"));
        }
        check_form(&state.about).map_err(LichessError::bad_request)?;
        Ok(LichessGame { id, state, bots })
    }

    /// First line of the game stream.
    pub(super) fn full(&self) -> GameFull {
        let about = &self.state.about;
        let control = about.control.get();
        GameFull {
            id: self.id,
            variant: variant(about.ruleset),
            clock: clock(&control),
            days_per_turn: days(&control),
            speed: speed_key(Speed::of(&control)),
            perf: Named { name: perf_name(about.ruleset, Speed::of(&control)) },
            rated: about.stakes == RatingMode::Rated,
            created_at: self.state.opened,
            white: self.user(Seat::White),
            black: self.user(Seat::Black),
            initial_fen: initial_fen(about).unwrap_or_else(|| "startpos".to_owned()),
            state: self.line(),
        }
    }

    /// State as a line of the game stream.
    pub(super) fn line(&self) -> GameStateLine {
        let state = &self.state;
        let control = state.about.control.get();
        let moves: Vec<String> = state.moves.iter().map(|played| played.uci.0.to_string()).collect();
        let time = |seat| state.clocks.map_or(UNLIMITED_MILLIS, |clocks| left(&clocks, seat));
        let increment = |seat: Seat| match control.bonus(seat.into()) {
            Bonus::Increment(amount) => amount.0,
            _ => 0,
        };
        let offers = |seat, offer| state.offers.iter().any(|open| open.seat == seat && open.offer == offer);
        GameStateLine {
            moves: moves.join(" "),
            wtime: time(Seat::White),
            btime: time(Seat::Black),
            winc: increment(Seat::White),
            binc: increment(Seat::Black),
            status: self.status().name,
            winner: self.winner(),
            wdraw: offers(Seat::White, OfferKind::Draw),
            bdraw: offers(Seat::Black, OfferKind::Draw),
            wtakeback: offers(Seat::White, OfferKind::Takeback),
            btakeback: offers(Seat::Black, OfferKind::Takeback),
            rematch: state.rematch,
        }
    }

    /// State right after some moves that others have followed, as a line of the game stream.
    pub(super) fn line_after(&self, plies: usize) -> GameStateLine {
        let now = self.line();
        let [white, black] = self.times_after(plies);
        GameStateLine {
            moves: now.moves.split(' ').take(plies).collect::<Vec<_>>().join(" "),
            wtime: white.unwrap_or(UNLIMITED_MILLIS),
            btime: black.unwrap_or(UNLIMITED_MILLIS),
            winc: now.winc,
            binc: now.binc,
            status: STARTED.name,
            winner: None,
            wdraw: false,
            bdraw: false,
            wtakeback: false,
            btakeback: false,
            rematch: None,
        }
    }

    /// Milliseconds on both clocks after some moves; `None` without a clock.
    pub(super) fn times_after(&self, plies: usize) -> [Option<u64>; 2] {
        let control = self.state.about.control.get();
        let setup = Setup::from_fen(self.state.about.fen.as_bytes());
        let first = setup.map_or(Seat::White, |setup| Seat::from(setup.turn));
        Seat::ALL.map(|seat| {
            let own = |ply: usize| ply.is_multiple_of(2) == (seat == first);
            let played = (0..plies.min(self.state.moves.len())).rev().find(|&ply| own(ply));
            let left = played.and_then(|ply| self.state.moves[ply].left).map(|left| left.0);
            left.or_else(|| control.initial(seat.into()).map(|initial| initial.0))
        })
    }

    /// The game for the event stream and the list of current games.
    pub(super) fn event_game(&self, seat: Seat) -> EventGame {
        let (state, about) = (&self.state, &self.state.about);
        let control = about.control.get();
        let speed = Speed::of(&control);
        let game = replay(state);
        let fen = game.as_ref().map_or_else(|| about.fen.clone(), |game| game.setup().to_string());
        let turn = game.as_ref().map_or(Seat::White, |game| game.turn().into());
        let first = game.as_ref().map_or(Seat::White, |game| Seat::from(game.start().turn));
        let seconds = state.clocks.map(|clocks| left(&clocks, seat) / 1_000);
        EventGame {
            id: self.id,
            game_id: self.id,
            full_id: self.id,
            color: seat,
            fen,
            has_moved: state.moves.len() > usize::from(first != seat),
            is_my_turn: state.result.is_none() && turn == seat,
            last_move: state.moves.last().map(|played| played.uci.0.to_string()).unwrap_or_default(),
            opponent: self.opponent(seat.other()),
            perf: perf_key(about.ruleset, speed),
            rated: about.stakes == RatingMode::Rated,
            seconds_left: seconds,
            source: if self.ai_level(seat.other()).is_some() { "ai" } else { "friend" },
            status: self.status(),
            speed: speed_key(speed),
            variant: variant(about.ruleset),
            compat: COMPAT,
            winner: self.winner(),
            rating_diff: self.rating_diff(seat),
        }
    }

    /// Status with its number on Lichess.
    pub(super) fn status(&self) -> GameStatusJson {
        self.state.result.as_ref().map_or(STARTED, |result| ended_status(result.0.ending()))
    }

    pub(super) fn winner(&self) -> Option<Seat> {
        self.state.result.as_ref().and_then(|result| result.0.winner()).map(Seat::from)
    }

    /// Returns true if one of the players is the computer.
    pub(super) fn is_with_computer(&self) -> bool {
        Seat::ALL.into_iter().any(|seat| self.ai_level(seat).is_some())
    }

    fn player(&self, seat: Seat) -> Option<&PlayerInfo> {
        self.state.seats.get(seat).as_ref()
    }

    fn ai_level(&self, seat: Seat) -> Option<u8> {
        self.player(seat).and_then(ai_level)
    }

    pub(super) fn user(&self, seat: Seat) -> GameUser {
        let Some(player) = self.player(seat) else { return GameUser::default() };
        if let Some(level) = ai_level(player) {
            return GameUser { ai_level: Some(level), ..GameUser::default() };
        }
        GameUser {
            ai_level: None,
            id: account_id(player),
            name: Some(player_name(player)),
            title: self.bots.get(seat).then_some(BOT),
            rating: player.rating.map(|rating| rating.value),
            provisional: player.rating.is_some_and(|rating| rating.trust == RatingStatus::Provisional),
        }
    }

    fn opponent(&self, seat: Seat) -> GameOpponent {
        let player = self.player(seat);
        let ai = player.and_then(ai_level);
        GameOpponent {
            id: player.filter(|_| ai.is_none()).and_then(account_id),
            username: match ai {
                Some(level) => format!("AI level {level}"),
                None => player.map_or_else(|| ANONYMOUS.to_owned(), player_name),
            },
            rating: player.and_then(|player| player.rating).map(|rating| rating.value),
            ai,
            rating_diff: self.rating_diff(seat),
        }
    }

    pub(super) fn rating_diff(&self, seat: Seat) -> Option<i32> {
        let after = self.state.ratings.as_ref()?.get(seat).value;
        let before = self.player(seat)?.rating?.value;
        Some(i32::from(after) - i32::from(before))
    }
}

/// Name of players without one.
pub(super) const ANONYMOUS: &str = "Anonymous";

/// Status of a game in progress.
const STARTED: GameStatusJson = GameStatusJson { id: 20, name: "started" };

/// Name of a player.
pub(super) fn player_name(player: &PlayerInfo) -> String {
    player.name.as_ref().map_or_else(|| ANONYMOUS.to_owned(), ToString::to_string)
}

fn account_id(player: &PlayerInfo) -> Option<String> {
    let name = player.name.as_ref().filter(|_| player.standing == PlayerKind::Account)?;
    Some(name_id(name.as_str()))
}

/// Level of the computer from 1 to 8: the strongest of [`AI_LEVELS`] that is not stronger than the opponent.
fn ai_level(player: &PlayerInfo) -> Option<u8> {
    if player.standing != PlayerKind::Computer {
        return None;
    }
    let level: Level = player.name.as_ref()?.as_str().parse().ok()?;
    let below = AI_LEVELS.iter().filter(|&&known| known <= level).count();
    u8::try_from(below.max(1)).ok()
}

/// Rules as Lichess names them.
pub(super) fn variant(ruleset: Ruleset) -> VariantJson {
    match ruleset {
        Ruleset::Chess960 => VariantJson { key: "chess960", name: "Chess960", short: "960" },
        Ruleset::FromPosition => VariantJson { key: "fromPosition", name: "From Position", short: "FEN" },
        Ruleset::Standard | Ruleset::KingCapture => {
            VariantJson { key: "standard", name: "Standard", short: "Std" }
        }
    }
}

/// Speed as Lichess names it: games without a clock are correspondence.
pub(super) fn speed_key(speed: Speed) -> &'static str {
    match speed {
        Speed::Unlimited => Speed::Correspondence.name(),
        speed => speed.name(),
    }
}

/// Speed for people.
pub(super) fn speed_name(speed: Speed) -> &'static str {
    match speed {
        Speed::Bullet => "Bullet",
        Speed::Blitz => "Blitz",
        Speed::Rapid => "Rapid",
        Speed::Classical => "Classical",
        Speed::Correspondence | Speed::Unlimited => "Correspondence",
    }
}

/// Rating category.
pub(super) fn perf_key(ruleset: Ruleset, speed: Speed) -> &'static str {
    if ruleset == Ruleset::Chess960 { "chess960" } else { speed_key(speed) }
}

/// Rating category for people.
pub(super) fn perf_name(ruleset: Ruleset, speed: Speed) -> &'static str {
    if ruleset == Ruleset::Chess960 { "Chess960" } else { speed_name(speed) }
}

/// FEN of a start that is not the usual one.
pub(super) fn initial_fen(about: &GameInfo) -> Option<String> {
    (about.ruleset != Ruleset::Standard).then(|| about.fen.clone())
}

fn clock(control: &TimeControl) -> Option<ClockJson> {
    let TimeControl::Clock(sides) = control else { return None };
    Some(ClockJson { initial: sides.white.base().0, increment: sides.white.bonus().amount().0 })
}

/// Days per move of a correspondence game.
pub(super) fn days(control: &TimeControl) -> Option<u32> {
    match control {
        TimeControl::Correspondence { days } => Some(days.get()),
        _ => None,
    }
}

fn left(clocks: &protocol::ClockTimes, seat: Seat) -> u64 {
    let left = match seat {
        Seat::White => clocks.white,
        Seat::Black => clocks.black,
    };
    left.0.min(UNLIMITED_MILLIS)
}

/// Status of a finished game with its number on Lichess.
pub(super) fn ended_status(ending: Ending) -> GameStatusJson {
    let (id, name) = match ending {
        Ending::Aborted => (25, "aborted"),
        Ending::Checkmate => (30, "mate"),
        Ending::Resignation => (31, "resign"),
        Ending::Stalemate => (32, "stalemate"),
        Ending::Abandoned => (33, "timeout"),
        // Without a winner, `outoftime` is a draw there as well.
        Ending::Timeout | Ending::TimeoutInsufficient => (35, "outoftime"),
        Ending::KingCaptured => (60, "variantEnd"),
        Ending::Threefold
        | Ending::Fifty
        | Ending::Fivefold
        | Ending::SeventyFive
        | Ending::Insufficient
        | Ending::Dead
        | Ending::Agreement
        | Ending::ResignationInsufficient
        | Ending::AbandonedDraw => (34, "draw"),
    };
    GameStatusJson { id, name }
}

/// The game after its moves; `None` if they do not fit, which stored games do.
pub(super) fn replay(state: &GameState) -> Option<Game> {
    let setup = Setup::from_fen(state.about.fen.as_bytes()).ok()?;
    let mut game = Game::recorded(state.about.ruleset, &setup).ok()?;
    for played in &state.moves {
        game.replay(played.uci.0).ok()?;
    }
    Some(game)
}

/// Seat of the viewer, who must be a player.
///
/// # Errors
///
/// Returns 404 for others: the game may be private.
pub(super) fn own_seat(snapshot: &StateSnapshot) -> Result<Seat, LichessError> {
    snapshot.seat.ok_or_else(|| LichessError::not_found("No such game of yours"))
}
