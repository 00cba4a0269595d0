//! Takebacks, offers, claims, resignation, rematch.

use client::{
    AutoFlip, BoardCommand, Confirmation, Event, LocalGame, PlayerAction, Problem, Screen, Setting, SoundSet,
    Volume,
};
use game::{Claim, Ending, Game, GameError, Offer, TimeControl};
use rules::{ByColor, Color};

use crate::script::TestUser;

fn ending(user: &TestUser) -> Option<Ending> {
    user.view().local_game().game().outcome().map(|outcome| outcome.ending())
}

#[test]
fn takebacks_undo_the_last_move() {
    let mut user = TestUser::new();
    assert!(!user.view().actions().take_back);
    assert_eq!(user.run("undo").view().problem(), Some(&Problem::GameRule(GameError::NothingToTakeBack)));
    user.run("e2-e4 e7-e5");
    assert!(user.view().actions().take_back);
    assert_eq!(user.run("undo").sounds(), "takenback");
    assert_eq!(user.sans(), "e4");
    assert_eq!(user.run("c7-c5").sans(), "e4 c5");
}

#[test]
fn draw_offers_are_accepted_or_declined() {
    let mut user = TestUser::new();
    assert!(!user.view().actions().offer_draw.white, "nothing was played");
    user.run("e2-e4");
    assert_eq!(user.run("draw-w").sounds(), "Offer offered");
    assert_eq!(user.view().actions().answerable_offers, [(Color::White, Offer::Draw)]);
    assert_eq!(user.run("decline").sounds(), "declined");
    assert!(!user.view().actions().offer_draw.white, "not twice in a move");
    assert_eq!(user.run("draw-b accept").sounds(), "Draw gameended");
    assert_eq!(ending(&user), Some(Ending::Agreement));

    let mut user = TestUser::new();
    user.run("e2-e4 draw-w e7-e5");
    assert_eq!(user.view().actions().answerable_offers, [], "a move declines");
    assert_eq!(user.run("draw-b draw-w").sounds(), "Draw gameended", "both want it");
}

#[test]
fn wrong_draw_claims_are_rejected() {
    let mut user = TestUser::new();
    let shuffle = "g1-f3 g8-f6 f3-g1 f6-g8";
    user.run(shuffle).run("g1-f3 g8-f6 f3-g1");
    let actions = user.view().actions();
    assert!(actions.claim.is_empty());
    assert_eq!(actions.claim_with_move, [Claim::Threefold]);
    user.send(Event::LocalAction(PlayerAction::claim(Claim::Threefold)));
    assert_eq!(user.view().problem(), Some(&Problem::GameRule(GameError::InvalidClaim(Claim::Threefold))));
    // A wrong move first, then the right one.
    user.send(Event::Command(BoardCommand::ClaimWithMove(Claim::Threefold)));
    assert_eq!(user.view().actions().pending_claim, Some(Claim::Threefold));
    user.run("e7-e5");
    assert_eq!(user.view().problem(), Some(&Problem::GameRule(GameError::InvalidClaim(Claim::Threefold))));
    user.send(Event::Command(BoardCommand::ClaimWithMove(Claim::Threefold)));
    assert_eq!(user.run("esc").view().actions().pending_claim, None);
    user.send(Event::Command(BoardCommand::ClaimWithMove(Claim::Threefold)));
    user.send(Event::Command(BoardCommand::ClaimWithMove(Claim::Threefold)));
    assert_eq!(user.view().actions().pending_claim, None, "toggled off");
    user.send(Event::Command(BoardCommand::ClaimWithMove(Claim::Threefold)));
    assert_eq!(user.run("f6-g8").sounds(), "Draw gameended");
    assert_eq!((ending(&user), user.view().moves().moves.len()), (Some(Ending::Threefold), 7));

    let mut user = TestUser::new();
    user.run(shuffle).run(shuffle);
    assert!(user.view().actions().claim.has(Claim::Threefold));
    assert_eq!(user.view().actions().claim_with_move, [], "it can be claimed at once");
    user.send(Event::LocalAction(PlayerAction::claim(Claim::Threefold)));
    assert_eq!(ending(&user), Some(Ending::Threefold));
}

