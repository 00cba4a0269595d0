//! The new-game form.

use client::{
    AutoFlip, BonusKind, ClockChoice, Event, FormErrors, FormField, GameForm, PlayerLocation, Screen,
    TimeFieldError,
};
use game::{Chess960, Ruleset};
use rules::{Color, FenError, FenReason, Setup};

use crate::script::TestUser;

fn filled(fields: impl IntoIterator<Item = FormField>) -> GameForm {
    fields.into_iter().fold(GameForm::default(), GameForm::with)
}

#[track_caller]
fn check_start(fields: &[FormField], fen: &str) {
    let local_game = filled(fields.iter().cloned()).start_game(0).unwrap();
    assert_eq!(local_game.game().setup().to_string(), fen);
}

#[test]
fn every_ruleset_starts_a_game() {
    let start = Setup::start().to_string();
    check_start(&[], &start);
    check_start(&[FormField::Ruleset(Ruleset::KingCapture)], &start.replace(" w ", " b "));
    check_start(&[FormField::Ruleset(Ruleset::KingCapture), FormField::First(Color::White)], &start);
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    check_start(&[FormField::Ruleset(Ruleset::FromPosition), FormField::Fen(format!(" {fen} "))], fen);
    check_start(
        &[FormField::Ruleset(Ruleset::Chess960), FormField::Chess960Number("518".to_owned())],
        &start,
    );
    let numbers: Vec<_> = (0..5)
        .map(|seed| {
            let local_game = filled([FormField::Ruleset(Ruleset::Chess960)]).start_game(seed).unwrap();
            Chess960::of(&local_game.game().start()).unwrap().number()
        })
        .collect();
    assert!(numbers.windows(2).all(|pair| pair[0] != pair[1]), "{numbers:?}");
}

#[test]
fn all_form_errors_are_reported_at_once() {
    let errors = |fields: &[FormField]| filled(fields.iter().cloned()).errors();
    assert!(errors(&[]).is_empty());
    let fen = errors(&[
        FormField::Ruleset(Ruleset::FromPosition),
        FormField::Fen("8/8/8/9/8/8/8/8".to_owned()),
        FormField::Clock(ClockChoice::Custom),
        FormField::Minutes(Color::White, "x".to_owned()),
        FormField::Seconds(Color::Black, "60".to_owned()),
        FormField::Chess960Number("nonsense that does not matter here".to_owned()),
    ]);
    let Some(FenError::Syntax(error)) = fen.fen.as_deref() else { panic!("{fen:?}") };
    assert_eq!((error.at, error.reason), (6, FenReason::BadDigit));
    assert_eq!(
        (fen.times.white, fen.times.black),
        (Some(TimeFieldError::Minutes), Some(TimeFieldError::Seconds))
    );
    assert_eq!(fen.chess960_number, None);
    for number in ["960", "-1", "5.5", "x"] {
        let errors =
            errors(&[FormField::Ruleset(Ruleset::Chess960), FormField::Chess960Number(number.to_owned())]);
        assert!(errors.chess960_number.is_some(), "{number}");
    }
    let empty = errors(&[FormField::Ruleset(Ruleset::FromPosition)]);
    assert!(
        matches!(empty.fen.as_deref(), Some(FenError::Syntax(error)) if error.reason == FenReason::Empty)
    );
    let illegal = errors(&[
        FormField::Ruleset(Ruleset::FromPosition),
        FormField::Fen("8/8/8/8/8/8/8/8 w - - 0 1".to_owned()),
    ]);
    assert!(matches!(illegal.fen.as_deref(), Some(FenError::Illegal(_))));
}

#[test]
fn custom_times_are_parsed() {
    let error = |minutes: &str, seconds: &str, kind, bonus: &str| {
        let form = filled([
            FormField::Clock(ClockChoice::Custom),
            FormField::Minutes(Color::White, minutes.to_owned()),
            FormField::Seconds(Color::White, seconds.to_owned()),
            FormField::BonusKind(Color::White, kind),
            FormField::Bonus(Color::White, bonus.to_owned()),
        ]);
        form.errors().times.white
    };
    assert_eq!(error("0", "30", BonusKind::None, "ignored"), None);
    assert_eq!(error("", "", BonusKind::Delay, "5"), None);
    assert_eq!(error("", "", BonusKind::Increment, ""), Some(TimeFieldError::NoTime));
    assert_eq!(error("0", "0", BonusKind::None, "5"), Some(TimeFieldError::NoTime));
    assert_eq!(error("1441", "0", BonusKind::None, ""), Some(TimeFieldError::Minutes));
    assert_eq!(error("99999999999999", "0", BonusKind::None, ""), Some(TimeFieldError::Minutes));
    assert_eq!(error("5", "0", BonusKind::Bronstein, "3601"), Some(TimeFieldError::Bonus));
}

#[test]
fn names_locations_and_orientation_are_applied() {
    let form = filled([
        FormField::Name(Color::White, " Ada\n".to_owned()),
        FormField::Location(Color::White, PlayerLocation::Remote),
        FormField::Minutes(Color::Black, "7".to_owned()),
        FormField::SameTimeAs(Color::Black),
    ]);
    assert_eq!(form.times.white, form.times.black);
    let local_game = form.clone().start_game(0).unwrap();
    assert_eq!((local_game.players().white.name(), local_game.orientation().bottom), ("Ada", Color::Black));
    let local_game = form.clone().with(FormField::Bottom(Some(Color::White))).start_game(0).unwrap();
    assert_eq!(local_game.orientation().bottom, Color::White);
    let local_game = form.with(FormField::AutoFlip(AutoFlip::AfterMove)).start_game(0).unwrap();
    assert_eq!(local_game.auto_flip(), AutoFlip::AfterMove);
}

#[test]
fn an_invalid_form_stays_on_the_screen() {
    let mut user = TestUser::new();
    user.send(Event::GoTo(Screen::Form));
    user.send(Event::EditForm(FormField::Ruleset(Ruleset::FromPosition)));
    user.send(Event::StartGame { seed: 0 });
    assert_eq!(user.view().screen(), Screen::Form);
    assert_ne!(user.view().form_errors(), FormErrors::default());
    user.send(Event::EditForm(FormField::Ruleset(Ruleset::KingCapture)));
    user.send(Event::StartGame { seed: 0 });
    assert_eq!((user.view().screen(), user.sounds().as_str()), (Screen::Game, "Start gamestarted"));
    assert_eq!(user.view().local_game().game().turn(), Color::Black);
}

#[test]
fn the_next_form_begins_without_the_last_position() {
    let mut user = TestUser::new();
    user.send(Event::EditForm(FormField::Ruleset(Ruleset::FromPosition)));
    user.send(Event::EditForm(FormField::Fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".to_owned())));
    user.send(Event::StartGame { seed: 0 });
    assert_eq!(user.fen(), "4k3/8/8/8/8/8/8/R3K3 w");
    assert_eq!((user.view().form().ruleset, user.view().form().fen.as_str()), (Ruleset::Standard, ""));
    // A form that cannot start keeps what was typed.
    user.send(Event::EditForm(FormField::Ruleset(Ruleset::FromPosition)));
    user.send(Event::EditForm(FormField::Fen("nonsense".to_owned())));
    user.send(Event::StartGame { seed: 0 });
    assert_eq!(user.view().form().fen, "nonsense");
}
