use rules::ByColor;

use super::*;
use crate::games::state::start_game;
use crate::store::StoreSecret;

fn over(control: TimeControl) -> TestGame {
    let mut test = TestGame::new(control);
    test.play_moves("e2e4 e7e5");
    test.action(Seat::White, PlayerAction::Resign).unwrap();
    test
}

#[test]
fn a_rematch_needs_both_players() {
    let mut test = over(clock(60, Bonus::None));
    let no_offer = ActionError::NoOffer { offer: OfferKind::Rematch };
    assert_eq!(test.action(Seat::Black, accept(OfferKind::Rematch)), Err(no_offer));
    test.action(Seat::White, offer(OfferKind::Rematch)).unwrap();
    assert_eq!(test.action(Seat::White, accept(OfferKind::Rematch)), Err(no_offer));
    let events = test.action(Seat::Black, accept(OfferKind::Rematch)).unwrap();
    let GameEventKind::Rematched { game } = events[0].kind else { panic!("{events:?}") };
    assert_eq!(test.state.state(test.now).rematch, Some(game));
    let may_not = ActionError::MayNotOffer { offer: OfferKind::Rematch };
    assert_eq!(test.action(Seat::Black, offer(OfferKind::Rematch)), Err(may_not), "only one rematch");
}

#[test]
fn a_declined_rematch_can_be_offered_by_the_other_side() {
    let mut test = over(clock(60, Bonus::None));
    test.action(Seat::White, offer(OfferKind::Rematch)).unwrap();
    test.action(Seat::Black, PlayerAction::Decline { offer: OfferKind::Rematch }).unwrap();
    assert!(test.state.state(test.now).offers.is_empty());
    test.action(Seat::Black, offer(OfferKind::Rematch)).unwrap();
    let events = test.action(Seat::White, offer(OfferKind::Rematch)).unwrap();
    assert!(matches!(events[0].kind, GameEventKind::Rematched { .. }));
}

#[test]
fn each_side_can_offer_a_rematch_once() {
    let mut test = over(clock(60, Bonus::None));
    let may_not = ActionError::MayNotOffer { offer: OfferKind::Rematch };
    for seat in Seat::ALL {
        test.action(seat, offer(OfferKind::Rematch)).unwrap();
        test.action(seat.other(), PlayerAction::Decline { offer: OfferKind::Rematch }).unwrap();
        assert_eq!(test.action(seat, offer(OfferKind::Rematch)), Err(may_not));
    }
}

#[test]
fn no_rematch_before_the_end() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    assert_eq!(test.action(Seat::White, offer(OfferKind::Rematch)), Err(ActionError::NotOver));
}

#[test]
fn a_rematch_swaps_colours_and_keeps_time_odds() {
    let side = |seconds| Allowance::new(Millis::seconds(seconds), Bonus::None).unwrap();
    let test = over(TimeControl::Clock(ByColor { white: side(60), black: side(300) }));
    let next = GameBuilder::rematch(GameId::from_bits(9), &test.state);
    let id = |player: &Option<PlayerInfo>| player.as_ref().and_then(|player| player.id);
    assert_eq!(
        (id(&next.players.white), id(&next.players.black)),
        (Some(player_id(Seat::Black)), Some(player_id(Seat::White)))
    );
    assert_eq!(next.about.control.get(), TimeControl::Clock(ByColor { white: side(300), black: side(60) }));
    assert_eq!(next.about.rematch_of, Some(GameId::from_bits(1)));
    assert!(start_game(&next, test.now).unwrap().has_begun());
}

#[test]
fn the_id_of_a_rematch_needs_the_secret() {
    let (one, other) = (StoreSecret::from_bytes([1; 32]), StoreSecret::from_bytes([2; 32]));
    let (game, next) = (GameId::from_bits(1), GameId::from_bits(2));
    assert_eq!(GameBuilder::rematch_id(game, &one), GameBuilder::rematch_id(game, &one), "a retry finds it");
    assert_ne!(GameBuilder::rematch_id(game, &one), GameBuilder::rematch_id(game, &other));
    assert_ne!(GameBuilder::rematch_id(game, &one), GameBuilder::rematch_id(next, &one));
}
