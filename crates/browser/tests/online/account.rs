//! A guest takes a name, and gives it up again.

use browser::{Browser, Button, Outcome, Place};

use crate::invitation::THREE_PLUS_TWO;
use crate::meeting::{meet, meet_with_breaks};

#[test]
fn an_account_from_its_beginning_to_its_end() -> Outcome {
    meet(2, |meeting| {
        let mina = meeting.open(0, "account")?;
        mina.write(Place("section:nth-of-type(2) [name=username]"), "mina")?;
        mina.write(Place("section:nth-of-type(2) [name=new-password]"), "correct horse")?;
        mina.press(Place("section:nth-of-type(2) [type=submit]"))?;
        mina.wait_for_words(".bar nav a[href=\"/account\"]", "mina")?;
        mina.wait_for_words(".sessions strong", "this browser")?;

        let elsewhere = meeting.open(1, "account")?;
        elsewhere.write(Place("section:nth-of-type(1) [name=username]"), "Mina")?;
        elsewhere.write(Place("section:nth-of-type(1) [name=password]"), "correct horse")?;
        elsewhere.press(Place("section:nth-of-type(1) [type=submit]"))?;
        elsewhere.wait_for_words(".bar nav a[href=\"/account\"]", "mina")?;
        // In the lobby it is connected, and hears of what is done to its session.
        elsewhere.press(Place(".bar nav a[href=\"/online\"]"))?;
        elsewhere.wait("the lobby", || {
            let told = elsewhere.words("main")?;
            Ok(if told.contains("being played") { Ok(()) } else { Err(told) })
        })?;

        mina.reload()?;
        wait_for_sessions(mina, 2)?;
        mina.press(Place("#change summary"))?;
        mina.write(Place("#change-password"), "correct horse")?;
        mina.write(Place("#change-new-password"), "battery staple")?;
        mina.press(Place("#change [type=submit]"))?;
        mina.wait_for_words(
            "#change [role=status]",
            "The password is changed. You are logged out everywhere else.",
        )?;
        wait_for_sessions(mina, 1)?;
        elsewhere.wait_for_words(".bar nav a[href=\"/account\"]", "Log in")?;

        mina.press(Button("Log out"))?;
        mina.wait_for_words(".bar nav a[href=\"/account\"]", "Log in")?;
        mina.write(Place("section:nth-of-type(1) [name=username]"), "mina")?;
        mina.write(Place("section:nth-of-type(1) [name=password]"), "battery staple")?;
        mina.press(Place("section:nth-of-type(1) [type=submit]"))?;
        mina.press(Place(".danger summary"))?;
        mina.write(Place(".danger [type=password]"), "battery staple")?;
        mina.press(Place(".danger [type=submit]"))?;
        mina.wait_for_words(".bar nav a[href=\"/account\"]", "Log in")
    })
}

/// Each reason stands under the field that it is about, and that field has the focus.
#[test]
fn what_is_wrong_with_a_form_is_said_where_it_is_wrong() -> Outcome {
    meet_with_breaks(1, |meeting| {
        let mina = meeting.open(0, "account")?;
        let send = |form: &str, fields: &[(&str, &str)]| {
            for (field, text) in fields {
                mina.words(field)?; // once it is there
                mina.run("document.querySelector(arguments[0]).value = ''", &[field])?;
                mina.write(Place(field), text)?;
            }
            mina.press(Place(&format!("form:has({form}) [type=submit]")))
        };
        let told = |field: &str, words: &str| {
            mina.wait_for_words(&format!("{field}-wrong"), words)?;
            mina.wait(&format!("the focus at {field}"), || {
                let script = "const field = document.querySelector(arguments[0]);
                    return field.matches(':focus') && field.ariaInvalid === 'true'
                        && field.getAttribute('aria-describedby') === field.id + '-wrong'
                        && document.querySelectorAll('.wrong').length === 1";
                let is_so = mina.run(script, &[field])?;
                Ok(if is_so == true { Ok(()) } else { Err(is_so.to_string()) })
            })
        };
        let unfit_name = "That name is not possible: 2 to 20 letters, digits, Hangul, - and _";
        let short = "That password is too short or too long: at least 8 characters.";
        send("#register-name", &[("#register-name", "mi na"), ("#register-new-password", "correct horse")])?;
        told("#register-name", unfit_name)?;
        send("#register-name", &[("#register-name", "mina"), ("#register-new-password", "short")])?;
        told("#register-new-password", short)?;
        send("#log-in-name", &[("#log-in-name", "mina"), ("#log-in-password", "correct horse")])?;
        mina.wait_for_words("#log-in-form-wrong", "Name or password is wrong.")?;
        send("#register-name", &[("#register-new-password", "correct horse")])?;
        mina.wait_for_words(".bar nav a[href=\"/account\"]", "mina")?;

        mina.press(Place("#change summary"))?;
        send(
            "#change-password",
            &[("#change-password", "wrong horse"), ("#change-new-password", "battery staple")],
        )?;
        told("#change-password", "That is not the current password.")?;
        send(
            "#change-password",
            &[("#change-password", "correct horse"), ("#change-new-password", "short")],
        )?;
        told("#change-new-password", short)
    })
}

#[test]
fn whoever_is_banned_in_mid_game_is_told_and_sits_there_no_more() -> Outcome {
    // Logging in is refused in the end, and browsers write that down.
    meet_with_breaks(2, |meeting| {
        let mina = meeting.open(0, "account")?;
        mina.write(Place("#register-name"), "mina")?;
        mina.write(Place("#register-new-password"), "correct horse")?;
        mina.press(Place("form:has(#register-name) [type=submit]"))?;
        mina.wait_for_words(".sessions strong", "this browser")?;
        let path = meeting.invite(1, THREE_PLUS_TWO)?;
        meeting.open(0, &path)?.press(Button("Sit down and play"))?;
        for who in [0, 1] {
            meeting.table(who)?.wait_for_status("WHITE'S TURN")?;
        }
        meeting.play(1, 0, "e2e4 e7e5")?;

        meeting.host.admin(&["ban", "mina", "--reason", "plays with an engine"])?;
        mina.wait_for_words(".banner > span", "The host of this server has closed your account.")?;
        mina.wait_for_words(".watchers", "You are watching.")?;
        let theo = &meeting.people[1];
        theo.wait("the opponent away", || {
            let told = theo.words("main")?;
            Ok(if told.contains("Your opponent is away") { Ok(()) } else { Err(told) })
        })?;

        let mina = meeting.open(0, "account")?;
        mina.write(Place("#log-in-name"), "mina")?;
        mina.write(Place("#log-in-password"), "correct horse")?;
        mina.press(Place("form:has(#log-in-name) [type=submit]"))?;
        mina.wait_for_words("#log-in-form-wrong", "The host of this server has closed the account.")
    })
}

/// Waits until so many sessions are listed.
fn wait_for_sessions(browser: &Browser, count: u32) -> Outcome {
    browser.wait(&format!("sessions: {count}"), || {
        let list = browser.run("return document.querySelectorAll('.sessions li').length", &[])?;
        Ok(if list == count { Ok(()) } else { Err(list.to_string()) })
    })
}
