//! A scripted server for golden tests.

use client::online::{JoinIntent, NetworkEffect, NetworkEvent, OnlineCommand, SocketId};
use client::{Effect, Event};
use game::{Allowance, Bonus, Ending, Millis, Outcome, Ruleset, TimeControl};
use protocol::http::{CreateGameRequest, CreateGameResponse};
use protocol::*;
use rules::Color;

use super::TestApp;
use crate::app::AppEffect;
use crate::online::RequestError;

/// State of the scripted server.
#[derive(Debug)]
pub(crate) struct FakeServer {
    connection: SocketId,
    /// Number of the last event.
    last_event: u32,
    plies: u32,
    chat_lines: u32,
}

const GAME: GameId = GameId::from_bits(0xbad_cafe);

/// The local user.
const ANN: PlayerId = PlayerId::from_bits(1);
const BEN: PlayerId = PlayerId::from_bits(2);
const CLEO: PlayerId = PlayerId::from_bits(3);

impl TestApp {
    /// Runs a step of a script; false if the step is not for the server.
    pub(super) fn run_server_step(&mut self, name: &str, value: &str) -> bool {
        match name {
            "server" => self.connect(),
            "lobby" => {
                self.app.send(Event::Online(OnlineCommand::EnterLobby));
                let crowd = LobbyStats { players: 7, games: 2, liveliest: None };
                self.send_to_client(ToClient::Lobby {
                    seeks: vec![
                        seek(1, "Cleo", ColorPreference::White),
                        seek(2, "도윤", ColorPreference::Random),
                    ],
                    crowd,
                });
            }
            "empty-lobby" => {
                self.app.send(Event::Online(OnlineCommand::EnterLobby));
                let crowd = LobbyStats { players: 1, games: 0, liveliest: None };
                self.send_to_client(ToClient::Lobby { seeks: vec![], crowd });
            }
            "challenges" => {
                let challenges =
                    vec![challenge(1, player(BEN), player(ANN)), challenge(2, player(ANN), player(CLEO))];
                self.send_to_client(ToClient::Challenges { challenges });
            }
            "challenge-declined" => {
                let outcome = ChallengeOutcome::Declined { reason: DeclineReason::TooFast };
                self.send_to_client(ToClient::ChallengeClosed { challenge: GameId::from_bits(2), outcome });
            }
            "seek-closed" => {
                self.send_to_client(ToClient::SeekClosed { seek: SeekId::from_bits(value.parse().unwrap()) })
            }
            "link" => {
                let url = format!("http://chess.example:7171/game/{GAME}");
                self.app.online_game_created(
                    &invitation(),
                    Ok(CreateGameResponse { game: GAME, seat: Seat::White, url }),
                );
            }
            "unreachable" => {
                let refused = std::io::ErrorKind::ConnectionRefused.to_string();
                self.app.online_game_created(&invitation(), Err(RequestError::Unreachable(refused)));
            }
            "game" => self.enter_game(value),
            "event" => self.game_event(value),
            "chat" => {
                let server = self.server.as_mut().unwrap();
                server.chat_lines += 1;
                let (number, speech) = (server.chat_lines, ChatContent::Text(ChatText::new(value).unwrap()));
                let line =
                    ChatMessage { number, at: UnixMillis(u64::from(number)), from: player(BEN), speech };
                self.send_to_client(ToClient::Talk {
                    game: GAME,
                    room: ChatRoom::Players,
                    lines: vec![line],
                });
            }
            "opponent-leaves" => {
                let claim = value.parse().ok().map(|seconds: u64| UnixMillis(seconds * 1_000));
                let players = BySeat { white: SeatPresence::Here, black: SeatPresence::Away { claim } };
                self.send_to_client(ToClient::Presence { game: GAME, players, watchers: 0 });
            }
            "disconnect" => {
                let socket = self.server.as_ref().unwrap().connection;
                self.app.handle_incoming(NetworkEvent::Closed(socket));
            }
            "reconnect" => {
                self.now.0 += 60_000;
                self.app.set_time_and_area(self.now, self.area);
                self.app.send(Event::Tick);
                self.accept_connection();
            }
            "no-game" => {
                self.app
                    .send(Event::Online(OnlineCommand::EnterGame { game: GAME, intent: JoinIntent::Watch }));
                self.send_to_client(ToClient::Refused {
                    id: None,
                    game: Some(GAME),
                    reason: ActionError::NoGame,
                });
            }
            _ => return false,
        }
        true
    }

    fn connect(&mut self) {
        self.app.set_server(&crate::ServerOptions {
            address: "http://chess.example:7171".parse().unwrap(),
            ca: None,
            name: Some("Ann".to_owned()),
            account: None,
            side: ColorPreference::Random,
            render_qr: |_| Some("█▀▀█\n█▄▄█\n".to_owned()),
        });
        self.app.send(Event::Online(OnlineCommand::Connect { seed: 1 }));
        self.accept_connection();
    }

    /// Sends the welcome message to a new connection.
    fn accept_connection(&mut self) {
        let socket = self.app.take_effects().into_iter().find_map(|effect| match effect {
            AppEffect::Client(Effect::Network(NetworkEffect::Connect(socket))) => Some(socket),
            _ => None,
        });
        self.server =
            Some(FakeServer { connection: socket.unwrap(), last_event: 0, plies: 0, chat_lines: 0 });
        self.send_to_client(ToClient::Welcome { you: player(ANN), now: UnixMillis(self.now.0) });
    }

