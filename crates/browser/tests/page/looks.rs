//! How it looks: themes, motion, sizes, and what the settings change.

use browser::{Browser, Button, Hand, Look, Motion, Outcome, Scheme, visit};

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
    check(360, 640, 2)
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
