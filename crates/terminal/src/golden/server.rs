//! A server for scenes: it tells what a script wants it to have told.

use client::Effect;
use client::Event as Input;
use client::online::{Call, Errand as Order, Incoming, Purpose, Wish};
use game::{Allowance, Bonus, Ending, Millis, Outcome, Ruleset, TimeControl};
use protocol::http::{Invitation, Invited};
use protocol::*;
use rules::Color;

use super::Stage;
use crate::app::Errand;
use crate::online::Refused;

/// What it has told so far.
#[derive(Debug)]
pub(crate) struct Server {
    call: Call,
    /// The number of the last event.
    number: u32,
    plies: u32,
    lines: u32,
}

const GAME: GameId = GameId::from_bits(0xbad_cafe);

/// Whoever sits at the window.
const ANN: PlayerId = PlayerId::from_bits(1);
const BEN: PlayerId = PlayerId::from_bits(2);
const CLEO: PlayerId = PlayerId::from_bits(3);

impl Stage {
    /// Lets something happen at the server, if the word is for it.
    pub(super) fn happens_at_server(&mut self, name: &str, value: &str) -> bool {
        match name {
            "server" => self.connect(),
            "lobby" => {
                self.app.send(Input::Wish(Wish::EnterLobby));
                let crowd = Crowd { players: 7, games: 2, liveliest: None };
                self.tell(ToClient::Lobby {
                    seeks: vec![seek(1, "Cleo", Side::White), seek(2, "도윤", Side::Random)],
                    crowd,
                });
            }
            "empty-lobby" => {
                self.app.send(Input::Wish(Wish::EnterLobby));
                let crowd = Crowd { players: 1, games: 0, liveliest: None };
                self.tell(ToClient::Lobby { seeks: vec![], crowd });
            }
            "gone" => self.tell(ToClient::SeekClosed { seek: SeekId::from_bits(value.parse().unwrap()) }),
            "link" => {
                let url = format!("http://chess.example:7171/game/{GAME}");
                self.app.invited(&invitation(), Ok(Invited { game: GAME, seat: Seat::White, url }));
            }
            "unreachable" => {
                let refused = std::io::ErrorKind::ConnectionRefused.into();
                self.app.invited(&invitation(), Err(Refused::Unreachable(refused)));
            }
            "game" => self.enter(value),
            "happens" => self.event(value),
            "says" => {
                let server = self.server.as_mut().unwrap();
                server.lines += 1;
                let (number, speech) = (server.lines, Speech::Text(ChatText::new(value).unwrap()));
                let line = Line { number, at: Moment(u64::from(number)), from: player(BEN), speech };
                self.tell(ToClient::Talk { game: GAME, room: Room::Players, lines: vec![line] });
            }
            "leaves" => {
                let claim = value.parse().ok().map(|seconds: u64| Moment(seconds * 1_000));
                let players = Both { white: Attendance::Here, black: Attendance::Away { claim } };
                self.tell(ToClient::Presence { game: GAME, players, watchers: 0 });
            }
            "cut" => {
                let call = self.server.as_ref().unwrap().call;
                self.app.hear(Incoming::Dropped(call));
            }
            "back-again" => {
                self.now.0 += 60_000;
                self.app.at(self.now, self.area);
                self.app.send(Input::Tick);
                self.answer_call();
            }
            "no-game" => {
                self.app.send(Input::Wish(Wish::Enter { game: GAME, purpose: Purpose::Watch }));
                self.tell(ToClient::Refused { id: None, game: Some(GAME), reason: Refusal::NoGame });
            }
            _ => return false,
        }
        true
    }

    fn connect(&mut self) {
        self.app.at_server(&crate::Server {
            address: "http://chess.example:7171".parse().unwrap(),
            name: Some("Ann".to_owned()),
            side: Side::Random,
            draw_link: |_| Some("█▀▀█\n█▄▄█\n".to_owned()),
        });
        self.app.send(Input::Wish(Wish::Connect { seed: 1 }));
        self.answer_call();
    }

    /// The server greets whoever calls.
    fn answer_call(&mut self) {
        let call = self.app.take_errands().into_iter().find_map(|errand| match errand {
            Errand::Effect(Effect::Online(Order::Connect(call))) => Some(call),
            _ => None,
        });
        self.server = Some(Server { call: call.unwrap(), number: 0, plies: 0, lines: 0 });
        self.tell(ToClient::Welcome { you: player(ANN), now: Moment(self.now.0) });
    }

