//! One value per golden file.

use game::{Allowance, Bonus, Ending, Millis, Outcome, Ply, Ruleset, TimeControl};
use protocol::http::{
    ApiErrorBody, ApiErrorReason, CreateGameRequest, CreateGameResponse, Credentials, ExplorerCounts,
    ExplorerGame, ExplorerMove, ExplorerPosition, ExplorerSetting, GameListPage, GameSummary,
    KeepGameRequest, KeepGameResponse, Me, OpeningName, PasswordChange, PlayerProfile, RatingPoint,
    RatingRules, Secret, SessionInfo, SpeedRating,
};
use protocol::*;
use rules::Color;

use super::Http;

const GAME: GameId = GameId::from_bits(0x2d1f_8ae5_0c5b_4c0e_9f47_0f7a_65d1_3b90);
const NEXT: GameId = GameId::from_bits(0x71c0_55aa_9d3e_4f12_8b6a_1e0c_44f7_2d08);
const ANN: PlayerId = PlayerId::from_bits(0x0a11_ce00_0000_4000_8000_0000_0000_0001);
const MINJI: PlayerId = PlayerId::from_bits(0x0b0b_0000_0000_4000_8000_0000_0000_0002);
const BEN: PlayerId = PlayerId::from_bits(0x0be0_0000_0000_4000_8000_0000_0000_0005);
const ACT: ActionId = ActionId::from_bits(0x5eed_0000_0000_4000_8000_0000_0000_0003);
const SEEK: SeekId = SeekId::from_bits(0x5eec_0000_0000_4000_8000_0000_0000_0004);
const NOW: UnixMillis = UnixMillis(1_794_748_807_000);

pub(crate) fn to_server() -> Vec<(&'static str, ToServer)> {
    let act = |action| ToServer::Action { game: GAME, id: ACT, action };
    vec![
        ("enter", ToServer::Enter { game: GAME, since: None }),
        ("preview", ToServer::Preview { game: GAME, since: None }),
        ("enter-again", ToServer::Enter { game: GAME, since: Some(EventNumber(7)) }),
        ("leave", ToServer::Leave { game: GAME }),
        ("sit", act(PlayerAction::Sit { name: name("민지") })),
        ("move", act(PlayerAction::Move { ply: Ply(2), uci: uci("g1f3") })),
        ("offer", act(PlayerAction::Offer { offer: OfferKind::Draw })),
        ("accept", act(PlayerAction::Accept { offer: OfferKind::Takeback })),
        ("decline", act(PlayerAction::Decline { offer: OfferKind::Rematch })),
        ("claim", act(PlayerAction::Claim { claim: DrawClaim::Threefold, uci: Some(uci("f6g8")) })),
        ("resign", act(PlayerAction::Resign)),
        ("abort", act(PlayerAction::Abort)),
        ("claim-win", act(PlayerAction::ClaimWin)),
        ("claim-draw", act(PlayerAction::ClaimDraw)),
        ("give-time", act(PlayerAction::GiveTime)),
        (
            "say",
            ToServer::Say {
                game: GAME,
                room: ChatRoom::Players,
                speech: ChatContent::Text(ChatText::new("Nice!").unwrap()),
            },
        ),
        (
            "say-phrase",
            ToServer::Say {
                game: GAME,
                room: ChatRoom::Watchers,
                speech: ChatContent::Phrase(ChatPhrase::WellPlayed),
            },
        ),
        ("enter-lobby", ToServer::EnterLobby),
        ("leave-lobby", ToServer::LeaveLobby),
        (
            "seek",
            ToServer::Seek { id: ACT, terms: game_setup(), side: ColorPreference::Random, name: name("Ann") },
        ),
        ("cancel", ToServer::Cancel { seek: SEEK }),
        ("join", ToServer::Join { id: ACT, seek: SEEK, name: None }),
        (
            "challenge",
            ToServer::Challenge {
                id: ACT,
                player: name("Ben").unwrap(),
                terms: game_setup(),
                side: ColorPreference::White,
            },
        ),
        (
            "answer-challenge",
            ToServer::AnswerChallenge { id: ACT, challenge: NEXT, answer: ChallengeAnswer::Accept },
        ),
    ]
}

