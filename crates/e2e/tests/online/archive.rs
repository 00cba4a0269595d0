//! What can be read without playing: the archive, a game that is over, and an address that leads nowhere.

use e2e::{Board3d, Button, Css, Rgb, TestResult};

use crate::invitation::THREE_PLUS_TWO;
use crate::online_session::with_browsers;

#[test]
fn finished_game_keeps_its_url_and_is_archived() -> TestResult {
    with_browsers(2, |meeting| {
        let path = meeting.start_game(0, 1, THREE_PLUS_TWO)?;
        meeting.play(0, 1, "f2f3 e7e5 g2g4 d8h4")?;
        meeting.game(0)?.wait_for_status("WHITE'S TURN | CHECKMATE")?;
        let reader = meeting.open(0, "games")?;
        reader.wait_for_text(".games .score", "0–1")?;
        reader.click_element(Button("Mine"))?;
        reader.click_element(Css(".games a"))?;
        let table = meeting.game(0)?;
        table.wait_for_moves("f3 e5 g4 Qh4#")?;
        assert_eq!(reader.run("return location.pathname.slice(1)", &[])?, path.as_str());
        reader.click_element(Css(".steps button:first-child"))?;
        table.board.wait_for_placement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")?;
        // It can be read on a board in space, too.
        let glass = Board3d::open(reader)?;
        reader.click_element(Css(".steps button:last-child"))?;
        table.board.wait_for_placement("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR")?;
        glass.wait_for_color(("e1", 0.4, -0.4), Rgb::is_red)
    })
}

#[test]
fn missing_pages_show_a_message() -> TestResult {
    with_browsers(1, |meeting| {
        let lost = meeting.open(0, "game/AAAAAAAAAAAAAAAAAAAAAQ")?;
        lost.wait_for_text("h1", "There is no such game.")?;
        lost.click_element(Css(".bar .brand"))?;
        lost.wait_for_text("h1", "Hanpan")
    })
}
