//! The archive, a finished game and an unknown URL.

use e2e::{Board3d, Button, Css, Rgb, TestResult};

use crate::invitation::THREE_PLUS_TWO;
use crate::online_session::{with_browsers, with_browsers_and_disconnects};

#[test]
fn finished_game_keeps_its_url_and_is_archived() -> TestResult {
    with_browsers(2, |session| {
        let path = session.start_game(0, 1, THREE_PLUS_TWO)?;
        session.play(0, 1, "f2f3 e7e5 g2g4 d8h4")?;
        session.game(0)?.wait_for_status("WHITE'S TURN | CHECKMATE")?;
        let reader = session.open(0, "games")?;
        reader.wait_for_text(".games .score", "0–1")?;
        reader.click_element(Button("Mine"))?;
        reader.click_element(Css(".games a"))?;
        let game = session.game(0)?;
        game.wait_for_moves("f3 e5 g4 Qh4#")?;
        reader.wait_for_value("return location.pathname.slice(1)", &[], path)?;
        reader.click_element(Css(".steps button:first-child"))?;
        game.board.wait_for_placement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")?;
        // The finished game can be shown on the 3D board.
        let board3d = Board3d::open(reader)?;
        reader.click_element(Css(".steps button:last-child"))?;
        game.board.wait_for_placement("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR")?;
        board3d.wait_for_color(("e1", 0.4, -0.4), Rgb::is_red)
    })
}

#[test]
fn missing_pages_show_a_message() -> TestResult {
    // The status 404 is an error in the console.
    with_browsers_and_disconnects(1, |session| {
        let lost = session.open(0, "nowhere")?;
        lost.wait_for_text("h1", "Page not found.")?;
        let lost = session.open(0, "game/AAAAAAAAAAAAAAAAAAAAAQ")?;
        lost.wait_for_text("h1", "There is no such game.")?;
        lost.click_element(Css(".bar .brand"))?;
        lost.wait_for_text("h1", "Hanpan")
    })
}
