//! Appearance: themes, motion, sizes, settings.

use e2e::{
    Browser, Button, ColorScheme, Css, GamePage, Motion, MoveInput, TestResult, Viewport, with_session,
};

#[test]
fn piece_animation_respects_reduced_motion() -> TestResult {
    for (motion, glides) in [(Motion::Full, true), (Motion::Reduced, false)] {
        with_session(&Viewport { motion, ..Viewport::DESKTOP }, |session| {
            let game = session.new_game(&[])?;
            let script = "return getComputedStyle(document.querySelector('.man')).transitionDuration";
            let seen = game.browser.run(script, &[])?;
            let longest = seen.as_str().unwrap_or_default().split(", ").any(|time| time != "0s");
            assert_eq!(longest, glides, "{motion:?}: {seen}");
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn page_follows_the_system_color_scheme() -> TestResult {
    let mut shades = Vec::new();
    for scheme in [ColorScheme::Light, ColorScheme::Dark] {
        with_session(&Viewport { color_scheme: scheme, ..Viewport::DESKTOP }, |session| {
            shades.push(background_brightness(session.open_home()?)?);
            Ok(())
        })?;
    }
    assert!(shades[0] > 180 && shades[1] < 80, "light, then dark: {shades:?}");
    Ok(())
}

#[test]
fn board_fills_the_viewport_on_whole_pixels() -> TestResult {
    let check = |width: u32, height: u32, ratio: u32| {
        with_session(&Viewport { width, height, device_pixel_ratio: ratio, ..Viewport::DESKTOP }, |session| {
            let game = session.new_game(&[])?;
            let script = "
                const box = document.querySelector('.board').getBoundingClientRect();
                const page = document.documentElement;
                return [box.width, box.left, box.top, box.bottom, page.scrollWidth - innerWidth]";
            let seen = game.browser.run(script, &[])?;
            let number = |index: usize| seen[index].as_f64().unwrap_or_default();
            let square = number(0) / 8.0 * f64::from(ratio);
            let at = format!("{width}×{height} at {ratio}: {seen}");
            assert!((square - square.round()).abs() < 0.01, "squares of whole pixels, {at}");
            let (left, top) = (number(1) * f64::from(ratio), number(2) * f64::from(ratio));
            assert!((left - left.round()).abs() < 0.01 && (top - top.round()).abs() < 0.01, "no blur, {at}");
            assert!(number(3) <= f64::from(height), "the whole board is seen, {at}");
            let fits = f64::from(width.min(height));
            assert!(number(0) > fits * 0.7, "as large as fits, {at}");
            assert!(number(4) <= 0.0, "nothing sticks out, {at}");
            Ok(())
        })
    };
    check(1280, 800, 1)?;
    check(1920, 1080, 1)?;
    check(768, 1024, 2)?;
    check(844, 390, 3)?;
    check(390, 844, 3)?;
    check(360, 640, 2)?;
    check(320, 568, 2)
}

#[test]
fn smallest_phone_shows_board_and_controls() -> TestResult {
    with_session(&Viewport { width: 320, height: 568, device_pixel_ratio: 2, ..Viewport::PHONE }, |session| {
        let game = session.new_game(&["5+3"])?;
        game.play(MoveInput::Tap, "e2e4 e7e5 g1f3")?;
        game.wait_for_moves("e4 e5 Nf3")?;
        let script = "
            const box = (place) => document.querySelector(place).getBoundingClientRect();
            const steps = [...document.querySelectorAll('.steps button')].filter((step) => step.checkVisibility());
            return [box('.board').width, box('.panel > .actions').bottom <= innerHeight, steps.length,
                document.documentElement.scrollWidth]";
        let seen = game.browser.run(script, &[])?;
        assert_eq!(
            seen,
            serde_json::json!([312, true, 4, 320]),
            "width, buttons in sight, steps, nothing sticks out"
        );
        Ok(())
    })
}

#[test]
fn current_move_is_scrolled_into_view() -> TestResult {
    for viewport in
        [Viewport::PHONE, Viewport { width: 844, height: 390, ..Viewport::PHONE }, Viewport::DESKTOP]
    {
        with_session(&viewport, |session| {
            session.open_home()?.click_element(Button("Paste a position or a game"))?;
            let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *";
            session.browser.type_into(Css("textarea"), game)?;
            session.browser.click_element(Button("OK"))?;
            let game = GamePage::wait_for(&session.browser)?;
            game.browser.click_element(Button("Latest position"))?;
            let script = "
                const [inner, outer] = ['.list .shown', '.scroll'].map((place) => document.querySelector(place)?.getBoundingClientRect());
                if (!inner) return 'none';
                const sides = [inner.left - outer.left, outer.right - inner.right, inner.top - outer.top, outer.bottom - inner.bottom];
                return sides.every((side) => side >= -1) ? 'whole' : sides.join()";
            game.browser.wait("the move in sight", || {
                let seen = game.browser.run(script, &[])?;
                Ok(if seen == "whole" { Ok(()) } else { Err(seen.to_string()) })
            })
        })?;
    }
    Ok(())
}

#[test]
fn forced_colors_keep_states_distinguishable() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.browser.emulate_media(&[("forced-colors", "active")])?;
        let game = session.new_game(&["5+3"])?;
        game.play(MoveInput::Click, "e2e4 d7d5 g1f3")?;
        game.browser.click(game.board.center("d5")?)?;
        game.browser.center_of("[data-square=e4].capture")?;
        let script = "
            const style = (place, part) => getComputedStyle(document.querySelector(place), part);
            const differ = (one, other, what) => style(one)[what] !== style(other)[what];
            return [
                differ('.clock.runs', '.clock:not(.runs)', 'backgroundColor'),
                differ('.list .shown', '.list button:not(.shown)', 'backgroundColor'),
                differ('.square.light', '.square.dark', 'backgroundColor'),
                style('.last-to', '::before').borderStyle === 'dotted',
                style('.target', '::after').backgroundColor !== style('.square.light').backgroundColor,
                style('.capture', '::after').borderStyle === 'solid',
            ]";
        let seen = game.browser.run(script, &[])?;
        assert_eq!(seen, serde_json::json!([true, true, true, true, true, true]));
        Ok(())
    })
}

#[test]
fn status_fits_on_a_landscape_phone() -> TestResult {
    with_session(&Viewport { width: 844, height: 390, ..Viewport::DESKTOP }, |session| {
        let game = session.new_game_from("4k3/8/8/8/8/8/4R3/K7 b - - 99 80")?;
        game.play(MoveInput::Click, "e8d7")?;
        game.browser.center_of(".claim")?;
        let script =
            "const box = document.querySelector('.status'); return box.scrollHeight - box.clientHeight";
        let hidden = game.browser.run(script, &[])?;
        assert!(hidden.as_f64() <= Some(0.0), "{hidden} px of the status are cut off");
        Ok(())
    })
}

#[test]
fn auto_queen_skips_the_promotion_dialog() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.click_element(Button("Settings"))?;
        session.browser.click_element(Button("Always promote to queen"))?;
        session.browser.click_element(Button("Figurines"))?;
        let game = session.new_game_from("8/P6k/8/8/8/8/7K/8 w - - 0 1")?;
        game.play(MoveInput::Click, "a7a8")?;
        game.wait_for_moves("a8=♕")
    })
}

#[test]
fn green_and_red_highlight_setting_replaces_pink() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.click_element(Button("Settings"))?;
        session.browser.click_element(Button("Green and red"))?;
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4 d7d5")?;
        game.browser.click(game.board.center("e4")?)?;
        game.board.wait_for_squares_with_class("target", &["e5"])?;
        let colors = |square: &str| {
            let script = "
                const style = getComputedStyle(document.querySelector(arguments[0]), '::after');
                return style.getPropertyValue('--mark-target') + '|' + style.getPropertyValue('--mark-capture')";
            game.browser.run(script, &[&format!("[data-square={square}]")])
        };
        let seen = colors("e5")?;
        let (target, capture) = seen.as_str().unwrap_or_default().split_once('|').unwrap();
        assert_ne!(target, capture, "where one goes and where one takes differ: {seen}");
        Ok(())
    })
}

/// Brightness of the page background, 0 to 255.
fn background_brightness(browser: &Browser) -> TestResult<u64> {
    let script = "
        const style = getComputedStyle(document.documentElement).backgroundColor;
        const [red, green, blue] = style.match(/[\\d.]+/g).map(Number);
        return Math.round((red + green + blue) / 3)";
    Ok(browser.run(script, &[])?.as_u64().unwrap_or_default())
}
