//! Fingers on a phone.

use browser::{Browser, Button, Hand, Look, Outcome, Point, visit};

use super::whole_game::play_whole_game;

#[test]
fn a_whole_game_by_taps() -> Outcome {
    visit(&Look::PHONE, |visit| {
        let table = visit.table(&[])?;
        play_whole_game(table, Hand::Tap)?;
        expect_stillness(table.browser)
    })
}

#[test]
fn a_whole_game_by_a_dragging_finger() -> Outcome {
    visit(&Look::PHONE, |visit| {
        let table = visit.table(&[])?;
        play_whole_game(table, Hand::Swipe)?;
        expect_stillness(table.browser)
    })
}

#[test]
fn fingers_on_the_board_neither_scroll_nor_zoom() -> Outcome {
    visit(&Look::PHONE, |visit| {
        let table = visit.table(&[])?;
        let (browser, board) = (table.browser, table.board);
        // A page with nothing to scroll would prove nothing.
        browser.run("document.body.style.minHeight = '3000px'", &[])?;
        for (from, to) in [("e5", "e1"), ("e4", "e8"), ("a4", "h4"), ("b8", "b3")] {
            browser.swipe(board.middle(from)?, board.middle(to)?)?;
            expect_stillness(browser)?;
        }
        browser.spread(board.middle("a5")?, board.middle("h5")?)?;
        expect_stillness(browser)?;
        for _ in 0..2 {
            browser.tap(board.middle("d5")?)?;
        }
        expect_stillness(browser)?;
        // The same finger beside the board does scroll: the page itself is not paralysed.
        let (width, height) = (f64::from(Look::PHONE.width), f64::from(Look::PHONE.height));
        let below = Point { x: width / 2.0, y: height - 20.0 };
        browser.swipe(below, Point { y: below.y - 200.0, ..below })?;
        browser.wait("a scrolled page", || {
            let top = browser.run("return scrollY", &[])?;
            Ok(if top.as_f64() > Some(0.0) { Ok(()) } else { Err(top.to_string()) })
        })
    })
}

#[test]
fn the_board_and_its_controls_fit_on_a_phone() -> Outcome {
    visit(&Look::PHONE, |visit| {
        let table = visit.table(&["5+3"])?;
        let script = "
            const board = document.querySelector('.board').getBoundingClientRect();
            const small = [...document.querySelectorAll('button, summary, input')]
                .map((element) => [element, element.getBoundingClientRect()])
                .filter(([, box]) => box.width > 0 && (box.height < 44 || box.width < 44))
                .map(([element]) => element.outerHTML.slice(0, 100));
            return [board.width / innerWidth, document.documentElement.scrollWidth - innerWidth, small]";
        let seen = table.browser.run(script, &[])?;
        assert!(seen[0].as_f64() > Some(0.9), "the board is as wide as the screen: {seen}");
        assert_eq!(seen[1], 0, "nothing sticks out at the side");
        assert_eq!(seen[2].as_array().map(Vec::len), Some(0), "too small for a finger: {}", seen[2]);
        Ok(())
    })
}

#[test]
fn nothing_moves_under_the_finger() -> Outcome {
    const BACK: &str = "[aria-label='One move back']";
    const OFFER: &str = ".action:has([href='#icon-draw'])";
    for look in [Look::PHONE, Look::TABLET] {
        visit(&look, |visit| {
            let table = visit.table(&[])?;
            table.play(Hand::Tap, "e2e4 e7e5")?;
            let browser = table.browser;
            let back = browser.middle_of(BACK)?;
            for men in [
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            ] {
                browser.tap(back)?;
                table.board.wait_for_men(men)?;
            }
            browser.press(Button("Back to the game"))?;
            let offer = browser.middle_of(OFFER)?;
            browser.tap(offer)?;
            browser.wait_for_words(".offer p", "Black offers a draw.")?;
            let script =
                "return document.elementFromPoint(...[...arguments].map(Number))?.closest('.offer') === null";
            let is_clear = browser.run(script, &[&offer.x.to_string(), &offer.y.to_string()])?;
            assert_eq!(is_clear, true, "a second tap answers nothing");
            Ok(())
        })?;
    }
    Ok(())
}

/// The page is where it was, and as large.
fn expect_stillness(browser: &Browser) -> Outcome {
    let seen = browser.run("return [scrollX, scrollY, visualViewport.scale, visualViewport.pageTop]", &[])?;
    assert_eq!(seen, serde_json::json!([0, 0, 1, 0]), "scrolled, scaled");
    Ok(())
}
