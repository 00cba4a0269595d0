use super::*;

fn desk() -> TestGame {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.play_moves("e2e4 e7e5");
    desk
}

fn black_leaves(desk: &mut TestGame) {
    desk.presence.disconnect(connection_of(Seat::Black), player_id(Seat::Black), desk.now);
}

#[test]
fn to_resign_is_to_lose() {
    let mut desk = desk();
    desk.action(Seat::White, PlayerAction::Resign).unwrap();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::Resignation), Some(Seat::Black)));
    assert_eq!(desk.action(Seat::Black, PlayerAction::Resign), Err(ActionError::Over));
}

#[test]
fn a_game_is_called_off_before_the_second_move_only() {
    for played in ["", "e2e4"] {
        let mut desk = TestGame::new(clock(60, Bonus::None));
        desk.play_moves(played);
        desk.action(Seat::Black, PlayerAction::Abort).unwrap();
        assert_eq!(desk.ending(), Some(Ending::Aborted));
    }
    assert_eq!(desk().action(Seat::Black, PlayerAction::Abort), Err(ActionError::TooLateToAbort));
}

#[test]
fn one_who_has_left_is_waited_for_and_then_has_lost() {
    let mut desk = desk();
    assert_eq!(
        desk.action(Seat::White, PlayerAction::ClaimWin),
        Err(ActionError::NotGone),
        "who is here has not left"
    );
    black_leaves(&mut desk);
    desk.advance(14_999);
    assert_eq!(desk.action(Seat::White, PlayerAction::ClaimWin), Err(ActionError::NotGone));
    desk.advance(1);
    assert_eq!(
        desk.action(Seat::Black, PlayerAction::ClaimWin),
        Err(ActionError::NotGone),
        "the other one is here"
    );
    desk.action(Seat::White, PlayerAction::ClaimWin).unwrap();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::Abandoned), Some(Seat::White)));
}

#[test]
fn one_who_moves_from_elsewhere_is_not_missed() {
    let mut desk = desk();
    black_leaves(&mut desk);
    desk.advance(10_000);
    desk.presence.mark_active(Seat::Black, desk.now);
    desk.advance(14_999);
    assert_eq!(desk.action(Seat::White, PlayerAction::ClaimWin), Err(ActionError::NotGone));
    desk.advance(1);
    desk.action(Seat::White, PlayerAction::ClaimWin).unwrap();
}

#[test]
fn a_bare_king_does_not_win_by_waiting() {
    let fen = "8/8/3k4/8/8/3K4/3Q4/8 w - - 0 1".to_owned().try_into().unwrap();
    let mut desk = TestGame::on(&GameSetup {
        start: StartPosition::FromPosition { fen },
        ..terms(clock(60, Bonus::None))
    });
    desk.play_moves("d2e2 d6d7");
    desk.presence.disconnect(connection_of(Seat::White), player_id(Seat::White), desk.now);
    desk.advance(15_000);
    desk.action(Seat::Black, PlayerAction::ClaimWin).unwrap();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::AbandonedDraw), None));
}

#[test]
fn or_the_one_who_stayed_is_kind() {
    let mut desk = desk();
    black_leaves(&mut desk);
    desk.advance(15_000);
    desk.action(Seat::White, PlayerAction::ClaimDraw).unwrap();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::AbandonedDraw), None));
}

#[test]
fn one_who_comes_back_has_lost_nothing() {
    let mut desk = desk();
    black_leaves(&mut desk);
    desk.advance(15_000);
    desk.presence.connect(connection_of(Seat::Black), player_id(Seat::Black), Some(Seat::Black));
    assert_eq!(desk.action(Seat::White, PlayerAction::ClaimWin), Err(ActionError::NotGone));
}

#[test]
fn a_game_that_has_hardly_begun_is_not_won_by_waiting() {
    let mut desk = TestGame::new(TimeControl::Unlimited);
    desk.play_moves("e2e4");
    black_leaves(&mut desk);
    desk.advance(Millis::minutes(60).0);
    assert_eq!(desk.state.claim_from(Seat::Black, &desk.presence), None, "nor is it said that it will be");
    assert_eq!(desk.action(Seat::White, PlayerAction::ClaimWin), Err(ActionError::NotGone));
}

#[test]
fn a_game_without_a_clock_does_not_go_on_for_ever() {
    let check = |moves: &str, expected: (Option<Ending>, Option<Seat>)| {
        let mut desk = TestGame::new(TimeControl::Unlimited);
        desk.play_moves(moves);
        desk.advance(Millis::days(30).0 - 1);
        assert!(desk.tick().is_empty(), "{moves}");
        desk.advance(1);
        desk.tick();
        assert_eq!((desk.ending(), desk.winner()), expected, "{moves}");
        assert_eq!(desk.replay().state(desk.now), desk.state.state(desk.now), "{moves}");
    };
    check("", (Some(Ending::Aborted), None));
    check("e2e4", (Some(Ending::Aborted), None));
    check("e2e4 e7e5", (Some(Ending::Abandoned), Some(Seat::Black)));
    check("e2e4 e7e5 g1f3", (Some(Ending::Abandoned), Some(Seat::White)));
}

#[test]
fn the_computer_does_not_wait_for_ever_for_one_who_has_left() {
    let computer =
        PlayerInfo { id: Some(PlayerId::COMPUTER), name: None, standing: PlayerKind::Computer, rating: None };
    let begun = |minutes: u32| {
        let terms = terms(clock(60 * minutes, Bonus::None));
        let opening = GameBuilder::new(GameId::from_bits(1), &terms, 0).unwrap();
        let opening =
            opening.seat(Seat::White, player(1)).unwrap().seat(Seat::Black, computer.clone()).unwrap();
        let mut desk = TestGame::from(opening);
        desk.play("e2e4", 1_000);
        desk.action_as(
            computer.clone(),
            PlayerAction::Move { ply: 1, uci: WireMove("e7e5".parse().unwrap()) },
        )
        .unwrap();
        desk
    };
    let hour = Millis::minutes(60).0;
    let mut thinks = begun(400);
    thinks.advance(4 * hour);
    assert!(thinks.tick().is_empty(), "one who is there may think");
    thinks.presence.disconnect(connection_of(Seat::White), player_id(Seat::White), thinks.now);
    thinks.advance(hour - 1);
    assert!(thinks.tick().is_empty(), "one who comes back in time plays on");
    thinks.advance(1);
    assert_eq!(thinks.state.deadline(&thinks.presence), Some(thinks.now));
    thinks.tick();
    assert_eq!((thinks.ending(), thinks.winner()), (Some(Ending::Abandoned), Some(Seat::Black)));
    assert_eq!(thinks.replay().state(thinks.now), thinks.state.state(thinks.now));
    // The clock is faster.
    let mut flags = begun(30);
    flags.presence.disconnect(connection_of(Seat::White), player_id(Seat::White), flags.now);
    flags.advance(2 * hour);
    flags.tick();
    assert_eq!((flags.ending(), flags.winner()), (Some(Ending::Timeout), Some(Seat::Black)));
}

#[test]
fn a_person_is_not_hurried_by_the_patience_of_the_computer() {
    let mut desk = TestGame::new(clock(5 * 60 * 60, Bonus::None));
    desk.play_moves("e2e4 e7e5");
    desk.presence.disconnect(connection_of(Seat::White), player_id(Seat::White), desk.now);
    desk.advance(Millis::minutes(120).0);
    assert!(desk.tick().is_empty());
}
