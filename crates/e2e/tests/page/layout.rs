//! Layout: no layout shifts, no orphaned buttons.

use e2e::{Button, Css, GamePage, MoveInput, TestResult, Viewport, with_session};
use serde_json::{Value, json};

/// Top edges of the buttons beside the board.
const BUTTON_TOPS: &str = "
    return [...document.querySelectorAll('.panel > .actions > *')].map((one) => Math.round(one.getBoundingClientRect().top))";

/// Top edges of the move list and of the buttons below it.
const LIST_AND_BUTTON_TOPS: &str = "
    return ['.moves', '.panel > .actions'].map((place) => Math.round(document.querySelector(place).getBoundingClientRect().top))";

fn list_and_button_tops(game: GamePage<'_>) -> TestResult<Value> {
    game.browser.run(LIST_AND_BUTTON_TOPS, &[])
}

#[test]
fn no_button_row_has_a_single_button() -> TestResult {
    for (width, height) in [(1280, 800), (1024, 768), (1920, 1080), (768, 1024), (390, 844)] {
        with_session(&Viewport { width, height, ..Viewport::DESKTOP }, |session| {
            let game = session.new_game(&["5+3"])?;
            game.play(MoveInput::Click, "e2e4 e7e5")?;
            game.browser.center_of(".action:has([href='#icon-flag'])")?;
            let tops = game.browser.run(BUTTON_TOPS, &[])?;
            let tops = tops.as_array().cloned().unwrap_or_default();
            assert_eq!(tops.len(), 6, "pause, take back, turn, draw, resign, abort: {tops:?}");
            let is_alone = |top: &Value| tops.iter().filter(|&other| other == top).count() == 1;
            assert!(!tops.iter().any(is_alone), "{width}×{height}: {tops:?}");
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn buttons_keep_their_positions_during_a_game() -> TestResult {
    const BUTTON_POSITIONS: &str = "
        return [...document.querySelectorAll('.panel > .actions > *')].map((one) => {
            const { left, top } = one.getBoundingClientRect();
            return [one.innerText, Math.round(left), Math.round(top)];
        })";
    for viewport in [Viewport::DESKTOP, Viewport::PHONE] {
        with_session(&viewport, |session| {
            let game = session.new_game(&["5+3"])?;
            game.browser.center_of(".action:has([href='#icon-flag'])")?;
            let places = game.browser.run(BUTTON_POSITIONS, &[])?;
            let expect = |when: &str| -> TestResult {
                assert_eq!(
                    game.browser.run(BUTTON_POSITIONS, &[])?,
                    places,
                    "{}×{}: {when}",
                    viewport.width,
                    viewport.height
                );
                Ok(())
            };
            for (ply, m) in ["e2e4", "e7e5", "g1f3"].into_iter().enumerate() {
                game.play(MoveInput::Click, m)?;
                game.wait_for_moves(&["e4", "e5", "Nf3"][..=ply].join(" "))?;
                expect(m)?;
            }
            game.browser.click_element(Button("Offer a draw"))?;
            game.browser.center_of(".offer")?;
            expect("an offer")
        })?;
    }
    Ok(())
}

#[test]
fn stepping_back_shifts_no_layout() -> TestResult {
    for viewport in [Viewport::DESKTOP, Viewport::PHONE] {
        with_session(&viewport, |session| {
            let game = session.new_game(&[])?;
            game.play(MoveInput::Click, "e2e4 e7e5 g1f3")?;
            game.wait_for_moves("e4 e5 Nf3")?;
            let present = list_and_button_tops(game)?;
            game.browser.click_element(Button("Previous move"))?;
            game.browser.center_of(".past button")?;
            assert_eq!(list_and_button_tops(game)?, present, "{}×{}", viewport.width, viewport.height);
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn first_move_shifts_no_layout_on_the_smallest_phone() -> TestResult {
    with_session(&Viewport { width: 320, height: 568, device_pixel_ratio: 2, ..Viewport::PHONE }, |session| {
        let game = session.new_game(&[])?;
        game.browser.center_of(".moves .none")?;
        let before = list_and_button_tops(game)?;
        game.play(MoveInput::Tap, "e2e4")?;
        game.wait_for_moves("e4")?;
        assert_eq!(list_and_button_tops(game)?, before);
        Ok(())
    })
}

#[test]
fn small_phones_need_no_scrolling() -> TestResult {
    for (width, height) in [(320, 568), (360, 640)] {
        with_session(&Viewport { width, height, device_pixel_ratio: 2, ..Viewport::PHONE }, |session| {
            let overflow = "return document.documentElement.scrollHeight - innerHeight";
            if width == 320 {
                assert_eq!(session.open_home()?.run(overflow, &[])?, 0, "home");
            }
            let game = session.new_game(&["5+3"])?;
            game.play(MoveInput::Tap, "e2e4")?;
            game.wait_for_moves("e4")?;
            assert_eq!(game.browser.run(overflow, &[])?, 0, "game {width}×{height}");
            // What is below the buttons is reached by scrolling beside the board.
            let script = "
                document.querySelector('.lower > :last-child').scrollIntoView();
                return [scrollY, document.querySelector('.lower').getBoundingClientRect().bottom <= innerHeight]";
            assert_eq!(game.browser.run(script, &[])?, json!([0, true]), "{width}×{height}");
            let labels = "
                return [...document.querySelectorAll('.panel > .actions .action')]
                    .filter((one) => one.scrollWidth > one.clientWidth || one.querySelector('span').offsetWidth < 10)
                    .map((one) => one.textContent)";
            assert_eq!(game.browser.run(labels, &[])?, json!([]), "{width}×{height}: without label");
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn smallest_phone_needs_no_scrolling_for_opponents_and_analysis() -> TestResult {
    with_session(&Viewport { width: 320, height: 568, device_pixel_ratio: 2, ..Viewport::PHONE }, |session| {
        for (page, place, last) in [
            ("computer", ".page > .content", ".against button[type=submit]"),
            ("analysis", ".analysis .panel", ".analysis .lower > :last-child"),
        ] {
            session.browser.goto(&format!("{}{page}", session.server.address()))?;
            session.browser.center_of(last)?;
            // The rest is reached by scrolling in its place.
            let script = "
                const [place, last] = [...arguments].map((selector) => document.querySelector(selector));
                const overflow = document.documentElement.scrollHeight - innerHeight;
                place.scrollTop = place.scrollHeight;
                return [overflow, scrollY, last.getBoundingClientRect().bottom <= innerHeight, place.scrollTop > 0]";
            assert_eq!(session.browser.run(script, &[place, last])?, json!([0, 0, true, true]), "{page}");
        }
        Ok(())
    })
}

#[test]
fn navigation_is_one_row_on_phones() -> TestResult {
    for (width, language) in [(360, "en-US"), (320, "en-US"), (360, "ko-KR"), (320, "ko-KR")] {
        let phone = Viewport { width, height: 640, language, device_pixel_ratio: 2, ..Viewport::PHONE };
        with_session(&phone, |session| {
            for page in ["online", "games", "computer", "learn", "analysis", "account"] {
                session.browser.goto(&format!("{}{page}", session.server.address()))?;
                session.browser.wait_until_gone(Css("#first"))?;
                session.browser.wait_for_element(Css(".bar nav a[aria-current=page]"))?;
                // The name of an account may be long; it is cut instead of the others.
                let script = "
                    const nav = document.querySelector('.bar nav');
                    nav.lastElementChild.textContent = 'Constantin-Alexander';
                    const links = [...nav.children];
                    const boxes = links.map((link) => link.getBoundingClientRect());
                    const cut = links.slice(0, -1).filter((link) => link.scrollWidth > link.clientWidth);
                    const isInside = ({ left, right, width, height }) =>
                        left >= 0 && right <= innerWidth && width >= 24 && height >= 44;
                    return [new Set(boxes.map((box) => box.top)).size, boxes.every(isInside), cut.length,
                        document.documentElement.scrollWidth - innerWidth]";
                let seen = session.browser.run(script, &[])?;
                assert_eq!(
                    seen,
                    json!([1, true, 0, 0]),
                    "{page} {width} {language}: rows, inside, cut, overflow"
                );
            }
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn offer_covers_the_move_list_and_no_button() -> TestResult {
    for (width, height) in [(390, 844), (360, 640), (320, 568)] {
        with_session(&Viewport { width, height, device_pixel_ratio: 2, ..Viewport::PHONE }, |session| {
            let game = session.new_game(&["5+3"])?;
            game.play(MoveInput::Tap, "e2e4")?;
            game.browser.click_element(Button("Offer a draw"))?;
            game.browser.center_of(".offer")?;
            let script = "
                const box = (place) => document.querySelector(place).getBoundingClientRect();
                const answers = [...document.querySelectorAll('.offer button')].map((one) => one.getBoundingClientRect().top);
                return [box('.offer').bottom >= box('.moves').bottom, box('.offer').bottom <= box('.panel > .actions').top,
                    answers[0] === answers[1]]";
            let seen = game.browser.run(script, &[])?;
            assert_eq!(seen, json!([true, true, true]), "{width}×{height}: covers, leaves free, one row");
            Ok(())
        })?;
    }
    Ok(())
}
