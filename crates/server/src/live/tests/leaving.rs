use super::*;

fn desk() -> Desk {
    let mut desk = Desk::new(clock(60, Bonus::None));
    desk.moves("e2e4 e7e5");
    desk
}

fn black_leaves(desk: &mut Desk) {
    desk.attendance.go(window(Seat::Black), who(Seat::Black), desk.now);
}

#[test]
fn to_resign_is_to_lose() {
    let mut desk = desk();
    desk.act(Seat::White, Act::Resign).unwrap();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::Resignation), Some(Seat::Black)));
    assert_eq!(desk.act(Seat::Black, Act::Resign), Err(Refusal::Over));
}

#[test]
fn a_game_is_called_off_before_the_second_move_only() {
    for played in ["", "e2e4"] {
        let mut desk = Desk::new(clock(60, Bonus::None));
        desk.moves(played);
        desk.act(Seat::Black, Act::Abort).unwrap();
        assert_eq!(desk.ending(), Some(Ending::Aborted));
    }
    assert_eq!(desk().act(Seat::Black, Act::Abort), Err(Refusal::TooLateToAbort));
}

#[test]
fn one_who_has_left_is_waited_for_and_then_has_lost() {
    let mut desk = desk();
    assert_eq!(desk.act(Seat::White, Act::ClaimWin), Err(Refusal::NotGone), "who is here has not left");
    black_leaves(&mut desk);
    desk.wait(14_999);
    assert_eq!(desk.act(Seat::White, Act::ClaimWin), Err(Refusal::NotGone));
    desk.wait(1);
    assert_eq!(desk.act(Seat::Black, Act::ClaimWin), Err(Refusal::NotGone), "the other one is here");
    desk.act(Seat::White, Act::ClaimWin).unwrap();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::Abandoned), Some(Seat::White)));
}

#[test]
fn one_who_moves_from_elsewhere_is_not_missed() {
    let mut desk = desk();
    black_leaves(&mut desk);
    desk.wait(10_000);
    desk.attendance.seen(Seat::Black, desk.now);
    desk.wait(14_999);
    assert_eq!(desk.act(Seat::White, Act::ClaimWin), Err(Refusal::NotGone));
    desk.wait(1);
    desk.act(Seat::White, Act::ClaimWin).unwrap();
}

#[test]
fn a_bare_king_does_not_win_by_waiting() {
    let fen = "8/8/3k4/8/8/3K4/3Q4/8 w - - 0 1".to_owned().try_into().unwrap();
    let mut desk = Desk::on(&Terms { start: Start::FromPosition { fen }, ..terms(clock(60, Bonus::None)) });
    desk.moves("d2e2 d6d7");
    desk.attendance.go(window(Seat::White), who(Seat::White), desk.now);
    desk.wait(15_000);
    desk.act(Seat::Black, Act::ClaimWin).unwrap();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::AbandonedDraw), None));
}

#[test]
fn or_the_one_who_stayed_is_kind() {
    let mut desk = desk();
    black_leaves(&mut desk);
    desk.wait(15_000);
    desk.act(Seat::White, Act::ClaimDraw).unwrap();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::AbandonedDraw), None));
}

#[test]
fn one_who_comes_back_has_lost_nothing() {
    let mut desk = desk();
    black_leaves(&mut desk);
    desk.wait(15_000);
    desk.attendance.come(window(Seat::Black), who(Seat::Black), Some(Seat::Black));
    assert_eq!(desk.act(Seat::White, Act::ClaimWin), Err(Refusal::NotGone));
}

#[test]
fn a_game_that_has_hardly_begun_is_not_won_by_waiting() {
    let mut desk = Desk::new(TimeControl::Unlimited);
    desk.moves("e2e4");
    black_leaves(&mut desk);
    desk.wait(Millis::minutes(60).0);
    assert_eq!(desk.live.claim_from(Seat::Black, &desk.attendance), None, "nor is it said that it will be");
    assert_eq!(desk.act(Seat::White, Act::ClaimWin), Err(Refusal::NotGone));
}

#[test]
fn a_game_without_a_clock_does_not_go_on_for_ever() {
    let check = |moves: &str, expected: (Option<Ending>, Option<Seat>)| {
        let mut desk = Desk::new(TimeControl::Unlimited);
        desk.moves(moves);
        desk.wait(Millis::days(30).0 - 1);
        assert!(desk.tick().is_empty(), "{moves}");
        desk.wait(1);
        desk.tick();
        assert_eq!((desk.ending(), desk.winner()), expected, "{moves}");
        assert_eq!(desk.replayed().state(desk.now), desk.live.state(desk.now), "{moves}");
    };
    check("", (Some(Ending::Aborted), None));
    check("e2e4", (Some(Ending::Aborted), None));
    check("e2e4 e7e5", (Some(Ending::Abandoned), Some(Seat::Black)));
    check("e2e4 e7e5 g1f3", (Some(Ending::Abandoned), Some(Seat::White)));
}

#[test]
fn the_computer_does_not_wait_for_ever_for_one_who_has_left() {
    let computer =
        Player { id: Some(PlayerId::COMPUTER), name: None, standing: Standing::Computer, rating: None };
    let begun = |minutes: u32| {
        let terms = terms(clock(60 * minutes, Bonus::None));
        let opening = Opening::new(GameId::from_bits(1), &terms, 0).unwrap();
        let opening =
            opening.seat(Seat::White, player(1)).unwrap().seat(Seat::Black, computer.clone()).unwrap();
        let mut desk = Desk::from(opening);
        desk.play("e2e4", 1_000);
        desk.act_as(computer.clone(), Act::Move { ply: 1, uci: MoveText("e7e5".parse().unwrap()) }).unwrap();
        desk
    };
    let hour = Millis::minutes(60).0;
    let mut thinks = begun(400);
    thinks.wait(4 * hour);
    assert!(thinks.tick().is_empty(), "one who is there may think");
    thinks.attendance.go(window(Seat::White), who(Seat::White), thinks.now);
    thinks.wait(hour - 1);
    assert!(thinks.tick().is_empty(), "one who comes back in time plays on");
    thinks.wait(1);
    assert_eq!(thinks.live.deadline(&thinks.attendance), Some(thinks.now));
    thinks.tick();
    assert_eq!((thinks.ending(), thinks.winner()), (Some(Ending::Abandoned), Some(Seat::Black)));
    assert_eq!(thinks.replayed().state(thinks.now), thinks.live.state(thinks.now));
    // The clock is faster.
    let mut flags = begun(30);
    flags.attendance.go(window(Seat::White), who(Seat::White), flags.now);
    flags.wait(2 * hour);
    flags.tick();
    assert_eq!((flags.ending(), flags.winner()), (Some(Ending::Timeout), Some(Seat::Black)));
}

#[test]
fn a_person_is_not_hurried_by_the_patience_of_the_computer() {
    let mut desk = Desk::new(clock(5 * 60 * 60, Bonus::None));
    desk.moves("e2e4 e7e5");
    desk.attendance.go(window(Seat::White), who(Seat::White), desk.now);
    desk.wait(Millis::minutes(120).0);
    assert!(desk.tick().is_empty());
}
