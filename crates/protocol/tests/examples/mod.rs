//! One value for each example.

use game::{Allowance, Bonus, Ending, Millis, Outcome, Ruleset, TimeControl};
use protocol::http::{
    Credentials, Failure, FailureReason, Invitation, Invited, Listing, Me, PasswordChange, Profile,
    RatingPoint, Secret, SessionInfo, SpeedRating, Summary,
};
use protocol::*;
use rules::Color;

use super::Http;

const GAME: GameId = GameId::from_bits(0x2d1f_8ae5_0c5b_4c0e_9f47_0f7a_65d1_3b90);
const NEXT: GameId = GameId::from_bits(0x71c0_55aa_9d3e_4f12_8b6a_1e0c_44f7_2d08);
const ANN: PlayerId = PlayerId::from_bits(0x0a11_ce00_0000_4000_8000_0000_0000_0001);
const MINJI: PlayerId = PlayerId::from_bits(0x0b0b_0000_0000_4000_8000_0000_0000_0002);
const ACT: ActId = ActId::from_bits(0x5eed_0000_0000_4000_8000_0000_0000_0003);
const SEEK: SeekId = SeekId::from_bits(0x5eec_0000_0000_4000_8000_0000_0000_0004);
const NOW: Moment = Moment(1_794_748_807_000);

pub(crate) fn to_server() -> Vec<(&'static str, ToServer)> {
    let act = |act| ToServer::Act { game: GAME, id: ACT, act };
    vec![
        ("enter", ToServer::Enter { game: GAME, since: None }),
        ("enter-again", ToServer::Enter { game: GAME, since: Some(7) }),
        ("leave", ToServer::Leave { game: GAME }),
        ("sit", act(Act::Sit { name: name("민지") })),
        ("move", act(Act::Move { ply: 2, uci: uci("g1f3") })),
        ("offer", act(Act::Offer { offer: Offer::Draw })),
        ("accept", act(Act::Accept { offer: Offer::Takeback })),
        ("decline", act(Act::Decline { offer: Offer::Rematch })),
        ("claim", act(Act::Claim { claim: DrawClaim::Threefold, uci: Some(uci("f6g8")) })),
        ("resign", act(Act::Resign)),
        ("abort", act(Act::Abort)),
        ("claim-win", act(Act::ClaimWin)),
        ("claim-draw", act(Act::ClaimDraw)),
        ("give-time", act(Act::GiveTime)),
        (
            "say",
            ToServer::Say {
                game: GAME,
                room: Room::Players,
                speech: Speech::Text(ChatText::new("Nice!").unwrap()),
            },
        ),
        (
            "say-phrase",
            ToServer::Say { game: GAME, room: Room::Watchers, speech: Speech::Phrase(Phrase::WellPlayed) },
        ),
        ("enter-lobby", ToServer::EnterLobby),
        ("leave-lobby", ToServer::LeaveLobby),
        ("seek", ToServer::Seek { id: ACT, terms: terms(), side: Side::Random, name: name("Ann") }),
        ("cancel", ToServer::Cancel { seek: SEEK }),
        ("join", ToServer::Join { id: ACT, seek: SEEK, name: None }),
    ]
}

