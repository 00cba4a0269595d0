//! The board editor: mouse, keyboard, touch, faults, and what follows.

use e2e::{
    Board, Browser, Button, Css, Field, GamePage, Key, Point, Session, TestResult, Viewport, with_session,
};

fn open_editor(session: &Session) -> TestResult<Board<'_>> {
    session.browser.goto(&format!("{}editor", session.server.address()))?;
    session.browser.wait_for_element(Css(".editor .square"))?;
    Ok(Board { browser: &session.browser })
}

fn wait_for_fen(browser: &Browser, fen: &str) -> TestResult {
    browser.wait_for_value("return document.querySelector('[name=fen]').value", &[], fen)
}

/// Replaces the text of the FEN field.
fn type_fen(browser: &Browser, fen: &str) -> TestResult {
    browser.click_element(Css("[name=fen]"))?;
    browser.press_keys([Key::Control('a')])?;
    browser.type_into(Css("[name=fen]"), fen)
}

fn tool(browser: &Browser, piece: &str) -> TestResult<Point> {
    browser.center_of(&format!(".palette [data-piece={piece}]"))
}

#[test]
fn a_position_is_set_up_with_the_mouse() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let board = open_editor(session)?;
        let browser = board.browser;
        // Moving, and removing by a drag off the board.
        browser.drag(board.center("e2")?, board.center("e4")?)?;
        wait_for_fen(browser, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1")?;
        let outside = board.center("h1")?;
        browser.drag(outside, Point { x: outside.x + 90.0, ..outside })?;
        wait_for_fen(browser, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBN1 w Qkq - 0 1")?;
        // A chosen piece, the other colour with the right button, a drag from the palette.
        browser.click_element(Button("Clear board"))?;
        browser.click(tool(browser, "K")?)?;
        browser.click(board.center("e1")?)?;
        browser.right_click(board.center("e8")?)?;
        browser.drag(tool(browser, "R")?, board.center("a1")?)?;
        wait_for_fen(browser, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
        board.wait_for_placement("4k3/8/8/8/8/8/8/R3K3")?;
        browser.click_element(Css(".choice:has([type=checkbox]:enabled)"))?;
        browser.click_element(Button("Black"))?;
        wait_for_fen(browser, "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1")?;
        browser.wait_for_text("#finding", "The position is legal.")
    })
}

#[test]
fn a_position_is_set_up_with_the_keyboard() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let board = open_editor(session)?;
        let browser = board.browser;
        browser.run("document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()", &[])?;
        assert_eq!(board.focused_square()?.as_deref(), Some("e1"));
        // The king is picked up and put down; a queen and a black pawn are put by their letters.
        browser.press_keys([Key::Enter, Key::Up, Key::Up, Key::Enter, Key::Right, Key::Char('Q')])?;
        browser.press_keys([Key::Right, Key::Char('p'), Key::Down, Key::Delete])?;
        wait_for_fen(browser, "rnbqkbnr/pppppppp/8/8/8/4KQp1/PPPPPP1P/RNBQ1BNR w kq - 0 1")?;
        assert_eq!(board.focused_square()?.as_deref(), Some("g2"));
        board.wait_for_aria_label("f3", "f3, white queen")
    })
}

#[test]
fn a_position_is_set_up_by_touch() -> TestResult {
    with_session(&Viewport::PHONE, |session| {
        let board = open_editor(session)?;
        let browser = board.browser;
        browser.swipe(board.center("d2")?, board.center("d4")?)?;
        wait_for_fen(browser, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1")?;
        browser.tap(board.center("g1")?)?;
        browser.tap(board.center("f3")?)?;
        wait_for_fen(browser, "rnbqkbnr/pppppppp/8/8/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 1")?;
        browser.tap(tool(browser, "q")?)?;
        browser.tap(board.center("a5")?)?;
        browser.swipe(tool(browser, "n")?, board.center("h4")?)?;
        wait_for_fen(browser, "rnbqkbnr/pppppppp/8/q7/3P3n/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 1")
    })
}

#[test]
fn everything_wrong_is_said_and_marked() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let board = open_editor(session)?;
        let browser = board.browser;
        let is_off =
            "return [...document.querySelectorAll('.continue button')].every((button) => button.disabled)";
        type_fen(browser, "3P4/1k2K2K/8/8/8/8/8/8 w - - 0 1")?;
        browser.wait_for_words("#finding", "White has more than one king.")?;
        browser.wait_for_words("#finding", "A pawn stands on the first or the last rank.")?;
        board.wait_for_squares_with_class("faulty", &["d8", "e7", "h7"])?;
        browser.wait_for_value(is_off, &[], true)?;
        // A FEN that cannot be read leaves the board.
        type_fen(browser, "3P4/1k")?;
        browser.wait_for_words("#finding", "The board still shows the last position")?;
        board.wait_for_placement("3P4/1k2K2K/8/8/8/8/8/8")?;
        browser.click_element(Button("Starting position"))?;
        browser.wait_for_text("#finding", "The position is legal.")
    })
}

#[test]
fn games_and_analyses_begin_with_the_position() -> TestResult {
    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    with_session(&Viewport::DESKTOP, |session| {
        let browser = &session.browser;
        let open = || {
            browser.goto(&format!("{}editor?fen={}", session.server.address(), FEN.replace(' ', "%20")))?;
            browser.wait_for_text("#finding", "The position is legal.")
        };
        open()?;
        browser.click_element(Button("Analyse"))?;
        browser.wait_for_element(Css(".table.analysis"))?;
        Board { browser }.wait_for_placement("4k3/8/8/8/8/8/4P3/4K3")?;
        open()?;
        browser.click_element(Button("Play the computer"))?;
        browser.wait_for_value(
            "return document.querySelector('.against input[type=text]')?.value",
            &[],
            FEN,
        )?;
        browser.wait_for_value("return location.search", &[], "")?;
        browser.wait_for_element(Field("Position as FEN"))?;
        open()?;
        browser.click_element(Button("Invite a friend"))?;
        browser.wait_for_value(
            "return document.querySelector('.invite input[type=text]')?.value",
            &[],
            FEN,
        )?;
        open()?;
        browser.click_element(Button("Two players on this device"))?;
        let game = GamePage::wait_for(browser)?;
        game.board.wait_for_placement("4k3/8/8/8/8/8/4P3/4K3")?;
        game.play(e2e::MoveInput::Click, "e2e4")?;
        game.wait_for_moves("e4")?;
        // A game in progress is replaced only on request.
        open()?;
        browser.click_element(Button("Two players on this device"))?;
        browser.click_element(Button("Replace my game in progress"))?;
        GamePage::wait_for(browser)?.wait_for_moves("")
    })
}
