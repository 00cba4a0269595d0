//! Settings that change how a game is played or shown: confirmed moves, blindfold, face to face, speech.

use client::{
    Announcement, AutoFlip, Confirmation, Event, LocalGame, Mark, MoveConfirmation, Player, PlayerLocation,
    Setting, Switch,
};
use game::{Allowance, Bonus, Game, Millis, TimeControl};
use rules::{ByColor, Color, Position, Square};

use crate::script::TestUser;

const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// White is local, Black remote.
fn against_black(fen: &str, control: TimeControl) -> TestUser {
    let seats = ByColor { white: PlayerLocation::Local, black: PlayerLocation::Remote };
    let players = ByColor::new_with(|color| Player::new("", seats[color]));
    let game = Game::from_position(Position::from_fen(fen).unwrap());
    TestUser::with_game(LocalGame::new(game, control, players, AutoFlip::Never))
}

fn confirming(mut user: TestUser, setting: MoveConfirmation) -> TestUser {
    user.send(Event::ChangeSetting(Setting::ConfirmMoves(setting)));
    user
}

/// Squares on which a piece is drawn that the unconfirmed move has moved.
fn moved_ahead(user: &TestUser) -> Vec<Square> {
    let pieces = user.view().board().pieces;
    pieces.iter().filter(|piece| piece.is_premoved).map(|piece| piece.square).collect()
}

#[test]
fn escape_cancels_premoves_first_and_then_leaves_zen_mode() {
    let mut user = against_black(CASTLING, TimeControl::Unlimited);
    user.send(Event::ChangeSetting(Setting::Zen(Switch::On)));
    let is_zen = |user: &TestUser| user.view().settings().zen.is_on();
    user.run("e1-d1 d1-e1");
    assert_eq!(user.view().board().premoves.len(), 1);
    assert!(user.run("esc").view().board().premoves.is_empty());
    assert!(is_zen(&user), "the premoves were cancelled");
    user.run("esc");
    assert!(!is_zen(&user));
    user.run("esc");
    assert!(!is_zen(&user), "escape does not start it");
}

#[test]
fn a_move_is_shown_and_played_only_when_confirmed() {
    let mut user = confirming(against_black(CASTLING, TimeControl::Unlimited), MoveConfirmation::Always);
    assert_eq!(user.run("e1-g1").sounds(), "", "nothing is played or sent");
    assert!(matches!(user.view().confirmation(), Some(Confirmation::Move(Color::White, _))));
    assert_eq!(moved_ahead(&user), [Square::G1, Square::F1], "king and rook");
    assert!(user.view().board().squares[Square::E1 as usize].marks.has(Mark::Premove));
    assert_eq!(user.run("no").view().confirmation(), None);
    assert_eq!((moved_ahead(&user), user.sans().as_str()), (vec![], ""));
    user.run("a1-a7 esc");
    assert_eq!(user.view().confirmation(), None, "escape cancels");
    assert_eq!(user.run("a1-a7 yes").sounds(), "Move moved tell:Move");
    assert_eq!((user.sans().as_str(), user.view().confirmation()), ("Ra7", None));
}

#[test]
fn another_move_replaces_the_one_to_confirm() {
    let mut user = confirming(against_black(CASTLING, TimeControl::Unlimited), MoveConfirmation::Always);
    user.run("a1-a7 h1-h7 yes");
    assert_eq!(user.sans(), "Rh7");
}

#[test]
fn promotions_are_confirmed_after_the_choice_and_premoves_never() {
    let mut user = confirming(
        against_black("7k/P7/8/8/8/8/1R6/K7 w - - 0 1", TimeControl::Unlimited),
        MoveConfirmation::Always,
    );
    user.run("a7-a8 =n");
    assert!(matches!(user.view().confirmation(), Some(Confirmation::Move(..))));
    user.run("yes a1-b1");
    assert_eq!((user.sans().as_str(), user.view().board().premoves.len()), ("a8=N", 1));
    assert_eq!(user.run("<h8g8").sans(), "a8=N Kg8 Kb1");
}

#[test]
fn typed_moves_are_not_confirmed() {
    let mut user = confirming(against_black(CASTLING, TimeControl::Unlimited), MoveConfirmation::Always);
    assert_eq!(user.run(":Ra7").sans(), "Ra7");
}

#[test]
fn only_long_games_are_confirmed_if_chosen() {
    let clock = |minutes: u32, increment: u32| {
        let bonus = if increment == 0 { Bonus::None } else { Bonus::Increment(Millis::seconds(increment)) };
        TimeControl::same(Allowance::new(Millis::seconds(60 * minutes), bonus).unwrap())
    };
    let check = |control, setting, is_asked: bool| {
        let mut user = confirming(against_black(CASTLING, control), setting);
        user.run("a1-a7");
        assert_eq!(user.view().confirmation().is_some(), is_asked, "{control:?} {setting:?}");
    };
    check(clock(5, 3), MoveConfirmation::LongGames, false);
    check(clock(24, 0), MoveConfirmation::LongGames, false);
    check(clock(15, 15), MoveConfirmation::LongGames, true);
    check(clock(30, 0), MoveConfirmation::LongGames, true);
    check(clock(5, 3), MoveConfirmation::Always, true);
    check(clock(30, 0), MoveConfirmation::Never, false);
    // Against the computer without a clock.
    check(TimeControl::Unlimited, MoveConfirmation::LongGames, false);

    let mut user = confirming(TestUser::new(), MoveConfirmation::Always);
    assert_eq!(user.run("e2-e4").sans(), "e4", "two players at one screen");
}

#[test]
fn blindfold_hides_the_pieces_of_a_game_until_it_ends() {
    let mut user = TestUser::new();
    user.send(Event::ChangeSetting(Setting::Blindfold(Switch::On)));
    user.run("f2-f3 e7-e5 g2-g4");
    let board = user.view().board();
    assert!(user.view().hides_pieces() && board.pieces.is_empty());
    assert!(board.squares[Square::G4 as usize].piece.is_some(), "labels name the pieces");
    assert!(user.view().board3d_scene().pieces.is_empty());
    user.run("d8-h4");
    assert!(!user.view().hides_pieces());
    assert_eq!(user.view().board().pieces.len(), 32);
}

#[test]
fn face_to_face_turns_the_pieces_at_the_top_of_shared_screens_only() {
    let mut user = TestUser::new();
    assert_eq!(user.view().upside_down(), None);
    user.send(Event::ChangeSetting(Setting::FaceToFace(Switch::On)));
    assert_eq!(user.view().upside_down(), Some(Color::Black));
    assert_eq!(user.run("flip").view().upside_down(), Some(Color::White));
    let mut user = against_black(CASTLING, TimeControl::Unlimited);
    user.send(Event::ChangeSetting(Setting::FaceToFace(Switch::On)));
    assert_eq!(user.view().upside_down(), None);
}

#[test]
fn speech_tells_the_game_and_not_the_clicks() {
    let mut user = TestUser::new();
    let spoken = |user: &TestUser| {
        let announcements = user.effects.iter().filter_map(|effect| match effect {
            client::Effect::Announce(announcement) => Some(announcement.is_spoken()),
            _ => None,
        });
        announcements.collect::<Vec<bool>>()
    };
    user.send(Event::Press(Square::E2));
    assert_eq!(spoken(&user), [false], "a selection");
    user.send(Event::Release(Some(Square::E5)));
    assert_eq!(spoken(&user), [false], "a rejected move");
    user.run("e2-e4");
    assert_eq!(spoken(&user), [true]);
    assert!(!Announcement::PremovesQueued(1).is_spoken());
}
