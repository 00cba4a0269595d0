use protocol::DrawClaim;

use super::*;

#[test]
fn a_draw_by_agreement() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("e2e4");
    let events = test.action(Seat::White, offer(OfferKind::Draw)).unwrap();
    assert_eq!(events[0].kind, GameEventKind::Offered { seat: Seat::White, offer: OfferKind::Draw });
    assert_eq!(test.state.state(test.now).offers.len(), 1);
    let no_offer = ActionError::NoOffer { offer: OfferKind::Draw };
    assert_eq!(test.action(Seat::White, accept(OfferKind::Draw)), Err(no_offer));
    test.action(Seat::Black, accept(OfferKind::Draw)).unwrap();
    assert_eq!((test.ending(), test.winner()), (Some(Ending::Agreement), None));
}

#[test]
fn a_counter_offer_accepts() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("e2e4");
    test.action(Seat::Black, offer(OfferKind::Draw)).unwrap();
    test.action(Seat::White, offer(OfferKind::Draw)).unwrap();
    assert_eq!(test.ending(), Some(Ending::Agreement));
}

#[test]
fn a_draw_offer_is_declined_explicitly_or_by_a_move() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("e2e4");
    test.action(Seat::White, offer(OfferKind::Draw)).unwrap();
    test.action(Seat::Black, PlayerAction::Decline { offer: OfferKind::Draw }).unwrap();
    assert!(test.state.state(test.now).offers.is_empty());
    let may_not = ActionError::MayNotOffer { offer: OfferKind::Draw };
    assert_eq!(test.action(Seat::White, offer(OfferKind::Draw)), Err(may_not), "one offer per move");
    test.play_moves("e7e5 g1f3");
    test.action(Seat::White, offer(OfferKind::Draw)).unwrap();
    test.play_moves("b8c6");
    assert!(test.state.state(test.now).offers.is_empty(), "a move declines");
}

#[test]
fn a_takeback_restores_the_clocks() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("e2e4 e7e5");
    test.play("g1f3", 4_000);
    test.play("b8c6", 2_000);
    test.advance(1_000);
    test.action(Seat::White, offer(OfferKind::Takeback)).unwrap();
    let events = test.action(Seat::Black, accept(OfferKind::Takeback)).unwrap();
    assert!(matches!(events[0].kind, GameEventKind::TakenBack { plies: 2, .. }), "{events:?}");
    assert_eq!((test.state.game().plies(), test.clock_millis()), (2, (60_000, 60_000)));
    assert_eq!(test.state.moves_made(), 4, "moves taken back still count");
    test.play("f1c4", 1_000);
    assert_eq!(test.clock_millis(), (59_000, 60_000));
}

#[test]
fn a_takeback_to_the_start_stops_the_clocks() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("e2e4 e7e5");
    test.action(Seat::White, offer(OfferKind::Takeback)).unwrap();
    test.action(Seat::Black, accept(OfferKind::Takeback)).unwrap();
    test.advance(5_000);
    assert_eq!((test.state.game().plies(), test.clock_millis()), (0, (60_000, 60_000)));
    test.play_moves("d2d4 d7d5 c2c4");
    assert_eq!(test.clock_millis(), (59_000, 60_000));
}

#[test]
fn only_the_side_to_move_can_claim_threefold_repetition() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    let claim = |uci: Option<&str>| PlayerAction::Claim {
        claim: DrawClaim::Threefold,
        uci: uci.map(|uci| protocol::WireMove(uci.parse().unwrap())),
    };
    test.play_moves("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert_eq!(test.action(Seat::White, claim(None)), Err(ActionError::NotYourTurn));
    assert_eq!(test.action(Seat::Black, claim(None)), Err(ActionError::WrongClaim));
    assert_eq!(test.action(Seat::Black, claim(Some("a7a6"))), Err(ActionError::WrongClaim));
    assert_eq!(test.action(Seat::Black, claim(Some("a7a1"))), Err(ActionError::IllegalMove));
    test.action(Seat::Black, claim(Some("f6g8"))).unwrap();
    assert_eq!((test.ending(), test.state.game().plies()), (Some(Ending::Threefold), 7));
}

#[test]
fn checkmate_ends_the_game() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("f2f3 e7e5 g2g4");
    let events = test.play("d8h4", 1_000);
    assert!(matches!(events[0].kind, GameEventKind::Moved { .. }) && is_end_event(&events[1]), "{events:?}");
    assert_eq!((test.ending(), test.winner()), (Some(Ending::Checkmate), Some(Seat::Black)));
    test.advance(600_000);
    assert!(test.tick().is_empty(), "no flag fall after the end");
    assert_eq!(test.action(Seat::White, PlayerAction::Resign), Err(ActionError::Over));
}