pub(crate) fn to_client() -> Vec<(&'static str, ToClient)> {
    let events = |events: Vec<GameEventKind>| ToClient::Events {
        game: GAME,
        now: NOW,
        events: events
            .into_iter()
            .zip(8..)
            .map(|(happening, number)| {
                // The second player starts the deadline of the first move.
                let begins = matches!(happening, GameEventKind::Seated { .. });
                let first_move_by = begins.then_some(UnixMillis(NOW.0 + 30_000));
                GameEvent { number: EventNumber(number), at: NOW, first_move_by, kind: happening }
            })
            .collect(),
    };
    let clocks = |white, black, running| {
        Some(ClockTimes { white: DurationMillis(white), black: DurationMillis(black), running, delay: None })
    };
    vec![
        ("welcome", ToClient::Welcome { you: guest(), now: NOW }),
        ("state", ToClient::State { game: GAME, now: NOW, you: Some(Seat::White), state: Box::new(state()) }),
        ("opened", events(vec![GameEventKind::Opened { about: Box::new(game_info()) }])),
        ("seated", events(vec![GameEventKind::Seated { seat: Seat::Black, player: guest() }])),
        (
            "moved",
            events(vec![GameEventKind::Moved {
                ply: Ply(2),
                played: played("g1f3", Some(3_100), Some(120), 178_900),
                clocks: clocks(178_900, 180_000, Some(Seat::Black)),
            }]),
        ),
        (
            "offered",
            events(vec![
                GameEventKind::Offered { seat: Seat::White, offer: OfferKind::Draw },
                GameEventKind::Declined { seat: Seat::Black, offer: OfferKind::Draw },
            ]),
        ),
        (
            "taken-back",
            events(vec![GameEventKind::TakenBack {
                plies: 2,
                clocks: clocks(180_000, 180_000, Some(Seat::White)),
            }]),
        ),
        (
            "time-given",
            events(vec![GameEventKind::TimeGiven {
                seat: Seat::White,
                amount: DurationMillis(15_000),
                clocks: Some(ClockTimes {
                    white: DurationMillis(193_000),
                    black: DurationMillis(180_000),
                    running: Some(Seat::White),
                    delay: Some(DurationMillis(1_500)),
                }),
            }]),
        ),
        (
            "interrupted",
            events(vec![GameEventKind::Interrupted {
                away: DurationMillis(4_200),
                clocks: clocks(178_000, 180_000, None),
            }]),
        ),
        (
            "resumed",
            events(vec![GameEventKind::Resumed { clocks: clocks(178_000, 180_000, Some(Seat::White)) }]),
        ),
        (
            "ended",
            events(vec![
                GameEventKind::Ended {
                    result: GameResult(Outcome::new(Some(Color::Black), Ending::Resignation).unwrap()),
                    clocks: clocks(91_400, 105_250, None),
                },
                GameEventKind::Rated { ratings: BySeat { white: rating(1_492), black: rating(1_508) } },
                GameEventKind::Rematched { game: NEXT },
            ]),
        ),
        ("accepted", ToClient::Accepted { id: ACT, number: Some(EventNumber(8)) }),
        ("refused", ToClient::Refused { id: Some(ACT), game: Some(GAME), reason: ActionError::NotYourTurn }),
        (
            "refused-offer",
            ToClient::Refused {
                id: Some(ACT),
                game: Some(GAME),
                reason: ActionError::MayNotOffer { offer: OfferKind::Draw },
            },
        ),
        (
            "presence",
            ToClient::Presence {
                game: GAME,
                players: BySeat {
                    white: SeatPresence::Here,
                    black: SeatPresence::Away { claim: Some(UnixMillis(NOW.0 + 26_000)) },
                },
                watchers: 3,
            },
        ),
        (
            "talk",
            ToClient::Talk {
                game: GAME,
                room: ChatRoom::Players,
                lines: vec![ChatMessage {
                    number: 0,
                    at: NOW,
                    from: guest(),
                    speech: ChatContent::Text(ChatText::new("안녕하세요!").unwrap()),
                }],
            },
        ),
        ("lobby", ToClient::Lobby { seeks: vec![seek()], crowd: lobby_stats() }),
        ("seek-opened", ToClient::SeekOpened { seek: Seek { lasting: true, ..seek() } }),
        ("seek-closed", ToClient::SeekClosed { seek: SEEK }),
        ("crowd", ToClient::Crowd { crowd: lobby_stats() }),
        ("seeking", ToClient::Seeking { id: ACT, seek: SEEK }),
        ("paired", ToClient::Paired { game: GAME, seat: Seat::Black }),
        ("your-turn", ToClient::YourTurn { game: GAME }),
        ("challenges", ToClient::Challenges { challenges: vec![challenge()] }),
        ("challenging", ToClient::Challenging { id: ACT, challenge: NEXT }),
        ("challenge", ToClient::Challenge { challenge: Box::new(challenge()) }),
        (
            "challenge-closed",
            ToClient::ChallengeClosed {
                challenge: NEXT,
                outcome: ChallengeOutcome::Declined { reason: DeclineReason::TooFast },
            },
        ),
        ("beat", ToClient::Beat { now: NOW, lag: Some(DurationMillis(38)) }),
        ("farewell", ToClient::Farewell { reason: CloseReason::Closing, retry: Some(DurationMillis(1_000)) }),
    ]
}

