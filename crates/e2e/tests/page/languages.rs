//! English and Korean.

use e2e::{Button, MoveInput, TestResult, Viewport, with_session};

const KOREAN: Viewport = Viewport { language: "ko-KR", ..Viewport::DESKTOP };

#[test]
fn korean_browser_gets_a_korean_page() -> TestResult {
    with_session(&KOREAN, |session| {
        session.open_home()?.wait_for_text("h1", "한판")?;
        assert_eq!(session.browser.run("return document.documentElement.lang", &[])?, "ko");
        let game = session.new_game(&["흑이 아래"])?;
        game.wait_for_status("백 차례")?;
        game.play(MoveInput::Click, "f2f3 e7e5 g2g4 d8h4")?;
        game.wait_for_status("백 차례 | 체크메이트")?;
        game.browser.wait("the label of e1", || {
            let label = game.board.aria_label("e1")?;
            Ok(if label.starts_with("e1, 백 킹") { Ok(()) } else { Err(label) })
        })
    })
}

#[test]
fn illegal_move_is_explained_in_korean() -> TestResult {
    with_session(&KOREAN, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Drag, "a1a5")?;
        game.browser.wait_for_text(".bubble p", "a1의 룩 앞을 a2의 폰이 막고 있습니다.")
    })
}

#[test]
fn language_choice_survives_a_reload() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.wait_for_text("h1", "Hanpan")?;
        session.browser.click_element(Button("Settings"))?;
        session.browser.click_element(Button("한국어"))?;
        session.browser.wait_for_text("h1", "설정")?;
        session.open_home()?.wait_for_text("h1", "한판")?;
        session.browser.click_element(Button("설정"))?;
        session.browser.click_element(Button("English"))?;
        session.browser.wait_for_text("h1", "Settings")
    })
}
