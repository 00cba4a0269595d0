//! Puzzles: every mode, wrong answers, hints, what is remembered, and without the server.

use ::puzzles::{Puzzle, Theme};
use e2e::{
    Browser, Button, Css, FakeClock, GamePage, Key, MoveInput, Pointer, Session, TestResult, Viewport,
    wait_for_focus, with_session, wrong_move,
};
use rules::{CastlingStyle, Move, Position};

/// The panel while the solver is to move.
const SOLVING: Css<'static> = Css("[data-phase=solving]");

fn open<'a>(session: &'a Session, mode: &str) -> TestResult<GamePage<'a>> {
    session.browser.goto(&format!("{}puzzles/{mode}", session.server.address()))?;
    GamePage::wait_for(&session.browser)
}

fn open_overview(session: &Session) -> TestResult<&Browser> {
    session.browser.goto(&format!("{}puzzles", session.server.address()))?;
    session.browser.wait_for_element(Css("main.puzzles"))?;
    Ok(&session.browser)
}

fn uci(m: Move) -> String {
    m.uci(CastlingStyle::Standard).to_string()
}

/// Plays the moves of a puzzle. Before each move its piece can move.
fn solve(game: GamePage<'_>, input: MoveInput, puzzle: &Puzzle) -> TestResult {
    for &m in puzzle.solution().iter().step_by(2) {
        let square = m.from().to_string();
        game.browser.wait(&format!("a piece on {square}"), || {
            let label = game.board.aria_label(&square)?;
            Ok(if label.contains("can move") || label.contains("captures ") { Ok(()) } else { Err(label) })
        })?;
        game.play(input, &uci(m))?;
    }
    Ok(())
}

fn placement(position: &Position) -> String {
    position.fen().split(' ').next().unwrap_or_default().to_owned()
}

fn wait_for_remark(browser: &Browser, words: &str) -> TestResult {
    browser.wait_for_words(".puzzle-remarks", words)
}

#[test]
fn puzzles_are_solved_by_click_and_by_typed_moves() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.click_element(Css(".door[href='/learn']"))?;
        session.browser.click_element(Css("a[href='/puzzles']"))?;
        session.browser.wait_for_text("h1", "Puzzles")?;
        session.browser.wait_for_text("[data-testid=rating]", "Your rating: 1000")?;
        session.browser.click_element(Css("a[href='/puzzles/rated']"))?;
        let game = GamePage::wait_for(&session.browser)?;
        let browser = game.browser;
        let first = browser.wait_for_puzzle(None)?;
        assert!(first.rating.abs_diff(1000) <= 150, "{first:?}");
        wait_for_remark(browser, "to move: find the best move.")?;
        // The board is seen from the solver's side, and the opponent's move is there.
        game.board.wait_for_placement(&placement(&first.position()))?;
        let is_white_below =
            "return document.querySelector('.side-below .emblem').classList.contains('piece-white')";
        assert_eq!(browser.run(is_white_below, &[])?, first.solver() == rules::Color::White);
        solve(game, MoveInput::Click, &first)?;
        wait_for_remark(browser, "Themes: ")?;
        wait_for_remark(browser, &format!("Rating of the puzzle: {}. Your rating: 1", first.rating))?;
        browser.wait_for_element(Css(".lower a[href^='/analysis?fen=']"))?;
        // The next one with the keyboard alone.
        wait_for_focus(browser, ".puzzle-next")?;
        browser.press_keys([Key::Enter])?;
        let second = browser.wait_for_puzzle(Some(&first))?;
        assert!(second.rating > first.rating, "{} {}", first.rating, second.rating);
        solve(game, MoveInput::Typing, &second)?;
        wait_for_remark(browser, "Themes: ")?;
        let browser = open_overview(session)?;
        browser.wait_for_words(".puzzle-run", "Solved at the first try: 2 of 2")
    })
}

#[test]
fn a_wrong_answer_is_refuted_and_retried() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = open(session, "rated")?;
        let browser = game.browser;
        let puzzle = browser.wait_for_puzzle(None)?;
        let wrong = wrong_move(&puzzle);
        let after = puzzle.position().play_unchecked(wrong);
        game.play(MoveInput::Click, &uci(wrong))?;
        wait_for_remark(browser, "is not the solution: the answer is")?;
        // The reply is on the board.
        let replies: Vec<String> =
            after.legal_moves().iter().map(|&reply| placement(&after.play_unchecked(reply))).collect();
        browser.wait("the reply", || {
            let seen = game.board.piece_placement()?;
            Ok(if replies.contains(&seen) { Ok(()) } else { Err(seen) })
        })?;
        browser.click_element(Button("Try again"))?;
        game.board.wait_for_placement(&placement(&puzzle.position()))?;
        solve(game, MoveInput::Click, &puzzle)?;
        // The first answer counts.
        wait_for_remark(browser, "(-")?;
        open_overview(session)?.wait_for_words(".puzzle-run", "Solved at the first try: 0 of 1")
    })
}

