//! Tokens, accounts and options that cannot be used.

use crate::api_server::ApiServer;
use crate::bot_process::{BotProcess, token_file};
use crate::common::expect_error;

#[test]
fn tokens_that_cannot_play_are_refused_with_what_to_run() {
    let server = ApiServer::start("tokens");
    let person = server.account("Ann", &["bot:play"]);
    let board = server.token("Ann", &["board:play"]);
    let check = |token: &str, parts: &[&str]| {
        let (url, file) = (server.url(), token_file(&server, "refused", token));
        expect_error(&["bot", "--server", &url, "--token-file", file.to_str().unwrap()], parts);
    };
    let create = "hanpan admin --data FOLDER token NAME --scope bot:play";
    check("hpt_wrong", &["does not know the token in", create]);
    check(&board, &["lacks the scope bot:play", create]);
    check(&person, &["Ann is not a bot account", "--upgrade"]);
    check("two words", &["--token-file", "something else than one token"]);
}

#[test]
fn a_token_that_ends_ends_the_bot() {
    let server = ApiServer::start("revoked");
    let bot = server.account("Robo", &["bot:play"]);
    let mut process = BotProcess::start(&server, "bot", &bot, &["--upgrade"]);
    process.wait_for("connected");
    let data = server.folder.to_str().unwrap();
    crate::common::expect_output(&["admin", "--data", data, "ban", "Robo"]);
    process.wait_for("does not know the token");
    assert_eq!(process.exit_code(), Some(2));
}

#[test]
fn options_are_checked_before_the_server_is_asked() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("bot-options.token");
    std::fs::write(&file, "hpt_1").unwrap();
    let file = file.to_str().unwrap();
    let check = |more: &[&str], parts: &[&str]| {
        let base = ["bot", "--server", "http://127.0.0.1:9", "--token-file", file];
        expect_error(&[&base[..], more].concat(), parts);
    };
    check(&["--speed", "fast"], &["--speed", "'fast'", "bullet, blitz"]);
    check(&["--variant", "standard,atomic"], &["--variant", "'atomic'"]);
    check(&["--max-games", "0"], &["--max-games"]);
    check(&["--draw-score", "even"], &["--draw-score", "expected centipawns or never"]);
    check(&["--challenge", "Ann"], &["--clock"]);
    check(&["--challenge", "Ann", "--clock", "5"], &["--clock", "expected minutes+seconds"]);
    check(&["--level", "1500", "--", "stockfish"], &["--level"]);
    check(&["--level", "strong"], &["--level", "strong"]);
    check(&["--option", "Hash"], &["--option", "NAME=VALUE"]);
    check(&["--option", "Foo=1"], &["no option \"Foo\""]);
    check(&["--", "/no/such/engine"], &["/no/such/engine"]);
    expect_error(&["bot", "--server", "localhost", "--token-file", file], &["--server", "http://"]);
    expect_error(
        &["bot", "--server", "http://127.0.0.1:9", "--token-file", "/no/such/file"],
        &["--token-file /no/such/file"],
    );
}
