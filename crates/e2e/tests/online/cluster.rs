//! Two servers on one database behind a load balancer: a rated game goes on when one of them is killed.

use std::path::Path;
use std::time::{Duration, Instant};

use e2e::{Browser, Button, Css, Error, LoadBalancer, MoveInput, TestResult, TestServer, print_measurement};
use test_services::{NATS_TOKEN, Nats, Postgres};

use crate::online_session::{OnlineSession, with_browsers_at};

/// Time in which both players must be able to go on.
const MAX_PAUSE: Duration = Duration::from_secs(5);

/// Seconds by which two clocks may differ because they were read one after another and are shown in whole seconds.
const TOLERANCE: i64 = 2;

/// Moves before the kill, and the moves after it, if the first player has White and if it has Black.
const OPENINGS: [[&str; 3]; 2] = [["e2e4 e7e5", "g1f3", "b8c6"], ["e2e4 e7e5 g1f3", "b8c6", "f1b5"]];

#[test]
fn both_players_go_on_when_the_server_of_one_is_killed_during_a_move() -> TestResult {
    let failed = |error: std::io::Error| Error::Start { what: "services".to_owned(), why: error.to_string() };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (postgres, nats) =
        (Postgres::start(folder, &[]).map_err(failed)?, Nats::start(folder).map_err(failed)?);
    let (store, bus) =
        (postgres.new_database().map_err(failed)?, format!("nats://127.0.0.1:{}", nats.port()));
    let start = || {
        TestServer::start_with(
            &["--store", &store, "--bus", &bus, "--behind-proxy", "--rated-moves", "2"],
            &[("HANPAN_BUS_TOKEN", NATS_TOKEN)],
        )
    };
    let (first, second) = (start()?, start()?);
    // As one load balancer that has chosen different servers for the two players.
    let to_first = LoadBalancer::start(&[first.host(), second.host()])?;
    let to_second = LoadBalancer::start(&[second.host(), first.host()])?;
    with_browsers_at(first, vec![to_first.address(), to_second.address()], play_on)
}

fn play_on(session: &mut OnlineSession) -> TestResult {
    for (player, name) in [(0, "mina"), (1, "theo")] {
        seek_rated_game(session, player, name)?;
    }
    for player in [0, 1] {
        session.game(player)?.wait_for_status("WHITE'S TURN")?;
        session.browsers[player].wait_for_words(".panel > .terms", "Rated")?;
    }
    let is_white =
        session.browsers[0].run("return document.querySelector('.side-below .piece-white') !== null", &[])?;
    let (white, black) = if is_white == true { (0, 1) } else { (1, 0) };
    let [before, next, reply] = OPENINGS[white];
    session.play(white, black, before)?;
    let known = before.split(' ').count();

    let (clocks, start) = (clocks(&session.browsers[0])?, Instant::now());
    // The piece is in the hand of the first player when the server dies.
    let board = session.game(0)?.board;
    board.browser.drag_and_hold(board.center(&next[..2])?, board.center(&next[2..])?)?;
    session.server.stop();
    let killed = Instant::now();
    session.browsers[0].release()?;
    // The page says that the connection is lost, unless it has another one already.
    session.browsers[0].save_screenshot("cluster-killed")?;
    session.wait_for_move_count(1, known + 1)?;
    let heard = killed.elapsed();
    session.game(1)?.play(MoveInput::Click, reply)?;
    session.wait_for_move_count(0, known + 2)?;
    let answered = killed.elapsed();
    let charged = Instant::now() - start;
    session.browsers[0].wait_until_gone(Css(".banner"))?;
    for (player, name) in [(0, "cluster-moved-over"), (1, "cluster-stayed")] {
        session.browsers[player].save_screenshot(name)?;
    }
    print_measurement(&format!(
        "server killed during a move: the opponent has the move after {:.1} s, the reply is there after {:.1} s",
        heard.as_secs_f64(),
        answered.as_secs_f64()
    ));
    assert!(answered < MAX_PAUSE, "both go on after {answered:?}");
    expect_fair_clocks(session, clocks, charged)?;

    // The rest of the game is played on one server, and counts.
    session.browsers[1].click_element(Button("Resign"))?;
    session.browsers[1].click_element(Css(".action.armed"))?;
    for player in [0, 1] {
        let result = if white == 0 { "WHITE WINS! | RESIGNATION" } else { "BLACK WINS! | RESIGNATION" };
        session.game(player)?.wait_for_status(result)?;
        // One game has counted, once.
        session.browsers[player].wait_for_words("main", "1662? +162")?;
        session.browsers[player].wait_for_words("main", "1338? -162")?;
    }
    session.browsers[0].save_screenshot("cluster-rated")
}

/// Registers, and seeks a rated game of three minutes and two seconds per move.
fn seek_rated_game(session: &OnlineSession, player: usize, name: &str) -> TestResult {
    session.register(player, name)?;
    let browser = session.open(player, "online")?;
    browser.click_element(Css(".quick ~ .switch"))?;
    browser.click_element(Css("section > .quick button:nth-child(4)"))
}

/// Seconds on the clocks, the upper one first.
fn clocks(browser: &Browser) -> TestResult<[i64; 2]> {
    let script = "
        const seconds = (clock) => clock.innerText.split(':').reduce((sum, part) => 60 * sum + parseFloat(part), 0);
        return [...document.querySelectorAll('.clock')].map((clock) => Math.floor(seconds(clock)))";
    let seen = browser.run(script, &[])?;
    let clock = |index: usize| seen[index].as_i64();
    clock(0)
        .zip(clock(1))
        .map(|(upper, lower)| [upper, lower])
        .ok_or_else(|| Error::Timeout { wanted: "two clocks".to_owned(), seen: seen.to_string() })
}

/// Both players see the same times, and neither was charged for more than has passed.
fn expect_fair_clocks(session: &OnlineSession, before: [i64; 2], passed: Duration) -> TestResult {
    let (own, [upper, lower]) = (clocks(&session.browsers[0])?, clocks(&session.browsers[1])?);
    // The boards are turned towards their players.
    for (seen, of_other) in own.into_iter().zip([lower, upper]) {
        assert!((seen - of_other).abs() <= TOLERANCE, "{own:?} and {lower}, {upper}");
    }
    let spent: i64 = before.iter().sum::<i64>() - own.iter().sum::<i64>();
    let passed = passed.as_secs() as i64;
    assert!(spent <= passed + TOLERANCE, "{spent} s charged in {passed} s");
    Ok(())
}
