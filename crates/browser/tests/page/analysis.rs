//! The analysis board: any game, tried moves, the engine's lines, and the review with its graph.

use browser::{Browser, Button, Hand, Key, Look, Outcome, Place, Table, Visit, visit};

/// Black forgets the mate; White takes a pawn that costs the queen.
const PGN: &str = "[White \"Anna\"]\n[Black \"Bela\"]\n\n\
                   1. e4 e5 2. Qh5 Nf6 3. Qxe5+ Be7 4. Nc3 Nc6 5. Qg3 d5 6. Qxg7 Rg8 7. Qh6 d4 1-0\n";
const MOVES: &str = "e4 e5 Qh5 Nf6 Qxe5+ Be7 Nc3 Nc6 Qg3 d5 Qxg7 Rg8 Qh6 d4";

fn open(visit: &Visit) -> Outcome<Table<'_>> {
    visit.browser.go(&format!("{}analysis", visit.host.address()))?;
    Table::of(&visit.browser)
}

fn paste(browser: &Browser, text: &str) -> Outcome {
    browser.press(Button("Open a position or a game"))?;
    browser.write(Place("textarea"), text)?;
    browser.press(Button("OK"))
}

fn has(browser: &Browser, wanted: &str, selector: &str, count: u64) -> Outcome {
    browser.wait(wanted, || {
        let seen = browser.run("return document.querySelectorAll(arguments[0]).length", &[selector])?;
        Ok(if seen == count { Ok(()) } else { Err(seen.to_string()) })
    })
}

#[test]
fn a_game_is_reviewed_with_its_graph() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = open(visit)?;
        paste(table.browser, PGN)?;
        table.wait_for_moves(MOVES)?;
        table.browser.wait_for_words(".side-below .name", "Anna")?;
        table.browser.press(Button("Review the game"))?;
        wait_for_review(table.browser)?;
        // White took the pawn in the third move with check: nothing was wrong with that, but much with Black's second.
        let marked = table.moves()?.into_iter().filter(|m| m.contains('?')).collect::<Vec<_>>();
        assert!(!marked.is_empty(), "no move is marked");
        has(table.browser, "a mark in the graph for each", ".graph-place .mark", marked.len() as u64)?;
        for side in ["white", "black"] {
            let accuracy = table.browser.words(&format!("[data-testid=accuracy-{side}]"))?;
            let percent: f64 = accuracy.trim_end_matches(" %").parse().unwrap();
            assert!((1.0..100.0).contains(&percent), "{accuracy}");
        }
        // The graph leads to a move by mouse and by keys, and the keys go on from there.
        table.browser.click(table.browser.middle_of(".graph-place")?)?;
        table.browser.wait_for_words(".list .shown", "Nc3")?;
        table.browser.keys([Key::Right])?;
        table.browser.wait_for_words(".list .shown", "Nc6")?;
        let value = table
            .browser
            .run("return document.querySelector('.graph-place').getAttribute('aria-valuenow')", &[])?;
        assert_eq!(value, "8");
        Ok(())
    })
}

