//! English and Korean.

use browser::{Button, Hand, Look, Outcome, visit};

const KOREAN: Look = Look { language: "ko-KR", ..Look::DESKTOP };

#[test]
fn a_korean_browser_plays_in_korean() -> Outcome {
    visit(&KOREAN, |visit| {
        visit.home()?.wait_for_words("h1", "한판")?;
        assert_eq!(visit.browser.run("return document.documentElement.lang", &[])?, "ko");
        let table = visit.table(&["흑이 아래"])?;
        table.wait_for_status("백 차례")?;
        table.play(Hand::Click, "f2f3 e7e5 g2g4 d8h4")?;
        table.wait_for_status("백 차례 | 체크메이트")?;
        let label = table.board.label("e1")?;
        assert!(label.starts_with("e1, 백 킹"), "{label}");
        Ok(())
    })
}

#[test]
fn a_refusal_is_explained_in_korean() -> Outcome {
    visit(&KOREAN, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Drag, "a1a5")?;
        table.browser.wait_for_words(".bubble p", "a1의 룩 앞을 a2의 폰이 막고 있습니다.")
    })
}

#[test]
fn the_language_is_switched_and_remembered() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.home()?.wait_for_words("h1", "Hanpan")?;
        visit.browser.press(Button("Settings"))?;
        visit.browser.press(Button("한국어"))?;
        visit.browser.wait_for_words("h1", "설정")?;
        visit.home()?.wait_for_words("h1", "한판")?;
        visit.browser.press(Button("설정"))?;
        visit.browser.press(Button("English"))?;
        visit.browser.wait_for_words("h1", "Settings")
    })
}