    fn tell(&mut self, message: ToClient) {
        let call = self.server.as_ref().unwrap().call;
        self.app.hear(Incoming::Heard(call, Box::new(message)));
    }

    /// A game of Ann's with White against Ben; or one that lacks Ben, or that Ann only watches.
    fn enter(&mut self, kind: &str) {
        self.app.send(Input::Wish(Wish::Enter { game: GAME, purpose: Purpose::Watch }));
        let seat = (kind != "watched").then_some(Seat::White);
        let white = if kind == "watched" { CLEO } else { ANN };
        let black = (kind != "waiting").then(|| player(BEN));
        let control = clock(300, 3);
        let about = About {
            ruleset: Ruleset::Standard,
            fen: rules::Setup::start().to_string(),
            control: Control::new(control).unwrap(),
            stakes: Stakes::Rated,
            visibility: Visibility::Public,
            rematch_of: None,
        };
        let state = GameState {
            number: 2,
            about,
            opened: Moment(0),
            seats: Both { white: Some(player(white)), black },
            moves: vec![],
            clocks: None,
            first_move_by: (kind == "begun").then_some(Moment(30_000)),
            offers: vec![],
            result: None,
            ratings: None,
            rematch: None,
        };
        self.server.as_mut().unwrap().number = 2;
        self.tell(ToClient::State { game: GAME, now: Moment(self.now.0), you: seat, state: Box::new(state) });
    }

    /// Something happens in the game: a move, or what Ben does.
    fn event(&mut self, what: &str) {
        let seat = Seat::Black;
        let happening = match what {
            "draw" => Happening::Offered { seat, offer: Offer::Draw },
            "takeback" => Happening::Offered { seat, offer: Offer::Takeback },
            "rematch" => Happening::Offered { seat, offer: Offer::Rematch },
            "declined" => Happening::Declined { seat, offer: Offer::Draw },
            "given" => Happening::TimeGiven { seat: Seat::White, amount: Span(15_000), clocks: None },
            "interrupted" => Happening::Interrupted { away: Span(42_000), clocks: None },
            "resigned" => {
                let outcome = Outcome::new(Some(Color::White), Ending::Resignation).unwrap();
                Happening::Ended { result: GameResult(outcome), clocks: None }
            }
            "rated" => Happening::Rated { ratings: Both { white: rating(1520), black: rating(1490) } },
            uci => {
                let uci = MoveText(rules::UciMove::parse(uci.as_bytes()).unwrap());
                let server = self.server.as_mut().unwrap();
                server.plies += 1;
                let played = Played { uci, spent: None, lag: None, left: None };
                Happening::Moved { ply: server.plies - 1, played, clocks: None }
            }
        };
        let server = self.server.as_mut().unwrap();
        server.number += 1;
        let event = Event { number: server.number, at: Moment(self.now.0), first_move_by: None, happening };
        self.tell(ToClient::Events { game: GAME, now: Moment(self.now.0), events: vec![event] });
    }
}

fn player(who: PlayerId) -> Player {
    let (name, value) = match who {
        _ if who == ANN => ("Ann", 1512),
        _ if who == BEN => ("Ben", 1498),
        _ => ("Cleo", 1730),
    };
    Player {
        id: Some(who),
        name: Name::new(name).ok(),
        standing: Standing::Account,
        rating: Some(rating(value)),
    }
}

fn rating(value: u16) -> Rating {
    Rating { value, trust: Trust::Established }
}

fn invitation() -> Invitation {
    Invitation { terms: terms(), side: Side::White, name: None, computer: None }
}

fn seek(id: u128, name: &str, side: Side) -> Seek {
    let player = Player { id: None, name: Name::new(name).ok(), standing: Standing::Guest, rating: None };
    Seek { id: SeekId::from_bits(id), player, terms: terms(), side }
}

fn terms() -> Terms {
    Terms {
        start: Start::Standard,
        control: Control::new(clock(180, 2)).unwrap(),
        stakes: Stakes::Casual,
        visibility: Visibility::Public,
    }
}

fn clock(seconds: u32, bonus: u32) -> TimeControl {
    let allowance = Allowance::new(Millis::seconds(seconds), Bonus::Increment(Millis::seconds(bonus)));
    TimeControl::same(allowance.unwrap())
}