#[test]
fn hints_name_the_piece_and_then_the_square() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = open(session, "rated")?;
        let browser = game.browser;
        let puzzle = browser.wait_for_puzzle(None)?;
        let first = puzzle.solution()[0];
        browser.click_element(Button("Hint"))?;
        wait_for_remark(browser, &format!("on {}.", first.from()))?;
        browser.wait_for_element(Css(".overlay .brush-first"))?;
        assert!(!browser.has(Css(".overlay .arrow.brush-first"))?);
        browser.click_element(Button("Hint"))?;
        wait_for_remark(browser, &format!("goes to {}.", first.to()))?;
        browser.wait_for_element(Css(".overlay .arrow.brush-first"))?;
        // The solution is played on the board.
        browser.click_element(Button("Solution"))?;
        wait_for_remark(browser, "Solution: ")?;
        let mut end = puzzle.position();
        puzzle.solution().iter().for_each(|&m| end = end.play_unchecked(m));
        game.board.wait_for_placement(&placement(&end))?;
        wait_for_focus(browser, ".puzzle-next")?;
        wait_for_remark(browser, "(-")
    })
}

#[test]
fn the_puzzle_of_the_day_is_remembered() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let clock = FakeClock::install(&session.browser)?;
        let game = open(session, "daily")?;
        let browser = game.browser;
        let puzzle = browser.wait_for_puzzle(None)?;
        assert!((900..=1700).contains(&puzzle.rating));
        solve(game, MoveInput::Keyboard, &puzzle)?;
        wait_for_remark(browser, "Solved today. Days in a row: 1")?;
        wait_for_focus(browser, ".puzzle-next")?;
        browser.reload()?;
        assert_eq!(browser.wait_for_puzzle(None)?.id, puzzle.id);
        wait_for_remark(browser, "Solved today. Days in a row: 1")?;
        let overview = open_overview(session)?;
        overview.wait_for_words("a[href='/puzzles/daily']", "Solved today. Days in a row: 1")?;
        // On the next day there is another one.
        clock.advance(86_400)?;
        browser.click_element(Css("a[href='/puzzles/daily']"))?;
        let game = GamePage::wait_for(browser)?;
        let next = browser.wait_for_puzzle(Some(&puzzle))?;
        solve(game, MoveInput::Click, &next)?;
        wait_for_remark(browser, "Solved today. Days in a row: 2")
    })
}

#[test]
fn a_streak_ends_with_a_wrong_move_and_its_record_stays() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = open(session, "streak")?;
        let browser = game.browser;
        let first = browser.wait_for_puzzle(None)?;
        solve(game, MoveInput::Click, &first)?;
        let second = browser.wait_for_puzzle(Some(&first))?;
        browser.wait_for_text("[data-testid=score]", "Solved: 1")?;
        game.play(MoveInput::Click, &uci(wrong_move(&second)))?;
        wait_for_remark(browser, "is not the solution: the answer is")?;
        wait_for_remark(browser, "The streak is over. Solved: 1.")?;
        wait_for_remark(browser, "A new record!")?;
        wait_for_focus(browser, ".puzzle-again")?;
        browser.reload()?;
        browser.wait_for_puzzle(None)?;
        open_overview(session)?.wait_for_words("a[href='/puzzles/streak']", "Best: 1")?;
        // A streak is not rated.
        browser.wait_for_text("[data-testid=rating]", "Your rating: 1000")
    })
}

#[test]
fn three_minutes_end_by_time() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let clock = FakeClock::install(&session.browser)?;
        let game = open(session, "three-minutes")?;
        let browser = game.browser;
        let first = browser.wait_for_puzzle(None)?;
        // The clock starts with the first move.
        clock.advance(200)?;
        wait_for_remark(browser, "The clock starts with your first move.")?;
        browser.wait_for_text("[data-testid=time]", "Time left: 3:00")?;
        solve(game, MoveInput::Click, &first)?;
        browser.wait_for_puzzle(Some(&first))?;
        clock.advance(120)?;
        browser.wait_for_words("[data-testid=time]", "Time left: 0:")?;
        clock.advance(60)?;
        wait_for_remark(browser, "Time is up. Solved: 1.")?;
        wait_for_remark(browser, "A new record!")?;
        browser.wait_for_text("[data-testid=time]", "Time left: 0:00")?;
        // Nothing moves any more.
        assert!(browser.has(Css("[data-phase=over]"))?);
        browser.click_element(Button("New run"))?;
        browser.wait_for_puzzle(None)?;
        browser.wait_for_text("[data-testid=score]", "Solved: 0")?;
        open_overview(session)?.wait_for_words("a[href='/puzzles/three-minutes']", "Best: 1")
    })
}

