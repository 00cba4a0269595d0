//! Lessons: by mouse, keyboard and touch, with explanations, progress and offline.

use e2e::{
    Board, Browser, Button, Css, GamePage, MoveInput, Pointer, Session, TestResult, Viewport, with_session,
};

/// Moves of the stage "rook" and of "bishop", a line per step.
const ROOK: [&str; 4] = ["a1a6", "e4e8 e8h8", "d1d3 d3h3 h3h7", "c1b1 b1b8 b8c8"];
const BISHOP: [&str; 3] = ["c1g5", "d3a6 a6c8", "c1h6 f1a6 a6c8"];

fn open<'a>(session: &'a Session, path: &str) -> TestResult<&'a Browser> {
    session.browser.goto(&format!("{}{path}", session.server.address()))?;
    session.browser.wait_for_element(Css(".learn, .learn-stage .men"))?;
    Ok(&session.browser)
}

/// Plays the moves of all steps. Before each move its piece is there.
fn play(browser: &Browser, input: MoveInput, steps: &[&str]) -> TestResult {
    let game = GamePage { browser, board: Board { browser } };
    for (index, moves) in steps.iter().enumerate() {
        let number = format!("Step {} of {}", index + 1, steps.len());
        browser.wait_for_text(".learn-dots .unseen", &number)?;
        for m in moves.split_whitespace() {
            wait_for_own_piece(browser, m)?;
            game.play(input, m)?;
        }
    }
    Ok(())
}

/// Waits until the piece of a move stands on its square and can be moved.
fn wait_for_own_piece(browser: &Browser, m: &str) -> TestResult {
    let square = m.get(..2).unwrap_or(m);
    browser.wait(&format!("a piece on {square}"), || {
        let label = Board { browser }.aria_label(square)?;
        Ok(if label.contains("can move") || label.contains("captures ") { Ok(()) } else { Err(label) })
    })
}

fn wait_for_stars(browser: &Browser, place: &str, count: usize) -> TestResult {
    let script = "return document.querySelectorAll(arguments[0] + ' .won').length";
    browser.wait_for_value(script, &[place], count)
}

#[test]
fn a_stage_is_finished_by_mouse_and_its_stars_are_kept() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.click_element(Css(".door[href='/learn']"))?;
        session.browser.click_element(Css(".learn-lessons a.button.main"))?;
        session.browser.wait_for_text("h1", "The rook")?;
        play(&session.browser, MoveInput::Click, &ROOK)?;
        session.browser.wait_for_text(".learn-result > p", "Well done!")?;
        wait_for_stars(&session.browser, ".learn-result", 3)?;
        session.browser.reload()?;
        session.browser.wait_for_text("h1", "The rook")?;
        open(session, "learn")?.wait_for_text(".learn-lessons-head .about", "3 of 78 stars")?;
        wait_for_stars(&session.browser, ".learn-stages li:first-child", 3)?;
        session.browser.wait_for_text(".learn-lessons a.button.main", "Continue: The bishop")
    })
}

#[test]
fn a_stage_is_finished_by_keyboard() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let browser = open(session, "learn/bishop")?;
        play(browser, MoveInput::Keyboard, &BISHOP)?;
        wait_for_stars(browser, ".learn-result", 3)?;
        // The way on has the focus.
        e2e::wait_for_focus(browser, ".learn-next")?;
        browser.press_keys([e2e::Key::Enter])?;
        browser.wait_for_text("h1", "The queen")
    })
}

#[test]
fn a_stage_is_played_by_touch() -> TestResult {
    with_session(&Viewport { pointer: Pointer::Touch, ..Viewport::PHONE }, |session| {
        let browser = open(session, "learn/rook")?;
        play(browser, MoveInput::Tap, &ROOK)?;
        wait_for_stars(browser, ".learn-result", 3)
    })
}

#[test]
fn a_wrong_try_is_explained_and_taken_back() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let browser = open(session, "learn/protect")?;
        let game = GamePage { browser, board: Board { browser } };
        let start = "4r3/8/8/8/4N3/8/8/2R5";
        game.board.wait_for_placement(start)?;
        // Illegal: as on every board.
        game.play(MoveInput::Drag, "c1d3")?;
        browser.wait_for_text(
            ".bubble p",
            "A rook moves straight along a rank or a file, so it cannot go from c1 to d3.",
        )?;
        // Legal, but it does not protect the knight.
        game.play(MoveInput::Drag, "c1c8")?;
        let sentence = "The knight on e4 is still not protected.";
        browser.wait_for_text(".learn-remark", sentence)?;
        browser.wait_for_words("[role=status]", sentence)?;
        game.board.wait_for_placement(start)?;
        browser.wait_for_element(Css(".overlay .arrow.brush-second"))?;
        game.play(MoveInput::Click, "c1e1")?;
        browser.wait_for_text(".learn-dots .unseen", "Step 2 of 3")
    })
}

#[test]
fn questions_are_answered_with_buttons() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let browser = open(session, "learn/stalemate")?;
        browser.click_element(Button("Checkmate"))?;
        browser.wait_for_text(".learn-remark", "Nothing attacks the king.")?;
        browser.click_element(Button("Stalemate"))?;
        browser.wait_for_text(".learn-dots .unseen", "Step 2 of 4")
    })
}

#[test]
fn the_opponent_answers_in_a_mate_in_two() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let browser = open(session, "learn/rook-mate")?;
        play(browser, MoveInput::Click, &["h1h8", "e1e2"])?;
        Board { browser }.wait_for_placement("6k1/8/6K1/8/8/8/4R3/8")?;
        wait_for_own_piece(browser, "e2")?;
        GamePage { browser, board: Board { browser } }.play(MoveInput::Click, "e2e8")?;
        wait_for_stars(browser, ".learn-result", 3)
    })
}

#[test]
fn a_hint_shows_the_move() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let browser = open(session, "learn/mate")?;
        browser.click_element(Button("Hint"))?;
        browser.wait_for_element(Css(".overlay .arrow.brush-first"))?;
        browser.wait_for_words("[role=status]", "a8")
    })
}

#[test]
fn lessons_work_without_the_server() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.wait("the other pages to be kept", || {
            let script = "return caches.match('/page.html').then((found) => Boolean(found))";
            let is_kept = session.browser.run(script, &[])? == true;
            Ok(if is_kept { Ok(()) } else { Err("not yet".to_owned()) })
        })?;
        session.server.stop();
        let browser = open(session, "learn")?;
        browser.click_element(Css("a[href='/learn/bishop']"))?;
        play(browser, MoveInput::Click, &BISHOP)?;
        wait_for_stars(browser, ".learn-result", 3)?;
        session.server.restart()
    })
}

#[test]
fn lessons_are_taught_in_korean() -> TestResult {
    with_session(&Viewport { language: "ko-KR", ..Viewport::DESKTOP }, |session| {
        let browser = open(session, "learn/rook")?;
        browser.wait_for_text("h1", "룩")?;
        browser.wait_for_text(".learn-goal", "룩은 곧게 갑니다. 별까지 옮기세요.")
    })
}

#[test]
fn an_unknown_stage_is_no_page() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.browser.goto(&format!("{}learn/unicorn", session.server.address()))?;
        session.browser.wait_for_text("h1", "Page not found.")
    })
}
