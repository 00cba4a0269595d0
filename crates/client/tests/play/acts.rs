//! Takebacks, offers, claims, giving up, another game.

use client::{Act, Event, Problem, Question, Screen, Setting, Table, Turning, Volume};
use game::{Claim, Ending, Game, GameError, Offer, TimeControl};
use rules::{ByColor, Color};

use crate::script::Person;

fn ending(person: &Person) -> Option<Ending> {
    person.view().table().game().outcome().map(|outcome| outcome.ending())
}

#[test]
fn taking_back() {
    let mut person = Person::new();
    assert!(!person.view().actions().take_back);
    assert_eq!(person.run("undo").view().problem(), Some(&Problem::Refused(GameError::NothingToTakeBack)));
    person.run("e2-e4 e7-e5");
    assert!(person.view().actions().take_back);
    assert_eq!(person.run("undo").heard(), "takenback");
    assert_eq!(person.sans(), "e4");
    assert_eq!(person.run("c7-c5").sans(), "e4 c5");
}

#[test]
fn draws_are_offered_and_answered() {
    let mut person = Person::new();
    assert!(!person.view().actions().offer_draw.white, "nothing was played");
    person.run("e2-e4");
    assert_eq!(person.run("draw-w").heard(), "Offer offered");
    assert_eq!(person.view().actions().answer, [(Color::White, Offer::Draw)]);
    assert_eq!(person.run("decline").heard(), "declined");
    assert!(!person.view().actions().offer_draw.white, "not twice in a move");
    assert_eq!(person.run("draw-b accept").heard(), "Draw ended");
    assert_eq!(ending(&person), Some(Ending::Agreement));

    let mut person = Person::new();
    person.run("e2-e4 draw-w e7-e5");
    assert_eq!(person.view().actions().answer, [], "a move declines");
    assert_eq!(person.run("draw-b draw-w").heard(), "Draw ended", "both want it");
}

#[test]
fn only_right_claims() {
    let mut person = Person::new();
    let shuffle = "g1-f3 g8-f6 f3-g1 f6-g8";
    person.run(shuffle).run("g1-f3 g8-f6 f3-g1");
    let actions = person.view().actions();
    assert!(actions.claim.is_empty());
    assert_eq!(actions.claim_with_move, [Claim::Threefold]);
    person.happen(Event::Act(Act::Claim(Claim::Threefold)));
    assert_eq!(person.view().problem(), Some(&Problem::Refused(GameError::WrongClaim(Claim::Threefold))));
    // With a wrong move, then with the right one.
    person.happen(Event::Act(Act::ClaimWithMove(Claim::Threefold)));
    assert_eq!(person.view().actions().claiming, Some(Claim::Threefold));
    person.run("e7-e5");
    assert_eq!(person.view().problem(), Some(&Problem::Refused(GameError::WrongClaim(Claim::Threefold))));
    person.happen(Event::Act(Act::ClaimWithMove(Claim::Threefold)));
    assert_eq!(person.run("esc").view().actions().claiming, None);
    person.happen(Event::Act(Act::ClaimWithMove(Claim::Threefold)));
    person.happen(Event::Act(Act::ClaimWithMove(Claim::Threefold)));
    assert_eq!(person.view().actions().claiming, None, "not after all");
    person.happen(Event::Act(Act::ClaimWithMove(Claim::Threefold)));
    assert_eq!(person.run("f6-g8").heard(), "Draw ended");
    assert_eq!((ending(&person), person.view().moves().list.len()), (Some(Ending::Threefold), 7));

    let mut person = Person::new();
    person.run(shuffle).run(shuffle);
    assert!(person.view().actions().claim.has(Claim::Threefold));
    assert_eq!(person.view().actions().claim_with_move, [], "it can be claimed at once");
    person.happen(Event::Act(Act::Claim(Claim::Threefold)));
    assert_eq!(ending(&person), Some(Ending::Threefold));
}

#[test]
fn giving_up_takes_two_steps() {
    let mut person = Person::new();
    person.run("e2-e4 resign-b");
    assert_eq!(person.view().question(), Some(Question::Resign(Color::Black)));
    assert_eq!(ending(&person), None);
    assert_eq!(person.run("no yes").view().question(), None);
    assert_eq!(ending(person.run("resign-b esc yes")), None);
    assert_eq!(person.run("resign-b yes").heard(), "Win ended");
    assert_eq!(person.view().table().game().outcome().unwrap().winner(), Some(Color::White));
}

#[test]
fn calling_off() {
    let mut person = Person::new();
    assert!(person.view().actions().abort);
    assert_eq!(ending(person.run("e2-e4 abort yes")), Some(Ending::Aborted));
    let mut person = Person::new();
    assert!(!person.run("e2-e4 e7-e5").view().actions().abort);
    assert_eq!(person.run("abort yes").view().problem(), Some(&Problem::Refused(GameError::TooLateToAbort)));
}

#[test]
fn another_game_with_changed_colours() {
    let names = ByColor { white: "Ada", black: "Bo" };
    let players = ByColor::new_with(|color| client::Player::new(names[color], client::Seat::Here));
    let table = Table::new(Game::standard(), TimeControl::Unlimited, players, Turning::Fixed);
    let mut person = Person::at_table(table);
    assert_eq!(person.run("rematch").sans(), "", "not while a game is on");
    person.run("e2-e4 resign-b yes rematch");
    assert_eq!(person.heard(), "Start begun");
    let view = person.view();
    assert_eq!((view.side(Color::White).player.name(), view.moves().list.len()), ("Bo", 0));
    assert_eq!(view.table().orientation().bottom, Color::Black, "who sat below stays there");
}

#[test]
fn the_board_turns_by_itself_or_by_hand() {
    let table = Table::new(Game::standard(), TimeControl::Unlimited, ByColor::default(), Turning::AfterMove);
    let mut person = Person::at_table(table);
    let bottom = |person: &Person| person.view().table().orientation().bottom;
    assert_eq!(bottom(person.run("e2-e4")), Color::Black);
    assert_eq!(bottom(person.run("flip")), Color::White);
    assert_eq!(bottom(person.run("e7-e5")), Color::White);
    assert_eq!(bottom(person.run("undo")), Color::Black);
    assert_eq!(bottom(Person::new().run("e2-e4")), Color::White);
}

#[test]
fn a_game_that_is_over_is_forgotten_at_home() {
    let mut person = Person::new();
    person.run("e2-e4");
    person.happen(Event::Go(Screen::Home));
    assert_eq!(person.heard(), "");
    person.happen(Event::Go(Screen::Table));
    person.run("resign-w yes");
    person.happen(Event::Go(Screen::Home));
    assert_eq!(person.heard(), "forget");
    assert_eq!(person.view().unfinished(), None);
}

#[test]
fn a_volume_is_heard_when_it_is_chosen() {
    let mut person = Person::new();
    person.happen(Event::Set(Setting::Sound(Volume::new(30))));
    assert_eq!(person.heard(), "Move");
    person.happen(Event::Set(Setting::Music(Volume::new(30))));
    assert_eq!(person.heard(), "", "music is heard by itself");
}
