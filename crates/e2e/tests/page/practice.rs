//! The practice of endgames: a mate against perfect defence, a slip, and without the server.

use e2e::{Browser, Button, Css, GamePage, MoveInput, Session, TestResult, Viewport, with_session};

fn open_exercise<'a>(session: &'a Session, id: &str) -> TestResult<GamePage<'a>> {
    session.browser.goto(&format!("{}endings/{id}", session.server.address()))?;
    let game = GamePage::wait_for(&session.browser)?;
    wait_for_truth(&session.browser)?;
    Ok(game)
}

/// Waits until the tables have said something about the position.
fn wait_for_truth(browser: &Browser) -> TestResult {
    browser.wait_for_element(Css(".truth[data-known=true]"))
}

/// The best move, as the hint announces it: "Hint. White: rook a1 to a5".
fn best_move(browser: &Browser) -> TestResult<String> {
    // The button is off while the tables are asked.
    browser.wait_for_element(Css(".action:enabled:has([href='#icon-hint'])"))?;
    browser.click_element(Button("Hint"))?;
    browser.wait("a hint", || {
        let text = browser.inner_text("[aria-live=polite]")?;
        let is_square = |word: &&str| matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
        let squares: String = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(is_square).collect();
        Ok(if text.starts_with("Hint.") && squares.len() == 4 { Ok(squares) } else { Err(text) })
    })
}

#[test]
fn a_won_endgame_is_played_to_mate() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.browser.goto(&format!("{}endings", session.server.address()))?;
        session.browser.wait_for_words(".practice-list", "0 of 16 endgames solved")?;
        let game = open_exercise(session, "two-rooks")?;
        let browser = game.browser;
        browser.wait_for_words("[data-testid=truth]", "You win: mate in")?;
        play_to_mate(game)?;
        browser.wait_for_text("[data-testid=truth]", "Solved: mate!")?;
        browser.click_element(Css("a[href='/endings']"))?;
        browser.wait_for_words(".exercise.solved", "solved once")?;
        // The next position is another one with the same pieces.
        let game = open_exercise(session, "two-rooks")?;
        let before = game.board.piece_placement()?;
        browser.click_element(Button("Next position"))?;
        browser.wait("another position", || {
            let now = game.board.piece_placement()?;
            let letters = |text: &str| text.chars().filter(char::is_ascii_alphabetic).count();
            Ok(if now != before && letters(&now) == 4 { Ok(()) } else { Err(now) })
        })?;
        wait_for_truth(browser)
    })
}

/// Plays the first move that the tables call best, until the game is over.
fn play_to_mate(game: GamePage<'_>) -> TestResult {
    let browser = game.browser;
    for _ in 0..20 {
        if browser.has(Css(".truth.solved"))? {
            return Ok(());
        }
        let plies = game.moves()?.len();
        game.play(MoveInput::Click, &best_move(browser)?)?;
        browser.wait("the answer", || {
            let is_over = browser.has(Css(".truth.solved"))?;
            let moves = game.moves()?.len();
            Ok(if is_over || moves == plies + 2 { Ok(()) } else { Err(moves.to_string()) })
        })?;
        if !browser.has(Css(".truth.solved"))? {
            browser.wait_for_element(Css(".truth.open[data-known=true]"))?;
        }
    }
    Ok(())
}

#[test]
fn a_slip_is_said_and_taken_back() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = open_exercise(session, "queen")?;
        // The queen is lost.
        game.play(MoveInput::Click, "d1d5")?;
        game.browser.wait_for_words("[data-testid=verdict]", "gives the win away: now it is a draw.")?;
        game.browser.click_element(Button("Take back to the slip"))?;
        game.wait_for_moves("")?;
        game.browser.wait_for_words("[data-testid=truth]", "You win: mate in 7 moves.")?;
        game.browser.wait_for_element(Css(".action:disabled:has([href='#icon-undo'])"))?;
        // A move that takes longer is said, too.
        game.play(MoveInput::Click, "d1a1")?;
        game.browser.wait_for_words("[data-testid=verdict]", "still wins, but takes")
    })
}

#[test]
fn endgames_are_solved_without_the_server_on_a_phone() -> TestResult {
    with_session(&Viewport { language: "ko-KR", ..Viewport::PHONE }, |session| {
        let browser = session.open_home()?;
        browser.wait("the other pages to be kept", || {
            let script = "return caches.match('/page.html').then((found) => Boolean(found))";
            let is_kept = browser.run(script, &[])?;
            Ok(if is_kept == true { Ok(()) } else { Err("not yet".to_owned()) })
        })?;
        session.server.stop();
        let game = open_exercise(session, "against-pawn")?;
        game.browser.wait_for_words("[data-testid=truth]", "최선으로 두면 무승부.")?;
        game.play(MoveInput::Tap, "e1d1")?;
        game.browser.wait_for_words("[data-testid=verdict]", "지는 수입니다.")?;
        session.server.restart()
    })
}
