//! Random events never panic, and the view stays consistent.

use client::{
    Announcement, AutoFlip, BoardCommand, Brush, Direction, Effect, Event, FormField, LocalGame, Navigation,
    PlayerAction, PlayerLocation, Setting, Shape, Switch,
};
use game::{Claim, Offer, Ply, Ruleset, Timestamp};
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
        self.choose(Switch::ALL)
    }
}

fn random_command(rng: &mut TestRng) -> Event {
    let (color, offer, claim) = (rng.color(), rng.choose(&Offer::ALL), rng.choose(&Claim::ALL));
    rng.choose(&[
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

fn random_action(rng: &mut TestRng, user: &TestUser) -> PlayerAction {
    let game = user.view().local_game().game();
    let (moves, ply) = (game.legal_moves(), game.ply());
    let uci = match moves.len() {
        0 => UciMove::Null,
        count => moves[rng.below(count)].uci(rules::CastlingStyle::Chess960),
    };
    let (offer, claim) = (rng.choose(&Offer::ALL), rng.choose(&Claim::ALL));
    rng.choose(&[
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

fn random_event(rng: &mut TestRng, user: &TestUser) -> Event {
    let (square, other) = (rng.square(), rng.square());
    let board = user.view().board();
    let own = board.movable.into_iter().nth(rng.below(16)).unwrap_or(square);
    let targets = user.view().targets(board.dragged.map_or(own, |(from, _)| from));
    let target = targets.into_iter().nth(rng.below(4)).unwrap_or(other);
    match rng.below(24) {
        0 => Event::Click(square),
        1..=4 => Event::Press(own),
        5..=8 => Event::Release(Some(target)),
        9 => Event::Release(None),
        10 => Event::PointerOver(Some(square)),
        11 => {
            Event::ArrowKey(rng.choose(&[Direction::Up, Direction::Down, Direction::Left, Direction::Right]))
        }
        12 => Event::Enter,
        13 => rng.choose(&[Event::Escape, Event::CancelPremoves, Event::FlipBoard, Event::Rematch]),
        14 => Event::TypeMove(rng.choose(&["e4", "Nf3", "e2e4", "O-O", "한", "=", ""]).to_owned()),
        15 => Event::SubmitMove,
        16 => Event::Promote(rng.choose(&Role::ALL)),
        17 => Event::DrawShape(Shape { from: square, to: other, brush: rng.choose(&Brush::ALL) }),
        18 => Event::Navigate(rng.choose(&[
            Navigation::First,
            Navigation::Previous,
            Navigation::Next,
            Navigation::ToPly(Ply(3)),
        ])),
        19 => Event::Navigate(Navigation::Last),
        20 => random_command(rng),
        21 | 22 => Event::RemoteAction(random_action(rng, user)),
        _ => Event::ChangeSetting(
            rng.choose(&[Setting::AlwaysQueen(Switch::On), Setting::Explain(Switch::Off)]),
        ),
    }
}

#[test]
fn random_events_never_panic() {
    let mut rng = TestRng(Rng::new(1));
    let mut moves = 0;
    for round in 0..60 {
        let mut user = TestUser::new();
        for field in [
            FormField::Ruleset(rng.choose(&[Ruleset::Standard, Ruleset::Chess960, Ruleset::KingCapture])),
            FormField::Location(
                Color::White,
                rng.choose(&[PlayerLocation::Local, PlayerLocation::Local, PlayerLocation::Remote]),
            ),
            FormField::Location(
                Color::Black,
                rng.choose(&[PlayerLocation::Local, PlayerLocation::Local, PlayerLocation::Remote]),
            ),
            FormField::AutoFlip(rng.choose(&[AutoFlip::Never, AutoFlip::AfterMove])),
            FormField::Clock(rng.choose(&[client::ClockChoice::None, client::ClockChoice::Custom])),
        ] {
            user.send(Event::EditForm(field));
        }
        user.send(Event::ChangeSetting(Setting::AlwaysQueen(rng.switch())));
        user.send(Event::StartGame { seed: round });
        for _ in 0..400 {
            let event = random_event(&mut rng, &user);
            user.now = Timestamp(user.now.0 + rng.below(900) as u64);
            user.send(event);
            check_view(&user);
            let is_move = |effect: &Effect| matches!(effect, Effect::Announce(Announcement::Moved { .. }));
            moves += user.effects.iter().filter(|&effect| is_move(effect)).count();
        }
    }
    assert!(moves > 300, "the storm moves pieces: {moves}");
}

/// Invariants of the view.
fn check_view(user: &TestUser) {
    let view = user.view();
    let (local_game, board) = (view.local_game(), view.board());
    assert_eq!(local_game.clock().presses().len(), local_game.game().plies());
    assert!(
        local_game.clock().turn().is_none_or(|_| local_game.game().plies() > 0),
        "the first move starts it"
    );
    if view.waits_for().is_none() {
        assert_eq!(board.premoves, [], "premoves need a remote side to move");
    }
    if let Some((from, _)) = board.dragged {
        assert!(board.movable.has(from));
    }
    let _shown = (view.actions(), view.moves(), view.side(Color::White), view.completions());
    let saved = local_game.to_save_text(user.now);
    assert_eq!(
        LocalGame::from_save_text(&saved).map(|local_game| local_game.to_save_text(Timestamp(0))),
        Ok(saved)
    );
}
