//! The opening explorer of the server's public games.

use e2e::{Button, Css, GamePage, TestResult};

use crate::invitation::THREE_PLUS_TWO;
use crate::online_session::with_browsers;

#[test]
fn moves_of_public_games_are_shown_and_played() -> TestResult {
    with_browsers(2, |session| {
        session.start_game(0, 1, THREE_PLUS_TWO)?;
        session.play(0, 1, "f2f3 e7e5 g2g4 d8h4")?;
        session.game(0)?.wait_for_status("WHITE'S TURN | CHECKMATE")?;
        let reader = session.open(0, "analysis")?;
        let indexed =
            "return fetch('/api/explorer').then(reply => reply.json()).then(found => found.indexed)";
        reader.wait_for_value(indexed, &[], 1)?;

        let board = GamePage::wait_for(reader)?;
        reader.click_element(Button("Opening explorer"))?;
        for (san, moves) in [("f3", "f3"), ("e5", "f3 e5"), ("g4", "f3 e5 g4"), ("Qh4#", "f3 e5 g4 Qh4#")] {
            reader.wait_for_text(".explorer tbody th", san)?;
            reader.wait_for_text(".explorer tbody td", "1")?;
            reader.click_element(Css(".explorer tbody button"))?;
            board.wait_for_moves(moves)?;
        }
        reader.wait_for_text(".explorer .opening", "A00 Barnes Opening: Fool's Mate")?;
        reader.wait_for_text(".explorer .opening + p", "No public game on this server has this position.")
    })
}

#[test]
fn an_account_leaves_its_games_out() -> TestResult {
    with_browsers(1, |session| {
        let mina = session.register(0, "mina")?;
        let included =
            "return fetch('/api/account/explorer').then(reply => reply.json()).then(found => found.included)";
        mina.wait_for_value(included, &[], true)?;
        for expected in [false, true] {
            mina.click_element(Css(".switch input"))?;
            mina.wait_for_value(included, &[], expected)?;
        }
        mina.click_element(Css(".switch input"))?;
        mina.wait_for_value(included, &[], false)?;
        mina.reload()?;
        mina.wait_for_value("return document.querySelector('.switch input')?.checked ?? null", &[], false)
    })
}
