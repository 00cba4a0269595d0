//! Replaying trees as games, and the reverse.

use game::pgn::{PgnGame, ReplayError, Tags};
use game::{Chess960, Ending, Game, GameError, Offer, Ruleset};
use rules::{Color, Setup};

use super::random_trees::RandomPgn;

#[test]
fn games_round_trip_as_text() {
    let mut rng = RandomPgn::new(7);
    let mut endings = Vec::new();
    for number in 0..400 {
        let mut game = start(Ruleset::ALL[number % 4], &mut rng);
        for _ in 0..rng.below(120) {
            let moves: Vec<_> = game.legal_moves().iter().copied().collect();
            if moves.is_empty() {
                break;
            }
            game.play(rng.pick(&moves)).unwrap();
        }
        end(&mut game, &mut rng);
        endings.extend(game.outcome().map(|outcome| outcome.ending()));

        let mut tags = Tags::default();
        tags.insert("Event", "Random").unwrap();
        let text = PgnGame::from_game(&game, tags).to_string();
        let read: PgnGame = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.tags.get("Event"), Some("Random"));
        assert_eq!(read.replay().as_ref(), Ok(&game), "{text}");
    }
    use Ending::{Abandoned, Aborted, Agreement, Checkmate, KingCaptured, Resignation, Timeout};
    for ending in [Checkmate, Resignation, Timeout, Abandoned, KingCaptured, Agreement, Aborted] {
        assert!(endings.contains(&ending), "no game ended by {ending}");
    }
}

fn start(ruleset: Ruleset, rng: &mut RandomPgn) -> Game {
    let setup = match ruleset {
        Ruleset::Standard => Setup::start(),
        Ruleset::Chess960 => Chess960::new(rng.below(960) as u16).unwrap().setup(),
        Ruleset::FromPosition => {
            "r3k2r/pb3p2/5npp/n2p4/1p1PPB2/6P1/P2N1PBP/R3K2R b KQkq - 3 17".parse().unwrap()
        }
        Ruleset::KingCapture => Setup { turn: rng.pick(&Color::ALL), ..Setup::start() },
    };
    Game::new(ruleset, &setup).unwrap()
}

/// Ends the game by an action of a player or an arbiter, or not at all.
fn end(game: &mut Game, rng: &mut RandomPgn) {
    if game.outcome().is_some() {
        return;
    }
    let by = rng.pick(&Color::ALL);
    match rng.below(6) {
        _ if game.may_abort() => game.abort().unwrap(),
        0 => game.resign(by).unwrap(),
        1 => game.flag(by).unwrap(),
        2 => game.abandon(by).unwrap(),
        3 => {
            if let Some(claim) = game.claims().iter().next() {
                game.claim(claim).unwrap();
            } else {
                game.offer(by, Offer::Draw).unwrap();
                game.accept(!by, Offer::Draw).unwrap();
            }
        }
        _ => {}
    }
}

#[test]
fn the_board_takes_precedence_over_the_tags() {
    let check = |text: &str, expected: &str| {
        let game = text.parse::<PgnGame>().unwrap().replay().unwrap();
        let end = game.outcome().map_or("on".to_owned(), |end| format!("{} {end}", end.ending()));
        assert_eq!(end, expected, "{text}");
    };
    check("1. f3 e5 2. g4 Qh4# 1-0", "checkmate 0-1");
    check("[Termination \"Time forfeit\"]\n1. f3 e5 2. g4 Qh4# *", "checkmate 0-1");
    check("1. e4 1-0", "resignation 1-0");
    check("[Termination \"Normal\"]\n1. e4 0-1", "resignation 0-1");
    check("[Termination \"A won on time\"]\n1. e4 1-0", "timeout 1-0");
    check("[Termination \"time forfeit\"]\n1. e4 1/2-1/2", "timeout-insufficient 1/2-1/2");
    check("[Termination \"resignation\"]\n1. e4 1/2-1/2", "resignation-insufficient 1/2-1/2");
    check("[Termination \"Black resigns\"]\n1. e4 1-0", "resignation 1-0");
    check("[Termination \"A won - game abandoned\"]\n1. e4 1-0", "abandoned 1-0");
    check("[Termination \"Abandoned\"]\n1. e4 *", "aborted *");
    check("[Termination \"Abandoned\"]\n1. e4 e5 *", "on");
    check("[Termination \"unterminated\"]\n1. e4 *", "on");
    check("1. e4 1/2-1/2", "agreement 1/2-1/2");
    check("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2", "threefold 1/2-1/2");
    check("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", "on");
}

#[test]
fn moves_after_the_end_are_errors() {
    let lone_kings = "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n1. Kd1 *";
    let error = lone_kings.parse::<PgnGame>().unwrap().replay().unwrap_err();
    assert!(matches!(error, ReplayError::Move { ply: 0, error: GameError::GameOver(_), .. }), "{error}");
}
