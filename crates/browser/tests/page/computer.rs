//! The computer as an opponent: it thinks in a worker and plays on through reloads and without a network.

use browser::{Button, Field, Glass, Hand, Look, Motion, Outcome, Place, Table, Visit, visit};

/// Black can only go to h7, and is mated there.
const ONE_MOVE_FROM_MATE: &str = "7k/8/5K2/8/8/8/8/6Q1 b - - 0 1";

fn choose<'a>(visit: &'a Visit, opponent: &str, choices: &[&str]) -> Outcome<&'a Visit> {
    visit.browser.go(&format!("{}computer", visit.host.address()))?;
    visit.browser.press(Place(&format!(".rival:has([value={opponent}])")))?;
    choices.iter().try_for_each(|choice| visit.browser.press(Button(choice)))?;
    Ok(visit)
}

#[test]
fn the_weakest_is_mated() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        choose(visit, "haru", &["White", "From a position"])?;
        visit.browser.write(Field("Position as FEN"), ONE_MOVE_FROM_MATE)?;
        let table = visit.start()?;
        table.wait_for_moves("Kh7")?;
        table.play(Hand::Click, "g1g7")?;
        table.wait_for_moves("Kh7 Qg7#")?;
        table.browser.press(Button("New game"))?;
        table.browser.wait_for_words("h1", "Who do you want to play?")
    })
}

#[test]
fn a_reload_while_it_thinks_is_survived() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = choose(visit, "otto", &["Black"])?.start()?;
        table.browser.reload()?;
        let table = Table::of(&visit.browser)?;
        wait_for_plies(table, 1)?;
        table.browser.reload()?;
        wait_for_plies(Table::of(&visit.browser)?, 1)
    })
}

#[test]
fn a_premove_is_answered_and_moves_are_taken_back() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = choose(visit, "nuri", &["White"])?.start()?;
        table.play(Hand::Click, "e2e4 g1f3")?;
        wait_for_plies(table, 4)?;
        table.browser.press(Button("Take back"))?;
        wait_for_plies(table, 2)
    })
}

#[test]
fn a_hint_is_an_arrow() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = choose(visit, "mina", &["White"])?.start()?;
        wait_for_hint(table)
    })
}

#[test]
fn the_table_has_the_whole_screen_and_a_way_out() -> Outcome {
    for (width, height) in [(320, 568), (390, 844), (1280, 800)] {
        visit(&Look { width, height, ..Look::PHONE }, |visit| {
            let table = choose(visit, "haru", &["White"])?.start()?;
            let script = "
                const board = document.querySelector('.board').getBoundingClientRect();
                return board.top >= 0 && board.bottom <= innerHeight && !document.querySelector('.bar')";
            let is_whole = table.browser.run(script, &[])?;
            assert_eq!(is_whole, true, "{width}×{height}: the board is seen as a whole, and no bar above it");
            table.browser.press(Button("Settings"))?;
            table.browser.wait_for_words("h1", "Settings")?;
            table.browser.press(Button("Back"))?;
            table.browser.press(Place(".corner a[href='/']"))?;
            table.browser.wait_for_words("h1", "Hanpan")
        })?;
    }
    Ok(())
}

#[test]
fn the_hint_keeps_its_place_while_the_computer_thinks() -> Outcome {
    visit(&Look::PHONE, |visit| {
        let table = choose(visit, "nuri", &["White"])?.start()?;
        let place = |wanted: bool| {
            table.browser.wait("the hint", || {
                let script = "
                    const hint = document.querySelector('.action:has([href=\"#icon-hint\"])');
                    return [hint.disabled, document.querySelector('.typed').getBoundingClientRect().top]";
                let seen = table.browser.run(script, &[])?;
                Ok(if seen[0] == wanted { Ok(seen[1].clone()) } else { Err(seen.to_string()) })
            })
        };
        let here = place(false)?;
        table.play(Hand::Tap, "e2e4")?;
        assert_eq!(place(true)?, here, "nothing has moved");
        wait_for_plies(table, 2)?;
        assert_eq!(place(false)?, here, "nothing has moved");
        Ok(())
    })
}

