//! The rules of a game on the server, one by one, without a server.

mod clock;
mod lag;
mod leaving;
mod log;
mod offers;
mod random;
mod rematch;
mod seats;

use game::{Allowance, Bonus, Ending, Millis, TimeControl, Timestamp};
use protocol::{
    Act, ActId, Control, Event, GameId, Happening, MoveText, Offer, Player, PlayerId, Refusal, Seat, Stakes,
    Standing, Start, Terms, Visibility,
};

use super::{Attendance, Command, Live, Opening, Record, Wish, open};
use crate::visitor::ConnectionId;

/// A game under test, its time, and everything that was written down of it.
struct Desk {
    live: Live,
    attendance: Attendance,
    now: Timestamp,
    opening: Opening,
    log: Vec<(Record, Timestamp, Option<Player>)>,
    acts: u128,
    round_trip: Millis,
}

fn clock(seconds: u32, bonus: Bonus) -> TimeControl {
    TimeControl::same(Allowance::new(Millis::seconds(seconds), bonus).unwrap())
}

fn player(bits: u128) -> Player {
    Player { id: Some(PlayerId::from_bits(bits)), name: None, standing: Standing::Guest, rating: None }
}

fn terms(control: TimeControl) -> Terms {
    Terms {
        start: Start::Standard,
        control: Control::new(control).unwrap(),
        stakes: Stakes::Casual,
        visibility: Visibility::Public,
    }
}

impl Desk {
    /// Two people sit down; White is player 1, Black is player 2.
    fn new(control: TimeControl) -> Desk {
        Desk::on(&terms(control))
    }

    fn on(terms: &Terms) -> Desk {
        let opening = Opening::new(GameId::from_bits(1), terms, 0).unwrap();
        let opening = opening.seat(Seat::White, player(1)).unwrap().seat(Seat::Black, player(2)).unwrap();
        Desk::from(opening)
    }

    fn from(opening: Opening) -> Desk {
        let now = Timestamp(1_000_000);
        let live = open(&opening, now).unwrap();
        let mut attendance = Attendance::new(now);
        for seat in Seat::ALL {
            attendance.come(window(seat), who(seat), Some(seat));
        }
        Desk { live, attendance, now, opening, log: Vec::new(), acts: 0, round_trip: Millis::ZERO }
    }

    fn wait(&mut self, millis: u64) {
        self.now = self.now + Millis(millis);
    }

    fn act(&mut self, seat: Seat, act: Act) -> Result<Vec<Event>, Refusal> {
        self.act_as(player(who(seat).bits()), act)
    }

    fn act_as(&mut self, player: Player, act: Act) -> Result<Vec<Event>, Refusal> {
        self.acts += 1;
        let id = ActId::from_bits(self.acts);
        let fresh = GameId::from_bits(100 + self.acts);
        let wish = Wish { player: player.clone(), id, act, round_trip: self.round_trip, fresh };
        self.command(&Command::Act(Box::new(wish)), Some(player))
    }

    fn tick(&mut self) -> Vec<Event> {
        self.command(&Command::Tick, None).unwrap()
    }

    fn command(&mut self, command: &Command, player: Option<Player>) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        for record in self.live.decide(command, &self.attendance, self.now)? {
            events.push(self.live.apply(&record, self.now, player.as_ref()).unwrap());
            let consequence = self.live.consequence(&record);
            self.log.push((record, self.now, player.clone()));
            if let Some(record) = consequence {
                events.push(self.live.apply(&record, self.now, player.as_ref()).unwrap());
                self.log.push((record, self.now, player.clone()));
            }
        }
        Ok(events)
    }

    /// The side to move moves after so many milliseconds.
    #[track_caller]
    fn play(&mut self, uci: &str, millis: u64) -> Vec<Event> {
        self.wait(millis);
        let (seat, ply) = (Seat::from(self.live.game().turn()), self.live.game().plies() as u32);
        let events = self.act(seat, Act::Move { ply, uci: MoveText(uci.parse().unwrap()) });
        events.unwrap_or_else(|refusal| panic!("{uci}: {refusal:?}"))
    }

    fn moves(&mut self, line: &str) {
        for uci in line.split_whitespace() {
            self.play(uci, 1_000);
        }
    }

    /// Milliseconds on both clocks.
    fn left(&self) -> (u64, u64) {
        let clocks = self.live.clocks(self.now).unwrap();
        (clocks.white.0, clocks.black.0)
    }

    fn ending(&self) -> Option<Ending> {
        self.live.game().outcome().map(|outcome| outcome.ending())
    }

    fn winner(&self) -> Option<Seat> {
        self.live.game().outcome().and_then(|outcome| outcome.winner()).map(Seat::from)
    }

    /// The same game from what was written down.
    fn replayed(&self) -> Live {
        let mut live = open(&self.opening, Timestamp(1_000_000)).unwrap();
        for (record, at, player) in &self.log {
            live.apply(record, *at, player.as_ref()).unwrap();
        }
        live
    }
}

fn who(seat: Seat) -> PlayerId {
    PlayerId::from_bits(match seat {
        Seat::White => 1,
        Seat::Black => 2,
    })
}

fn offer(offer: Offer) -> Act {
    Act::Offer { offer }
}

fn accept(offer: Offer) -> Act {
    Act::Accept { offer }
}

fn is_end(event: &Event) -> bool {
    matches!(event.happening, Happening::Ended { .. })
}

/// The one window of a player.
fn window(seat: Seat) -> ConnectionId {
    ConnectionId(who(seat).bits() as u64)
}
