//! The form for a new game.

use client::{BonusKind, ClockChoice, Event, Field, Form, FormErrors, Screen, Seat, TimeError, Turning};
use game::{Chess960, Ruleset};
use rules::{Color, FenError, FenReason, Setup};

use crate::script::Person;

fn filled(fields: impl IntoIterator<Item = Field>) -> Form {
    fields.into_iter().fold(Form::default(), Form::with)
}

#[track_caller]
fn check_start(fields: &[Field], fen: &str) {
    let table = filled(fields.iter().cloned()).start(0).unwrap();
    assert_eq!(table.game().setup().to_string(), fen);
}

#[test]
fn all_rulesets() {
    let start = Setup::start().to_string();
    check_start(&[], &start);
    check_start(&[Field::Ruleset(Ruleset::KingCapture)], &start.replace(" w ", " b "));
    check_start(&[Field::Ruleset(Ruleset::KingCapture), Field::First(Color::White)], &start);
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    check_start(&[Field::Ruleset(Ruleset::FromPosition), Field::Fen(format!(" {fen} "))], fen);
    check_start(&[Field::Ruleset(Ruleset::Chess960), Field::Number("518".to_owned())], &start);
    let numbers: Vec<_> = (0..5)
        .map(|seed| {
            let table = filled([Field::Ruleset(Ruleset::Chess960)]).start(seed).unwrap();
            Chess960::of(&table.game().start()).unwrap().number()
        })
        .collect();
    assert!(numbers.windows(2).all(|pair| pair[0] != pair[1]), "{numbers:?}");
}

#[test]
fn all_errors_at_once() {
    let errors = |fields: &[Field]| filled(fields.iter().cloned()).errors();
    assert!(errors(&[]).is_empty());
    let fen = errors(&[
        Field::Ruleset(Ruleset::FromPosition),
        Field::Fen("8/8/8/9/8/8/8/8".to_owned()),
        Field::Clock(ClockChoice::Own),
        Field::Minutes(Color::White, "x".to_owned()),
        Field::Seconds(Color::Black, "60".to_owned()),
        Field::Number("nonsense that does not matter here".to_owned()),
    ]);
    let Some(FenError::Syntax(error)) = fen.fen.as_deref() else { panic!("{fen:?}") };
    assert_eq!((error.at, error.reason), (6, FenReason::BadDigit));
    assert_eq!((fen.times.white, fen.times.black), (Some(TimeError::Minutes), Some(TimeError::Seconds)));
    assert_eq!(fen.number, None);
    for number in ["960", "-1", "5.5", "x"] {
        let errors = errors(&[Field::Ruleset(Ruleset::Chess960), Field::Number(number.to_owned())]);
        assert!(errors.number.is_some(), "{number}");
    }
    let empty = errors(&[Field::Ruleset(Ruleset::FromPosition)]);
    assert!(
        matches!(empty.fen.as_deref(), Some(FenError::Syntax(error)) if error.reason == FenReason::Empty)
    );
    let illegal =
        errors(&[Field::Ruleset(Ruleset::FromPosition), Field::Fen("8/8/8/8/8/8/8/8 w - - 0 1".to_owned())]);
    assert!(matches!(illegal.fen.as_deref(), Some(FenError::Illegal(_))));
}

#[test]
fn times() {
    let error = |minutes: &str, seconds: &str, kind, bonus: &str| {
        let form = filled([
            Field::Clock(ClockChoice::Own),
            Field::Minutes(Color::White, minutes.to_owned()),
            Field::Seconds(Color::White, seconds.to_owned()),
            Field::BonusKind(Color::White, kind),
            Field::Bonus(Color::White, bonus.to_owned()),
        ]);
        form.errors().times.white
    };
    assert_eq!(error("0", "30", BonusKind::None, "ignored"), None);
    assert_eq!(error("", "", BonusKind::Delay, "5"), None);
    assert_eq!(error("", "", BonusKind::Increment, ""), Some(TimeError::NoTime));
    assert_eq!(error("0", "0", BonusKind::None, "5"), Some(TimeError::NoTime));
    assert_eq!(error("1441", "0", BonusKind::None, ""), Some(TimeError::Minutes));
    assert_eq!(error("99999999999999", "0", BonusKind::None, ""), Some(TimeError::Minutes));
    assert_eq!(error("5", "0", BonusKind::Bronstein, "3601"), Some(TimeError::Bonus));
}

#[test]
fn names_seats_and_sides() {
    let form = filled([
        Field::Name(Color::White, " Ada\n".to_owned()),
        Field::Seat(Color::White, Seat::Elsewhere),
        Field::Minutes(Color::Black, "7".to_owned()),
        Field::SameTimeAs(Color::Black),
    ]);
    assert_eq!(form.times.white, form.times.black);
    let table = form.clone().start(0).unwrap();
    assert_eq!((table.players().white.name(), table.orientation().bottom), ("Ada", Color::Black));
    let table = form.clone().with(Field::Bottom(Some(Color::White))).start(0).unwrap();
    assert_eq!(table.orientation().bottom, Color::White);
    let table = form.with(Field::Turning(Turning::AfterMove)).start(0).unwrap();
    assert_eq!(table.turning(), Turning::AfterMove);
}

#[test]
fn a_wrong_form_stays_on_the_screen() {
    let mut person = Person::new();
    person.happen(Event::Go(Screen::Form));
    person.happen(Event::Fill(Field::Ruleset(Ruleset::FromPosition)));
    person.happen(Event::Start { seed: 0 });
    assert_eq!(person.view().screen(), Screen::Form);
    assert_ne!(person.view().form_errors(), FormErrors::default());
    person.happen(Event::Fill(Field::Ruleset(Ruleset::KingCapture)));
    person.happen(Event::Start { seed: 0 });
    assert_eq!((person.view().screen(), person.heard().as_str()), (Screen::Table, "Start begun"));
    assert_eq!(person.view().table().game().turn(), Color::Black);
}
