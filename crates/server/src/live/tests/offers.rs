use protocol::DrawClaim;

use super::*;

#[test]
fn a_draw_is_agreed() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    desk.moves("e2e4");
    let events = desk.act(Seat::White, offer(Offer::Draw)).unwrap();
    assert_eq!(events[0].happening, Happening::Offered { seat: Seat::White, offer: Offer::Draw });
    assert_eq!(desk.live.state(desk.now).offers.len(), 1);
    let no_offer = Refusal::NoOffer { offer: Offer::Draw };
    assert_eq!(desk.act(Seat::White, accept(Offer::Draw)), Err(no_offer));
    desk.act(Seat::Black, accept(Offer::Draw)).unwrap();
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::Agreement), None));
}

#[test]
fn to_offer_the_same_is_to_accept() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    desk.moves("e2e4");
    desk.act(Seat::Black, offer(Offer::Draw)).unwrap();
    desk.act(Seat::White, offer(Offer::Draw)).unwrap();
    assert_eq!(desk.ending(), Some(Ending::Agreement));
}

#[test]
fn a_draw_is_declined_by_word_or_by_move() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    desk.moves("e2e4");
    desk.act(Seat::White, offer(Offer::Draw)).unwrap();
    desk.act(Seat::Black, Act::Decline { offer: Offer::Draw }).unwrap();
    assert!(desk.live.state(desk.now).offers.is_empty());
    let may_not = Refusal::MayNotOffer { offer: Offer::Draw };
    assert_eq!(desk.act(Seat::White, offer(Offer::Draw)), Err(may_not), "not again and again");
    desk.moves("e7e5 g1f3");
    desk.act(Seat::White, offer(Offer::Draw)).unwrap();
    desk.moves("b8c6");
    assert!(desk.live.state(desk.now).offers.is_empty(), "a move says no");
}

#[test]
fn a_takeback_gives_the_time_back() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    desk.moves("e2e4 e7e5");
    desk.play("g1f3", 4_000);
    desk.play("b8c6", 2_000);
    desk.wait(1_000);
    desk.act(Seat::White, offer(Offer::Takeback)).unwrap();
    let events = desk.act(Seat::Black, accept(Offer::Takeback)).unwrap();
    assert!(matches!(events[0].happening, Happening::TakenBack { plies: 2, .. }), "{events:?}");
    assert_eq!((desk.live.game().plies(), desk.left()), (2, (60_000, 60_000)));
    assert_eq!(desk.live.made(), 4, "what was made was made");
    desk.play("f1c4", 1_000);
    assert_eq!(desk.left(), (59_000, 60_000));
}

#[test]
fn a_takeback_to_the_start_stops_the_clocks() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    desk.moves("e2e4 e7e5");
    desk.act(Seat::White, offer(Offer::Takeback)).unwrap();
    desk.act(Seat::Black, accept(Offer::Takeback)).unwrap();
    desk.wait(5_000);
    assert_eq!((desk.live.game().plies(), desk.left()), (0, (60_000, 60_000)));
    desk.moves("d2d4 d7d5 c2c4");
    assert_eq!(desk.left(), (59_000, 60_000));
}

#[test]
fn a_draw_by_the_rules_is_claimed_by_the_side_to_move() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    let claim = |uci: Option<&str>| Act::Claim {
        claim: DrawClaim::Threefold,
        uci: uci.map(|uci| MoveText(uci.parse().unwrap())),
    };
    desk.moves("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert_eq!(desk.act(Seat::White, claim(None)), Err(Refusal::NotYourTurn));
    assert_eq!(desk.act(Seat::Black, claim(None)), Err(Refusal::WrongClaim));
    assert_eq!(desk.act(Seat::Black, claim(Some("a7a6"))), Err(Refusal::WrongClaim));
    assert_eq!(desk.act(Seat::Black, claim(Some("a7a1"))), Err(Refusal::IllegalMove));
    desk.act(Seat::Black, claim(Some("f6g8"))).unwrap();
    assert_eq!((desk.ending(), desk.live.game().plies()), (Some(Ending::Threefold), 7));
}

#[test]
fn mate_ends_the_game_with_the_move() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    desk.moves("f2f3 e7e5 g2g4");
    let events = desk.play("d8h4", 1_000);
    assert!(matches!(events[0].happening, Happening::Moved { .. }) && is_end(&events[1]), "{events:?}");
    assert_eq!((desk.ending(), desk.winner()), (Some(Ending::Checkmate), Some(Seat::Black)));
    desk.wait(600_000);
    assert!(desk.tick().is_empty(), "no flag falls any more");
    assert_eq!(desk.act(Seat::White, Act::Resign), Err(Refusal::Over));
}