#[test]
fn a_timed_game_is_played_to_its_end() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = choose(visit, "otto", &["White", "1+0"])?.start()?;
        // Whatever is possible, chosen by a number that differs from move to move: a club player soon mates it, or its
        // time runs out.
        for turn in 0.. {
            let now = table.browser.wait("a turn, or the end", || {
                let status = table.status()?;
                Ok(if status.starts_with("BLACK'S TURN") { Err(status) } else { Ok(status) })
            })?;
            if !now.starts_with("WHITE'S TURN") || now.ends_with("CHECKMATE") {
                break;
            }
            move_somehow(table, turn)?;
        }
        assert!(table.moves()?.len() >= 8, "{:?}", table.moves()?);
        let ending = table.browser.words(".ending")?;
        assert!(ending.ends_with("wins.") || ending.starts_with("Draw"), "{ending}");
        table.browser.wait("the way to the review", || {
            let has = table.browser.has(Button("Review"))?;
            Ok(if has { Ok(()) } else { Err("none".to_owned()) })
        })
    })
}

#[test]
fn the_computer_sits_at_a_board_in_space() -> Outcome {
    visit(&Look { width: 800, height: 480, motion: Motion::Reduced, ..Look::DESKTOP }, |visit| {
        let table = choose(visit, "nuri", &["White"])?.start()?;
        Glass::stand_up(table.browser)?;
        // The second move is made before the computer has answered the first.
        table.play(Hand::Click, "e2e4 g1f3")?;
        wait_for_plies(table, 4)
    })
}

#[test]
fn a_draw_is_judged_before_it_is_answered() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let check = |fen: &str, m: &str, wanted: &str| -> Outcome {
            choose(visit, "otto", &["White", "From a position"])?;
            visit.browser.write(Field("Position as FEN"), fen)?;
            let table = visit.start()?;
            table.play(Hand::Click, m)?;
            wait_for_plies(table, 2)?;
            table.browser.press(Button("Offer a draw"))?;
            table.browser.wait(wanted, || {
                let said = table.browser.run("return document.body.innerText", &[])?;
                let is_said = said.as_str().is_some_and(|said| said.contains(wanted));
                Ok(if is_said { Ok(()) } else { Err(table.said()?) })
            })?;
            visit.browser.run("localStorage.removeItem('hanpan.computer')", &[]).map(drop)
        };
        check("4k3/r7/8/8/8/8/7R/4K3 w - - 0 1", "h2h3", "Draw: both sides agreed.")?;
        check("3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "Black declines the draw.")
    })
}

#[test]
fn a_blunder_is_explained() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        choose(visit, "doyun", &["White", "From a position"])?;
        visit.browser.write(Field("Position as FEN"), "6k1/2p5/3p4/8/8/8/4Q3/4K3 w - - 0 1")?;
        let table = visit.start()?;
        // A hint means that the position has been judged.
        wait_for_hint(table)?;
        table.play(Hand::Click, "e2e5")?;
        let said = table.browser.words(".lesson")?;
        assert!(said.contains("Puts the queen on e5, where the pawn on d6 takes it."), "{said}");
        table.browser.press(Button("Show me why"))?;
        table.browser.wait("both moves on the board", || {
            let arrows =
                table.browser.run("return document.querySelectorAll('.overlay .arrow').length", &[])?;
            Ok(if arrows == 2 { Ok(()) } else { Err(arrows.to_string()) })
        })
    })
}

/// Moves a piece that can be moved to where it can go.
fn move_somehow(table: Table<'_>, turn: usize) -> Outcome {
    let movable = "return [...document.querySelectorAll('[data-square][aria-label*=\"can move to\"], \
                   [data-square][aria-label*=captures]')].map((cell) => cell.dataset.square)";
    let squares = table.browser.run(movable, &[])?;
    let squares: Vec<&str> = squares.as_array().into_iter().flatten().filter_map(|s| s.as_str()).collect();
    // The time may have run out in between.
    let Some(from) = squares.get(turn * 7 % squares.len().max(1)) else { return Ok(()) };
    table.browser.click(table.board.middle(from)?)?;
    let targets = [table.board.marked("target")?, table.board.marked("capture")?].concat();
    let Some(to) = targets.get(turn * 5 % targets.len().max(1)) else { return Ok(()) };
    table.browser.click(table.board.middle(to)?)?;
    if table.browser.has(Place("[data-promotion=q]"))? {
        table.browser.press(Place("[data-promotion=q]"))?;
    }
    Ok(())
}

fn wait_for_hint(table: Table<'_>) -> Outcome {
    table.browser.wait("an arrow", || {
        table.browser.press(Button("Hint"))?;
        let has = table.browser.has(Place(".overlay .arrow"))?;
        Ok(if has { Ok(()) } else { Err("none".to_owned()) })
    })
}

fn wait_for_plies(table: Table<'_>, plies: usize) -> Outcome {
    table.browser.wait(&format!("{plies} moves"), || {
        let seen = table.moves()?;
        Ok(if seen.len() == plies { Ok(()) } else { Err(format!("{seen:?}")) })
    })
}