pub(crate) fn http() -> Http {
    Http {
        invitation: CreateGameRequest {
            terms: odds_setup(),
            side: ColorPreference::White,
            name: name("Ann"),
            computer: name("otto"),
        },
        invited: CreateGameResponse {
            game: GAME,
            seat: Seat::White,
            url: format!("https://chess.example.org/game/{GAME}"),
        },
        kept_game: KeepGameRequest {
            id: ACT,
            start: StartPosition::Standard,
            seat: Seat::Black,
            computer: name("otto").unwrap(),
            moves: ["f2f3", "e7e5", "g2g4", "d8h4"].map(uci).to_vec(),
            result: GameResult(Outcome::new(Some(Color::Black), Ending::Checkmate).unwrap()),
        },
        kept: KeepGameResponse { game: GAME },
        me: Me {
            you: ann(None),
            now: NOW,
            ratings: vec![SpeedRating { speed: Speed::Blitz, rating: rating(1_508) }],
            rating_rules: Some(RatingRules { moves: 5, games: 5 }),
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
        profile: PlayerProfile {
            player: ann(None),
            since: NOW,
            ratings: vec![SpeedRating { speed: Speed::Correspondence, rating: rating(1_611) }],
        },
        ratings: vec![RatingPoint { game: GAME, at: NOW, rating: 1_508 }],
        listing: GameListPage {
            games: vec![game_summary()],
            next: Some("5f0c6c8e1d2a4b7799c0ffee00112233445566778899aabbccddeeff01234567".to_owned()),
        },
        explorer: ExplorerPosition {
            opening: Some(OpeningName {
                eco: "B20".to_owned(),
                name: "Sicilian Defense".to_owned(),
                korean: Some("시칠리안 디펜스".to_owned()),
            }),
            counts: EXPLORER_COUNTS,
            moves: vec![ExplorerMove {
                uci: "g1f3".to_owned(),
                san: "Nf3".to_owned(),
                counts: EXPLORER_COUNTS,
            }],
            games: vec![ExplorerGame { uci: "g1f3".to_owned(), game: game_summary() }],
            indexed: 61_204,
        },
        explorer_setting: ExplorerSetting { included: false },
        failure: ApiErrorBody { reason: ApiErrorReason::Refused { refusal: ActionError::BadStart } },
    }
}

const EXPLORER_COUNTS: ExplorerCounts =
    ExplorerCounts { white: 18_011, draws: 6_000, black: 12_500, average_rating: Some(1_612) };

fn game_summary() -> GameSummary {
    GameSummary {
        game: GAME,
        ruleset: "standard".to_owned(),
        speed: Speed::Blitz,
        opened: NOW,
        seats: BySeat { white: Some(ann(Some(1_500))), black: Some(guest()) },
        plies: 61,
        turn: None,
        you: None,
        result: Some(GameResult(Outcome::new(None, Ending::Agreement).unwrap())),
    }
}

fn state() -> GameState {
    GameState {
        number: EventNumber(7),
        about: game_info(),
        opened: UnixMillis(NOW.0 - 60_000),
        seats: BySeat { white: Some(ann(Some(1_500))), black: Some(guest()) },
        moves: vec![played("e2e4", None, None, 180_000), played("e7e5", None, None, 180_000)],
        clocks: Some(ClockTimes {
            white: DurationMillis(176_000),
            black: DurationMillis(180_000),
            running: Some(Seat::White),
            delay: None,
        }),
        first_move_by: None,
        offers: vec![PendingOffer { seat: Seat::Black, offer: OfferKind::Takeback }],
        result: None,
        ratings: None,
        rematch: None,
    }
}

fn game_info() -> GameInfo {
    GameInfo {
        ruleset: Ruleset::Standard,
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
        control: game_setup().control,
        stakes: RatingMode::Casual,
        visibility: Visibility::Public,
        rematch_of: None,
    }
}

fn game_setup() -> GameSetup {
    let side = Allowance::new(Millis::minutes(3), Bonus::Increment(Millis::seconds(2))).unwrap();
    GameSetup {
        start: StartPosition::Standard,
        control: OnlineTimeControl::new(TimeControl::same(side)).unwrap(),
        stakes: RatingMode::Casual,
        visibility: Visibility::Public,
    }
}

fn odds_setup() -> GameSetup {
    let white = Allowance::new(Millis::minutes(1), Bonus::None).unwrap();
    let black = Allowance::new(Millis::minutes(5), Bonus::Delay(Millis::seconds(3))).unwrap();
    GameSetup {
        start: StartPosition::Chess960 { number: Some(518) },
        control: OnlineTimeControl::new(TimeControl::Clock(rules::ByColor { white, black })).unwrap(),
        stakes: RatingMode::Casual,
        visibility: Visibility::Private,
    }
}

fn seek() -> Seek {
    let (player, side) = (ann(Some(1_500)), ColorPreference::Random);
    Seek { id: SEEK, player, terms: game_setup(), side, lasting: false }
}

fn challenge() -> Challenge {
    Challenge {
        id: NEXT,
        challenger: ann(Some(1_500)),
        challenged: bot(),
        terms: game_setup(),
        side: ColorPreference::White,
        expires: UnixMillis(NOW.0 + 300_000),
    }
}

fn lobby_stats() -> LobbyStats {
    LobbyStats { players: 3, games: 1, liveliest: Some(GAME) }
}

fn ann(value: Option<u16>) -> PlayerInfo {
    PlayerInfo {
        id: Some(ANN),
        name: name("Ann"),
        standing: PlayerKind::Account,
        rating: value.map(rating),
        bot: false,
    }
}

fn bot() -> PlayerInfo {
    PlayerInfo { id: Some(BEN), name: name("Ben"), bot: true, ..ann(Some(1_742)) }
}

fn guest() -> PlayerInfo {
    PlayerInfo {
        id: Some(MINJI), name: name("민지"), standing: PlayerKind::Guest, rating: None, bot: false
    }
}

fn rating(value: u16) -> PublicRating {
    PublicRating { value, trust: RatingStatus::Provisional }
}

fn played(text: &str, spent: Option<u64>, lag: Option<u64>, left: u64) -> MoveRecord {
    MoveRecord {
        uci: uci(text),
        spent: spent.map(DurationMillis),
        lag: lag.map(DurationMillis),
        left: Some(DurationMillis(left)),
    }
}

fn uci(text: &str) -> WireMove {
    WireMove(text.parse().unwrap())
}

fn name(text: &str) -> Option<PlayerName> {
    Some(PlayerName::new(text).unwrap())
}
