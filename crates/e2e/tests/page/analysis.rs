//! The analysis board: import, variations, engine lines, review and graph.

use e2e::{Browser, Button, Css, GamePage, Key, MoveInput, Session, TestResult, Viewport, with_session};

/// White takes three pawns and loses the queen.
const PGN: &str = "[White \"Anna\"]\n[Black \"Bela\"]\n\n\
                   1. e4 e5 2. Qh5 Nf6 3. Qxe5+ Be7 4. Nc3 Nc6 5. Qg3 d5 6. Qxg7 Rg8 7. Qxh7 Nxh7 1-0\n";
const MOVES: &str = "e4 e5 Qh5 Nf6 Qxe5+ Be7 Nc3 Nc6 Qg3 d5 Qxg7 Rg8 Qxh7 Nxh7";

fn open_analysis(session: &Session) -> TestResult<GamePage<'_>> {
    session.browser.goto(&format!("{}analysis", session.server.address()))?;
    GamePage::wait_for(&session.browser)
}

fn paste(browser: &Browser, text: &str) -> TestResult {
    browser.click_element(Button("Open a position or a game"))?;
    browser.type_into(Css("textarea"), text)?;
    browser.click_element(Button("OK"))
}

fn wait_for_element_count(browser: &Browser, wanted: &str, selector: &str, count: u64) -> TestResult {
    browser.wait(wanted, || {
        let seen = browser.run("return document.querySelectorAll(arguments[0]).length", &[selector])?;
        Ok(if seen == count { Ok(()) } else { Err(seen.to_string()) })
    })
}

#[test]
fn pasted_game_is_reviewed_with_a_graph() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = open_analysis(session)?;
        paste(game.browser, PGN)?;
        game.wait_for_moves(MOVES)?;
        game.browser.wait_for_text(".side-below .name", "Anna")?;
        game.browser.click_element(Button("Review game"))?;
        wait_for_review(game.browser)?;
        // White's last move loses the queen.
        game.wait_for_moves_with("a marked move", |moves| moves.contains('?'))?;
        let marked = game.moves()?.into_iter().filter(|m| m.contains('?')).collect::<Vec<_>>();
        wait_for_element_count(
            game.browser,
            "a mark in the graph for each",
            ".graph-place .mark",
            marked.len() as u64,
        )?;
        for side in ["white", "black"] {
            let accuracy = game.browser.inner_text(&format!("[data-testid=accuracy-{side}]"))?;
            let percent: f64 = accuracy.trim_end_matches(" %").parse().unwrap();
            assert!((1.0..100.0).contains(&percent), "{accuracy}");
        }
        // The graph selects a move by mouse and keyboard, and the arrow keys continue from there.
        game.browser.click(game.browser.center_of(".graph-place")?)?;
        game.browser.wait_for_text(".list .shown", "Nc3")?;
        game.browser.press_keys([Key::Right])?;
        game.browser.wait_for_text(".list .shown", "Nc6")?;
        let value = "return document.querySelector('.graph-place').getAttribute('aria-valuenow')";
        game.browser.wait_for_value(value, &[], "8")
    })
}

