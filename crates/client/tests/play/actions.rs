//! Takebacks, offers, claims, giving up, another game.

use client::{
    AutoFlip, BoardCommand, Confirmation, Event, LocalGame, PlayerAction, Problem, Screen, Setting, Volume,
};
use game::{Claim, Ending, Game, GameError, Offer, TimeControl};
use rules::{ByColor, Color};

use crate::script::TestUser;

fn ending(person: &TestUser) -> Option<Ending> {
    person.view().local_game().game().outcome().map(|outcome| outcome.ending())
}

#[test]
fn takebacks_undo_the_last_move() {
    let mut person = TestUser::new();
    assert!(!person.view().actions().take_back);
    assert_eq!(person.run("undo").view().problem(), Some(&Problem::GameRule(GameError::NothingToTakeBack)));
    person.run("e2-e4 e7-e5");
    assert!(person.view().actions().take_back);
    assert_eq!(person.run("undo").sounds(), "takenback");
    assert_eq!(person.sans(), "e4");
    assert_eq!(person.run("c7-c5").sans(), "e4 c5");
}

#[test]
fn draw_offers_are_accepted_or_declined() {
    let mut person = TestUser::new();
    assert!(!person.view().actions().offer_draw.white, "nothing was played");
    person.run("e2-e4");
    assert_eq!(person.run("draw-w").sounds(), "Offer offered");
    assert_eq!(person.view().actions().answerable_offers, [(Color::White, Offer::Draw)]);
    assert_eq!(person.run("decline").sounds(), "declined");
    assert!(!person.view().actions().offer_draw.white, "not twice in a move");
    assert_eq!(person.run("draw-b accept").sounds(), "Draw ended");
    assert_eq!(ending(&person), Some(Ending::Agreement));

    let mut person = TestUser::new();
    person.run("e2-e4 draw-w e7-e5");
    assert_eq!(person.view().actions().answerable_offers, [], "a move declines");
    assert_eq!(person.run("draw-b draw-w").sounds(), "Draw ended", "both want it");
}

#[test]
fn wrong_draw_claims_are_rejected() {
    let mut person = TestUser::new();
    let shuffle = "g1-f3 g8-f6 f3-g1 f6-g8";
    person.run(shuffle).run("g1-f3 g8-f6 f3-g1");
    let actions = person.view().actions();
    assert!(actions.claim.is_empty());
    assert_eq!(actions.claim_with_move, [Claim::Threefold]);
    person.send(Event::LocalAction(PlayerAction::claim(Claim::Threefold)));
    assert_eq!(person.view().problem(), Some(&Problem::GameRule(GameError::InvalidClaim(Claim::Threefold))));
    // With a wrong move, then with the right one.
    person.send(Event::Command(BoardCommand::ClaimWithMove(Claim::Threefold)));
    assert_eq!(person.view().actions().pending_claim, Some(Claim::Threefold));
    person.run("e7-e5");
    assert_eq!(person.view().problem(), Some(&Problem::GameRule(GameError::InvalidClaim(Claim::Threefold))));
    person.send(Event::Command(BoardCommand::ClaimWithMove(Claim::Threefold)));
    assert_eq!(person.run("esc").view().actions().pending_claim, None);
    person.send(Event::Command(BoardCommand::ClaimWithMove(Claim::Threefold)));
    person.send(Event::Command(BoardCommand::ClaimWithMove(Claim::Threefold)));
    assert_eq!(person.view().actions().pending_claim, None, "not after all");
    person.send(Event::Command(BoardCommand::ClaimWithMove(Claim::Threefold)));
    assert_eq!(person.run("f6-g8").sounds(), "Draw ended");
    assert_eq!((ending(&person), person.view().moves().moves.len()), (Some(Ending::Threefold), 7));

    let mut person = TestUser::new();
    person.run(shuffle).run(shuffle);
    assert!(person.view().actions().claim.has(Claim::Threefold));
    assert_eq!(person.view().actions().claim_with_move, [], "it can be claimed at once");
    person.send(Event::LocalAction(PlayerAction::claim(Claim::Threefold)));
    assert_eq!(ending(&person), Some(Ending::Threefold));
}

#[test]
fn resigning_needs_confirmation() {
    let mut person = TestUser::new();
    person.run("e2-e4 resign-b");
    assert_eq!(person.view().confirmation(), Some(Confirmation::Resign(Color::Black)));
    assert_eq!(ending(&person), None);
    assert_eq!(person.run("no yes").view().confirmation(), None);
    assert_eq!(ending(person.run("resign-b esc yes")), None);
    assert_eq!(person.run("resign-b yes").sounds(), "Win ended");
    assert_eq!(person.view().local_game().game().outcome().unwrap().winner(), Some(Color::White));
}

#[test]
fn aborting_needs_confirmation_before_both_moved() {
    let mut person = TestUser::new();
    assert!(person.view().actions().abort);
    assert_eq!(ending(person.run("e2-e4 abort yes")), Some(Ending::Aborted));
    let mut person = TestUser::new();
    assert!(!person.run("e2-e4 e7-e5").view().actions().abort);
    assert_eq!(person.run("abort yes").view().problem(), Some(&Problem::GameRule(GameError::TooLateToAbort)));
}

#[test]
fn a_rematch_swaps_the_colors() {
    let names = ByColor { white: "Ada", black: "Bo" };
    let players = ByColor::new_with(|color| client::Player::new(names[color], client::PlayerLocation::Local));
    let table = LocalGame::new(Game::standard(), TimeControl::Unlimited, players, AutoFlip::Never);
    let mut person = TestUser::with_game(table);
    assert_eq!(person.run("rematch").sans(), "", "not while a game is on");
    person.run("e2-e4 resign-b yes rematch");
    assert_eq!(person.sounds(), "Start begun");
    let view = person.view();
    assert_eq!((view.side(Color::White).player.name(), view.moves().moves.len()), ("Bo", 0));
    assert_eq!(view.local_game().orientation().bottom, Color::Black, "who sat below stays there");
}

#[test]
fn the_board_flips_automatically_or_on_request() {
    let table =
        LocalGame::new(Game::standard(), TimeControl::Unlimited, ByColor::default(), AutoFlip::AfterMove);
    let mut person = TestUser::with_game(table);
    let bottom = |person: &TestUser| person.view().local_game().orientation().bottom;
    assert_eq!(bottom(person.run("e2-e4")), Color::Black);
    assert_eq!(bottom(person.run("flip")), Color::White);
    assert_eq!(bottom(person.run("e7-e5")), Color::White);
    assert_eq!(bottom(person.run("undo")), Color::Black);
    assert_eq!(bottom(TestUser::new().run("e2-e4")), Color::White);
}

#[test]
fn leaving_a_finished_game_deletes_the_save() {
    let mut person = TestUser::new();
    person.run("e2-e4");
    person.send(Event::GoTo(Screen::Home));
    assert_eq!(person.sounds(), "");
    person.send(Event::GoTo(Screen::Game));
    person.run("resign-w yes");
    person.send(Event::GoTo(Screen::Home));
    assert_eq!(person.sounds(), "forget");
    assert_eq!(person.view().unfinished_game(), None);
}

#[test]
fn changing_the_volume_plays_a_sound() {
    let mut person = TestUser::new();
    person.send(Event::ChangeSetting(Setting::Sound(Volume::new(30))));
    assert_eq!(person.sounds(), "Move");
    person.send(Event::ChangeSetting(Setting::Music(Volume::new(30))));
    assert_eq!(person.sounds(), "", "music is heard by itself");
}
