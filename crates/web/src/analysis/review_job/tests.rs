//! Famous games, reviewed with the engine and the budget of the page.

use client::review::{Merit, MoveGrade, MoveReview, NODES_PER_POSITION, Review};
use engine::NeverStop;
use engine_worker::{SearchWorker, WorkerResponse};
use game::Game;

use super::*;

/// Size of the page's transposition table in MiB.
const HASH: usize = 16;

/// A reviewed game, to look up its moves.
struct Reviewed {
    game: Game,
    review: Review,
}

/// Reviews the last `plies` half-moves of a game. A review goes backwards: earlier ones would only leave it more nodes.
fn review_end(moves: &str, plies: usize) -> Reviewed {
    let sans: Vec<&str> = moves.split_whitespace().filter(|word| !word.ends_with('.')).collect();
    let mut whole = Game::standard();
    for san in &sans {
        let m = whole.parse_move(san).unwrap_or_else(|error| panic!("{san}: {error:?}"));
        assert_eq!(whole.play(m), Ok(()));
    }
    let from = sans.len() - plies;
    let start = whole.position_at(from).map(|position| position.setup());
    let mut game =
        start.and_then(|start| Game::new(whole.ruleset(), &start).ok()).unwrap_or_else(Game::standard);
    for m in whole.moves().skip(from) {
        assert_eq!(game.play(m), Ok(()));
    }
    let mut job = ReviewJob::new(game.clone(), NODES_PER_POSITION);
    let mut worker = SearchWorker::new(HASH);
    let mut nodes = 0;
    while let Some(request) = next_request(&job) {
        worker.submit(request.to_string().parse().unwrap_or_else(|_| panic!("{request}")));
        for response in worker.run_slice(&NeverStop) {
            match response {
                WorkerResponse::Pv(line) => {
                    nodes += line.nodes;
                    on_line(&mut job, &line);
                }
                WorkerResponse::Done { id } => job.on_done(id as usize),
                other => panic!("not asked for {other}"),
            }
        }
    }
    assert!(job.is_done());
    assert!(nodes <= (plies as u64 + 1) * NODES_PER_POSITION, "{nodes}");
    Reviewed { review: job.review(), game }
}

impl Reviewed {
    /// The review of the first move with this SAN from move `number` on.
    #[track_caller]
    fn at(&self, number: u32, san: &str) -> &MoveReview {
        let found = self.review.moves.iter().find(|m| {
            let index = m.ply.index() - 1;
            self.game.san(index).as_deref() == Some(san)
                && self.game.position_at(index).map(rules::Position::fullmoves) == Some(number)
        });
        found.unwrap_or_else(|| panic!("{number}. {san} is not reviewed"))
    }

    #[track_caller]
    fn check(&self, number: u32, san: &str, grade: MoveGrade) {
        let m = self.at(number, san);
        assert_eq!(m.grade, grade, "{number}. {san}: {m:?}");
    }
}

#[test]
fn reti_tartakower_the_mate_is_brilliant_and_the_capture_before_it_the_blunder() {
    let game = review_end(
        "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O Nxe4 9. Qd8+ \
         Kxd8 10. Bg5+ Kc7 11. Bd8#",
        8,
    );
    game.check(8, "Nxe4", MoveGrade::Blunder);
    game.check(9, "Qd8+", MoveGrade::Brilliant);
    assert_eq!(game.at(9, "Qd8+").merit, Some(Merit::MatingSacrifice(3)));
    game.check(10, "Bg5+", MoveGrade::Great);
    game.check(11, "Bd8#", MoveGrade::Good);
    assert_eq!(game.review.accuracy.white, Some(100.0));
}

#[test]
fn lasker_thomas_the_queen_sacrifice_is_brilliant() {
    let game = review_end(
        "1. d4 e6 2. Nf3 f5 3. Nc3 Nf6 4. Bg5 Be7 5. Bxf6 Bxf6 6. e4 fxe4 7. Nxe4 b6 8. Ne5 O-O 9. Bd3 Bb7 \
         10. Qh5 Qe7 11. Qxh7+ Kxh7 12. Nxf6+ Kh6 13. Neg4+ Kg5 14. h4+ Kf4 15. g3+ Kf3 16. Be2+ Kg2 17. Rh2+ \
         Kg1 18. Kd2#",
        17,
    );
    game.check(10, "Qe7", MoveGrade::Blunder);
    game.check(11, "Qxh7+", MoveGrade::Brilliant);
    assert!(matches!(game.at(11, "Qxh7+").merit, Some(Merit::MatingSacrifice(_))));
    no_move_of_white_is_a_mistake(&game, 11);
}

#[test]
fn evergreen_game_the_sacrifices_at_the_end_are_brilliant() {
    let game = review_end(
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3 Qf6 9. e5 Qg6 10. Re1 \
         Nge7 11. Ba3 b5 12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15. Ne4 Qf5 16. Bxd3 Qh5 17. Nf6+ gxf6 18. exf6 \
         Rg8 19. Rad1 Qxf3 20. Rxe7+ Nxe7 21. Qxd7+ Kxd7 22. Bf5+ Ke8 23. Bd7+ Kf8 24. Bxe7#",
        10,
    );
    game.check(20, "Nxe7", MoveGrade::Blunder);
    game.check(21, "Qxd7+", MoveGrade::Brilliant);
    no_move_of_white_is_a_mistake(&game, 20);
}

#[test]
fn immortal_game_the_last_sacrifices_are_brilliant() {
    let game = review_end(
        "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 \
         Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 \
         19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7#",
        9,
    );
    game.check(22, "Qf6+", MoveGrade::Brilliant);
    no_move_of_white_is_a_mistake(&game, 20);
    assert_ne!(game.at(19, "e5").grade, MoveGrade::Blunder);
}

#[test]
fn opera_game_the_sacrifices_are_brilliant() {
    let game = review_end(
        "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 \
         10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8#",
        15,
    );
    game.check(16, "Qb8+", MoveGrade::Brilliant);
    game.check(13, "Rxd7", MoveGrade::Brilliant);
    no_move_of_white_is_a_mistake(&game, 10);
}

#[test]
fn real_mistakes_are_still_marked() {
    let game =
        review_end("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3#", 8);
    game.check(5, "Nxf7", MoveGrade::Blunder);
    assert!(game.at(5, "Nxf7").better.is_some());
}

/// The winner's moves from move `number` on.
#[track_caller]
fn no_move_of_white_is_a_mistake(game: &Reviewed, number: u32) {
    for m in game.review.moves.iter().filter(|m| m.color == rules::Color::White) {
        let index = m.ply.index() - 1;
        let played = game.game.position_at(index).map_or(0, |position| position.fullmoves());
        assert!(played < number || !m.grade.is_mistake(), "{played}. {:?}: {m:?}", game.game.san(index));
    }
}
