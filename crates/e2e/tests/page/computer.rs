//! Games against the computer: engine in a worker, reloads, offline play.

use e2e::{
    Board3d, Button, Css, Field, GamePage, Motion, MoveInput, Session, TestResult, Viewport, with_session,
};

/// Black's only move is Kh7, which allows mate.
const ONE_MOVE_FROM_MATE: &str = "7k/8/5K2/8/8/8/8/6Q1 b - - 0 1";

fn choose_opponent<'a>(session: &'a Session, opponent: &str, choices: &[&str]) -> TestResult<&'a Session> {
    session.browser.goto(&format!("{}computer", session.server.address()))?;
    session.browser.click_element(Css(&format!(".rival:has([value={opponent}])")))?;
    choices.iter().try_for_each(|choice| session.browser.click_element(Button(choice)))?;
    Ok(session)
}

#[test]
fn weakest_level_can_be_mated() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        choose_opponent(session, "haru", &["White", "From a position"])?;
        session.browser.type_into(Field("Position as FEN"), ONE_MOVE_FROM_MATE)?;
        let game = session.submit_new_game()?;
        game.wait_for_moves("Kh7")?;
        game.play(MoveInput::Click, "g1g7")?;
        game.wait_for_moves("Kh7 Qg7#")?;
        game.browser.click_element(Css(".corner [aria-label='New game']"))?;
        game.browser.wait_for_text("h1", "Choose an opponent")?;
        // The last opponent is chosen again.
        game.browser.wait_for_value(
            "return document.querySelector('.rival input:checked').value",
            &[],
            "haru",
        )
    })
}

#[test]
fn reload_during_the_engine_move_resumes_the_game() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = choose_opponent(session, "otto", &["Black"])?.submit_new_game()?;
        game.browser.reload()?;
        let game = GamePage::wait_for(&session.browser)?;
        wait_for_plies(game, 1)?;
        game.browser.reload()?;
        wait_for_plies(GamePage::wait_for(&session.browser)?, 1)
    })
}

#[test]
fn premove_is_answered_and_takeback_works() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = choose_opponent(session, "nuri", &["White"])?.submit_new_game()?;
        game.play(MoveInput::Click, "e2e4 g1f3")?;
        wait_for_plies(game, 4)?;
        game.browser.click_element(Button("Take back"))?;
        wait_for_plies(game, 2)
    })
}

#[test]
fn unfinished_game_is_replaced_only_after_a_second_press() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = choose_opponent(session, "haru", &["White"])?.submit_new_game()?;
        game.play(MoveInput::Click, "e2e4")?;
        wait_for_plies(game, 2)?;
        let browser = &session.browser;
        browser.click_element(Css(".corner [aria-label='New game']"))?;
        let play = "form button[type=submit].large";
        browser.wait_for_text(play, "Play")?;
        browser.click_element(Css(play))?;
        browser.wait_for_text(play, "Press again to discard the unfinished game")?;
        browser.reload()?;
        wait_for_plies(GamePage::wait_for(browser)?, 2)?;
        browser.click_element(Css(".corner [aria-label='New game']"))?;
        browser.click_element(Css(play))?;
        browser.wait_for_text(play, "Press again to discard the unfinished game")?;
        wait_for_plies(session.submit_new_game()?, 0)
    })
}

#[test]
fn hint_draws_an_arrow() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = choose_opponent(session, "mina", &["White"])?.submit_new_game()?;
        wait_for_hint(game)
    })
}

#[test]
fn hint_is_announced() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = choose_opponent(session, "mina", &["White"])?.submit_new_game()?;
        wait_for_hint(game)?;
        game.browser.wait("the announcement", || {
            let said = game.announcement()?;
            Ok(if said.starts_with("Hint. White: ") { Ok(()) } else { Err(said) })
        })
    })
}

#[test]
fn unfinished_game_is_left_for_another_opponent_and_continued() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = choose_opponent(session, "nuri", &["White", "5+3"])?.submit_new_game()?;
        game.play(MoveInput::Click, "e2e4")?;
        wait_for_plies(game, 2)?;
        let moves = game.moves()?.join(" ");
        game.browser.click_element(Button("New game"))?;
        game.browser.wait_for_text("h1", "Choose an opponent")?;
        game.browser.click_element(Css(".door.main"))?;
        GamePage::wait_for(&session.browser)?.wait_for_moves(&moves)
    })
}

#[test]
fn game_fills_the_screen_and_can_be_left() -> TestResult {
    for (width, height) in [(320, 568), (390, 844), (1280, 800)] {
        with_session(&Viewport { width, height, ..Viewport::PHONE }, |session| {
            let game = choose_opponent(session, "haru", &["White"])?.submit_new_game()?;
            let script = "
                const board = document.querySelector('.board').getBoundingClientRect();
                return board.top >= 0 && board.bottom <= innerHeight && !document.querySelector('.bar')";
            let is_whole = game.browser.run(script, &[])?;
            assert_eq!(is_whole, true, "{width}×{height}: the board is seen as a whole, and no bar above it");
            game.browser.click_element(Button("Settings"))?;
            game.browser.wait_for_text("h1", "Settings")?;
            game.browser.click_element(Button("Back"))?;
            game.browser.click_element(Css(".corner a[href='/']"))?;
            game.browser.wait_for_text("h1", "Hanpan")
        })?;
    }
    Ok(())
}

