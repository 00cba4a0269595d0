//! The messages of our server, and lines of other shapes.

use protocol::lichess::{
    ChallengeEvent, ChallengeJson, ChallengePerf, ChallengeUser, ClockJson, Compat, GameFull, GameStateLine,
    GameUser, Named, OpponentGone, TimeControlJson, VariantJson,
};
use protocol::{Seat, UnixMillis};

use super::*;

const ID: &str = "LR-K5QxbTA6fRw96ZdE7kA";

fn key() -> GameKey {
    ID.parse().unwrap()
}

fn user(name: &str, title: Option<&'static str>) -> ChallengeUser {
    let (id, name) = (name.to_lowercase(), name.to_owned());
    ChallengeUser { id, name, title, rating: Some(1500), provisional: true, online: true }
}

fn event(kind: &'static str, time_control: TimeControlJson, speed: &'static str) -> String {
    let challenge = ChallengeJson {
        id: ID.parse().unwrap(),
        url: "http://localhost".into(),
        status: "created",
        challenger: user("Ann", Some("BOT")),
        dest_user: Some(user("Ben", None)),
        variant: VariantJson { key: "chess960", name: "Chess960", short: "960" },
        rated: true,
        speed,
        time_control,
        color: "random",
        final_color: "white",
        perf: ChallengePerf { icon: "", named: Named { name: "Blitz" } },
        initial_fen: None,
        direction: Some("in"),
        decline_reason: (kind == "challengeDeclined").then_some("Later."),
        decline_reason_key: None,
    };
    let compat = Compat { bot: true, board: true };
    serde_json::to_string(&ChallengeEvent { kind, challenge, compat }).unwrap()
}

fn state(status: &'static str) -> GameStateLine {
    GameStateLine {
        moves: "e2e4 e7e5".into(),
        wtime: 59_000,
        btime: 60_000,
        winc: 1_000,
        binc: 1_000,
        status,
        winner: (status == "mate").then_some(Seat::White),
        wdraw: true,
        bdraw: false,
        wtakeback: false,
        btakeback: true,
        rematch: None,
    }
}

#[test]
fn challenges_of_our_server_are_read() {
    let clock = || TimeControlJson::Clock { limit: 300, increment: 3, show: "5+3".into() };
    let expected = Challenge {
        key: key(),
        challenger: Opponent { id: "ann".into(), name: "Ann".into(), kind: OpponentKind::Bots },
        variant: Some(Variant::Chess960),
        speed: Some(SpeedKey::Blitz),
        mode: Mode::Rated,
        initial: Some(Duration::from_secs(300)),
        time_control: "5+3".into(),
    };
    let check = |line: String, expected| assert_eq!(StreamEvent::parse(&line), Ok(expected), "{line}");
    check(event("challenge", clock(), "blitz"), StreamEvent::Challenge(expected.clone()));
    let days = TimeControlJson::Correspondence { days_per_turn: 3 };
    let slow = Challenge {
        speed: Some(SpeedKey::Correspondence),
        initial: None,
        time_control: "3 days per move".into(),
        ..expected
    };
    check(event("challenge", days, "correspondence"), StreamEvent::Challenge(slow.clone()));
    let unlimited = Challenge { time_control: "no clock".into(), ..slow };
    check(
        event("challenge", TimeControlJson::Unlimited, "correspondence"),
        StreamEvent::Challenge(unlimited),
    );
    check(event("challengeCanceled", clock(), "blitz"), StreamEvent::ChallengeCanceled(key()));
    check(
        event("challengeDeclined", clock(), "blitz"),
        StreamEvent::ChallengeDeclined(key(), "Later.".into()),
    );
}

