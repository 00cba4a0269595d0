//! Anything in any order: nothing panics, and what is seen stays in order.

use client::{
    Act, Announcement, Brush, Deed, Direction, Effect, Event, Field, Moment, Seat, Setting, Shape, Switch,
    Table, Turning,
};
use game::{Claim, Offer, Ruleset, Timestamp};
use rules::{Color, Role, Square, UciMove};

use crate::script::Person;

/// A small generator of our own: the same storm each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn square(&mut self) -> Square {
        Square::from_index(u8::try_from(self.roll(64)).unwrap()).unwrap()
    }

    fn color(&mut self) -> Color {
        Color::ALL[self.roll(2)]
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.roll(of.len())].clone()
    }

    fn switch(&mut self) -> Switch {
        self.one(&Switch::ALL)
    }
}

fn act(dice: &mut Dice) -> Act {
    let (color, offer, claim) = (dice.color(), dice.one(&Offer::ALL), dice.one(&Claim::ALL));
    dice.one(&[
        Act::TakeBack,
        Act::OfferDraw(color),
        Act::Accept(offer),
        Act::Decline(offer),
        Act::Claim(claim),
        Act::ClaimWithMove(claim),
        Act::Abort,
        Act::Cancel,
        Act::Pause,
        Act::Resume,
    ])
}

fn deed(dice: &mut Dice, person: &Person) -> Deed {
    let moves = person.view().table().game().legal_moves();
    let uci = match moves.len() {
        0 => UciMove::Null,
        count => moves[dice.roll(count)].uci(rules::CastlingStyle::Chess960),
    };
    let (offer, claim) = (dice.one(&Offer::ALL), dice.one(&Claim::ALL));
    dice.one(&[
        Deed::Move(uci),
        Deed::Move(uci),
        Deed::Move(uci),
        Deed::Offer(offer),
        Deed::Accept(offer),
        Deed::Decline(offer),
        Deed::Claim(claim),
        Deed::ClaimWith(claim, uci),
    ])
}

fn event(dice: &mut Dice, person: &Person) -> Event {
    let (square, other) = (dice.square(), dice.square());
    let board = person.view().board();
    let own = board.movable.into_iter().nth(dice.roll(16)).unwrap_or(square);
    let targets = person.view().targets(board.held.map_or(own, |(from, _)| from));
    let target = targets.into_iter().nth(dice.roll(4)).unwrap_or(other);
    match dice.roll(24) {
        0 => Event::Click(square),
        1..=4 => Event::Press(own),
        5..=8 => Event::Release(Some(target)),
        9 => Event::Release(None),
        10 => Event::Over(Some(square)),
        11 => Event::Steer(dice.one(&[Direction::Up, Direction::Down, Direction::Left, Direction::Right])),
        12 => Event::Enter,
        13 => dice.one(&[Event::Escape, Event::CancelPremoves, Event::Flip, Event::Rematch]),
        14 => Event::Type(dice.one(&["e4", "Nf3", "e2e4", "O-O", "한", "=", ""]).to_owned()),
        15 => Event::Submit,
        16 => Event::Promote(dice.one(&Role::ALL)),
        17 => Event::Draw(Shape { from: square, to: other, brush: dice.one(&Brush::ALL) }),
        18 => Event::Show(dice.one(&[Moment::First, Moment::Previous, Moment::Next, Moment::After(3)])),
        19 => Event::Show(Moment::Last),
        20 => Event::Act(act(dice)),
        21 | 22 => Event::Told(deed(dice, person)),
        _ => Event::Set(dice.one(&[Setting::AlwaysQueen(Switch::On), Setting::Explain(Switch::Off)])),
    }
}

#[test]
fn nothing_breaks() {
    let mut dice = Dice(0x1234_5678_9ABC_DEF1);
    let mut moves = 0;
    for round in 0..60 {
        let mut person = Person::new();
        for field in [
            Field::Ruleset(dice.one(&[Ruleset::Standard, Ruleset::Chess960, Ruleset::KingCapture])),
            Field::Seat(Color::White, dice.one(&[Seat::Here, Seat::Here, Seat::Elsewhere])),
            Field::Seat(Color::Black, dice.one(&[Seat::Here, Seat::Here, Seat::Elsewhere])),
            Field::Turning(dice.one(&[Turning::Fixed, Turning::AfterMove])),
            Field::Clock(dice.one(&[client::ClockChoice::None, client::ClockChoice::Own])),
        ] {
            person.happen(Event::Fill(field));
        }
        person.happen(Event::Set(Setting::AlwaysQueen(dice.switch())));
        person.happen(Event::Start { seed: round });
        for _ in 0..400 {
            let event = event(&mut dice, &person);
            person.now = Timestamp(person.now.0 + dice.roll(900) as u64);
            person.happen(event);
            look(&person);
            let is_move = |effect: &Effect| matches!(effect, Effect::Announce(Announcement::Moved { .. }));
            moves += person.effects.iter().filter(|&effect| is_move(effect)).count();
        }
    }
    assert!(moves > 300, "the storm moves pieces: {moves}");
}

/// What must hold whatever happened.
fn look(person: &Person) {
    let view = person.view();
    let (table, board) = (view.table(), view.board());
    assert_eq!(table.clock().presses().len(), table.game().plies());
    assert!(table.clock().turn().is_none_or(|_| table.game().plies() > 0), "the first move starts it");
    if view.waits_for().is_none() {
        assert_eq!(board.premoves, [], "premoves only wait for somebody");
    }
    if let Some((from, _)) = board.held {
        assert!(board.movable.has(from));
    }
    let _shown = (view.actions(), view.moves(), view.side(Color::White), view.completions());
    let saved = table.saved(person.now);
    assert_eq!(Table::from_saved(&saved).map(|table| table.saved(Timestamp(0))), Ok(saved));
}
