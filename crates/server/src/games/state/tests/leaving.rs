use super::*;

fn started_game() -> TestGame {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("e2e4 e7e5");
    test
}

fn black_leaves(test: &mut TestGame) {
    test.presence.disconnect(connection_of(Seat::Black), player_id(Seat::Black), test.now);
}

#[test]
fn resigning_loses() {
    let mut test = started_game();
    test.action(Seat::White, PlayerAction::Resign).unwrap();
    assert_eq!((test.ending(), test.winner()), (Some(Ending::Resignation), Some(Seat::Black)));
    assert_eq!(test.action(Seat::Black, PlayerAction::Resign), Err(ActionError::Over));
}

#[test]
fn a_game_can_be_aborted_before_the_second_move_only() {
    for played in ["", "e2e4"] {
        let mut test = TestGame::new(clock(60, Bonus::None));
        test.play_moves(played);
        test.action(Seat::Black, PlayerAction::Abort).unwrap();
        assert_eq!(test.ending(), Some(Ending::Aborted));
    }
    assert_eq!(started_game().action(Seat::Black, PlayerAction::Abort), Err(ActionError::TooLateToAbort));
}

#[test]
fn an_absent_player_loses_after_the_grace() {
    let mut test = started_game();
    assert_eq!(
        test.action(Seat::White, PlayerAction::ClaimWin),
        Err(ActionError::NotGone),
        "the opponent is connected"
    );
    black_leaves(&mut test);
    test.advance(14_999);
    assert_eq!(test.action(Seat::White, PlayerAction::ClaimWin), Err(ActionError::NotGone));
    test.advance(1);
    assert_eq!(
        test.action(Seat::Black, PlayerAction::ClaimWin),
        Err(ActionError::NotGone),
        "the opponent is connected"
    );
    test.action(Seat::White, PlayerAction::ClaimWin).unwrap();
    assert_eq!((test.ending(), test.winner()), (Some(Ending::Abandoned), Some(Seat::White)));
}

#[test]
fn an_action_restarts_the_absence() {
    let mut test = started_game();
    black_leaves(&mut test);
    test.advance(10_000);
    test.presence.mark_active(Seat::Black, test.now);
    test.advance(14_999);
    assert_eq!(test.action(Seat::White, PlayerAction::ClaimWin), Err(ActionError::NotGone));
    test.advance(1);
    test.action(Seat::White, PlayerAction::ClaimWin).unwrap();
}

#[test]
fn a_bare_king_gets_a_draw_by_claim() {
    let fen = "8/8/3k4/8/8/3K4/3Q4/8 w - - 0 1".to_owned().try_into().unwrap();
    let mut test = TestGame::on(&GameSetup {
        start: StartPosition::FromPosition { fen },
        ..terms(clock(60, Bonus::None))
    });
    test.play_moves("d2e2 d6d7");
    test.presence.disconnect(connection_of(Seat::White), player_id(Seat::White), test.now);
    test.advance(15_000);
    test.action(Seat::Black, PlayerAction::ClaimWin).unwrap();
    assert_eq!((test.ending(), test.winner()), (Some(Ending::AbandonedDraw), None));
}

#[test]
fn resigning_to_a_side_that_cannot_checkmate_is_a_draw() {
    let fen = "8/8/3k4/8/8/3K4/3Q4/8 w - - 0 1".to_owned().try_into().unwrap();
    let mut test = TestGame::on(&GameSetup {
        start: StartPosition::FromPosition { fen },
        ..terms(clock(60, Bonus::None))
    });
    test.play_moves("d2e2 d6d7");
    test.action(Seat::White, PlayerAction::Resign).unwrap();
    assert_eq!((test.ending(), test.winner()), (Some(Ending::ResignationInsufficient), None));
    assert_eq!(test.replay().state(test.now), test.state.state(test.now));
}

#[test]
fn the_opponent_of_an_absent_player_may_claim_a_draw() {
    let mut test = started_game();
    black_leaves(&mut test);
    test.advance(15_000);
    test.action(Seat::White, PlayerAction::ClaimDraw).unwrap();
    assert_eq!((test.ending(), test.winner()), (Some(Ending::AbandonedDraw), None));
}