    fn send_to_client(&mut self, message: ToClient) {
        let socket = self.server.as_ref().unwrap().connection;
        self.app.handle_incoming(NetworkEvent::Message(socket, Box::new(message)));
    }

    /// Enters a game of Ann (White) against Ben, one without Ben, or one that Ann watches.
    fn enter_game(&mut self, kind: &str) {
        self.app.send(Event::Online(OnlineCommand::EnterGame { game: GAME, intent: JoinIntent::Watch }));
        let seat = (kind != "watched").then_some(Seat::White);
        let white = if kind == "watched" { CLEO } else { ANN };
        let black = (kind != "waiting").then(|| player(BEN));
        let control = clock(300, 3);
        let about = GameInfo {
            ruleset: Ruleset::Standard,
            fen: rules::Setup::start().to_string(),
            control: OnlineTimeControl::new(control).unwrap(),
            stakes: RatingMode::Rated,
            visibility: Visibility::Public,
            rematch_of: None,
        };
        let state = GameState {
            number: protocol::EventNumber(2),
            about,
            opened: UnixMillis(0),
            seats: BySeat { white: Some(player(white)), black },
            moves: vec![],
            clocks: None,
            first_move_by: (kind == "begun").then_some(UnixMillis(30_000)),
            offers: vec![],
            result: None,
            ratings: None,
            rematch: None,
        };
        self.server.as_mut().unwrap().last_event = 2;
        self.send_to_client(ToClient::State {
            game: GAME,
            now: UnixMillis(self.now.0),
            you: seat,
            state: Box::new(state),
        });
    }

    /// Sends a game event: a move, or an action of Ben.
    fn game_event(&mut self, what: &str) {
        let seat = Seat::Black;
        let event = match what {
            "draw" => GameEventKind::Offered { seat, offer: OfferKind::Draw },
            "takeback" => GameEventKind::Offered { seat, offer: OfferKind::Takeback },
            "rematch" => GameEventKind::Offered { seat, offer: OfferKind::Rematch },
            "declined" => GameEventKind::Declined { seat, offer: OfferKind::Draw },
            "given" => {
                GameEventKind::TimeGiven { seat: Seat::White, amount: DurationMillis(15_000), clocks: None }
            }
            "interrupted" => GameEventKind::Interrupted { away: DurationMillis(42_000), clocks: None },
            "resigned" => {
                let outcome = Outcome::new(Some(Color::White), Ending::Resignation).unwrap();
                GameEventKind::Ended { result: GameResult(outcome), clocks: None }
            }
            "rated" => GameEventKind::Rated { ratings: BySeat { white: rating(1520), black: rating(1490) } },
            uci => {
                let uci = WireMove(rules::UciMove::parse(uci.as_bytes()).unwrap());
                let server = self.server.as_mut().unwrap();
                server.plies += 1;
                let played = MoveRecord { uci, spent: None, lag: None, left: None };
                GameEventKind::Moved { ply: game::Ply(server.plies - 1), played, clocks: None }
            }
        };
        let server = self.server.as_mut().unwrap();
        server.last_event += 1;
        let event = GameEvent {
            number: protocol::EventNumber(server.last_event),
            at: UnixMillis(self.now.0),
            first_move_by: None,
            kind: event,
        };
        self.send_to_client(ToClient::Events {
            game: GAME,
            now: UnixMillis(self.now.0),
            events: vec![event],
        });
    }
}

fn player(id: PlayerId) -> PlayerInfo {
    let (name, value) = match id {
        _ if id == ANN => ("Ann", 1512),
        _ if id == BEN => ("Ben", 1498),
        _ => ("Cleo", 1730),
    };
    PlayerInfo {
        id: Some(id),
        name: PlayerName::new(name).ok(),
        standing: PlayerKind::Account,
        rating: Some(rating(value)),
        bot: false,
    }
}

fn rating(value: u16) -> PublicRating {
    PublicRating { value, trust: RatingStatus::Established }
}

fn invitation() -> CreateGameRequest {
    CreateGameRequest { terms: terms(), side: ColorPreference::White, name: None, computer: None }
}

fn seek(id: u128, name: &str, side: ColorPreference) -> Seek {
    let player = PlayerInfo {
        id: None,
        name: PlayerName::new(name).ok(),
        standing: PlayerKind::Guest,
        rating: None,
        bot: false,
    };
    Seek { id: SeekId::from_bits(id), player, terms: terms(), side, lasting: false }
}

fn challenge(id: u128, challenger: PlayerInfo, challenged: PlayerInfo) -> Challenge {
    Challenge {
        id: GameId::from_bits(id),
        challenger,
        challenged: PlayerInfo { bot: true, ..challenged },
        terms: GameSetup { stakes: RatingMode::Rated, ..terms() },
        side: ColorPreference::White,
        expires: UnixMillis(10_000_000_000),
    }
}

fn terms() -> GameSetup {
    GameSetup {
        start: StartPosition::Standard,
        control: OnlineTimeControl::new(clock(180, 2)).unwrap(),
        stakes: RatingMode::Casual,
        visibility: Visibility::Public,
    }
}

fn clock(seconds: u32, bonus: u32) -> TimeControl {
    let allowance = Allowance::new(Millis::seconds(seconds), Bonus::Increment(Millis::seconds(bonus)));
    TimeControl::same(allowance.unwrap())
}
