//! Anything in any order: nothing panics, and what is seen stays in order.

use client::{
    Announcement, AutoFlip, BoardCommand, Brush, Direction, Effect, Event, FormField, LocalGame, Navigation,
    PlayerAction, PlayerLocation, Setting, Shape, Switch,
};
use game::{Claim, Offer, Ruleset, Timestamp};
use rng::Rng;
use rules::{Color, Role, Square, UciMove};

use crate::script::TestUser;

struct TestRng(Rng);

impl TestRng {
    fn below(&mut self, sides: usize) -> usize {
        self.0.index(sides)
    }

    fn square(&mut self) -> Square {
        Square::from_index(u8::try_from(self.below(64)).unwrap()).unwrap()
    }

    fn color(&mut self) -> Color {
        Color::ALL[self.below(2)]
    }

    fn choose<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    fn switch(&mut self) -> Switch {
        self.choose(&Switch::ALL)
    }
}

fn random_command(dice: &mut TestRng) -> Event {
    let (color, offer, claim) = (dice.color(), dice.choose(&Offer::ALL), dice.choose(&Claim::ALL));
    dice.choose(&[
        Event::Command(BoardCommand::TakeBack),
        Event::Command(BoardCommand::OfferDraw(color)),
        Event::LocalAction(PlayerAction::accept(offer)),
        Event::LocalAction(PlayerAction::decline(offer)),
        Event::LocalAction(PlayerAction::claim(claim)),
        Event::Command(BoardCommand::ClaimWithMove(claim)),
        Event::Command(BoardCommand::Abort),
        Event::Command(BoardCommand::Cancel),
        Event::Command(BoardCommand::Pause),
        Event::Command(BoardCommand::Resume),
    ])
}

fn random_action(dice: &mut TestRng, person: &TestUser) -> PlayerAction {
    let game = person.view().local_game().game();
    let (moves, ply) = (game.legal_moves(), game.ply());
    let uci = match moves.len() {
        0 => UciMove::Null,
        count => moves[dice.below(count)].uci(rules::CastlingStyle::Chess960),
    };
    let (offer, claim) = (dice.choose(&Offer::ALL), dice.choose(&Claim::ALL));
    dice.choose(&[
        PlayerAction::play(ply, uci),
        PlayerAction::play(ply, uci),
        PlayerAction::play(ply, uci),
        PlayerAction::offer(offer),
        PlayerAction::accept(offer),
        PlayerAction::decline(offer),
        PlayerAction::claim(claim),
        PlayerAction::Claim { claim: claim.into(), uci: Some(protocol::WireMove(uci)) },
    ])
}

fn random_event(dice: &mut TestRng, person: &TestUser) -> Event {
    let (square, other) = (dice.square(), dice.square());
    let board = person.view().board();
    let own = board.movable.into_iter().nth(dice.below(16)).unwrap_or(square);
    let targets = person.view().targets(board.dragged.map_or(own, |(from, _)| from));
    let target = targets.into_iter().nth(dice.below(4)).unwrap_or(other);
    match dice.below(24) {
        0 => Event::Click(square),
        1..=4 => Event::Press(own),
        5..=8 => Event::Release(Some(target)),
        9 => Event::Release(None),
        10 => Event::PointerOver(Some(square)),
        11 => {
            Event::ArrowKey(dice.choose(&[Direction::Up, Direction::Down, Direction::Left, Direction::Right]))
        }
        12 => Event::Enter,
        13 => dice.choose(&[Event::Escape, Event::CancelPremoves, Event::FlipBoard, Event::Rematch]),
        14 => Event::TypeMove(dice.choose(&["e4", "Nf3", "e2e4", "O-O", "한", "=", ""]).to_owned()),
        15 => Event::SubmitMove,
        16 => Event::Promote(dice.choose(&Role::ALL)),
        17 => Event::DrawShape(Shape { from: square, to: other, brush: dice.choose(&Brush::ALL) }),
        18 => Event::Navigate(dice.choose(&[
            Navigation::First,
            Navigation::Previous,
            Navigation::Next,
            Navigation::ToPly(3),
        ])),
        19 => Event::Navigate(Navigation::Last),
        20 => random_command(dice),
        21 | 22 => Event::RemoteAction(random_action(dice, person)),
        _ => Event::ChangeSetting(
            dice.choose(&[Setting::AlwaysQueen(Switch::On), Setting::Explain(Switch::Off)]),
        ),
    }
}

#[test]
fn random_events_never_panic() {
    let mut dice = TestRng(Rng::new(1));
    let mut moves = 0;
    for round in 0..60 {
        let mut person = TestUser::new();
        for field in [
            FormField::Ruleset(dice.choose(&[Ruleset::Standard, Ruleset::Chess960, Ruleset::KingCapture])),
            FormField::Location(
                Color::White,
                dice.choose(&[PlayerLocation::Local, PlayerLocation::Local, PlayerLocation::Remote]),
            ),
            FormField::Location(
                Color::Black,
                dice.choose(&[PlayerLocation::Local, PlayerLocation::Local, PlayerLocation::Remote]),
            ),
            FormField::AutoFlip(dice.choose(&[AutoFlip::Never, AutoFlip::AfterMove])),
            FormField::Clock(dice.choose(&[client::ClockChoice::None, client::ClockChoice::Custom])),
        ] {
            person.send(Event::EditForm(field));
        }
        person.send(Event::ChangeSetting(Setting::AlwaysQueen(dice.switch())));
        person.send(Event::StartGame { seed: round });
        for _ in 0..400 {
            let event = random_event(&mut dice, &person);
            person.now = Timestamp(person.now.0 + dice.below(900) as u64);
            person.send(event);
            check_view(&person);
            let is_move = |effect: &Effect| matches!(effect, Effect::Announce(Announcement::Moved { .. }));
            moves += person.effects.iter().filter(|&effect| is_move(effect)).count();
        }
    }
    assert!(moves > 300, "the storm moves pieces: {moves}");
}

/// What must hold whatever happened.
fn check_view(person: &TestUser) {
    let view = person.view();
    let (table, board) = (view.local_game(), view.board());
    assert_eq!(table.clock().presses().len(), table.game().plies());
    assert!(table.clock().turn().is_none_or(|_| table.game().plies() > 0), "the first move starts it");
    if view.waits_for().is_none() {
        assert_eq!(board.premoves, [], "premoves only wait for somebody");
    }
    if let Some((from, _)) = board.dragged {
        assert!(board.movable.has(from));
    }
    let _shown = (view.actions(), view.moves(), view.side(Color::White), view.completions());
    let saved = table.to_save_text(person.now);
    assert_eq!(LocalGame::from_save_text(&saved).map(|table| table.to_save_text(Timestamp(0))), Ok(saved));
}
