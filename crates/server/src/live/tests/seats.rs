use super::*;

fn sit() -> Act {
    Act::Sit { name: None }
}

fn waiting(stakes: Stakes) -> Desk {
    let opening =
        Opening::new(GameId::from_bits(1), &Terms { stakes, ..terms(clock(60, Bonus::None)) }, 0).unwrap();
    let host = Player { standing: Standing::Account, ..player(1) };
    Desk::from(opening.seat(Seat::White, host).unwrap())
}

#[test]
fn whoever_comes_first_sits_down_and_the_next_one_watches() {
    let mut desk = waiting(Stakes::Casual);
    let move_now = |ply| Act::Move { ply, uci: MoveText("e2e4".parse().unwrap()) };
    assert_eq!(desk.act(Seat::White, move_now(0)), Err(Refusal::NotBegun));
    assert_eq!(desk.act(Seat::White, sit()), Err(Refusal::Seated));
    let events = desk.act_as(player(2), sit()).unwrap();
    assert_eq!(events[0].happening, Happening::Seated { seat: Seat::Black, player: player(2) });
    assert_eq!(desk.act_as(player(3), sit()), Err(Refusal::Full));
    assert_eq!(desk.act_as(player(3), move_now(0)), Err(Refusal::NotSeated));
    desk.act(Seat::White, move_now(0)).unwrap();
}

#[test]
fn points_need_accounts() {
    let mut desk = waiting(Stakes::Rated);
    assert_eq!(desk.act_as(player(2), sit()), Err(Refusal::AccountNeeded));
    desk.act_as(Player { standing: Standing::Account, ..player(2) }, sit()).unwrap();
    assert!(desk.live.has_begun());
    let rated = |start, control| {
        let terms = Terms { stakes: Stakes::Rated, start, ..terms(control) };
        Opening::new(GameId::from_bits(1), &terms, 0).map(|_| ())
    };
    assert_eq!(rated(Start::Standard, TimeControl::Unlimited), Err(Refusal::CannotBeRated));
    let first = Seat::Black;
    assert_eq!(rated(Start::KingCapture { first }, clock(60, Bonus::None)), Err(Refusal::CannotBeRated));
    assert_eq!(rated(Start::Chess960 { number: None }, clock(60, Bonus::None)), Ok(()));
}

#[test]
fn no_game_begins_where_none_can_be_played() {
    let check = |start, expected: Result<(), Refusal>| {
        let terms = Terms { start, ..terms(clock(60, Bonus::None)) };
        assert_eq!(Opening::new(GameId::from_bits(1), &terms, 7).map(|_| ()), expected, "{:?}", terms.start);
    };
    let fen = |text: &str| Start::FromPosition { fen: text.to_owned().try_into().unwrap() };
    check(fen("4k3/8/8/8/8/8/7P/4K3 w - - 0 1"), Ok(()));
    check(fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Err(Refusal::BadStart)); // a dead position
    check(fen("8/8/8/8/8/8/8/8 w - - 0 1"), Err(Refusal::BadStart));
    check(fen("not a board"), Err(Refusal::BadStart));
    check(Start::Chess960 { number: Some(960) }, Err(Refusal::BadStart));
    check(Start::Chess960 { number: None }, Ok(()));
    check(Start::KingCapture { first: Seat::Black }, Ok(()));
}

#[test]
fn only_a_legal_move_in_turn_on_the_board_one_saw_is_made() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    let mut check = |seat, ply, uci: &str, expected: Option<Refusal>| {
        let made = desk.act(seat, Act::Move { ply, uci: MoveText(uci.parse().unwrap()) });
        assert_eq!(made.err(), expected, "{seat:?} {ply} {uci}");
    };
    check(Seat::Black, 0, "e7e5", Some(Refusal::NotYourTurn));
    check(Seat::White, 1, "e2e4", Some(Refusal::Stale));
    check(Seat::White, 0, "e2e5", Some(Refusal::IllegalMove));
    check(Seat::White, 0, "0000", Some(Refusal::IllegalMove));
    check(Seat::White, 0, "e7e5", Some(Refusal::IllegalMove));
    check(Seat::White, 0, "e2e4", None);
    check(Seat::White, 1, "d2d4", Some(Refusal::NotYourTurn));
    check(Seat::Black, 0, "e7e5", Some(Refusal::Stale));
}

#[test]
fn castling_is_written_as_the_game_does() {
    let mut desk = Desk::new(TimeControl::Unlimited);
    desk.moves("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1");
    assert_eq!(desk.live.state(desk.now).moves[6].uci.0.to_string(), "e1g1");
    let mut desk =
        Desk::on(&Terms { start: Start::Chess960 { number: Some(518) }, ..terms(TimeControl::Unlimited) });
    desk.moves("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1");
    assert_eq!(desk.live.state(desk.now).moves[6].uci.0.to_string(), "e1h1");
}

#[test]
fn kings_can_be_taken_where_that_is_the_game() {
    let start = Start::KingCapture { first: Seat::Black };
    let mut desk = Desk::on(&Terms { start, ..terms(clock(60, Bonus::None)) });
    desk.moves("e7e5 e2e4 d8h4 a2a3 h4f2 a3a4 f2e1");
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::KingCaptured), Some(Seat::Black)));
}
