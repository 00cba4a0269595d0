use rules::ByColor;

use super::*;
use crate::game_state::start_game;

fn over(control: TimeControl) -> TestGame {
    let mut desk = TestGame::new(control);
    desk.play_moves("e2e4 e7e5");
    desk.action(Seat::White, PlayerAction::Resign).unwrap();
    desk
}

#[test]
fn both_have_to_want_it() {
    let mut desk = over(clock(60, Bonus::None));
    let no_offer = ActionError::NoOffer { offer: OfferKind::Rematch };
    assert_eq!(desk.action(Seat::Black, accept(OfferKind::Rematch)), Err(no_offer));
    desk.action(Seat::White, offer(OfferKind::Rematch)).unwrap();
    assert_eq!(desk.action(Seat::White, accept(OfferKind::Rematch)), Err(no_offer));
    let events = desk.action(Seat::Black, accept(OfferKind::Rematch)).unwrap();
    let GameEventKind::Rematched { game } = events[0].kind else { panic!("{events:?}") };
    assert_eq!(desk.state.state(desk.now).rematch, Some(game));
    let may_not = ActionError::MayNotOffer { offer: OfferKind::Rematch };
    assert_eq!(desk.action(Seat::Black, offer(OfferKind::Rematch)), Err(may_not), "one is enough");
}

#[test]
fn it_can_be_declined_and_offered_again() {
    let mut desk = over(clock(60, Bonus::None));
    desk.action(Seat::White, offer(OfferKind::Rematch)).unwrap();
    desk.action(Seat::Black, PlayerAction::Decline { offer: OfferKind::Rematch }).unwrap();
    assert!(desk.state.state(desk.now).offers.is_empty());
    desk.action(Seat::Black, offer(OfferKind::Rematch)).unwrap();
    let events = desk.action(Seat::White, offer(OfferKind::Rematch)).unwrap();
    assert!(matches!(events[0].kind, GameEventKind::Rematched { .. }));
}

#[test]
fn whoever_was_refused_waits_to_be_asked() {
    let mut desk = over(clock(60, Bonus::None));
    let may_not = ActionError::MayNotOffer { offer: OfferKind::Rematch };
    for seat in Seat::ALL {
        desk.action(seat, offer(OfferKind::Rematch)).unwrap();
        desk.action(seat.other(), PlayerAction::Decline { offer: OfferKind::Rematch }).unwrap();
        assert_eq!(desk.action(seat, offer(OfferKind::Rematch)), Err(may_not));
    }
}

#[test]
fn not_before_the_end() {
    let mut desk = TestGame::new(clock(60, Bonus::None));
    assert_eq!(desk.action(Seat::White, offer(OfferKind::Rematch)), Err(ActionError::NotOver));
}

#[test]
fn colours_change_and_odds_stay_with_the_players() {
    let side = |seconds| Allowance::new(Millis::seconds(seconds), Bonus::None).unwrap();
    let desk = over(TimeControl::Clock(ByColor { white: side(60), black: side(300) }));
    let next = GameBuilder::rematch(GameId::from_bits(9), &desk.state);
    let id = |player: &Option<PlayerInfo>| player.as_ref().and_then(|player| player.id);
    assert_eq!(
        (id(&next.players.white), id(&next.players.black)),
        (Some(player_id(Seat::Black)), Some(player_id(Seat::White)))
    );
    assert_eq!(next.about.control.get(), TimeControl::Clock(ByColor { white: side(300), black: side(60) }));
    assert_eq!(next.about.rematch_of, Some(GameId::from_bits(1)));
    assert!(start_game(&next, desk.now).unwrap().has_begun());
}