#[test]
fn step_buttons_keep_their_positions() -> TestResult {
    const ON: &str = "[aria-label='Next move']";
    for viewport in [Viewport::DESKTOP, Viewport::PHONE] {
        with_session(&viewport, |session| {
            let game = open_analysis(session)?;
            paste(game.browser, PGN)?;
            game.wait_for_moves(MOVES)?;
            game.browser.click_element(Button("Review game"))?;
            wait_for_review(game.browser)?;
            game.browser.run("scrollTo(0, 0); document.querySelector('.steps button').click()", &[])?;
            let place = game.browser.center_of(ON)?;
            assert!(place.y + 22.0 <= f64::from(viewport.height), "in sight: {place:?}");
            let mut verdicts = 0;
            for (ply, _) in MOVES.split(' ').enumerate() {
                game.browser.run("document.querySelector(arguments[0]).click()", &[ON])?;
                let shown = format!(
                    "return [...document.querySelectorAll('.list button')].findIndex((m) => m.matches('.shown')) === {ply}"
                );
                game.browser.wait("the next move", || {
                    let seen = game.browser.run(&shown, &[])?;
                    Ok(if seen == true { Ok(()) } else { Err(seen.to_string()) })
                })?;
                verdicts += usize::from(game.browser.has(Css(".verdict"))?);
                assert_eq!(game.browser.center_of(ON)?, place, "after {} half-moves", ply + 1);
            }
            assert!(verdicts > 0, "something was said on the way");
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn mistakes_are_explained_and_drawn() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = open_analysis(session)?;
        paste(game.browser, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 h6 5. Nc3 hxg5 *")?;
        game.browser.click_element(Button("Review game"))?;
        wait_for_review(game.browser)?;
        game.browser.run("[...document.querySelectorAll('.list button')][8].click()", &[])?;
        game.browser.wait_for_words(".verdict", "Leaves the knight on g5 en prise to the pawn on h6.")?;
        game.browser.click_element(Button("Show me"))?;
        // Engine lines use other colors and may appear at any time.
        wait_for_element_count(game.browser, "the move that was made", ".overlay .arrow.brush-second", 1)?;
        wait_for_element_count(game.browser, "the better one", ".overlay .arrow.brush-first", 1)
    })
}

#[test]
fn sacrifice_that_mates_is_brilliant_and_the_move_before_it_a_blunder() -> TestResult {
    const RETI: &str = "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O Nxe4 \
                        9. Qd8+ Kxd8 10. Bg5+ Kc7 11. Bd8# 1-0";
    with_session(&Viewport { width: 1280, height: 800, ..Viewport::DESKTOP }, |session| {
        let game = open_analysis(session)?;
        paste(game.browser, RETI)?;
        game.browser.click_element(Button("Review game"))?;
        wait_for_review(game.browser)?;
        let is_marked = |moves: &str| moves.ends_with("Nxe4?? Qd8+!! Kxd8 Bg5+! Kc7 Bd8#");
        game.wait_for_moves_with("the marks", is_marked)?;
        game.browser.run("[...document.querySelectorAll('.list button')][16].click()", &[])?;
        let verdict = "Brilliant move A sacrifice that forces mate in 3.";
        game.browser.wait_for_words(".verdict", verdict)?;
        // The list of moves keeps room beside the report.
        let rows = "const list = document.querySelector('.analysis .scroll');
                    return list.clientHeight / document.querySelector('.list .pair').getBoundingClientRect().height";
        let rows = game.browser.run(rows, &[])?.as_f64().unwrap_or_default();
        assert!(rows >= 4.0, "{rows} rows");
        // The review stays after a reload, and goes with its game.
        let report = game.browser.inner_text(".report")?;
        game.browser.reload()?;
        let game = GamePage::wait_for(&session.browser)?;
        game.wait_for_moves_with("the marks", is_marked)?;
        game.browser.wait_for_text(".report", &report)?;
        game.browser.wait_for_words(".verdict", verdict)?;
        wait_for_element_count(game.browser, "the marks in the graph", ".graph-place .mark", 3)?;
        assert!(!game.browser.has(Button("Review game"))?, "it is done");
        paste(game.browser, "1. d4 d5 *")?;
        game.wait_for_moves("d4 d5")?;
        game.browser.wait_until_gone(Css(".report"))?;
        game.browser.reload()?;
        GamePage::wait_for(&session.browser)?.browser.wait_for_element(Button("Review game"))?;
        game.browser.wait_until_gone(Css(".report"))
    })
}

#[test]
fn interrupted_review_goes_on_after_a_reload() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = open_analysis(session)?;
        paste(game.browser, PGN)?;
        game.wait_for_moves(MOVES)?;
        game.browser.click_element(Button("Review game"))?;
        game.browser.wait("some positions to be judged", || {
            let done =
                game.browser.run("return document.querySelector('.review progress')?.value ?? 0", &[])?;
            Ok(if done.as_f64() >= Some(3.0) { Ok(()) } else { Err(done.to_string()) })
        })?;
        game.browser.click_element(Css(".review .progress button"))?;
        let judged = "return document.querySelectorAll('.report .zero').length";
        let zeros = game.browser.run(judged, &[])?;
        game.browser.reload()?;
        let game = GamePage::wait_for(&session.browser)?;
        game.browser.wait_for_value(judged, &[], zeros)?;
        game.browser.click_element(Button("Review game"))?;
        wait_for_review(game.browser)?;
        game.wait_for_moves_with("a marked move", |moves| moves.contains('?'))
    })
}

/// Workers whose script is not there, and whose module does not compile: in a browser without SIMD.
const FAILING_WORKERS: [&str; 2] = [
    "this.onerror?.(new Event('error'))",
    "this.onmessage?.(new MessageEvent('message', { data: 'unavailable' }))",
];

#[test]
fn engine_that_cannot_be_loaded_is_reported() -> TestResult {
    for fails in FAILING_WORKERS {
        with_session(&Viewport::DESKTOP, |session| {
            session.browser.add_init_script(&format!(
                "window.Worker = class {{ postMessage() {{ setTimeout(() => {{ {fails} }}); }} terminate() {{}} }}"
            ))?;
            let told = "The engine cannot be loaded: check the connection, or use a newer browser.";
            let game = open_analysis(session)?;
            game.browser.wait_for_text(".engine .wrong", told)?;
            paste(game.browser, "1. e4 e5 2. Nf3 *")?;
            game.wait_for_moves("e4 e5 Nf3")?;
            game.browser.click_element(Button("Review game"))?;
            game.browser.wait_for_text(".review .wrong", told)?;
            // It may be tried again.
            game.browser.click_element(Button("Review game"))?;
            game.browser.wait_for_text(".review .wrong", told)
        })?;
    }
    Ok(())
}

