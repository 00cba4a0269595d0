//! Extras: piece sets, boards, zen mode, blindfold, face to face, confirmed moves, speech. Their files are loaded when they
//! are first needed.

use e2e::{
    Browser, Button, Css, Field, GamePage, Key, Motion, MoveInput, Session, TestResult, Viewport,
    with_session,
};
use serde_json::json;

/// Stores settings and starts a game.
fn game_with<'a>(session: &'a Session, settings: &str) -> TestResult<GamePage<'a>> {
    let store = "localStorage.clear(); localStorage['hanpan.settings'] = arguments[0]";
    session.open_home()?.run(store, &[settings])?;
    session.browser.reload()?;
    session.new_game(&[])
}

/// Waits until a script returns true.
fn wait_for(browser: &Browser, what: &str, script: &str) -> TestResult {
    browser.wait(what, || {
        let seen = browser.run(script, &[])?;
        Ok(if seen == true { Ok(()) } else { Err(seen.to_string()) })
    })
}

/// Names of the files with `extras` in their name that the page has loaded.
const LOADED: &str = "return performance.getEntriesByType('resource').map((entry) => entry.name)
    .filter((name) => name.includes('extras')).map((name) => name.split('/').pop().split('-').slice(0, 2).join('-').split('.')[0])";

#[test]
fn extras_are_loaded_only_when_needed() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        assert_eq!(game.browser.run(LOADED, &[])?, json!([]));
        // The settings show the boards to choose from.
        game.browser.click_element(Css(".corner [aria-label=Settings]"))?;
        wait_for(game.browser, "the script", "return Boolean(document.querySelector('link[href*=extras]'))")
    })
}

#[test]
fn settings_preview_every_piece_set() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.click_element(Button("Settings"))?;
        let script = "
            const image = (one) => getComputedStyle(one.querySelector('span'), '::before').backgroundImage.match(/\"(.*)\"/)?.[1];
            const images = [...document.querySelectorAll('.choice[data-set]')].map(image);
            const drawings = images.filter(Boolean).map((path) => fetch(path).then((response) => response.text()));
            return Promise.all(drawings).then((texts) =>
                new Set(texts).size === 4 && texts.every((text) => text.startsWith('<svg') && !text.includes('var(')))";
        wait_for(&session.browser, "four drawings", script)
    })
}

#[test]
fn piece_sets_replace_the_drawings_at_once_and_after_a_reload() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let drawing = "return document.querySelector('#piece-n').innerHTML.length";
        let classic = session.open_home()?.run(drawing, &[])?;
        session.browser.click_element(Button("Settings"))?;
        for (label, name) in [("Diagram", "print"), ("Simple", "simple"), ("Pixel", "pixel")] {
            session.browser.click_element(Button(label))?;
            wait_for(
                &session.browser,
                label,
                &format!(
                    "return document.documentElement.dataset.pieces === '{name}'
                    && document.querySelector('#piece-n').innerHTML.length !== {classic}"
                ),
            )?;
        }
        session.browser.reload()?;
        wait_for(
            &session.browser,
            "pixels",
            "return document.querySelectorAll('#piece-n [shape-rendering]').length === 1",
        )?;
        session.browser.click_element(Button("Classic"))?;
        wait_for(
            &session.browser,
            "the first set",
            &format!("return document.querySelector('#piece-n').innerHTML.length === {classic}"),
        )
    })
}

#[test]
fn boards_differ_in_their_squares() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let mut seen = Vec::new();
        for board in ["wood", "walnut", "paper", "night"] {
            let game = game_with(session, &format!("theme {board}"))?;
            if board != "wood" {
                wait_for(
                    game.browser,
                    "the styles",
                    "return [...document.styleSheets].some((sheet) => sheet.href?.includes('extras'))",
                )?;
            }
            let script = "const of = (shade) => getComputedStyle(document.querySelector('.square.' + shade));
                return ['light', 'dark'].map((shade) => of(shade).backgroundColor + of(shade).backgroundImage).join()";
            seen.push(game.browser.run(script, &[])?.to_string());
        }
        seen.dedup();
        assert_eq!(seen.len(), 4, "{seen:?}");
        Ok(())
    })
}

#[test]
fn zen_mode_is_switched_by_a_key_and_ends_with_the_game() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&["3+2"])?;
        game.browser.run("document.activeElement.blur()", &[])?;
        game.browser.press_keys([Key::Char('z')])?;
        wait_for(game.browser, "zen mode", "return !document.querySelector('.moves').checkVisibility()")?;
        for (selector, expected) in
            [(".clock", true), (".board", true), (".side .name", false), (".corner button:last-child", true)]
        {
            let script = "return document.querySelector(arguments[0]).checkVisibility()";
            game.browser.wait_for_value(script, &[selector], expected)?;
        }
        // The board has the focus now. Caps Lock and Hangul send other letters.
        let has_focus = "return document.activeElement.matches('[role=gridcell]')";
        wait_for(game.browser, "the focus on the board", has_focus)?;
        let is_on = |expected: bool| {
            let script = "return !document.querySelector('.moves').checkVisibility()";
            game.browser.wait_for_value(script, &[], expected)
        };
        let press = "document.activeElement.dispatchEvent(
            new KeyboardEvent('keydown', { key: arguments[0], code: arguments[1], bubbles: true, cancelable: true }))";
        for (key, code, expected) in [
            ("z", "KeyZ", false),
            ("Z", "KeyZ", true),
            ("ㅋ", "KeyZ", false),
            ("Process", "KeyZ", true),
            ("w", "KeyZ", true),
            ("Escape", "Escape", false),
            ("z", "KeyW", true),
        ] {
            game.browser.run(press, &[key, code])?;
            is_on(expected)?;
        }
        game.browser.press_keys([Key::Escape])?;
        is_on(false)?;
        game.browser.press_keys([Key::Char('z')])?;
        is_on(true)?;
        game.play(MoveInput::Click, "f2f3 e7e5 g2g4 d8h4")?;
        wait_for(game.browser, "the moves", "return document.querySelector('.moves').checkVisibility()")
    })
}

