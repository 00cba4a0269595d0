//! Challenges, offers and the end of a bot.

use crate::api_server::ApiServer;
use crate::bot_process::BotProcess;

#[test]
fn challenges_are_answered_as_the_options_say() {
    let server = ApiServer::start("challenges");
    let (bot, ann) = (server.account("Robo", &["bot:play"]), server.account("Ann", &["board:play"]));
    let args = ["--upgrade", "--speed", "blitz", "--mode", "casual", "--min-time", "180", "--level", "haru"];
    let mut process = BotProcess::start(&server, "bot", &bot, &args);
    process.wait_for("connected");
    let challenge = |form: &str| {
        let id = server.post("/api/challenge/Robo", &ann, form)["id"].as_str().unwrap().to_owned();
        format!("challenge {id} from Ann: ")
    };
    let check = |process: &mut BotProcess, form: &str, expected: &str| {
        let line = process.wait_for(&challenge(form));
        assert!(line.ends_with(expected), "{form}: {line}");
    };
    check(&mut process, "clock.limit=60&clock.increment=0", "1+0, casual: declined (timeControl)");
    check(&mut process, "clock.limit=120&clock.increment=3", "2+3, casual: declined (tooFast)");
    check(&mut process, "clock.limit=180&clock.increment=2&rated=true", "3+2, rated: declined (casual)");
    check(&mut process, "days=3", "3 days per move, casual: declined (timeControl)");
    check(&mut process, "clock.limit=180&clock.increment=2", "3+2, casual: accepted");
    process.wait_for("against Ann");
    check(&mut process, "clock.limit=180&clock.increment=2", "3+2, casual: declined (later)");
}

#[test]
fn a_stopping_bot_finishes_its_game() {
    let server = ApiServer::start("stop");
    let (bot, ann) = (server.account("Robo", &["bot:play"]), server.account("Ann", &["board:play"]));
    let mut process = BotProcess::start(&server, "bot", &bot, &["--upgrade", "--verbose"]);
    process.wait_for("connected");
    let form = "clock.limit=60&clock.increment=0&color=white";
    let id = server.post("/api/challenge/Robo", &ann, form)["id"].as_str().unwrap().to_owned();
    process.wait_for("black against Ann");
    let act = |action: &str| server.post(&format!("/api/board/game/{id}/{action}"), &ann, "");
    act("move/e2e4");
    process.wait_for(" after ");
    act("draw/yes");
    process.wait_for("draw offer declined");
    process.signal("-INT");
    process.wait_for("shutting down after 1 running game; Ctrl+C again leaves at once");
    act("move/d2d4");
    process.wait_for(" after ");
    act("resign");
    process.wait_for(&format!("game {id}: won (resign)"));
    assert_eq!(process.exit_code(), Some(0));
}

#[test]
fn a_stopping_bot_leaves_games_without_a_clock_open() {
    let server = ApiServer::start("leave");
    let (bot, ann) = (server.account("Robo", &["bot:play"]), server.account("Ann", &["board:play"]));
    let mut process =
        BotProcess::start(&server, "bot", &bot, &["--upgrade", "--move-time", "0.1", "--verbose"]);
    process.wait_for("connected");
    let id = server.post("/api/challenge/Robo", &ann, "color=black")["id"].as_str().unwrap().to_owned();
    process.wait_for(" after ");
    process.signal("-INT");
    process.wait_for(&format!("game {id}: left open"));
    assert_eq!(process.exit_code(), Some(0));
    let playing = server.get("/api/account/playing", &ann);
    assert_eq!(playing["nowPlaying"][0]["gameId"].as_str(), Some(id.as_str()), "{playing}");
}

#[test]
fn a_second_interrupt_leaves_at_once() {
    let server = ApiServer::start("twice");
    let (bot, ann) = (server.account("Robo", &["bot:play"]), server.account("Ann", &["board:play"]));
    let mut process = BotProcess::start(&server, "bot", &bot, &["--upgrade"]);
    process.wait_for("connected");
    server.post("/api/challenge/Robo", &ann, "clock.limit=600&clock.increment=5&color=white");
    process.wait_for("black against Ann");
    process.signal("-INT");
    process.wait_for("shutting down after 1 running game");
    process.signal("-INT");
    // Ended by the signal.
    assert_eq!(process.exit_code(), None);
}
