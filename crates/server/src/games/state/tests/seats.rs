use super::*;

fn sit() -> PlayerAction {
    PlayerAction::Sit { name: None }
}

fn waiting(stakes: RatingMode) -> TestGame {
    let builder =
        GameBuilder::new(GameId::from_bits(1), &GameSetup { stakes, ..terms(clock(60, Bonus::None)) }, 0)
            .unwrap();
    let host = PlayerInfo { standing: PlayerKind::Account, ..player(1) };
    TestGame::from(builder.seat(Seat::White, host).unwrap())
}

#[test]
fn the_first_player_takes_the_free_seat() {
    let mut test = waiting(RatingMode::Casual);
    let move_now = |ply| PlayerAction::play(Ply(ply), "e2e4".parse().unwrap());
    assert_eq!(test.action(Seat::White, move_now(0)), Err(ActionError::NotBegun));
    assert_eq!(test.action(Seat::White, sit()), Err(ActionError::Seated));
    let events = test.action_as(player(2), sit()).unwrap();
    assert_eq!(events[0].kind, GameEventKind::Seated { seat: Seat::Black, player: player(2) });
    assert_eq!(test.action_as(player(3), sit()), Err(ActionError::Full));
    assert_eq!(test.action_as(player(3), move_now(0)), Err(ActionError::NotSeated));
    test.action(Seat::White, move_now(0)).unwrap();
}

#[test]
fn rated_games_need_accounts() {
    let mut test = waiting(RatingMode::Rated);
    assert_eq!(test.action_as(player(2), sit()), Err(ActionError::AccountNeeded));
    test.action_as(PlayerInfo { standing: PlayerKind::Account, ..player(2) }, sit()).unwrap();
    assert!(test.state.has_begun());
    let rated = |start, control| {
        let terms = GameSetup { stakes: RatingMode::Rated, start, ..terms(control) };
        GameBuilder::new(GameId::from_bits(1), &terms, 0).map(|_| ())
    };
    assert_eq!(rated(StartPosition::Standard, TimeControl::Unlimited), Err(ActionError::CannotBeRated));
    let first = Seat::Black;
    assert_eq!(
        rated(StartPosition::KingCapture { first }, clock(60, Bonus::None)),
        Err(ActionError::CannotBeRated)
    );
    assert_eq!(rated(StartPosition::Chess960 { number: None }, clock(60, Bonus::None)), Ok(()));
}

#[test]
fn unplayable_starts_are_refused() {
    let check = |start, expected: Result<(), ActionError>| {
        let terms = GameSetup { start, ..terms(clock(60, Bonus::None)) };
        assert_eq!(
            GameBuilder::new(GameId::from_bits(1), &terms, 7).map(|_| ()),
            expected,
            "{:?}",
            terms.start
        );
    };
    let fen = |text: &str| StartPosition::FromPosition { fen: text.to_owned().try_into().unwrap() };
    check(fen("4k3/8/8/8/8/8/7P/4K3 w - - 0 1"), Ok(()));
    check(fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Err(ActionError::BadStart)); // a dead position
    check(fen("8/8/8/8/8/8/8/8 w - - 0 1"), Err(ActionError::BadStart));
    check(fen("not a board"), Err(ActionError::BadStart));
    check(StartPosition::Chess960 { number: Some(960) }, Err(ActionError::BadStart));
    check(StartPosition::Chess960 { number: None }, Ok(()));
    check(StartPosition::KingCapture { first: Seat::Black }, Ok(()));
}

#[test]
fn only_a_legal_move_in_turn_with_the_current_ply_is_accepted() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    let mut check = |seat, ply, uci: &str, expected: Option<ActionError>| {
        let made = test.action(seat, PlayerAction::play(Ply(ply), uci.parse().unwrap()));
        assert_eq!(made.err(), expected, "{seat:?} {ply} {uci}");
    };
    check(Seat::Black, 0, "e7e5", Some(ActionError::NotYourTurn));
    check(Seat::White, 1, "e2e4", Some(ActionError::Stale));
    check(Seat::White, 0, "e2e5", Some(ActionError::IllegalMove));
    check(Seat::White, 0, "0000", Some(ActionError::IllegalMove));
    check(Seat::White, 0, "e7e5", Some(ActionError::IllegalMove));
    check(Seat::White, 0, "e2e4", None);
    check(Seat::White, 1, "d2d4", Some(ActionError::NotYourTurn));
    check(Seat::Black, 0, "e7e5", Some(ActionError::Stale));
}

#[test]
fn castling_is_normalized_to_the_ruleset() {
    let mut test = TestGame::new(TimeControl::Unlimited);
    test.play_moves("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1");
    assert_eq!(test.state.state(test.now).moves[6].uci.0.to_string(), "e1g1");
    let mut test = TestGame::on(&GameSetup {
        start: StartPosition::Chess960 { number: Some(518) },
        ..terms(TimeControl::Unlimited)
    });
    test.play_moves("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1");
    assert_eq!(test.state.state(test.now).moves[6].uci.0.to_string(), "e1h1");
}

#[test]
fn king_capture_ends_the_game() {
    let start = StartPosition::KingCapture { first: Seat::Black };
    let mut test = TestGame::on(&GameSetup { start, ..terms(clock(60, Bonus::None)) });
    test.play_moves("e7e5 e2e4 d8h4 a2a3 h4f2 a3a4 f2e1");
    assert_eq!((test.ending(), test.winner()), (Some(Ending::KingCaptured), Some(Seat::Black)));
}
