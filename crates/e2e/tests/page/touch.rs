//! Touch input on a phone.

use e2e::{Browser, Button, MoveInput, Point, TestResult, Viewport, with_session};

use super::full_game::play_full_game;

#[test]
fn full_game_by_taps() -> TestResult {
    with_session(&Viewport::PHONE, |session| {
        let game = session.new_game(&[])?;
        play_full_game(game, MoveInput::Tap)?;
        expect_no_scroll_or_zoom(game.browser)
    })
}

#[test]
#[ignore = "takes long; run by `cargo xtask test --full`"]
fn full_game_by_touch_dragging() -> TestResult {
    with_session(&Viewport::PHONE, |session| {
        let game = session.new_game(&[])?;
        play_full_game(game, MoveInput::Swipe)?;
        expect_no_scroll_or_zoom(game.browser)
    })
}

#[test]
fn touch_on_the_board_neither_scrolls_nor_zooms() -> TestResult {
    with_session(&Viewport::PHONE, |session| {
        let game = session.new_game(&[])?;
        let (browser, board) = (game.browser, game.board);
        // Makes the page scrollable, since otherwise the test would prove nothing.
        browser.run("document.body.style.minHeight = '3000px'", &[])?;
        for (from, to) in [("e5", "e1"), ("e4", "e8"), ("a4", "h4"), ("b8", "b3")] {
            browser.swipe(board.center(from)?, board.center(to)?)?;
            expect_no_scroll_or_zoom(browser)?;
        }
        browser.pinch_out(board.center("a5")?, board.center("h5")?)?;
        expect_no_scroll_or_zoom(browser)?;
        for _ in 0..2 {
            browser.tap(board.center("d5")?)?;
        }
        expect_no_scroll_or_zoom(browser)?;
        // The same gesture beside the board scrolls: the page itself is not blocked.
        let (width, height) = (f64::from(Viewport::PHONE.width), f64::from(Viewport::PHONE.height));
        let below = Point { x: width / 2.0, y: height - 20.0 };
        browser.swipe(below, Point { y: below.y - 200.0, ..below })?;
        browser.wait("a scrolled page", || {
            let top = browser.run("return scrollY", &[])?;
            Ok(if top.as_f64() > Some(0.0) { Ok(()) } else { Err(top.to_string()) })
        })
    })
}

#[test]
fn board_and_controls_fit_on_a_phone() -> TestResult {
    with_session(&Viewport::PHONE, |session| {
        let game = session.new_game(&["5+3"])?;
        let script = "
            const board = document.querySelector('.board').getBoundingClientRect();
            const small = [...document.querySelectorAll('button, summary, input')]
                .map((element) => [element, element.getBoundingClientRect()])
                .filter(([, box]) => box.width > 0 && (box.height < 44 || box.width < 44))
                .map(([element]) => element.outerHTML.slice(0, 100));
            return [board.width / innerWidth, document.documentElement.scrollWidth - innerWidth, small]";
        let seen = game.browser.run(script, &[])?;
        assert!(seen[0].as_f64() > Some(0.9), "the board is as wide as the screen: {seen}");
        assert_eq!(seen[1], 0, "nothing sticks out at the side");
        assert_eq!(seen[2].as_array().map(Vec::len), Some(0), "too small for a finger: {}", seen[2]);
        Ok(())
    })
}

#[test]
fn touch_shifts_no_layout() -> TestResult {
    const BACK: &str = "[aria-label='Previous move']";
    const OFFER: &str = ".action:has([href='#icon-draw'])";
    for viewport in [Viewport::PHONE, Viewport::TABLET] {
        with_session(&viewport, |session| {
            let game = session.new_game(&[])?;
            game.play(MoveInput::Tap, "e2e4 e7e5")?;
            let browser = game.browser;
            let back = browser.center_of(BACK)?;
            for placement in [
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            ] {
                browser.tap(back)?;
                game.board.wait_for_placement(placement)?;
            }
            browser.click_element(Button("Back to the game"))?;
            let offer = browser.center_of(OFFER)?;
            browser.tap(offer)?;
            browser.wait_for_text(".offer p", "Black offers a draw.")?;
            let script =
                "return document.elementFromPoint(...[...arguments].map(Number))?.closest('.offer') === null";
            let is_clear = browser.run(script, &[&offer.x.to_string(), &offer.y.to_string()])?;
            assert_eq!(is_clear, true, "a second tap answers nothing");
            Ok(())
        })?;
    }
    Ok(())
}

/// Expects the page to be neither scrolled nor zoomed.
fn expect_no_scroll_or_zoom(browser: &Browser) -> TestResult {
    // Scrolling and zooming begin with the next frames.
    let script = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
        done([scrollX, scrollY, visualViewport.scale, visualViewport.pageTop]))))";
    assert_eq!(browser.run(script, &[])?, serde_json::json!([0, 0, 1, 0]), "scrolled, scaled");
    Ok(())
}
