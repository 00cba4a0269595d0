//! How it looks: themes, motion, sizes, and what the settings change.

use browser::{Browser, Button, Hand, Look, Motion, Outcome, Place, Scheme, Table, visit};

#[test]
fn pieces_glide_unless_the_system_asks_for_rest() -> Outcome {
    for (motion, glides) in [(Motion::Full, true), (Motion::Reduced, false)] {
        visit(&Look { motion, ..Look::DESKTOP }, |visit| {
            let table = visit.table(&[])?;
            let script = "return getComputedStyle(document.querySelector('.man')).transitionDuration";
            let seen = table.browser.run(script, &[])?;
            let longest = seen.as_str().unwrap_or_default().split(", ").any(|time| time != "0s");
            assert_eq!(longest, glides, "{motion:?}: {seen}");
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn the_page_is_light_or_dark_as_the_system_is() -> Outcome {
    let mut shades = Vec::new();
    for scheme in [Scheme::Light, Scheme::Dark] {
        visit(&Look { scheme, ..Look::DESKTOP }, |visit| {
            shades.push(shade(visit.home()?)?);
            Ok(())
        })?;
    }
    assert!(shades[0] > 180 && shades[1] < 80, "light, then dark: {shades:?}");
    Ok(())
}

#[test]
fn the_board_is_as_large_as_fits_and_lies_on_whole_pixels() -> Outcome {
    let check = |width: u32, height: u32, ratio: u32| {
        visit(&Look { width, height, ratio, ..Look::DESKTOP }, |visit| {
            let table = visit.table(&[])?;
            let script = "
                const box = document.querySelector('.board').getBoundingClientRect();
                const page = document.documentElement;
                return [box.width, box.left, box.top, box.bottom, page.scrollWidth - innerWidth]";
            let seen = table.browser.run(script, &[])?;
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
fn the_smallest_phone_has_a_whole_board_and_everything_to_play() -> Outcome {
    visit(&Look { width: 320, height: 568, ratio: 2, ..Look::PHONE }, |visit| {
        let table = visit.table(&["5+3"])?;
        table.play(Hand::Tap, "e2e4 e7e5 g1f3")?;
        let script = "
            const box = (place) => document.querySelector(place).getBoundingClientRect();
            const steps = [...document.querySelectorAll('.steps button')].filter((step) => step.checkVisibility());
            return [box('.board').width, box('.panel > .actions').bottom <= innerHeight, steps.length,
                document.documentElement.scrollWidth]";
        let seen = table.browser.run(script, &[])?;
        assert_eq!(
            seen,
            serde_json::json!([312, true, 4, 320]),
            "width, buttons in sight, steps, nothing sticks out"
        );
        Ok(())
    })
}

#[test]
fn the_move_that_is_shown_is_in_sight() -> Outcome {
    for look in [Look::PHONE, Look { width: 844, height: 390, ..Look::PHONE }, Look::DESKTOP] {
        visit(&look, |visit| {
            visit.home()?.press(Button("Paste a position or a game"))?;
            let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *";
            visit.browser.write(Place("textarea"), game)?;
            visit.browser.press(Button("OK"))?;
            let table = Table::of(&visit.browser)?;
            table.browser.press(Button("Latest position"))?;
            let script = "
                const [inner, outer] = ['.list .shown', '.scroll'].map((place) => document.querySelector(place)?.getBoundingClientRect());
                if (!inner) return 'none';
                const sides = [inner.left - outer.left, outer.right - inner.right, inner.top - outer.top, outer.bottom - inner.bottom];
                return sides.every((side) => side >= -1) ? 'whole' : sides.join()";
            table.browser.wait("the move in sight", || {
                let seen = table.browser.run(script, &[])?;
                Ok(if seen == "whole" { Ok(()) } else { Err(seen.to_string()) })
            })
        })?;
    }
    Ok(())
}

#[test]
fn forced_colours_leave_everything_to_be_told_apart() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.browser.prefer(&[("forced-colors", "active")])?;
        let table = visit.table(&["5+3"])?;
        table.play(Hand::Click, "e2e4 d7d5 g1f3")?;
        table.browser.click(table.board.middle("d5")?)?;
        table.browser.middle_of("[data-square=e4].capture")?;
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
        let seen = table.browser.run(script, &[])?;
        assert_eq!(seen, serde_json::json!([true, true, true, true, true, true]));
        Ok(())
    })
}

#[test]
fn the_status_is_whole_on_a_phone_that_lies() -> Outcome {
    visit(&Look { width: 844, height: 390, ..Look::DESKTOP }, |visit| {
        let table = visit.table_from("4k3/8/8/8/8/8/4R3/K7 b - - 99 80")?;
        table.play(Hand::Click, "e8d7")?;
        table.browser.middle_of(".claim")?;
        let script =
            "const box = document.querySelector('.status'); return box.scrollHeight - box.clientHeight";
        let hidden = table.browser.run(script, &[])?;
        assert!(hidden.as_f64() <= Some(0.0), "{hidden} px of the status are cut off");
        Ok(())
    })
}

#[test]
fn always_a_queen_asks_no_more() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.home()?.press(Button("Settings"))?;
        visit.browser.press(Button("Always promote to a queen"))?;
        visit.browser.press(Button("Symbols"))?;
        let table = visit.table_from("8/P6k/8/8/8/8/7K/8 w - - 0 1")?;
        table.play(Hand::Click, "a7a8")?;
        table.wait_for_moves("a8=♕")
    })
}

#[test]
fn green_and_red_replace_pink() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.home()?.press(Button("Settings"))?;
        visit.browser.press(Button("Green and red"))?;
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4 d7d5")?;
        table.browser.click(table.board.middle("e4")?)?;
        let colors = |square: &str| {
            let script = "
                const style = getComputedStyle(document.querySelector(arguments[0]), '::after');
                return style.getPropertyValue('--mark-target') + '|' + style.getPropertyValue('--mark-capture')";
            table.browser.run(script, &[&format!("[data-square={square}]")])
        };
        let seen = colors("e5")?;
        let (target, capture) = seen.as_str().unwrap_or_default().split_once('|').unwrap();
        assert_ne!(target, capture, "where one goes and where one takes differ: {seen}");
        Ok(())
    })
}

/// How bright the page is around everything, from 0 to 255.
fn shade(browser: &Browser) -> Outcome<u64> {
    let script = "
        const style = getComputedStyle(document.documentElement).backgroundColor;
        const [red, green, blue] = style.match(/[\\d.]+/g).map(Number);
        return Math.round((red + green + blue) / 3)";
    Ok(browser.run(script, &[])?.as_u64().unwrap_or_default())
}
