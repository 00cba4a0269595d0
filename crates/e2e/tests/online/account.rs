//! Accounts: registration, sessions, deletion.

use e2e::{Browser, Button, Css, TestResult};

use crate::invitation::THREE_PLUS_TWO;
use crate::online_session::{with_browsers, with_browsers_and_disconnects};

#[test]
fn account_is_created_used_and_deleted() -> TestResult {
    with_browsers(2, |session| {
        let mina = session.register(0, "mina")?;
        mina.wait_for_text(".sessions strong", "this browser")?;

        let elsewhere = session.open(1, "account")?;
        elsewhere.type_into(Css("section:nth-of-type(1) [name=username]"), "Mina")?;
        elsewhere.type_into(Css("section:nth-of-type(1) [name=password]"), "correct horse")?;
        elsewhere.click_element(Css("section:nth-of-type(1) [type=submit]"))?;
        elsewhere.wait_for_text(".bar nav a[href=\"/account\"]", "mina")?;
        // In the lobby it is connected and is notified about its session.
        elsewhere.click_element(Css(".bar nav a[href=\"/online\"]"))?;
        elsewhere.wait_for_words("main", "in progress")?;

        mina.reload()?;
        wait_for_sessions(mina, 2)?;
        mina.click_element(Css("#change summary"))?;
        mina.type_into(Css("#change-password"), "correct horse")?;
        mina.type_into(Css("#change-new-password"), "battery staple")?;
        mina.click_element(Css("#change [type=submit]"))?;
        mina.wait_for_text("#change [role=status]", "Password changed. All other sessions were logged out.")?;
        wait_for_sessions(mina, 1)?;
        elsewhere.wait_for_text(".bar nav a[href=\"/account\"]", "Log in")?;

        mina.click_element(Button("Log out"))?;
        mina.wait_for_text(".bar nav a[href=\"/account\"]", "Log in")?;
        mina.type_into(Css("section:nth-of-type(1) [name=username]"), "mina")?;
        mina.type_into(Css("section:nth-of-type(1) [name=password]"), "battery staple")?;
        mina.click_element(Css("section:nth-of-type(1) [type=submit]"))?;
        mina.click_element(Css(".danger summary"))?;
        mina.type_into(Css(".danger [type=password]"), "battery staple")?;
        mina.click_element(Css(".danger [type=submit]"))?;
        mina.wait_for_text(".bar nav a[href=\"/account\"]", "Log in")
    })
}

/// Each error is shown under its field, which gets the focus.
#[test]
fn form_errors_are_shown_beside_their_fields() -> TestResult {
    with_browsers_and_disconnects(1, |session| {
        let mina = session.open(0, "account")?;
        let send = |form: &str, fields: &[(&str, &str)]| {
            for (field, text) in fields {
                mina.inner_text(field)?; // once it is there
                mina.run("document.querySelector(arguments[0]).value = ''", &[field])?;
                mina.type_into(Css(field), text)?;
            }
            mina.click_element(Css(&format!("form:has({form}) [type=submit]")))
        };
        let expect_error = |field: &str, words: &str| {
            mina.wait_for_text(&format!("{field}-wrong"), words)?;
            mina.wait(&format!("the focus at {field}"), || {
                let script = "const field = document.querySelector(arguments[0]);
                    return field.matches(':focus') && field.ariaInvalid === 'true'
                        && field.getAttribute('aria-describedby') === field.id + '-wrong'
                        && document.querySelectorAll('.wrong').length === 1";
                let is_so = mina.run(script, &[field])?;
                Ok(if is_so == true { Ok(()) } else { Err(is_so.to_string()) })
            })
        };
        let unfit_name = "Invalid name: 2 to 20 letters, digits, Hangul, - and _";
        let unfit_password =
            "Choose another password: at least 8 characters, not too long, and not one of the most common.";
        send("#register-name", &[("#register-name", "mi na"), ("#register-new-password", "correct horse")])?;
        expect_error("#register-name", unfit_name)?;
        send("#register-name", &[("#register-name", "mina"), ("#register-new-password", "short")])?;
        expect_error("#register-new-password", unfit_password)?;
        send("#register-name", &[("#register-new-password", "password")])?;
        expect_error("#register-new-password", unfit_password)?;
        send("#log-in-name", &[("#log-in-name", "mina"), ("#log-in-password", "correct horse")])?;
        mina.wait_for_text("#log-in-form-wrong", "Wrong name or password.")?;
        send("#register-name", &[("#register-new-password", "correct horse")])?;
        mina.wait_for_text(".bar nav a[href=\"/account\"]", "mina")?;

        mina.click_element(Css("#change summary"))?;
        send(
            "#change-password",
            &[("#change-password", "wrong horse"), ("#change-new-password", "battery staple")],
        )?;
        expect_error("#change-password", "That is not the current password.")?;
        send(
            "#change-password",
            &[("#change-password", "correct horse"), ("#change-new-password", "short")],
        )?;
        expect_error("#change-new-password", unfit_password)
    })
}

#[test]
fn banned_player_is_notified_and_loses_the_seat() -> TestResult {
    // The last login is refused, which browsers log.
    with_browsers_and_disconnects(2, |session| {
        let mina = session.open(0, "account")?;
        mina.type_into(Css("#register-name"), "mina")?;
        mina.type_into(Css("#register-new-password"), "correct horse")?;
        mina.click_element(Css("form:has(#register-name) [type=submit]"))?;
        mina.wait_for_text(".sessions strong", "this browser")?;
        let path = session.invite(1, THREE_PLUS_TWO)?;
        session.open(0, &path)?.click_element(Button("Join game"))?;
        for who in [0, 1] {
            session.game(who)?.wait_for_status("WHITE'S TURN")?;
        }
        session.play(1, 0, "e2e4 e7e5")?;

        session.server.admin(&["ban", "mina", "--reason", "plays with an engine"])?;
        mina.wait_for_text(".banner > span", "Your account was banned by the operator of the server.")?;
        mina.wait_until_gone(Css(".banner button"))?; // trying again would not help
        mina.wait_for_text(".watchers", "You are watching.")?;
        let theo = &session.browsers[1];
        theo.wait_for_words("main", "Your opponent is away")?;

        let mina = session.open(0, "account")?;
        mina.type_into(Css("#log-in-name"), "mina")?;
        mina.type_into(Css("#log-in-password"), "correct horse")?;
        mina.click_element(Css("form:has(#log-in-name) [type=submit]"))?;
        mina.wait_for_text("#log-in-form-wrong", "This account was banned by the operator of the server.")
    })
}

/// Waits until this number of sessions is listed.
fn wait_for_sessions(browser: &Browser, count: u32) -> TestResult {
    browser.wait(&format!("sessions: {count}"), || {
        let list = browser.run("return document.querySelectorAll('.sessions li').length", &[])?;
        Ok(if list == count { Ok(()) } else { Err(list.to_string()) })
    })
}
