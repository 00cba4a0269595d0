//! The graphics card: it is lost and comes back, there is none, it is slow or fast, it has nothing to do.

use e2e::{Board3d, Button, Css, GamePage, Motion, MoveInput, TestResult, Viewport, with_session};

use super::{SMALL_WINDOW, wait_for_squares_with_class};

#[test]
fn lost_webgl_context_falls_back_and_recovers() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game(&[])?;
        let glass = Board3d::open(table.browser)?;
        table.browser.run(
            "window.card = document.querySelector('board-3d canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
             window.card.loseContext()",
            &[],
        )?;
        glass.wait_until_2d()?;
        table.play(MoveInput::Click, "e2e4")?;
        table.browser.run("window.card.restoreContext()", &[])?;
        glass.wait_until_ready()?;
        table.play(MoveInput::Click, "e7e5")?;
        table.wait_for_moves("e4 e5")
    })
}

#[test]
fn without_webgl_the_2d_board_stays_with_a_message() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        session.browser.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")?;
        let table = session.new_game(&[])?;
        let switch = Button("2D or 3D board");
        table.browser.click_element(switch)?;
        let sorry = "This browser cannot draw in 3D. You are playing on the flat board.";
        table.browser.wait_for_text("board-3d[failed] p", sorry)?;
        table.play(MoveInput::Click, "e2e4")?;
        table.wait_for_moves("e4")?;
        table.browser.click_element(switch)?;
        assert!(!table.browser.has(Css("board-3d p"))?, "nothing more is said");
        Ok(())
    })
}

#[test]
fn idle_board_renders_no_frames() -> TestResult {
    with_session(&Viewport { motion: Motion::Full, ..SMALL_WINDOW }, |session| {
        let table = session.new_game(&["5+3"])?;
        let glass = Board3d::open(table.browser)?;
        table.play(MoveInput::Click, "e2e4 e7e5")?;
        glass.wait_until_idle()?;
        // The clocks run meanwhile, and are none of its business.
        assert_eq!(glass.count_frames(60)?, 0);
        table.browser.hover(table.board.center("g1")?)?;
        wait_for_squares_with_class(table, "hover", &["g1"])?;
        glass.wait_until_idle()
    })
}

#[test]
fn theme_3d_survives_a_reload() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game(&[])?;
        let glass = Board3d::open(table.browser)?;
        let wood = glass.color("e4", 0.0, 0.0)?;
        table.browser.click_element(Button("Settings"))?;
        table.browser.click_element(Button("Marble"))?;
        table.browser.click_element(Button("Back"))?;
        glass.wait_until_ready()?;
        let marble = glass.color("e4", 0.0, 0.0)?;
        assert!(wood.red - wood.blue > marble.red - marble.blue + 20, "{wood:?} has become {marble:?}");
        table.browser.reload()?;
        GamePage::wait_for(&session.browser)?;
        glass.wait_until_ready()?;
        assert!(session.browser.has(Css("board-3d[look=marble]"))?);
        Ok(())
    })
}

#[test]
fn quality_follows_the_frame_time() -> TestResult {
    with_session(&Viewport { device_pixel_ratio: 2, motion: Motion::Full, ..SMALL_WINDOW }, |session| {
        // A clock that almost stands makes any graphics card a fast one.
        session.browser.add_init_script(
            "const now = performance.now.bind(performance);
             window.speed = 0.0001;
             performance.now = () => now() * window.speed",
        )?;
        let table = session.new_game(&[])?;
        // A processor needs very long for a large board at the finest level.
        table.browser.run("document.querySelector('board-3d').style.inset = '0 75% 75% 0'", &[])?;
        let glass = Board3d::open_with_auto_quality(table.browser)?;
        glass.wait_for_quality("high")?;
        assert_eq!(glass.pixel_ratio()?, 2.0, "as sharp as the screen");
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
        glass.wait_for_quality("low")?;
        table.browser.run("clearInterval(window.turning)", &[])?;
        assert_eq!(glass.pixel_ratio()?, 1.0, "no sharper than the page");
        table.browser.run("document.querySelector('board-3d').style.inset = ''", &[])?;
        table.play(MoveInput::Click, "e2e4 e7e5")?;
        table.wait_for_moves("e4 e5")
    })
}
