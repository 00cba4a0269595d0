//! What does not belong to the page cannot get in, and the browser says so.

use browser::{Error, Look, Outcome, visit};

#[test]
fn a_foreign_script_does_not_run() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let script = "
            const script = document.createElement('script');
            script.textContent = 'window.intruder = true';
            document.head.append(script);
            return window.intruder ?? null";
        assert!(visit.home()?.run(script, &[])?.is_null(), "it ran");
        expect_complaint(visit.browser.expect_silence(), "script-src")
    })
}

#[test]
fn nobody_else_is_asked() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let script = "return fetch('http://127.0.0.1:9/').then(() => 'asked', () => 'stopped')";
        assert_eq!(visit.home()?.run(script, &[])?, "stopped");
        expect_complaint(visit.browser.expect_silence(), "connect-src")
    })
}

#[test]
fn a_warning_does_not_go_unheard() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.home()?.run("console.warn('mind the gap')", &[])?;
        expect_complaint(visit.browser.expect_silence(), "mind the gap")?;
        visit.browser.run("setTimeout(() => { throw new Error('a slip') })", &[])?;
        visit.browser.wait("the error in the log", || match visit.browser.expect_silence() {
            Ok(()) => Ok(Err("silence".to_owned())),
            logged => expect_complaint(logged, "a slip").map(Ok),
        })
    })
}

fn expect_complaint(logged: Outcome, about: &str) -> Outcome {
    let Err(Error::Logged(lines)) = logged else { panic!("{logged:?} instead of {about}") };
    assert!(lines.iter().any(|line| line.contains(about)), "{lines:?}");
    Ok(())
}