#[test]
fn resigning_needs_confirmation() {
    let mut user = TestUser::new();
    user.run("e2-e4 resign-b");
    assert_eq!(user.view().confirmation(), Some(Confirmation::Resign(Color::Black)));
    assert_eq!(ending(&user), None);
    assert_eq!(user.run("no yes").view().confirmation(), None);
    assert_eq!(ending(user.run("resign-b esc yes")), None);
    assert_eq!(user.run("resign-b yes").sounds(), "Win gameended");
    assert_eq!(user.view().local_game().game().outcome().unwrap().winner(), Some(Color::White));
}

#[test]
fn aborting_needs_confirmation_before_both_moved() {
    let mut user = TestUser::new();
    assert!(user.view().actions().abort);
    assert_eq!(ending(user.run("e2-e4 abort yes")), Some(Ending::Aborted));
    let mut user = TestUser::new();
    assert!(!user.run("e2-e4 e7-e5").view().actions().abort);
    assert_eq!(user.run("abort yes").view().problem(), Some(&Problem::GameRule(GameError::TooLateToAbort)));
}

#[test]
fn a_rematch_swaps_the_colors() {
    let names = ByColor { white: "Ada", black: "Bo" };
    let players = ByColor::new_with(|color| client::Player::new(names[color], client::PlayerLocation::Local));
    let local_game = LocalGame::new(Game::standard(), TimeControl::Unlimited, players, AutoFlip::Never);
    let mut user = TestUser::with_game(local_game);
    assert_eq!(user.run("rematch").sans(), "", "not while a game is on");
    user.run("e2-e4 resign-b yes rematch");
    assert_eq!(user.sounds(), "Start gamestarted");
    let view = user.view();
    assert_eq!((view.side(Color::White).player.name(), view.moves().moves.len()), ("Bo", 0));
    assert_eq!(view.local_game().orientation().bottom, Color::Black, "the bottom player stays at the bottom");
}

#[test]
fn the_board_flips_automatically_or_on_request() {
    let local_game =
        LocalGame::new(Game::standard(), TimeControl::Unlimited, ByColor::default(), AutoFlip::AfterMove);
    let mut user = TestUser::with_game(local_game);
    let bottom = |user: &TestUser| user.view().local_game().orientation().bottom;
    assert_eq!(bottom(user.run("e2-e4")), Color::Black);
    assert_eq!(bottom(user.run("flip")), Color::White);
    assert_eq!(bottom(user.run("e7-e5")), Color::White);
    assert_eq!(bottom(user.run("undo")), Color::Black);
    assert_eq!(bottom(TestUser::new().run("e2-e4")), Color::White);
}

#[test]
fn leaving_a_finished_game_deletes_the_save() {
    let mut user = TestUser::new();
    user.run("e2-e4");
    user.send(Event::GoTo(Screen::Home));
    assert_eq!(user.sounds(), "");
    user.send(Event::GoTo(Screen::Game));
    user.run("resign-w yes");
    user.send(Event::GoTo(Screen::Home));
    assert_eq!(user.sounds(), "forget");
    assert_eq!(user.view().unfinished_game(), None);
}

#[test]
fn changing_the_volume_or_the_sound_set_plays_a_sound() {
    let mut user = TestUser::new();
    user.send(Event::ChangeSetting(Setting::Sound(Volume::new(30))));
    assert_eq!(user.sounds(), "Move");
    user.send(Event::ChangeSetting(Setting::SoundSet(SoundSet::Arcade)));
    assert_eq!(user.sounds(), "Move");
    user.send(Event::ChangeSetting(Setting::Music(Volume::new(30))));
    assert_eq!(user.sounds(), "", "music is heard by itself");
}