pub(crate) fn to_client() -> Vec<(&'static str, ToClient)> {
    let events = |events: Vec<Happening>| ToClient::Events {
        game: GAME,
        now: NOW,
        events: events
            .into_iter()
            .zip(8..)
            .map(|(happening, number)| {
                // With the second player the time for the first move begins.
                let begins = matches!(happening, Happening::Seated { .. });
                let first_move_by = begins.then_some(Moment(NOW.0 + 30_000));
                Event { number, at: NOW, first_move_by, happening }
            })
            .collect(),
    };
    let clocks =
        |white, black, running| Some(Clocks { white: Span(white), black: Span(black), running, delay: None });
    vec![
        ("welcome", ToClient::Welcome { you: guest(), now: NOW }),
        ("state", ToClient::State { game: GAME, now: NOW, you: Some(Seat::White), state: Box::new(state()) }),
        ("opened", events(vec![Happening::Opened { about: Box::new(about()) }])),
        ("seated", events(vec![Happening::Seated { seat: Seat::Black, player: guest() }])),
        (
            "moved",
            events(vec![Happening::Moved {
                ply: 2,
                played: played("g1f3", Some(3_100), Some(120), 178_900),
                clocks: clocks(178_900, 180_000, Some(Seat::Black)),
            }]),
        ),
        (
            "offered",
            events(vec![
                Happening::Offered { seat: Seat::White, offer: Offer::Draw },
                Happening::Declined { seat: Seat::Black, offer: Offer::Draw },
            ]),
        ),
        (
            "taken-back",
            events(vec![Happening::TakenBack {
                plies: 2,
                clocks: clocks(180_000, 180_000, Some(Seat::White)),
            }]),
        ),
        (
            "time-given",
            events(vec![Happening::TimeGiven {
                seat: Seat::White,
                amount: Span(15_000),
                clocks: Some(Clocks {
                    white: Span(193_000),
                    black: Span(180_000),
                    running: Some(Seat::White),
                    delay: Some(Span(1_500)),
                }),
            }]),
        ),
        (
            "interrupted",
            events(vec![Happening::Interrupted {
                away: Span(4_200),
                clocks: clocks(178_000, 180_000, None),
            }]),
        ),
        ("resumed", events(vec![Happening::Resumed { clocks: clocks(178_000, 180_000, Some(Seat::White)) }])),
        (
            "ended",
            events(vec![
                Happening::Ended {
                    result: GameResult(Outcome::new(Some(Color::Black), Ending::Resignation).unwrap()),
                    clocks: clocks(91_400, 105_250, None),
                },
                Happening::Rated { ratings: Both { white: rating(1_492), black: rating(1_508) } },
                Happening::Rematched { game: NEXT },
            ]),
        ),
        ("accepted", ToClient::Accepted { id: ACT, number: Some(8) }),
        ("refused", ToClient::Refused { id: Some(ACT), game: Some(GAME), reason: Refusal::NotYourTurn }),
        (
            "refused-offer",
            ToClient::Refused {
                id: Some(ACT),
                game: Some(GAME),
                reason: Refusal::MayNotOffer { offer: Offer::Draw },
            },
        ),
        (
            "presence",
            ToClient::Presence {
                game: GAME,
                players: Both {
                    white: Attendance::Here,
                    black: Attendance::Away { claim: Some(Moment(NOW.0 + 26_000)) },
                },
                watchers: 3,
            },
        ),
        (
            "talk",
            ToClient::Talk {
                game: GAME,
                room: Room::Players,
                lines: vec![Line {
                    number: 0,
                    at: NOW,
                    from: guest(),
                    speech: Speech::Text(ChatText::new("안녕하세요!").unwrap()),
                }],
            },
        ),
        ("lobby", ToClient::Lobby { seeks: vec![seek()], crowd: crowd() }),
        ("seek-opened", ToClient::SeekOpened { seek: seek() }),
        ("seek-closed", ToClient::SeekClosed { seek: SEEK }),
        ("crowd", ToClient::Crowd { crowd: crowd() }),
        ("seeking", ToClient::Seeking { id: ACT, seek: SEEK }),
        ("paired", ToClient::Paired { game: GAME, seat: Seat::Black }),
        ("beat", ToClient::Beat { now: NOW, lag: Some(Span(38)) }),
        ("farewell", ToClient::Farewell { reason: Farewell::Closing, retry: Some(Span(1_000)) }),
    ]
}