#[test]
fn a_reconnected_player_cannot_be_claimed_against() {
    let mut test = started_game();
    black_leaves(&mut test);
    test.advance(15_000);
    test.presence.connect(connection_of(Seat::Black), player_id(Seat::Black), Some(Seat::Black), test.now);
    assert_eq!(test.action(Seat::White, PlayerAction::ClaimWin), Err(ActionError::NotGone));
}

#[test]
fn no_claim_before_both_sides_have_moved() {
    let mut test = TestGame::new(TimeControl::Unlimited);
    test.play_moves("e2e4");
    black_leaves(&mut test);
    test.advance(Millis::minutes(60).0);
    assert_eq!(test.state.claim_from(Seat::Black, &test.presence), None, "no claim time is shown");
    assert_eq!(test.action(Seat::White, PlayerAction::ClaimWin), Err(ActionError::NotGone));
}

#[test]
fn an_untimed_game_ends_by_inactivity() {
    let check = |moves: &str, expected: (Option<Ending>, Option<Seat>)| {
        let mut test = TestGame::new(TimeControl::Unlimited);
        test.play_moves(moves);
        test.advance(Millis::days(30).0 - 1);
        assert!(test.tick().is_empty(), "{moves}");
        test.advance(1);
        test.tick();
        assert_eq!((test.ending(), test.winner()), expected, "{moves}");
        assert_eq!(test.replay().state(test.now), test.state.state(test.now), "{moves}");
    };
    check("", (Some(Ending::Aborted), None));
    check("e2e4", (Some(Ending::Aborted), None));
    check("e2e4 e7e5", (Some(Ending::Abandoned), Some(Seat::Black)));
    check("e2e4 e7e5 g1f3", (Some(Ending::Abandoned), Some(Seat::White)));
}

#[test]
fn the_computer_wins_after_an_hour_of_absence() {
    let computer = PlayerInfo {
        id: Some(PlayerId::COMPUTER),
        name: None,
        standing: PlayerKind::Computer,
        rating: None,
        bot: false,
    };
    let begun = |minutes: u32| {
        let terms = terms(clock(60 * minutes, Bonus::None));
        let builder = GameBuilder::new(GameId::from_bits(1), &terms, 0).unwrap();
        let builder =
            builder.seat(Seat::White, player(1)).unwrap().seat(Seat::Black, computer.clone()).unwrap();
        let mut test = TestGame::from(builder);
        test.play("e2e4", 1_000);
        test.action_as(computer.clone(), PlayerAction::play(Ply(1), "e7e5".parse().unwrap())).unwrap();
        test
    };
    let hour = Millis::minutes(60).0;
    let mut thinks = begun(400);
    thinks.advance(4 * hour);
    assert!(thinks.tick().is_empty(), "a connected player is not limited");
    thinks.presence.disconnect(connection_of(Seat::White), player_id(Seat::White), thinks.now);
    thinks.advance(hour - 1);
    assert!(thinks.tick().is_empty(), "the deadline has not passed");
    thinks.advance(1);
    assert_eq!(thinks.state.deadline(&thinks.presence), Some(thinks.now));
    thinks.tick();
    assert_eq!((thinks.ending(), thinks.winner()), (Some(Ending::Abandoned), Some(Seat::Black)));
    assert_eq!(thinks.replay().state(thinks.now), thinks.state.state(thinks.now));
    // The clock runs out first.
    let mut flags = begun(30);
    flags.presence.disconnect(connection_of(Seat::White), player_id(Seat::White), flags.now);
    flags.advance(2 * hour);
    flags.tick();
    assert_eq!((flags.ending(), flags.winner()), (Some(Ending::Timeout), Some(Seat::Black)));
}

#[test]
fn games_between_people_have_no_absence_deadline() {
    let mut test = TestGame::new(clock(5 * 60 * 60, Bonus::None));
    test.play_moves("e2e4 e7e5");
    test.presence.disconnect(connection_of(Seat::White), player_id(Seat::White), test.now);
    test.advance(Millis::minutes(120).0);
    assert!(test.tick().is_empty());
}