#[test]
fn three_mistakes_end_three_minutes() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = open(session, "three-minutes")?;
        let browser = game.browser;
        let mut last: Option<Puzzle> = None;
        for mistakes in 1..=3 {
            let puzzle = browser.wait_for_puzzle(last.as_ref())?;
            let wrong = wrong_move(&puzzle);
            let san = puzzle.position().san(wrong).to_string();
            game.play(MoveInput::Click, &uci(wrong))?;
            wait_for_remark(browser, &format!("{san} is not the solution."))?;
            browser.wait_for_words(".puzzle-run", &format!("Mistakes: {mistakes} of 3"))?;
            last = Some(puzzle);
        }
        wait_for_remark(browser, "That was the third mistake. Solved: 0.")
    })
}

#[test]
fn a_theme_has_only_its_puzzles() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        open_overview(session)?.click_element(Css("a[href='/puzzles/fork']"))?;
        let game = GamePage::wait_for(&session.browser)?;
        let browser = game.browser;
        browser.wait_for_words(".exercise-title", "Fork")?;
        let first = browser.wait_for_puzzle(None)?;
        solve(game, MoveInput::Click, &first)?;
        browser.click_element(Button("Next puzzle"))?;
        let second = browser.wait_for_puzzle(Some(&first))?;
        assert!(first.themes.has(Theme::Fork) && second.themes.has(Theme::Fork));
        Ok(())
    })
}

#[test]
fn puzzles_work_without_the_server() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.wait("the other pages to be kept", || {
            let script = "return caches.match('/page.html').then((found) => Boolean(found))";
            let is_kept = session.browser.run(script, &[])? == true;
            Ok(if is_kept { Ok(()) } else { Err("not yet".to_owned()) })
        })?;
        session.server.stop();
        open_overview(session)?.click_element(Css("a[href='/puzzles/rated']"))?;
        let game = GamePage::wait_for(&session.browser)?;
        let puzzle = game.browser.wait_for_puzzle(None)?;
        game.play(MoveInput::Click, &uci(wrong_move(&puzzle)))?;
        wait_for_remark(game.browser, "is not the solution: the answer is")?;
        game.browser.click_element(Button("Try again"))?;
        game.browser.wait_for_element(SOLVING)?;
        solve(game, MoveInput::Click, &puzzle)?;
        wait_for_remark(game.browser, "Solved.")?;
        session.server.restart()
    })
}

#[test]
fn puzzles_are_asked_in_korean_on_a_phone() -> TestResult {
    let viewport = Viewport { language: "ko-KR", pointer: Pointer::Touch, ..Viewport::PHONE };
    with_session(&viewport, |session| {
        let is_narrow = "return document.documentElement.scrollWidth <= innerWidth";
        open_overview(session)?.wait_for_text("h1", "퍼즐")?;
        assert_eq!(session.browser.run(is_narrow, &[])?, true, "the overview is too wide");
        let game = open(session, "rated")?;
        let puzzle = game.browser.wait_for_puzzle(None)?;
        wait_for_remark(game.browser, "차례: 가장 좋은 수를 찾으세요.")?;
        game.play(MoveInput::Tap, &uci(wrong_move(&puzzle)))?;
        wait_for_remark(game.browser, "정답이 아닙니다.")?;
        game.browser.wait_for_element(Css("[data-phase=refuted]"))?;
        assert_eq!(game.browser.run(is_narrow, &[])?, true, "the board is too wide");
        // All buttons are in sight.
        let is_visible = "
            const box = document.querySelector('.puzzle-next').getBoundingClientRect();
            return box.bottom <= innerHeight && box.right <= innerWidth";
        assert_eq!(game.browser.run(is_visible, &[])?, true, "the buttons are out of sight");
        Ok(())
    })
}

#[test]
fn a_damaged_or_refused_storage_breaks_nothing() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session
            .open_home()?
            .run("localStorage.setItem('hanpan.puzzles', 'rating x\\nrated -1\\n\\u0000')", &[])?;
        open_overview(session)?.wait_for_text("[data-testid=rating]", "Your rating: 1000")?;
        let refuse =
            "Storage.prototype.getItem = Storage.prototype.setItem = () => { throw new Error('refused'); }";
        session.browser.add_init_script(refuse)?;
        let game = open(session, "rated")?;
        let puzzle = game.browser.wait_for_puzzle(None)?;
        solve(game, MoveInput::Click, &puzzle)?;
        wait_for_remark(game.browser, "Your rating: 1")
    })
}

#[test]
fn an_unknown_mode_is_no_page() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.browser.goto(&format!("{}puzzles/unicorn", session.server.address()))?;
        session.browser.wait_for_text("h1", "Page not found.")
    })
}