pub(crate) fn http() -> Http {
    Http {
        invitation: Invitation {
            terms: odds(),
            side: Side::White,
            name: name("Ann"),
            computer: name("otto"),
        },
        invited: Invited {
            game: GAME,
            seat: Seat::White,
            url: format!("https://chess.example.org/game/{GAME}"),
        },
        me: Me {
            you: ann(None),
            now: NOW,
            ratings: vec![SpeedRating { speed: Speed::Blitz, rating: rating(1_508) }],
        },
        credentials: Credentials {
            name: "Ann".to_owned(),
            password: Secret::new("correct horse".to_owned()),
        },
        password: PasswordChange {
            current: Secret::new("correct horse".to_owned()),
            new: Secret::new("battery staple".to_owned()),
        },
        sessions: vec![SessionInfo {
            id: "AAAAAAAAAAAAAAAAAAAAAQ".to_owned(),
            device: "Mozilla/5.0 (X11; Linux x86_64)".to_owned(),
            opened: NOW,
            seen: NOW,
            current: true,
        }],
        profile: Profile {
            player: ann(None),
            since: NOW,
            ratings: vec![SpeedRating { speed: Speed::Correspondence, rating: rating(1_611) }],
        },
        ratings: vec![RatingPoint { game: GAME, at: NOW, rating: 1_508 }],
        listing: Listing {
            games: vec![Summary {
                game: GAME,
                ruleset: "standard".to_owned(),
                speed: Speed::Blitz,
                opened: NOW,
                seats: Both { white: Some(ann(Some(1_500))), black: Some(guest()) },
                plies: 61,
                turn: None,
                result: Some(GameResult(Outcome::new(None, Ending::Agreement).unwrap())),
            }],
            next: Some(format!("{}-{GAME}", NOW.0)),
        },
        failure: Failure { reason: FailureReason::Refused { refusal: Refusal::BadStart } },
    }
}

fn state() -> GameState {
    GameState {
        number: 7,
        about: about(),
        opened: Moment(NOW.0 - 60_000),
        seats: Both { white: Some(ann(Some(1_500))), black: Some(guest()) },
        moves: vec![played("e2e4", None, None, 180_000), played("e7e5", None, None, 180_000)],
        clocks: Some(Clocks {
            white: Span(176_000),
            black: Span(180_000),
            running: Some(Seat::White),
            delay: None,
        }),
        first_move_by: None,
        offers: vec![Offered { seat: Seat::Black, offer: Offer::Takeback }],
        result: None,
        ratings: None,
        rematch: None,
    }
}

fn about() -> About {
    About {
        ruleset: Ruleset::Standard,
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
        control: terms().control,
        stakes: Stakes::Casual,
        visibility: Visibility::Public,
        rematch_of: None,
    }
}

fn terms() -> Terms {
    let side = Allowance::new(Millis::minutes(3), Bonus::Increment(Millis::seconds(2))).unwrap();
    Terms {
        start: Start::Standard,
        control: Control::new(TimeControl::same(side)).unwrap(),
        stakes: Stakes::Casual,
        visibility: Visibility::Public,
    }
}

fn odds() -> Terms {
    let white = Allowance::new(Millis::minutes(1), Bonus::None).unwrap();
    let black = Allowance::new(Millis::minutes(5), Bonus::Delay(Millis::seconds(3))).unwrap();
    Terms {
        start: Start::Chess960 { number: Some(518) },
        control: Control::new(TimeControl::Clock(rules::ByColor { white, black })).unwrap(),
        stakes: Stakes::Casual,
        visibility: Visibility::Private,
    }
}

fn seek() -> Seek {
    Seek { id: SEEK, player: ann(Some(1_500)), terms: terms(), side: Side::Random }
}

fn crowd() -> Crowd {
    Crowd { players: 3, games: 1, liveliest: Some(GAME) }
}

fn ann(value: Option<u16>) -> Player {
    Player { id: Some(ANN), name: name("Ann"), standing: Standing::Account, rating: value.map(rating) }
}

fn guest() -> Player {
    Player { id: Some(MINJI), name: name("민지"), standing: Standing::Guest, rating: None }
}

fn rating(value: u16) -> Rating {
    Rating { value, trust: Trust::Provisional }
}

fn played(text: &str, spent: Option<u64>, lag: Option<u64>, left: u64) -> Played {
    Played { uci: uci(text), spent: spent.map(Span), lag: lag.map(Span), left: Some(Span(left)) }
}

fn uci(text: &str) -> MoveText {
    MoveText(text.parse().unwrap())
}

fn name(text: &str) -> Option<Name> {
    Some(Name::new(text).unwrap())
}