#[test]
fn the_buttons_that_step_stay_where_they_are() -> Outcome {
    const ON: &str = "[aria-label='One move on']";
    for look in [Look::DESKTOP, Look::PHONE] {
        visit(&look, |visit| {
            let table = open(visit)?;
            paste(table.browser, PGN)?;
            table.wait_for_moves(MOVES)?;
            table.browser.press(Button("Review the game"))?;
            wait_for_review(table.browser)?;
            table.browser.run("scrollTo(0, 0); document.querySelector('.steps button').click()", &[])?;
            let place = table.browser.middle_of(ON)?;
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
                verdicts += usize::from(table.browser.has(Place(".verdict"))?);
                assert_eq!(table.browser.middle_of(ON)?, place, "after {} half-moves", ply + 1);
            }
            assert!(verdicts > 0, "something was said on the way");
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn what_went_wrong_is_said_and_shown() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = open(visit)?;
        paste(table.browser, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 h6 5. Nc3 hxg5 *")?;
        table.browser.press(Button("Review the game"))?;
        wait_for_review(table.browser)?;
        table.browser.run("[...document.querySelectorAll('.list button')][8].click()", &[])?;
        let said = table.browser.words(".verdict")?;
        assert!(said.contains("Leaves the knight on g5 to the pawn on h6."), "{said}");
        table.browser.press(Button("Show me"))?;
        // The engine's own lines have other colours, and come when they come.
        has(table.browser, "the move that was made", ".overlay .arrow.brush-second", 1)?;
        has(table.browser, "the better one", ".overlay .arrow.brush-first", 1)
    })
}

#[test]
fn other_moves_are_tried_and_kept() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = open(visit)?;
        paste(table.browser, "1. e4 e5 2. Nf3 *")?;
        table.browser.run("document.querySelector('.list button').click()", &[])?;
        table.play(Hand::Click, "c7c5 g1f3")?;
        table.wait_for_moves("e4 e5 c5 Nf3 Nf3")?;
        table.browser.wait_for_words(".aside .shown", "Nf3")?;
        table.browser.reload()?;
        let table = Table::of(&visit.browser)?;
        table.wait_for_moves("e4 e5 c5 Nf3 Nf3")?;
        table.browser.wait_for_words(".aside .shown", "Nf3")?;
        table.browser.press(Button("Remove from here"))?;
        table.wait_for_moves("e4 e5 c5 Nf3")?;
        // A game that is over is looked at like any other.
        paste(table.browser, "1. f3 e5 2. g4 Qh4# 0-1")?;
        table.browser.press(Button("Latest position"))?;
        table.browser.wait_for_words("[data-testid=score]", "0-1")
    })
}

#[test]
fn lines_are_shown_drawn_and_played() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = open(visit)?;
        has(table.browser, "one line", ".lines li:not(.none)", 1)?;
        has(table.browser, "its arrow", ".overlay .arrow", 1)?;
        let choose = "const count = document.querySelector('.line-count select');
                      count.value = '3'; count.dispatchEvent(new Event('change', { bubbles: true }))";
        table.browser.run(choose, &[])?;
        has(table.browser, "three lines", ".lines li:not(.none)", 3)?;
        has(table.browser, "three arrows", ".overlay .arrow", 3)?;
        table.browser.press(Place("[aria-label='Stop the engine']"))?;
        let line = table.browser.run("return document.querySelector('.pv:nth-child(2)').innerText", &[])?;
        table.browser.run("document.querySelector('.pv:nth-child(2)').click()", &[])?;
        let last = table.browser.words(".list .shown")?;
        assert_eq!(line, last);
        Ok(())
    })
}

#[test]
fn a_game_goes_from_the_table_to_its_review() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "f2f3 e7e5 g2g4 d8h4")?;
        table.browser.press(Place(".action:has([href='#icon-flip'])"))?;
        table.browser.press(Button("Review"))?;
        let table = Table::of(&visit.browser)?;
        wait_for_review(table.browser)?;
        table.browser.wait_for_words(".side-below .name", "Black")?;
        let moves = table.moves()?.join(" ");
        assert!(moves.starts_with("f3") && moves.contains("g4??") && moves.ends_with("Qh4#"), "{moves}");
        Ok(())
    })
}

#[test]
fn what_cannot_be_read_is_said_and_the_board_stays() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = open(visit)?;
        table.play(Hand::Click, "d2d4")?;
        paste(table.browser, "1. e4 e5 2. Ke3")?;
        let words = table.browser.words(".panel .remark")?;
        assert!(words.starts_with("Game 1, line 1, column 13: “Ke3” cannot be played."), "{words}");
        table.wait_for_moves("d4")
    })
}

/// Waits until every position has been judged; each of them may take its time.
fn wait_for_review(browser: &Browser) -> Outcome {
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
