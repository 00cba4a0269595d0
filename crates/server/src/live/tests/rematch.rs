use rules::ByColor;

use super::*;

fn over(control: TimeControl) -> Desk {
    let mut desk = Desk::new(control);
    desk.moves("e2e4 e7e5");
    desk.act(Seat::White, Act::Resign).unwrap();
    desk
}

#[test]
fn both_have_to_want_it() {
    let mut desk = over(clock(60, Bonus::None));
    let no_offer = Refusal::NoOffer { offer: Offer::Rematch };
    assert_eq!(desk.act(Seat::Black, accept(Offer::Rematch)), Err(no_offer));
    desk.act(Seat::White, offer(Offer::Rematch)).unwrap();
    assert_eq!(desk.act(Seat::White, accept(Offer::Rematch)), Err(no_offer));
    let events = desk.act(Seat::Black, accept(Offer::Rematch)).unwrap();
    let Happening::Rematched { game } = events[0].happening else { panic!("{events:?}") };
    assert_eq!(desk.live.state(desk.now).rematch, Some(game));
    let may_not = Refusal::MayNotOffer { offer: Offer::Rematch };
    assert_eq!(desk.act(Seat::Black, offer(Offer::Rematch)), Err(may_not), "one is enough");
}

#[test]
fn it_can_be_declined_and_offered_again() {
    let mut desk = over(clock(60, Bonus::None));
    desk.act(Seat::White, offer(Offer::Rematch)).unwrap();
    desk.act(Seat::Black, Act::Decline { offer: Offer::Rematch }).unwrap();
    assert!(desk.live.state(desk.now).offers.is_empty());
    desk.act(Seat::Black, offer(Offer::Rematch)).unwrap();
    let events = desk.act(Seat::White, offer(Offer::Rematch)).unwrap();
    assert!(matches!(events[0].happening, Happening::Rematched { .. }));
}

#[test]
fn whoever_was_refused_waits_to_be_asked() {
    let mut desk = over(clock(60, Bonus::None));
    let may_not = Refusal::MayNotOffer { offer: Offer::Rematch };
    for seat in Seat::ALL {
        desk.act(seat, offer(Offer::Rematch)).unwrap();
        desk.act(seat.other(), Act::Decline { offer: Offer::Rematch }).unwrap();
        assert_eq!(desk.act(seat, offer(Offer::Rematch)), Err(may_not));
    }
}

#[test]
fn not_before_the_end() {
    let mut desk = Desk::new(clock(60, Bonus::None));
    assert_eq!(desk.act(Seat::White, offer(Offer::Rematch)), Err(Refusal::NotOver));
}

#[test]
fn colours_change_and_odds_stay_with_the_players() {
    let side = |seconds| Allowance::new(Millis::seconds(seconds), Bonus::None).unwrap();
    let desk = over(TimeControl::Clock(ByColor { white: side(60), black: side(300) }));
    let next = Opening::rematch(GameId::from_bits(9), &desk.live);
    let id = |player: &Option<Player>| player.as_ref().and_then(|player| player.id);
    assert_eq!(
        (id(&next.players.white), id(&next.players.black)),
        (Some(who(Seat::Black)), Some(who(Seat::White)))
    );
    assert_eq!(next.about.control.get(), TimeControl::Clock(ByColor { white: side(300), black: side(60) }));
    assert_eq!(next.about.rematch_of, Some(GameId::from_bits(1)));
    assert!(open(&next, desk.now).unwrap().has_begun());
}