#[test]
fn games_of_our_server_are_read() {
    let user = |id: &str| GameUser { id: Some(id.into()), ..GameUser::default() };
    let full = GameFull {
        id: ID.parse().unwrap(),
        variant: VariantJson { key: "standard", name: "Standard", short: "Std" },
        clock: Some(ClockJson { initial: 60_000, increment: 1_000 }),
        days_per_turn: None,
        speed: "bullet",
        perf: Named { name: "Bullet" },
        rated: false,
        created_at: UnixMillis(0),
        white: user("ann"),
        black: GameUser { ai_level: Some(3), ..GameUser::default() },
        initial_fen: "startpos".into(),
        state: state("started"),
    };
    let GameLine::Full(read) = GameLine::parse(&serde_json::to_string(&full).unwrap()).unwrap() else {
        panic!("not a game");
    };
    assert_eq!((read.variant, read.start), (Variant::Standard, Setup::start()));
    assert_eq!(read.players, ByColor { white: Some("ann".to_owned()), black: None });
    let seconds = |white, black| ByColor { white, black }.map(Duration::from_secs);
    assert_eq!(read.state.times, Some(seconds(59, 60)));
    assert_eq!((read.state.increments, read.state.end), (seconds(1, 1), None));
    assert_eq!(read.state.moves.len(), 2);
    assert_eq!(read.state.offers_draw, ByColor { white: true, black: false });
    assert_eq!(read.state.wants_takeback, ByColor { white: false, black: true });

    let line = serde_json::to_string(&state("mate")).unwrap();
    let end = GameEnd { status: "mate".into(), winner: Some(Color::White) };
    assert!(matches!(GameLine::parse(&line), Ok(GameLine::State(state)) if state.end == Some(end)));
    let gone = |gone, claim_win_in_seconds| {
        GameLine::parse(&serde_json::to_string(&OpponentGone { gone, claim_win_in_seconds }).unwrap())
    };
    let claim = Some(Duration::from_secs(8));
    assert_eq!(gone(true, Some(8)), Ok(GameLine::OpponentGone { claim_in: claim }));
    assert_eq!(gone(false, None), Ok(GameLine::OpponentGone { claim_in: None }));
}

#[test]
fn games_without_a_clock_have_no_times() {
    let unlimited = GameStateLine { wtime: 2_147_483_647, btime: 2_147_483_647, ..state("started") };
    let line = serde_json::to_string(&unlimited).unwrap();
    assert!(matches!(GameLine::parse(&line), Ok(GameLine::State(GameState { times: None, .. }))));
}

#[test]
fn events_of_games_name_the_game_and_the_opponent() {
    let check = |line: &str, expected| assert_eq!(StreamEvent::parse(line), expected, "{line}");
    let started = |opponent: &str| {
        let key = "abcdefgh".parse().unwrap();
        Ok(StreamEvent::GameStart(StartedGame { key, opponent: opponent.into() }))
    };
    check(
        r#"{"type":"gameStart","game":{"gameId":"abcdefgh","opponent":{"id":"a","username":"A"}}}"#,
        started("A"),
    );
    check(r#"{"type":"gameStart","game":{"id":"abcdefgh"}}"#, started("Anonymous"));
    check(
        r#"{"type":"gameFinish","game":{"id":"abcdefgh"}}"#,
        Ok(StreamEvent::GameFinish("abcdefgh".parse().unwrap())),
    );
    check(r#"{"type":"tournament","x":1}"#, Ok(StreamEvent::Other));
    check("{}", Ok(StreamEvent::Other));
}

#[test]
fn unreadable_lines_are_errors() {
    let errors = [
        "",
        "[]",
        r#"{"type":"gameStart","game":{"id":"../account"}}"#,
        r#"{"type":"gameStart","game":{}}"#,
        r#"{"type":"challenge","challenge":{"id":"abc"}}"#,
    ];
    for line in errors {
        assert!(StreamEvent::parse(line).is_err(), "{line}");
    }
    let state = |moves: &str| format!(r#""state":{{"moves":"{moves}","status":"started"}}"#);
    for line in [
        format!(r#"{{"type":"gameFull","variant":{{"key":"atomic"}},{}}}"#, state("")),
        format!(r#"{{"type":"gameFull","initialFen":"nonsense",{}}}"#, state("")),
        format!(r#"{{"type":"gameFull",{}}}"#, state("e2e4 P@e5")),
        r#"{"type":"gameFull"}"#.to_owned(),
    ] {
        assert!(GameLine::parse(&line).is_err(), "{line}");
    }
    assert!(matches!(
        GameLine::parse(&format!(r#"{{"type":"gameFull",{}}}"#, state("e2e4"))),
        Ok(GameLine::Full(_))
    ));
}

#[test]
fn accounts_are_bots_by_their_title() {
    let check = |body: &str, name: &str, is_bot| {
        let expected = Account { id: name.to_lowercase(), name: name.to_owned(), is_bot };
        assert_eq!(Account::parse(body), Ok(expected), "{body}");
    };
    check(r#"{"id":"mybot","username":"MyBot","title":"BOT"}"#, "MyBot", true);
    check(r#"{"id":"ann","username":"Ann","title":"GM"}"#, "Ann", false);
    check(r#"{"username":"Ann"}"#, "Ann", false);
    assert!(Account::parse(r#"{"error":"No such token"}"#).is_err());
}