/// Answers of a worker that arrive after its page has been left must not call a dropped callback; the session
/// fails on errors in the console.
#[test]
fn leaving_the_analysis_while_the_engine_runs_logs_no_error() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        open_analysis(session)?;
        for _ in 0..4 {
            session.browser.run("document.querySelector('a[href=\"/online\"]').click()", &[])?;
            session.browser.wait_for_text("h1", "Play online")?;
            session.browser.run("history.back()", &[])?;
            GamePage::wait_for(&session.browser)?;
        }
        Ok(())
    })
}

#[test]
fn variations_are_played_and_kept() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = open_analysis(session)?;
        paste(game.browser, "1. e4 e5 2. Nf3 *")?;
        game.browser.run("document.querySelector('.list button').click()", &[])?;
        game.play(MoveInput::Click, "c7c5 g1f3")?;
        game.wait_for_moves("e4 e5 c5 Nf3 Nf3")?;
        game.browser.wait_for_text(".aside .shown", "Nf3")?;
        game.browser.reload()?;
        let game = GamePage::wait_for(&session.browser)?;
        game.wait_for_moves("e4 e5 c5 Nf3 Nf3")?;
        game.browser.wait_for_text(".aside .shown", "Nf3")?;
        game.browser.click_element(Button("Delete from here"))?;
        game.wait_for_moves("e4 e5 c5 Nf3")?;
        // A finished game can be analysed as well.
        paste(game.browser, "1. f3 e5 2. g4 Qh4# 0-1")?;
        game.browser.click_element(Button("Latest position"))?;
        game.browser.wait_for_text("[data-testid=score]", "0-1")
    })
}

#[test]
fn engine_lines_are_shown_drawn_and_playable() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = open_analysis(session)?;
        wait_for_element_count(game.browser, "one line", ".lines li:not(.none)", 1)?;
        wait_for_element_count(game.browser, "its arrow", ".overlay .arrow", 1)?;
        let choose = "const count = document.querySelector('.line-count select');
                      count.value = '3'; count.dispatchEvent(new Event('change', { bubbles: true }))";
        game.browser.run(choose, &[])?;
        wait_for_element_count(game.browser, "three lines", ".lines li:not(.none)", 3)?;
        wait_for_element_count(game.browser, "three arrows", ".overlay .arrow", 3)?;
        game.browser.click_element(Css("[aria-label='Stop engine']"))?;
        let line = game.browser.run("return document.querySelector('.pv:nth-child(2)').innerText", &[])?;
        game.browser.run("document.querySelector('.pv:nth-child(2)').click()", &[])?;
        game.browser.wait_for_text(".list .shown", line.as_str().unwrap_or_default())
    })
}

#[test]
fn finished_game_opens_in_review() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "f2f3 e7e5 g2g4 d8h4")?;
        game.browser.click_element(Css(".action:has([href='#icon-flip'])"))?;
        game.browser.click_element(Button("Review"))?;
        let game = GamePage::wait_for(&session.browser)?;
        wait_for_review(game.browser)?;
        game.browser.wait_for_text(".side-below .name", "Black")?;
        game.wait_for_moves_with("a marked blunder", |moves| {
            moves.starts_with("f3") && moves.contains("g4??") && moves.ends_with("Qh4#")
        })
    })
}

#[test]
fn invalid_pgn_shows_an_error_and_keeps_the_board() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = open_analysis(session)?;
        game.play(MoveInput::Click, "d2d4")?;
        paste(game.browser, "1. e4 e5 2. Ke3")?;
        game.browser
            .wait_for_words(".panel .remark", "Game 1, line 1, column 13: “Ke3” cannot be played.")?;
        game.wait_for_moves("d4")
    })
}

/// Waits until every position has been evaluated; the timeout applies to each.
fn wait_for_review(browser: &Browser) -> TestResult {
    let script = "
        const progress = document.querySelector('.review progress');
        const accuracy = document.querySelector('[data-testid=accuracy-black]')?.innerText ?? '–';
        return progress ? progress.value : accuracy === '–' ? null : -1";
    let mut seen = serde_json::Value::Null;
    loop {
        let now = browser.wait("another position to be judged", || {
            let now = browser.run(script, &[])?;
            Ok(if now.is_null() || now == seen { Err(now.to_string()) } else { Ok(now) })
        })?;
        if now == -1 {
            return Ok(());
        }
        seen = now;
    }
}

#[test]
fn endgames_of_few_men_show_their_outcome() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = open_analysis(session)?;
        assert!(!game.browser.has(Css(".endgame-table"))?);
        paste(game.browser, "8/8/8/4k3/8/8/8/R3K3 w - - 0 1")?;
        game.browser.wait_for_text("[data-testid=table]", "White mates in 14")?;
        game.browser.click_element(Css(".table-moves li:first-child button"))?;
        game.browser.wait_for_text("[data-testid=table]", "White mates in 13")?;
        // Tables that take long are built on request only.
        paste(game.browser, "Q7/8/8/8/8/8/3pk3/6K1 w - - 0 1")?;
        game.browser.wait_for_element(Button("Solve this endgame"))
    })
}
