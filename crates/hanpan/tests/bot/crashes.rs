//! Games go on after a crash of the server or of the bot.

use crate::api_server::ApiServer;
use crate::bot_process::BotProcess;
use crate::common::stockfish;

/// Id of the game in a line such as `… challenge ID to Alpha: …`.
fn id_after(line: &str, word: &str) -> String {
    line.split(word).nth(1).unwrap().split([' ', ':']).next().unwrap().to_owned()
}

/// Result of a game in the log, such as `won (mate)`.
fn result(bot: &mut BotProcess, id: &str) -> String {
    loop {
        let line = bot.wait_for(&format!("info game {id}: "));
        let text = line.split(&format!("game {id}: ")).nth(1).unwrap();
        if ["won", "lost", "drawn"].iter().any(|result| text.starts_with(result)) {
            return text.to_owned();
        }
    }
}

#[test]
fn two_bots_play_a_whole_game_across_a_crash_of_the_server() {
    let mut server = ApiServer::start("crash");
    let (alpha, beta) = (server.account("Alpha", &["bot:play"]), server.account("Beta", &["bot:play"]));
    let mut ours = BotProcess::start(&server, "alpha", &alpha, &["--upgrade", "--level", "haru"]);
    ours.wait_for("connected");
    let args = ["--upgrade", "--verbose", "--challenge", "Alpha", "--clock", "0.5+0", "--rated"];
    let engine = ["--option", "Hash=1", "--", stockfish()];
    let mut theirs = BotProcess::start(&server, "beta", &beta, &[&args[..], &engine[..]].concat());
    theirs.wait_for("Beta plays Stockfish");
    let id = id_after(&theirs.wait_for("to Alpha: 0.5+0, rated"), "challenge ");
    ours.wait_for(&format!("challenge {id} from Beta"));
    for _ in 0..3 {
        theirs.wait_for(" after ");
    }
    let plies = |server: &ApiServer| {
        let game = server.get(&format!("/game/export/{id}"), &beta);
        (game["moves"].as_str().unwrap().split(' ').count(), game["status"].as_str().unwrap().to_owned())
    };
    let before = plies(&server);
    assert!(before.0 >= 4 && before.1 == "started", "{before:?}");
    server.process.kill();
    server.process.restart();
    ours.wait_for("connected");
    theirs.wait_for("connected");
    let (ours_result, theirs_result) = (result(&mut ours, &id), result(&mut theirs, &id));
    let swapped = match ours_result.split_once(' ') {
        Some(("won", reason)) => format!("lost {reason}"),
        Some(("lost", reason)) => format!("won {reason}"),
        _ => ours_result,
    };
    assert_eq!(swapped, theirs_result);
    let after = plies(&server);
    assert!(after.0 > before.0 && after.1 != "started", "{after:?}");
    let refused: Vec<_> =
        ours.log.iter().chain(&theirs.log).filter(|line| line.contains("refuses")).collect();
    assert!(refused.is_empty(), "{refused:?}");
}

#[test]
fn a_restarted_bot_resumes_its_games() {
    let server = ApiServer::start("resume");
    let (bot, ann) = (server.account("Robo", &["bot:play"]), server.account("Ann", &["board:play"]));
    let mut first = BotProcess::start(&server, "bot", &bot, &["--upgrade"]);
    first.wait_for("connected");
    let form = "clock.limit=600&clock.increment=5&color=white";
    let id = server.post("/api/challenge/Robo", &ann, form)["id"].as_str().unwrap().to_owned();
    first.wait_for(&format!("game {id}: black against Ann"));
    first.signal("-KILL");
    assert_eq!(first.exit_code(), None);
    server.post(&format!("/api/board/game/{id}/move/e2e4"), &ann, "");
    let mut second = BotProcess::start(&server, "bot", &bot, &["--verbose"]);
    second.wait_for(&format!("game {id}: black against Ann"));
    second.wait_for(" after ");
}

#[test]
fn a_bot_waits_for_its_server() {
    let mut server = ApiServer::start("wait");
    let bot = server.account("Robo", &["bot:play"]);
    server.process.kill();
    let mut process = BotProcess::start(&server, "bot", &bot, &["--upgrade"]);
    process.wait_for("The server cannot be reached: Connection refused; trying again in");
    server.process.restart();
    process.wait_for("Robo is now a bot account");
    process.wait_for("connected");
    process.signal("-TERM");
    assert_eq!(process.exit_code(), Some(0));
}