#[test]
fn blindfold_hides_pieces_and_keeps_labels_until_the_end() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = game_with(session, "blindfold on")?;
        let men = "return document.querySelectorAll('.man').length";
        game.browser.wait_for_value(men, &[], 0)?;
        assert!(game.board.aria_label("e2")?.contains("pawn"));
        game.play(MoveInput::Click, "f2f3 e7e5 g2g4 d8h4")?;
        wait_for(game.browser, "the pieces", "return document.querySelectorAll('.man').length === 32")
    })
}

#[test]
fn face_to_face_turns_the_side_at_the_top() -> TestResult {
    with_session(&Viewport { motion: Motion::Reduced, ..Viewport::DESKTOP }, |session| {
        let game = game_with(session, "face-to-face on")?;
        let wait_until_turned = |white: &str, black: &str| {
            let script = "return ['white', 'black'].map((color) =>
                getComputedStyle(document.querySelector(`.man.piece-${color} .drawing`)).rotate)";
            game.browser.wait_for_value(script, &[], vec![white, black])
        };
        wait_until_turned("none", "180deg")?;
        game.browser.click_element(Button("Flip board"))?;
        wait_until_turned("180deg", "none")
    })
}

#[test]
fn moves_against_the_computer_wait_for_a_confirmation() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.run("localStorage['hanpan.settings'] = 'confirm-moves always'", &[])?;
        session.browser.goto(&format!("{}computer", session.server.address()))?;
        session.browser.click_element(Css(".rival:has([value=haru])"))?;
        session.browser.click_element(Button("White"))?;
        let game = session.submit_new_game()?;
        game.play(MoveInput::Click, "e2e4")?;
        let question = "dialog[open] p";
        game.browser.wait_for_text(question, "White: pawn e2 to e4. Play this move?")?;
        assert!(game.moves()?.is_empty(), "the move is only shown");
        game.browser.wait_for_element(Css(".man.ahead"))?;
        game.browser.click_element(Button("Cancel"))?;
        game.play(MoveInput::Click, "d2d4")?;
        game.browser.wait_for_text(question, "White: pawn d2 to d4. Play this move?")?;
        // The answer that plays the move has the focus.
        wait_for(game.browser, "the focus", "return document.activeElement.matches('dialog[open] .main')")?;
        game.browser.press_keys([Key::Enter])?;
        game.browser.wait("the move", || {
            let moves = game.moves()?;
            Ok(if moves.first().is_some_and(|m| m == "d4") { Ok(()) } else { Err(format!("{moves:?}")) })
        })
    })
}

/// Records what is spoken instead of speaking it.
const RECORD_SPEECH: &str = "
    window.spoken = [];
    speechSynthesis.speak = (utterance) => window.spoken.push(utterance.lang + ': ' + utterance.text);
";

#[test]
fn moves_are_spoken_in_the_language_of_the_page() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.browser.add_init_script(RECORD_SPEECH)?;
        let game = game_with(session, "speech on")?;
        wait_for(game.browser, "the script", "return Boolean(document.querySelector('link[href*=extras]'))")?;
        game.play(MoveInput::Click, "e2e4")?;
        wait_for(game.browser, "the move", "return window.spoken.at(-1) === 'en: White: pawn e2 to e4'")?;
        game.play(MoveInput::Click, "d8d5")?;
        game.play(MoveInput::Click, "d7d5")?;
        wait_for(game.browser, "the next", "return window.spoken.at(-1) === 'en: Black: pawn d7 to d5'")?;
        let spoken =
            game.browser.run("return window.spoken.filter((text) => text.includes('queen')).length", &[])?;
        assert_eq!(spoken, 0, "clicks and rejected moves are not spoken");
        Ok(())
    })
}

#[test]
fn a_chosen_piece_set_works_offline() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.wait("the rest of the page", || {
            let script = "return caches.match('/extras.js').then((found) => Boolean(found))";
            let is_kept = session.browser.run(script, &[])? == true;
            Ok(if is_kept { Ok(()) } else { Err("not kept yet".to_owned()) })
        })?;
        session.server.stop();
        let game = game_with(session, "pieces pixel\ntheme walnut")?;
        wait_for(
            game.browser,
            "pixels",
            "return document.querySelectorAll('#piece-n [shape-rendering]').length === 1",
        )?;
        session.server.restart()
    })
}

#[test]
fn settings_of_extras_are_offered_in_korean() -> TestResult {
    with_session(&Viewport::PHONE, |session| {
        session.open_home()?.run("localStorage['hanpan.settings'] = 'language ko'", &[])?;
        session.browser.reload()?;
        session.browser.click_element(Button("설정"))?;
        for label in ["호두나무", "다이어그램", "긴 대국만", "오락실"] {
            session.browser.wait(label, || {
                let is_there = session.browser.has(Field(label))? || session.browser.has(Button(label))?;
                Ok(if is_there { Ok(()) } else { Err("none".to_owned()) })
            })?;
        }
        Ok(())
    })
}
