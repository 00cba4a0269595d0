//! The analysis board: any game, tried moves, the engine's lines, and the review with its graph.

use e2e::{Browser, Button, Css, GamePage, Key, MoveInput, Session, TestResult, Viewport, with_session};

/// Black forgets the mate; White takes a pawn that costs the queen.
const PGN: &str = "[White \"Anna\"]\n[Black \"Bela\"]\n\n\
                   1. e4 e5 2. Qh5 Nf6 3. Qxe5+ Be7 4. Nc3 Nc6 5. Qg3 d5 6. Qxg7 Rg8 7. Qh6 d4 1-0\n";
const MOVES: &str = "e4 e5 Qh5 Nf6 Qxe5+ Be7 Nc3 Nc6 Qg3 d5 Qxg7 Rg8 Qh6 d4";

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
        let table = open_analysis(session)?;
        paste(table.browser, PGN)?;
        table.wait_for_moves(MOVES)?;
        table.browser.wait_for_text(".side-below .name", "Anna")?;
        table.browser.click_element(Button("Review the game"))?;
        wait_for_review(table.browser)?;
        // White took the pawn in the third move with check: nothing was wrong with that, but much with Black's second.
        let marked = table.moves()?.into_iter().filter(|m| m.contains('?')).collect::<Vec<_>>();
        assert!(!marked.is_empty(), "no move is marked");
        wait_for_element_count(
            table.browser,
            "a mark in the graph for each",
            ".graph-place .mark",
            marked.len() as u64,
        )?;
        for side in ["white", "black"] {
            let accuracy = table.browser.inner_text(&format!("[data-testid=accuracy-{side}]"))?;
            let percent: f64 = accuracy.trim_end_matches(" %").parse().unwrap();
            assert!((1.0..100.0).contains(&percent), "{accuracy}");
        }
        // The graph leads to a move by mouse and by keys, and the keys go on from there.
        table.browser.click(table.browser.center_of(".graph-place")?)?;
        table.browser.wait_for_text(".list .shown", "Nc3")?;
        table.browser.press_keys([Key::Right])?;
        table.browser.wait_for_text(".list .shown", "Nc6")?;
        let value = table
            .browser
            .run("return document.querySelector('.graph-place').getAttribute('aria-valuenow')", &[])?;
        assert_eq!(value, "8");
        Ok(())
    })
}

