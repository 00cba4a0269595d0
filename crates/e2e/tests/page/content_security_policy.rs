//! Content-Security-Policy, and the session's checks of console and requests.

use e2e::{Error, TestResult, Viewport, with_session};

#[test]
fn inline_script_is_blocked() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let script = "
            const script = document.createElement('script');
            script.textContent = 'window.intruder = true';
            document.head.append(script);
            return window.intruder ?? null";
        assert!(session.open_home()?.run(script, &[])?.is_null(), "it ran");
        expect_error_about(session.browser.expect_clean_console(), "script-src")
    })
}

#[test]
fn foreign_request_fails_the_test() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let script = "return fetch('http://127.0.0.1:9/').then(() => 'asked', () => 'stopped')";
        assert_eq!(session.open_home()?.run(script, &[])?, "stopped");
        expect_error_about(session.browser.expect_clean_console(), "connect-src")
    })
}

#[test]
fn console_warning_fails_the_test() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.run("console.warn('mind the gap')", &[])?;
        expect_error_about(session.browser.expect_clean_console(), "mind the gap")?;
        session.browser.run("setTimeout(() => { throw new Error('a slip') })", &[])?;
        session.browser.wait("the error in the log", || match session.browser.expect_clean_console() {
            Ok(()) => Ok(Err("silence".to_owned())),
            logged => expect_error_about(logged, "a slip").map(Ok),
        })
    })
}

fn expect_error_about(logged: TestResult, about: &str) -> TestResult {
    let Err(Error::ConsoleErrors(lines)) = logged else { panic!("{logged:?} instead of {about}") };
    assert!(lines.iter().any(|line| line.contains(about)), "{lines:?}");
    Ok(())
}
