//! A guest takes a name, and gives it up again.

use browser::{Button, Outcome, Place};

use crate::meeting::meet;

#[test]
fn an_account_from_its_beginning_to_its_end() -> Outcome {
    meet(2, |meeting| {
        let mina = meeting.open(0, "account")?;
        mina.write(Place("section:nth-of-type(2) [name=username]"), "mina")?;
        mina.write(Place("section:nth-of-type(2) [name=password]"), "correct horse")?;
        mina.press(Place("section:nth-of-type(2) [type=submit]"))?;
        mina.wait_for_words(".bar nav a[href=\"/account\"]", "mina")?;
        mina.wait_for_words(".sessions strong", "this browser")?;

        let elsewhere = meeting.open(1, "account")?;
        elsewhere.write(Place("section:nth-of-type(1) [name=username]"), "Mina")?;
        elsewhere.write(Place("section:nth-of-type(1) [name=password]"), "correct horse")?;
        elsewhere.press(Place("section:nth-of-type(1) [type=submit]"))?;
        elsewhere.wait_for_words(".bar nav a[href=\"/account\"]", "mina")?;

        mina.reload()?;
        mina.press(Button("Log out everywhere else"))?;
        mina.wait("one session", || {
            let list = mina.run("return document.querySelectorAll('.sessions li').length", &[])?;
            Ok(if list == 1 { Ok(()) } else { Err(list.to_string()) })
        })?;
        elsewhere.reload()?;
        elsewhere.wait_for_words(".bar nav a[href=\"/account\"]", "Log in")?;

        mina.press(Button("Log out"))?;
        mina.wait_for_words(".bar nav a[href=\"/account\"]", "Log in")?;
        mina.write(Place("section:nth-of-type(1) [name=username]"), "mina")?;
        mina.write(Place("section:nth-of-type(1) [name=password]"), "correct horse")?;
        mina.press(Place("section:nth-of-type(1) [type=submit]"))?;
        mina.press(Place(".danger summary"))?;
        mina.write(Place(".danger [type=password]"), "correct horse")?;
        mina.press(Place(".danger [type=submit]"))?;
        mina.wait_for_words(".bar nav a[href=\"/account\"]", "Log in")
    })
}