#[test]
fn hint_button_keeps_its_position_while_the_engine_searches() -> TestResult {
    with_session(&Viewport::PHONE, |session| {
        let game = choose_opponent(session, "nuri", &["White"])?.submit_new_game()?;
        let place = |wanted: bool| {
            game.browser.wait("the hint", || {
                let script = "
                    const hint = document.querySelector('.action:has([href=\"#icon-hint\"])');
                    return [hint.disabled, document.querySelector('.typed').getBoundingClientRect().top]";
                let seen = game.browser.run(script, &[])?;
                Ok(if seen[0] == wanted { Ok(seen[1].clone()) } else { Err(seen.to_string()) })
            })
        };
        let here = place(false)?;
        game.play(MoveInput::Tap, "e2e4")?;
        assert_eq!(place(true)?, here, "nothing has moved");
        wait_for_plies(game, 2)?;
        assert_eq!(place(false)?, here, "nothing has moved");
        Ok(())
    })
}

#[test]
#[ignore = "takes long; run by `cargo xtask test --full`"]
fn timed_game_runs_to_its_end() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = choose_opponent(session, "otto", &["White", "1+0"])?.submit_new_game()?;
        // Plays pseudo-random legal moves until the computer mates or the time runs out.
        for turn in 0.. {
            let now = game.browser.wait("a turn, or the end", || {
                let status = game.status()?;
                Ok(if status.starts_with("BLACK'S TURN") { Err(status) } else { Ok(status) })
            })?;
            if !now.starts_with("WHITE'S TURN") || now.ends_with("CHECKMATE") {
                break;
            }
            play_any_move(game, turn)?;
        }
        assert!(game.moves()?.len() >= 8, "{:?}", game.moves()?);
        let ending = game.browser.inner_text(".ending")?;
        assert!(ending.ends_with("wins.") || ending.starts_with("Draw"), "{ending}");
        game.browser.wait_for_element(Button("Review"))
    })
}

#[test]
fn computer_plays_on_the_3d_board() -> TestResult {
    with_session(
        &Viewport { width: 800, height: 480, motion: Motion::Reduced, ..Viewport::DESKTOP },
        |session| {
            let game = choose_opponent(session, "nuri", &["White"])?.submit_new_game()?;
            Board3d::open(game.browser)?;
            // The second move is a premove.
            game.play(MoveInput::Click, "e2e4 g1f3")?;
            wait_for_plies(game, 4)
        },
    )
}

#[test]
fn draw_offer_is_evaluated_before_the_reply() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let check = |fen: &str, m: &str, wanted: &str| -> TestResult {
            choose_opponent(session, "otto", &["White", "From a position"])?;
            session.browser.type_into(Field("Position as FEN"), fen)?;
            let game = session.submit_new_game()?;
            game.play(MoveInput::Click, m)?;
            wait_for_plies(game, 2)?;
            game.browser.click_element(Button("Offer a draw"))?;
            game.browser.wait(wanted, || {
                let said = game.browser.run("return document.body.innerText", &[])?;
                let is_said = said.as_str().is_some_and(|said| said.contains(wanted));
                Ok(if is_said { Ok(()) } else { Err(game.announcement()?) })
            })?;
            session.browser.run("localStorage.removeItem('hanpan.computer')", &[]).map(drop)
        };
        check("4k3/r7/8/8/8/8/7R/4K3 w - - 0 1", "h2h3", "Draw: both sides agreed.")?;
        check("3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "Black declines the draw.")
    })
}

#[test]
fn blunder_is_explained() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        choose_opponent(session, "doyun", &["White", "From a position"])?;
        session.browser.type_into(Field("Position as FEN"), "6k1/2p5/3p4/8/8/8/4Q3/4K3 w - - 0 1")?;
        let game = session.submit_new_game()?;
        // A hint shows that the position has been evaluated.
        wait_for_hint(game)?;
        game.play(MoveInput::Click, "e2e5")?;
        game.browser.wait_for_words(".lesson", "Puts the queen on e5, where the pawn on d6 takes it.")?;
        game.browser.click_element(Button("Show me why"))?;
        game.browser.wait("both moves on the board", || {
            let arrows =
                game.browser.run("return document.querySelectorAll('.overlay .arrow').length", &[])?;
            Ok(if arrows == 2 { Ok(()) } else { Err(arrows.to_string()) })
        })
    })
}

/// Plays a legal move chosen by the turn number.
fn play_any_move(game: GamePage<'_>, turn: usize) -> TestResult {
    let movable = "return [...document.querySelectorAll('[data-square][aria-label*=\"can move to\"], \
                   [data-square][aria-label*=captures]')].map((cell) => cell.dataset.square)";
    let squares = game.browser.run(movable, &[])?;
    let squares: Vec<&str> = squares.as_array().into_iter().flatten().filter_map(|s| s.as_str()).collect();
    // The time may have run out in between.
    let Some(from) = squares.get(turn * 7 % squares.len().max(1)) else { return Ok(()) };
    game.browser.click(game.board.center(from)?)?;
    let targets =
        [game.board.squares_with_class("target")?, game.board.squares_with_class("capture")?].concat();
    let Some(to) = targets.get(turn * 5 % targets.len().max(1)) else { return Ok(()) };
    game.browser.click(game.board.center(to)?)?;
    if game.browser.has(Css("[data-promotion=q]"))? {
        game.browser.click_element(Css("[data-promotion=q]"))?;
    }
    Ok(())
}

fn wait_for_hint(game: GamePage<'_>) -> TestResult {
    game.browser.wait("an arrow", || {
        game.browser.click_element(Button("Hint"))?;
        let has = game.browser.has(Css(".overlay .arrow"))?;
        Ok(if has { Ok(()) } else { Err("none".to_owned()) })
    })
}

fn wait_for_plies(game: GamePage<'_>, plies: usize) -> TestResult {
    game.browser.wait(&format!("{plies} moves"), || {
        let seen = game.moves()?;
        Ok(if seen.len() == plies { Ok(()) } else { Err(format!("{seen:?}")) })
    })
}
