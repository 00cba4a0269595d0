//! WebGL: lost context, missing support, automatic quality, idle rendering.

use e2e::{Board3d, Button, Css, GamePage, Motion, MoveInput, Rgb, TestResult, Viewport, with_session};

use super::SMALL_WINDOW;

#[test]
fn lost_webgl_context_falls_back_and_recovers() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game(&[])?;
        let board3d = Board3d::open(game.browser)?;
        game.browser.run(
            "window.card = document.querySelector('board-3d canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
             window.card.loseContext()",
            &[],
        )?;
        board3d.wait_until_2d()?;
        game.play(MoveInput::Click, "e2e4")?;
        game.browser.run("window.card.restoreContext()", &[])?;
        board3d.wait_until_ready()?;
        game.play(MoveInput::Click, "e7e5")?;
        game.wait_for_moves("e4 e5")
    })
}

#[test]
fn without_webgl_the_2d_board_stays_with_a_message() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        session.browser.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")?;
        let game = session.new_game(&[])?;
        let switch = Button("Switch between 2D and 3D board");
        game.browser.click_element(switch)?;
        let sorry = "This browser does not support 3D. You are playing on the 2D board.";
        game.browser.wait_for_text("board-3d[failed] p", sorry)?;
        game.play(MoveInput::Click, "e2e4")?;
        game.wait_for_moves("e4")?;
        game.browser.click_element(switch)?;
        game.browser.wait_until_gone(Css("board-3d p"))
    })
}

#[test]
fn idle_board_renders_no_frames() -> TestResult {
    with_session(&Viewport { motion: Motion::Full, ..SMALL_WINDOW }, |session| {
        let game = session.new_game(&["5+3"])?;
        let board3d = Board3d::open(game.browser)?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        board3d.wait_until_idle()?;
        // The running clocks do not trigger rendering.
        assert_eq!(board3d.count_frames(60)?, 0);
        game.browser.hover(game.board.center("g1")?)?;
        game.board.wait_for_squares_with_class("hover", &["g1"])?;
        board3d.wait_until_idle()
    })
}

#[test]
fn theme_3d_survives_a_reload() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game(&[])?;
        let board3d = Board3d::open(game.browser)?;
        let wood = board3d.color("e4", 0.0, 0.0)?;
        game.browser.click_element(Button("Settings"))?;
        game.browser.click_element(Button("Marble"))?;
        game.browser.click_element(Button("Back"))?;
        board3d.wait_until_ready()?;
        let is_marble = |seen: Rgb| wood.red - wood.blue > seen.red - seen.blue + 20;
        board3d.wait_for_color(("e4", 0.0, 0.0), is_marble)?;
        game.browser.reload()?;
        GamePage::wait_for(&session.browser)?;
        board3d.wait_until_ready()?;
        session.browser.wait_for_element(Css("board-3d[look=marble]"))?;
        board3d.wait_for_color(("e4", 0.0, 0.0), is_marble)
    })
}

#[test]
#[ignore = "takes long; run by `cargo xtask test --full`"]
fn quality_follows_the_frame_time() -> TestResult {
    with_session(&Viewport { device_pixel_ratio: 2, motion: Motion::Full, ..SMALL_WINDOW }, |session| {
        // A slowed-down clock simulates a fast graphics card.
        session.browser.add_init_script(
            "const now = performance.now.bind(performance);
             window.speed = 0.0001;
             performance.now = () => now() * window.speed",
        )?;
        let game = session.new_game(&[])?;
        // Software rendering of a large board at high quality takes very long.
        game.browser.run("document.querySelector('board-3d').style.inset = '0 75% 75% 0'", &[])?;
        let board3d = Board3d::open_with_auto_quality(game.browser)?;
        board3d.wait_for_quality("high")?;
        board3d.wait_for_pixel_ratio(2.0)?; // as sharp as the screen
        // Late frames simulate a slow graphics card.
        game.browser.run(
            "window.speed = 1;
             const frame = requestAnimationFrame;
             window.requestAnimationFrame = (draw) => setTimeout(() => frame(draw), 120)",
            &[],
        )?;
        game.browser.run(
            "const key = { key: 'ArrowRight', shiftKey: true };
             window.turning = setInterval(() => dispatchEvent(new KeyboardEvent('keydown', key)), 50)",
            &[],
        )?;
        board3d.wait_for_quality("low")?;
        game.browser.run("clearInterval(window.turning)", &[])?;
        board3d.wait_for_pixel_ratio(1.0)?; // no sharper than the page
        game.browser.run("document.querySelector('board-3d').style.inset = ''", &[])?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        game.wait_for_moves("e4 e5")
    })
}
