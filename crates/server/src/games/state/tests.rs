//! Rules of a game on the server, tested without a server.

mod clock;
mod compact;
mod lag;
mod leaving;
mod log;
mod offers;
mod random;
mod rematch;
mod seats;

use game::{Allowance, Bonus, Ending, Millis, Ply, TimeControl, Timestamp};
use protocol::{
    ActionError, ActionId, GameEvent, GameEventKind, GameId, GameSetup, OfferKind, OnlineTimeControl,
    PlayerAction, PlayerId, PlayerInfo, PlayerKind, RatingMode, Seat, StartPosition, Visibility,
};

use super::{
    ActiveGame, DeadPositionBudget, GameBuilder, GameCommand, PlayerCommand, Presence, Record, start_game,
};
use crate::socket::ConnectionId;

/// A game under test with its time and log.
#[derive(Clone)]
struct TestGame {
    state: ActiveGame,
    presence: Presence,
    now: Timestamp,
    builder: GameBuilder,
    log: Vec<(Record, Timestamp, Option<PlayerInfo>)>,
    action_count: u128,
    round_trip: Millis,
}

fn clock(seconds: u32, bonus: Bonus) -> TimeControl {
    TimeControl::same(Allowance::new(Millis::seconds(seconds), bonus).unwrap())
}

fn player(bits: u128) -> PlayerInfo {
    PlayerInfo {
        id: Some(PlayerId::from_bits(bits)),
        name: None,
        standing: PlayerKind::Guest,
        rating: None,
        bot: false,
    }
}

fn terms(control: TimeControl) -> GameSetup {
    GameSetup {
        start: StartPosition::Standard,
        control: OnlineTimeControl::new(control).unwrap(),
        stakes: RatingMode::Casual,
        visibility: Visibility::Public,
    }
}

impl TestGame {
    /// A game with both seats taken: White is player 1, Black is player 2.
    fn new(control: TimeControl) -> TestGame {
        TestGame::on(&terms(control))
    }

    fn on(terms: &GameSetup) -> TestGame {
        let builder = GameBuilder::new(GameId::from_bits(1), terms, 0).unwrap();
        let builder = builder.seat(Seat::White, player(1)).unwrap().seat(Seat::Black, player(2)).unwrap();
        TestGame::from(builder)
    }

    fn from(builder: GameBuilder) -> TestGame {
        let now = Timestamp(1_000_000);
        let active = start_game(&builder, now).unwrap();
        let mut presence = Presence::new(now);
        for seat in Seat::ALL {
            presence.connect(connection_of(seat), player_id(seat), Some(seat), now);
        }
        TestGame {
            state: active,
            presence,
            now,
            builder,
            log: Vec::new(),
            action_count: 0,
            round_trip: Millis::ZERO,
        }
    }

    fn advance(&mut self, millis: u64) {
        self.now = self.now + Millis(millis);
    }

    fn action(&mut self, seat: Seat, action: PlayerAction) -> Result<Vec<GameEvent>, ActionError> {
        self.action_as(player(player_id(seat).bits()), action)
    }

    fn action_as(&mut self, player: PlayerInfo, action: PlayerAction) -> Result<Vec<GameEvent>, ActionError> {
        self.action_count += 1;
        let id = ActionId::from_bits(self.action_count);
        let rematch_id = GameId::from_bits(100 + self.action_count);
        let command =
            PlayerCommand { player: player.clone(), id, action, round_trip: self.round_trip, rematch_id };
        self.command(&GameCommand::Action(Box::new(command)), Some(player))
    }

    fn tick(&mut self) -> Vec<GameEvent> {
        self.command(&GameCommand::Tick, None).unwrap()
    }

    fn command(
        &mut self,
        command: &GameCommand,
        player: Option<PlayerInfo>,
    ) -> Result<Vec<GameEvent>, ActionError> {
        let mut events = Vec::new();
        for record in self.state.decide(command, &self.presence, self.now)? {
            events.push(self.state.apply(&record, self.now, player.as_ref()).unwrap());
            let follow_up = self.state.follow_up(&record, &mut DeadPositionBudget::default());
            self.log.push((record, self.now, player.clone()));
            if let Some(record) = follow_up {
                events.push(self.state.apply(&record, self.now, player.as_ref()).unwrap());
                self.log.push((record, self.now, player.clone()));
            }
        }
        Ok(events)
    }

    /// Plays a move for the side to move after `millis`.
    #[track_caller]
    fn play(&mut self, uci: &str, millis: u64) -> Vec<GameEvent> {
        self.advance(millis);
        let (seat, ply) = (Seat::from(self.state.game().turn()), self.state.game().ply());
        let events = self.action(seat, PlayerAction::play(ply, uci.parse().unwrap()));
        events.unwrap_or_else(|refusal| panic!("{uci}: {refusal:?}"))
    }

    fn play_moves(&mut self, line: &str) {
        for uci in line.split_whitespace() {
            self.play(uci, 1_000);
        }
    }

    /// Both clocks in milliseconds.
    fn clock_millis(&self) -> (u64, u64) {
        let clocks = self.state.clocks(self.now).unwrap();
        (clocks.white.0, clocks.black.0)
    }

    fn ending(&self) -> Option<Ending> {
        self.state.game().outcome().map(|outcome| outcome.ending())
    }

    fn winner(&self) -> Option<Seat> {
        self.state.game().outcome().and_then(|outcome| outcome.winner()).map(Seat::from)
    }

    /// The game replayed from its log.
    fn replay(&self) -> ActiveGame {
        let mut active = start_game(&self.builder, Timestamp(1_000_000)).unwrap();
        for (record, at, player) in &self.log {
            active.apply(record, *at, player.as_ref()).unwrap();
        }
        active
    }
}

fn player_id(seat: Seat) -> PlayerId {
    PlayerId::from_bits(match seat {
        Seat::White => 1,
        Seat::Black => 2,
    })
}

fn offer(offer: OfferKind) -> PlayerAction {
    PlayerAction::Offer { offer }
}

fn accept(offer: OfferKind) -> PlayerAction {
    PlayerAction::Accept { offer }
}

fn is_end_event(event: &GameEvent) -> bool {
    matches!(event.kind, GameEventKind::Ended { .. })
}

/// The only connection of a player.
fn connection_of(seat: Seat) -> ConnectionId {
    ConnectionId(player_id(seat).bits())
}
