use protocol::DrawClaim;

use super::*;

#[test]
fn a_draw_is_agreed() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.play_moves("e2e4");
    let events = desk.action(Seat::White, offer(OfferKind::Draw)).unwrap();
    assert_eq!(events[0].kind, GameEventKind::Offered { seat: Seat::White, offer: OfferKind::Draw });
    assert_eq!(desk.state.state(desk.now).offers.len(), 1);
    let no_offer = ActionError::NoOffer { offer: OfferKind::Draw };
    assert_eq!(desk.action(Seat::White, accept(OfferKind::Draw)), Err(no_offer));
    desk.action(Seat::Black, accept(OfferKind::Draw)).unwrap();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::Agreement), None));
}

#[test]
fn to_offer_the_same_is_to_accept() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.play_moves("e2e4");
    desk.action(Seat::Black, offer(OfferKind::Draw)).unwrap();
    desk.action(Seat::White, offer(OfferKind::Draw)).unwrap();
    assert_eq!(desk.ending(), Some(Ending::Agreement));
}

#[test]
fn a_draw_is_declined_by_word_or_by_move() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.play_moves("e2e4");
    desk.action(Seat::White, offer(OfferKind::Draw)).unwrap();
    desk.action(Seat::Black, PlayerAction::Decline { offer: OfferKind::Draw }).unwrap();
    assert!(desk.state.state(desk.now).offers.is_empty());
    let may_not = ActionError::MayNotOffer { offer: OfferKind::Draw };
    assert_eq!(desk.action(Seat::White, offer(OfferKind::Draw)), Err(may_not), "not again and again");
    desk.play_moves("e7e5 g1f3");
    desk.action(Seat::White, offer(OfferKind::Draw)).unwrap();
    desk.play_moves("b8c6");
    assert!(desk.state.state(desk.now).offers.is_empty(), "a move says no");
}

#[test]
fn a_takeback_gives_the_time_back() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.play_moves("e2e4 e7e5");
    desk.play("g1f3", 4_000);
    desk.play("b8c6", 2_000);
    desk.advance(1_000);
    desk.action(Seat::White, offer(OfferKind::Takeback)).unwrap();
    let events = desk.action(Seat::Black, accept(OfferKind::Takeback)).unwrap();
    assert!(matches!(events[0].kind, GameEventKind::TakenBack { plies: 2, .. }), "{events:?}");
    assert_eq!((desk.state.game().plies(), desk.clock_millis()), (2, (60_000, 60_000)));
    assert_eq!(desk.state.moves_made(), 4, "what was made was made");
    desk.play("f1c4", 1_000);
    assert_eq!(desk.clock_millis(), (59_000, 60_000));
}

#[test]
fn a_takeback_to_the_start_stops_the_clocks() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.play_moves("e2e4 e7e5");
    desk.action(Seat::White, offer(OfferKind::Takeback)).unwrap();
    desk.action(Seat::Black, accept(OfferKind::Takeback)).unwrap();
    desk.advance(5_000);
    assert_eq!((desk.state.game().plies(), desk.clock_millis()), (0, (60_000, 60_000)));
    desk.play_moves("d2d4 d7d5 c2c4");
    assert_eq!(desk.clock_millis(), (59_000, 60_000));
}

#[test]
fn a_draw_by_the_rules_is_claimed_by_the_side_to_move() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    let claim = |uci: Option<&str>| PlayerAction::Claim {
        claim: DrawClaim::Threefold,
        uci: uci.map(|uci| WireMove(uci.parse().unwrap())),
    };
    desk.play_moves("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert_eq!(desk.action(Seat::White, claim(None)), Err(ActionError::NotYourTurn));
    assert_eq!(desk.action(Seat::Black, claim(None)), Err(ActionError::WrongClaim));
    assert_eq!(desk.action(Seat::Black, claim(Some("a7a6"))), Err(ActionError::WrongClaim));
    assert_eq!(desk.action(Seat::Black, claim(Some("a7a1"))), Err(ActionError::IllegalMove));
    desk.action(Seat::Black, claim(Some("f6g8"))).unwrap();
    assert_eq!((desk.ending(), desk.state.game().plies()), (Some(Ending::Threefold), 7));
}

#[test]
fn mate_ends_the_game_with_the_move() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    desk.play_moves("f2f3 e7e5 g2g4");
    let events = desk.play("d8h4", 1_000);
    assert!(matches!(events[0].kind, GameEventKind::Moved { .. }) && is_end_event(&events[1]), "{events:?}");
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::Checkmate), Some(Seat::Black)));
    desk.advance(600_000);
    assert!(desk.tick().is_empty(), "no flag falls any more");
    assert_eq!(desk.action(Seat::White, PlayerAction::Resign), Err(ActionError::Over));
}
