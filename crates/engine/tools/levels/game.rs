//! One game.

use engine::{Opponent, Situation, Time, Untimed};
use rules::{Color, Move, Position};

use super::anchor::Anchor;
use super::player::Player;
use crate::play::ending;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Half {
    White,
    Draw,
    Black,
}

/// Whoever sits at the board.
enum Seat {
    Opponent(Box<Opponent>),
    Anchor(Anchor),
}

impl Seat {
    fn new(player: &Player, seed: u64, program: &str) -> Result<Seat, String> {
        Ok(match player {
            Player::Level(level) => Seat::Opponent(Box::new(Opponent::new(*level, seed))),
            Player::Power(power) => Seat::Opponent(Box::new(engine::tuning::with_power(*power, seed))),
            Player::Anchor(rating) => Seat::Anchor(Anchor::at_rating(program, *rating)?),
            Player::Guest(guest) => Seat::Anchor(Anchor::within(&guest.program, &guest.limit)?),
        })
    }

    fn choose(&mut self, situation: &Situation) -> Result<Option<Move>, String> {
        match self {
            Seat::Opponent(opponent) => {
                Ok(opponent.choose(situation, Time::Unlimited, &Untimed).map(|choice| choice.m))
            }
            Seat::Anchor(anchor) => anchor.choose(situation.position()).map(Some),
        }
    }

    fn note(&mut self, m: Move) {
        if let Seat::Anchor(anchor) = self {
            anchor.note(m);
        }
    }
}

/// Nobody plays longer.
const LONGEST: usize = 400;

/// Plays a game, White's player first.
pub(crate) fn play(players: [&Player; 2], seed: u64, program: &str) -> Result<Half, String> {
    let mut seats = [Seat::new(players[0], seed, program)?, Seat::new(players[1], !seed, program)?];
    let mut situation = Situation::new(Position::start());
    let mut keys = Vec::new();
    for ply in 0..LONGEST {
        let position = *situation.position();
        keys.push(position.repetition_key());
        if let Some(points) = ending(&position, &keys) {
            return Ok(match points {
                0 => Half::Black,
                1 => Half::Draw,
                _ => Half::White,
            });
        }
        let Some(m) = seats[ply % 2].choose(&situation)? else { break };
        situation.play(m).map_err(|error| format!("{:?}: {error}", position.turn() == Color::White))?;
        seats.iter_mut().for_each(|seat| seat.note(m));
    }
    Ok(Half::Draw)
}
