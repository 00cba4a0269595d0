//! The graphics card: it is lost and comes back, there is none, it is slow or fast, it has nothing to do.

use browser::{Button, Glass, Hand, Look, Motion, Outcome, Place, Table, visit};

use super::{WINDOW, wait_for_marks};

#[test]
fn a_lost_graphics_card_is_survived() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        let glass = Glass::stand_up(table.browser)?;
        table.browser.run(
            "window.card = document.querySelector('board-3d canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
             window.card.loseContext()",
            &[],
        )?;
        glass.wait_until_flat()?;
        table.play(Hand::Click, "e2e4")?;
        table.browser.run("window.card.restoreContext()", &[])?;
        glass.wait_until_ready()?;
        table.play(Hand::Click, "e7e5")?;
        table.wait_for_moves("e4 e5")
    })
}

#[test]
fn without_a_graphics_card_the_flat_board_stays_and_says_why() -> Outcome {
    visit(&WINDOW, |visit| {
        visit.browser.before_load("HTMLCanvasElement.prototype.getContext = () => null")?;
        let table = visit.table(&[])?;
        let switch = Button("2D or 3D board");
        table.browser.press(switch)?;
        let sorry = "This browser cannot draw in 3D. You are playing on the flat board.";
        table.browser.wait_for_words("board-3d[failed] p", sorry)?;
        table.play(Hand::Click, "e2e4")?;
        table.wait_for_moves("e4")?;
        table.browser.press(switch)?;
        assert!(!table.browser.has(Place("board-3d p"))?, "nothing more is said");
        Ok(())
    })
}

#[test]
fn nothing_is_drawn_while_nothing_moves() -> Outcome {
    visit(&Look { motion: Motion::Full, ..WINDOW }, |visit| {
        let table = visit.table(&["5+3"])?;
        let glass = Glass::stand_up(table.browser)?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        glass.wait_until_still()?;
        // The clocks run meanwhile, and are none of its business.
        assert_eq!(glass.frames_in(60)?, 0);
        table.browser.hover(table.board.middle("g1")?)?;
        wait_for_marks(table, "hover", &["g1"])?;
        glass.wait_until_still()
    })
}

#[test]
fn the_look_is_chosen_and_kept() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        let glass = Glass::stand_up(table.browser)?;
        let wood = glass.color("e4", 0.0, 0.0)?;
        table.browser.press(Button("Settings"))?;
        table.browser.press(Button("Marble"))?;
        table.browser.press(Button("Back"))?;
        glass.wait_until_ready()?;
        let marble = glass.color("e4", 0.0, 0.0)?;
        assert!(wood.red - wood.blue > marble.red - marble.blue + 20, "{wood:?} has become {marble:?}");
        table.browser.reload()?;
        Table::of(&visit.browser)?;
        glass.wait_until_ready()?;
        assert!(visit.browser.has(Place("board-3d[look=marble]"))?);
        Ok(())
    })
}

#[test]
fn the_level_follows_the_time_that_frames_take() -> Outcome {
    visit(&Look { ratio: 2, motion: Motion::Full, ..WINDOW }, |visit| {
        // A clock that almost stands makes any graphics card a fast one.
        visit.browser.before_load(
            "const now = performance.now.bind(performance);
             window.speed = 0.0001;
             performance.now = () => now() * window.speed",
        )?;
        let table = visit.table(&[])?;
        // A processor needs very long for a large board at the finest level.
        table.browser.run("document.querySelector('board-3d').style.inset = '0 75% 75% 0'", &[])?;
        let glass = Glass::stand_up_at_its_pace(table.browser)?;
        glass.wait_for_level("high")?;
        assert_eq!(glass.fineness()?, 2.0, "as sharp as the screen");
        // Frames that come late make it a slow one.
        table.browser.run(
            "window.speed = 1;
             const frame = requestAnimationFrame;
             window.requestAnimationFrame = (draw) => setTimeout(() => frame(draw), 120)",
            &[],
        )?;
        table.browser.run(
            "const key = { key: 'ArrowRight', shiftKey: true };
             window.turning = setInterval(() => dispatchEvent(new KeyboardEvent('keydown', key)), 50)",
            &[],
        )?;
        glass.wait_for_level("low")?;
        table.browser.run("clearInterval(window.turning)", &[])?;
        assert_eq!(glass.fineness()?, 1.0, "no sharper than the page");
        table.browser.run("document.querySelector('board-3d').style.inset = ''", &[])?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        table.wait_for_moves("e4 e5")
    })
}