#[test]
fn step_buttons_keep_their_positions() -> TestResult {
    const ON: &str = "[aria-label='One move on']";
    for look in [Viewport::DESKTOP, Viewport::PHONE] {
        with_session(&look, |session| {
            let table = open_analysis(session)?;
            paste(table.browser, PGN)?;
            table.wait_for_moves(MOVES)?;
            table.browser.click_element(Button("Review the game"))?;
            wait_for_review(table.browser)?;
            table.browser.run("scrollTo(0, 0); document.querySelector('.steps button').click()", &[])?;
            let place = table.browser.center_of(ON)?;
            assert!(place.y + 22.0 <= f64::from(look.height), "in sight: {place:?}");
            let mut verdicts = 0;
            for (ply, _) in MOVES.split(' ').enumerate() {
                table.browser.run("document.querySelector(arguments[0]).click()", &[ON])?;
                let shown = format!(
                    "return [...document.querySelectorAll('.list button')].findIndex((m) => m.matches('.shown')) === {ply}"
                );
                table.browser.wait("the next move", || {
                    let seen = table.browser.run(&shown, &[])?;
                    Ok(if seen == true { Ok(()) } else { Err(seen.to_string()) })
                })?;
                verdicts += usize::from(table.browser.has(Css(".verdict"))?);
                assert_eq!(table.browser.center_of(ON)?, place, "after {} half-moves", ply + 1);
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
        let table = open_analysis(session)?;
        paste(table.browser, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 h6 5. Nc3 hxg5 *")?;
        table.browser.click_element(Button("Review the game"))?;
        wait_for_review(table.browser)?;
        table.browser.run("[...document.querySelectorAll('.list button')][8].click()", &[])?;
        let said = table.browser.inner_text(".verdict")?;
        assert!(said.contains("Leaves the knight on g5 to the pawn on h6."), "{said}");
        table.browser.click_element(Button("Show me"))?;
        // The engine's own lines have other colours, and come when they come.
        wait_for_element_count(table.browser, "the move that was made", ".overlay .arrow.brush-second", 1)?;
        wait_for_element_count(table.browser, "the better one", ".overlay .arrow.brush-first", 1)
    })
}

#[test]
fn variations_are_played_and_kept() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = open_analysis(session)?;
        paste(table.browser, "1. e4 e5 2. Nf3 *")?;
        table.browser.run("document.querySelector('.list button').click()", &[])?;
        table.play(MoveInput::Click, "c7c5 g1f3")?;
        table.wait_for_moves("e4 e5 c5 Nf3 Nf3")?;
        table.browser.wait_for_text(".aside .shown", "Nf3")?;
        table.browser.reload()?;
        let table = GamePage::wait_for(&session.browser)?;
        table.wait_for_moves("e4 e5 c5 Nf3 Nf3")?;
        table.browser.wait_for_text(".aside .shown", "Nf3")?;
        table.browser.click_element(Button("Remove from here"))?;
        table.wait_for_moves("e4 e5 c5 Nf3")?;
        // A game that is over is looked at like any other.
        paste(table.browser, "1. f3 e5 2. g4 Qh4# 0-1")?;
        table.browser.click_element(Button("Latest position"))?;
        table.browser.wait_for_text("[data-testid=score]", "0-1")
    })
}

#[test]
fn engine_lines_are_shown_drawn_and_playable() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = open_analysis(session)?;
        wait_for_element_count(table.browser, "one line", ".lines li:not(.none)", 1)?;
        wait_for_element_count(table.browser, "its arrow", ".overlay .arrow", 1)?;
        let choose = "const count = document.querySelector('.line-count select');
                      count.value = '3'; count.dispatchEvent(new Event('change', { bubbles: true }))";
        table.browser.run(choose, &[])?;
        wait_for_element_count(table.browser, "three lines", ".lines li:not(.none)", 3)?;
        wait_for_element_count(table.browser, "three arrows", ".overlay .arrow", 3)?;
        table.browser.click_element(Css("[aria-label='Stop the engine']"))?;
        let line = table.browser.run("return document.querySelector('.pv:nth-child(2)').innerText", &[])?;
        table.browser.run("document.querySelector('.pv:nth-child(2)').click()", &[])?;
        let last = table.browser.inner_text(".list .shown")?;
        assert_eq!(line, last);
        Ok(())
    })
}

#[test]
fn finished_game_opens_in_review() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        table.play(MoveInput::Click, "f2f3 e7e5 g2g4 d8h4")?;
        table.browser.click_element(Css(".action:has([href='#icon-flip'])"))?;
        table.browser.click_element(Button("Review"))?;
        let table = GamePage::wait_for(&session.browser)?;
        wait_for_review(table.browser)?;
        table.browser.wait_for_text(".side-below .name", "Black")?;
        let moves = table.moves()?.join(" ");
        assert!(moves.starts_with("f3") && moves.contains("g4??") && moves.ends_with("Qh4#"), "{moves}");
        Ok(())
    })
}

#[test]
fn invalid_pgn_shows_an_error_and_keeps_the_board() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = open_analysis(session)?;
        table.play(MoveInput::Click, "d2d4")?;
        paste(table.browser, "1. e4 e5 2. Ke3")?;
        let words = table.browser.inner_text(".panel .remark")?;
        assert!(words.starts_with("Game 1, line 1, column 13: “Ke3” cannot be played."), "{words}");
        table.wait_for_moves("d4")
    })
}

/// Waits until every position has been judged; each of them may take its time.
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
