//! What is where: nothing moves under a finger or a wheel, and nothing is left alone.

use browser::{Button, Hand, Look, Outcome, Table, visit};
use serde_json::{Value, json};

/// Where the buttons beside the board are, from above.
const BUTTONS: &str = "
    return [...document.querySelectorAll('.panel > .actions > *')].map((one) => Math.round(one.getBoundingClientRect().top))";

/// The upper edge of the list of moves and that of the buttons below it.
const EDGES: &str = "
    return ['.moves', '.panel > .actions'].map((place) => Math.round(document.querySelector(place).getBoundingClientRect().top))";

fn edges(table: Table<'_>) -> Outcome<Value> {
    table.browser.run(EDGES, &[])
}

#[test]
fn no_button_is_alone_in_its_row() -> Outcome {
    for (width, height) in [(1280, 800), (1024, 768), (1920, 1080), (768, 1024), (390, 844)] {
        visit(&Look { width, height, ..Look::DESKTOP }, |visit| {
            let table = visit.table(&["5+3"])?;
            table.play(Hand::Click, "e2e4 e7e5")?;
            table.browser.middle_of(".action:has([href='#icon-flag'])")?;
            let tops = table.browser.run(BUTTONS, &[])?;
            let tops = tops.as_array().cloned().unwrap_or_default();
            assert_eq!(tops.len(), 6, "pause, take back, turn, draw, resign, call off: {tops:?}");
            let is_alone = |top: &Value| tops.iter().filter(|&other| other == top).count() == 1;
            assert!(!tops.iter().any(is_alone), "{width}×{height}: {tops:?}");
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn every_button_keeps_its_place_while_the_game_goes_on() -> Outcome {
    const PLACES: &str = "
        return [...document.querySelectorAll('.panel > .actions > *')].map((one) => {
            const { left, top } = one.getBoundingClientRect();
            return [one.innerText, Math.round(left), Math.round(top)];
        })";
    for look in [Look::DESKTOP, Look::PHONE] {
        visit(&look, |visit| {
            let table = visit.table(&["5+3"])?;
            table.browser.middle_of(".action:has([href='#icon-flag'])")?;
            let places = table.browser.run(PLACES, &[])?;
            let expect = |when: &str| -> Outcome {
                assert_eq!(table.browser.run(PLACES, &[])?, places, "{}×{}: {when}", look.width, look.height);
                Ok(())
            };
            for (ply, m) in ["e2e4", "e7e5", "g1f3"].into_iter().enumerate() {
                table.play(Hand::Click, m)?;
                table.wait_for_moves(&["e4", "e5", "Nf3"][..=ply].join(" "))?;
                expect(m)?;
            }
            table.browser.press(Button("Offer a draw"))?;
            table.browser.middle_of(".offer")?;
            expect("an offer")
        })?;
    }
    Ok(())
}

#[test]
fn looking_back_moves_nothing() -> Outcome {
    for look in [Look::DESKTOP, Look::PHONE] {
        visit(&look, |visit| {
            let table = visit.table(&[])?;
            table.play(Hand::Click, "e2e4 e7e5 g1f3")?;
            table.wait_for_moves("e4 e5 Nf3")?;
            let present = edges(table)?;
            table.browser.press(Button("One move back"))?;
            table.browser.middle_of(".past button")?;
            assert_eq!(edges(table)?, present, "{}×{}", look.width, look.height);
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn the_first_move_moves_nothing_on_the_smallest_phone() -> Outcome {
    visit(&Look { width: 320, height: 568, ratio: 2, ..Look::PHONE }, |visit| {
        let table = visit.table(&[])?;
        table.browser.middle_of(".moves .none")?;
        let before = edges(table)?;
        table.play(Hand::Tap, "e2e4")?;
        table.wait_for_moves("e4")?;
        assert_eq!(edges(table)?, before);
        Ok(())
    })
}

#[test]
fn an_offer_lies_over_the_list_and_over_no_button() -> Outcome {
    for (width, height) in [(390, 844), (360, 640), (320, 568)] {
        visit(&Look { width, height, ratio: 2, ..Look::PHONE }, |visit| {
            let table = visit.table(&["5+3"])?;
            table.play(Hand::Tap, "e2e4")?;
            table.browser.press(Button("Offer a draw"))?;
            table.browser.middle_of(".offer")?;
            let script = "
                const box = (place) => document.querySelector(place).getBoundingClientRect();
                const answers = [...document.querySelectorAll('.offer button')].map((one) => one.getBoundingClientRect().top);
                return [box('.offer').bottom >= box('.moves').bottom, box('.offer').bottom <= box('.panel > .actions').top,
                    answers[0] === answers[1]]";
            let seen = table.browser.run(script, &[])?;
            assert_eq!(seen, json!([true, true, true]), "{width}×{height}: covers, leaves free, one row");
            Ok(())
        })?;
    }
    Ok(())
}
