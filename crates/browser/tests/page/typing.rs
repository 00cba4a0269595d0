//! Moves that are typed.

use browser::{Hand, Key, Look, Outcome, Place, visit};

use super::whole_game::play_whole_game;

#[test]
fn a_whole_game_by_typing() -> Outcome {
    visit(&Look::DESKTOP, |visit| play_whole_game(visit.table(&[])?, Hand::Typing))
}

#[test]
fn moves_are_typed_as_people_write_them() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        for typed in ["e4", "e5", "Nf3", "b8c6", "Bc4", "Bc5", "O-O", "Nf6"] {
            table.browser.write(Place(".typed input"), typed)?;
            table.browser.keys([Key::Enter])?;
        }
        table.wait_for_moves("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6")
    })
}

#[test]
fn a_typed_move_that_is_none_is_explained_and_stays() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.browser.write(Place(".typed input"), "Qd4")?;
        table.browser.keys([Key::Enter])?;
        let reason = "The queen on d1 is blocked by the pawn on d2.";
        table.browser.wait_for_words(".status .remark", reason)?;
        let left = table.browser.run("return document.querySelector('.typed input').value", &[])?;
        assert_eq!(left, "Qd4", "what was typed can be corrected");
        // It is selected: the next word takes its place.
        table.browser.type_text("d4")?;
        table.browser.keys([Key::Enter])?;
        table.wait_for_moves("d4")
    })
}

#[test]
fn a_claim_with_a_typed_move_can_be_given_up() -> Outcome {
    const CLAIM: Place<'_> = Place(".claim[aria-pressed=true]");
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table_from("4k3/8/8/8/8/8/4R3/K7 b - - 99 80")?;
        table.browser.press(Place(".claim"))?;
        table.browser.middle_of(CLAIM.0)?;
        table.browser.write(Place(".typed input"), "Kd7")?;
        table.browser.keys([Key::Escape])?;
        table.browser.wait("no claim", || {
            Ok(if table.browser.has(CLAIM)? { Err("one".to_owned()) } else { Ok(()) })
        })?;
        // What was typed is still there, and is played now.
        table.browser.keys([Key::Enter])?;
        table.wait_for_moves("Kd7")?;
        table.browser.write(Place(".typed input"), "Kd")?;
        table.browser.keys([Key::Escape])?;
        table.browser.wait("an empty line", || {
            let left = table.browser.run("return document.querySelector('.typed input').value", &[])?;
            Ok(if left == "" { Ok(()) } else { Err(left.to_string()) })
        })
    })
}
