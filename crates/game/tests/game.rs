//! Actions of a game and their errors.
#![allow(clippy::unwrap_used, reason = "a failing helper fails its test")]

extern crate hanpan_game as game;

mod common;

use common::{START, game, read, summary};
use game::{Chess960, Claim, Ending, Game, GameError, MoveInputError, Offer, Outcome, Ruleset, Status};
use rules::Color::{Black, White};
use rules::{Position, Role, Setup, SetupFault, Square};

fn standard(moves: &str) -> Game {
    game(Ruleset::Standard, START, moves)
}

#[test]
fn games_start_from_every_kind_of_setup() {
    assert_eq!(Game::standard().start(), Setup::start());
    let start = Chess960::new(77).unwrap();
    assert_eq!(Game::chess960(start).start(), start.setup());
    let position = Position::from_fen("8/8/8/8/8/4k3/4p3/4K3 b - - 0 1").unwrap();
    assert_eq!(Game::from_position(position).position(), Some(&position));
    let faults = Game::new(Ruleset::Standard, &Setup::empty()).map(|_| ()).unwrap_err().faults;
    assert!(faults.has(SetupFault::NoWhiteKing) && faults.has(SetupFault::NoBlackKing));
}

#[test]
fn history_lists_moves_positions_and_captures() {
    let game = standard("e4 d5 exd5 Qxd5 Nc3 Qxd2 Bxd2");
    assert_eq!(game.sans().collect::<Vec<_>>().join(" "), "e4 d5 exd5 Qxd5 Nc3 Qxd2+ Bxd2");
    assert_eq!((game.plies(), game.move_number(), game.turn()), (7, 4, Black));
    assert_eq!(game.captured().white, [Role::Pawn, Role::Pawn]);
    assert_eq!(game.captured().black, [Role::Pawn, Role::Queen]);
    assert_eq!((game.balance().points(), game.balance().role(Role::Queen)), (8, 1));
    assert_eq!(game.position_at(0), Some(&Position::start()));
    assert_eq!(game.position_at(7), game.position());
    assert_eq!((game.position_at(8), game.setup_at(8), game.san(7)), (None, None, None));
    let after_two = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(game.setup_at(2).map(|setup| setup.to_string()).as_deref(), Some(after_two));
    assert_eq!(game.last_move(), game.moves().last());
    assert_eq!(game.san_of_legal_move(read(&game, "Nc6")).as_deref(), Some("Nc6"));
    assert_eq!(game.san_of_legal_move(read(&Game::standard(), "e4")), None);
}

#[test]
fn status_reports_check_checkmate_and_outcome() {
    let check = |moves: &str, expected| assert_eq!(standard(moves).status(), expected, "{moves}");
    check("", Status::Turn(White));
    check("e4", Status::Turn(Black));
    check("e4 f5 Qh5", Status::Check { turn: Black, king: Square::E8 });
    check("f3 e5 g4 Qh4", Status::Checkmate { turn: White, king: Square::E1 });
    let mut game = standard("e4 f5 Qh5");
    game.resign(Black).unwrap();
    let outcome = Outcome::new(Some(White), Ending::Resignation).unwrap();
    assert_eq!(game.status(), Status::Over(outcome));
}

#[test]
fn every_action_fails_after_the_end() {
    let mut game = standard("f3 e5 g4 Qh4");
    let over = Err(GameError::GameOver(game.outcome().unwrap()));
    let m = game.moves().next().unwrap();
    for color in [White, Black] {
        assert_eq!(game.resign(color), over);
        assert_eq!(game.flag(color), over);
        assert_eq!(game.abandon(color), over);
        for offer in Offer::ALL {
            assert_eq!(game.offer(color, offer), over);
            assert_eq!(game.accept(color, offer), over);
            assert_eq!(game.decline(color, offer), over);
            assert!(!game.may_offer(color, offer));
        }
    }
    for claim in Claim::ALL {
        assert_eq!(game.claim(claim), over);
        assert_eq!(game.claim_with(claim, m), over);
    }
    assert_eq!((game.play(m), game.take_back(1), game.abort()), (over, over, over));
    assert_eq!(game.parse_move("e4"), Err(MoveInputError::GameOver(game.outcome().unwrap())));
    assert!(game.legal_moves().is_empty() && game.moves_from(Square::A2).is_empty());
    assert_eq!(summary(&game), "checkmate 0-1");
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = standard("e4 e5");
    let before = (game.setup(), game.plies());
    let wrong = read(&Game::standard(), "e4");
    assert_eq!(game.play(wrong), Err(GameError::Illegal(wrong)));
    assert_eq!((game.setup(), game.plies()), before);
}

#[test]
fn taking_back_restores_the_position() {
    let mut game = standard("e4 e5 Nf3");
    assert_eq!(game.take_back(4), Err(GameError::NothingToTakeBack));
    assert_eq!(game.take_back(2), Ok(()));
    assert_eq!(game.sans().collect::<Vec<_>>(), ["e4"]);
    assert_eq!(game.take_back(1), Ok(()));
    assert_eq!(game.setup(), Setup::start());
    // Moves taken back do not count for repetition.
    let mut game = standard("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(game.occurrences(), 3);
    game.take_back(4).unwrap();
    assert_eq!(game.occurrences(), 2);
}

#[test]
fn draw_offers_are_accepted_declined_and_limited() {
    let mut game = standard("e4");
    assert_eq!(game.accept(Black, Offer::Draw), Err(GameError::NoOffer(Offer::Draw)));
    assert_eq!(game.offer(White, Offer::Draw), Ok(()));
    assert_eq!(game.pending(Offer::Draw), Some(White));
    assert_eq!(game.offer(White, Offer::Draw), Err(GameError::CannotOffer(Offer::Draw)));
    assert_eq!(game.accept(White, Offer::Draw), Err(GameError::NoOffer(Offer::Draw)));
    // Black declines by moving, and White must move before offering again.
    game.play(read(&game, "e5")).unwrap();
    assert_eq!(game.pending(Offer::Draw), None);
    assert_eq!(game.offer(White, Offer::Draw), Err(GameError::CannotOffer(Offer::Draw)));
    game.play(read(&game, "Nf3")).unwrap();
    assert_eq!(game.offer(White, Offer::Draw), Ok(()));
    assert_eq!(game.decline(Black, Offer::Draw), Ok(()));
    assert_eq!(game.pending(Offer::Draw), None);
    // An offer made before one's own move is still pending after it.
    assert_eq!(game.offer(Black, Offer::Draw), Ok(()));
    game.play(read(&game, "Nc6")).unwrap();
    assert_eq!(game.pending(Offer::Draw), Some(Black));
    // Offers by both sides are an agreement.
    let mut both = game.clone();
    assert_eq!(both.offer(White, Offer::Draw), Ok(()));
    assert_eq!(summary(&both), "agreement 1/2-1/2");
    assert_eq!(game.accept(White, Offer::Draw), Ok(()));
    assert_eq!((summary(&game).as_str(), game.pending(Offer::Draw)), ("agreement 1/2-1/2", None));
}

#[test]
fn accepted_takebacks_remove_the_last_move_of_the_proposer() {
    let mut game = standard("");
    assert!(!game.may_offer(White, Offer::Takeback));
    game.play(read(&game, "e4")).unwrap();
    assert!(!game.may_offer(Black, Offer::Takeback));
    assert_eq!(game.offer(White, Offer::Takeback), Ok(()));
    game.play(read(&game, "e5")).unwrap();
    assert_eq!(game.pending(Offer::Takeback), None);
    game.play(read(&game, "Nf3")).unwrap();
    // It is Black's turn: Black's last move and White's reply are taken back.
    assert_eq!(game.offer(Black, Offer::Takeback), Ok(()));
    assert_eq!(game.accept(White, Offer::Takeback), Ok(()));
    assert_eq!((game.plies(), game.turn()), (1, Black));
    assert_eq!(game.pending(Offer::Takeback), None);
}

#[test]
fn resignation_abandonment_flag_and_abort_end_the_game() {
    let check = |moves: &str, act: fn(&mut Game) -> Result<(), GameError>, expected: &str| {
        let mut game = standard(moves);
        assert_eq!(act(&mut game), Ok(()));
        assert_eq!(summary(&game), expected);
    };
    check("e4", |game| game.resign(White), "resignation 0-1");
    check("e4", |game| game.abandon(Black), "abandoned 1-0");
    check("e4", |game| game.flag(Black), "timeout 1-0");
    check("e4", Game::abort, "aborted *");
    let decided = Outcome::new(None, Ending::Agreement).unwrap();
    let mut game = standard("e4");
    assert_eq!((game.end(decided), game.outcome()), (Ok(()), Some(decided)));
    let mut game = standard("e4 e5");
    assert_eq!((game.may_abort(), game.abort()), (false, Err(GameError::TooLateToAbort)));
}

#[test]
fn typed_moves_resolve_or_fail_with_a_reason() {
    let game = standard("e4 e5 Nf3 Nc6 Bc4 Bc5");
    for text in ["O-O", "0-0", "e1g1", "e1h1", " O-O "] {
        assert!(read(&game, text).is_castle(), "{text}");
    }
    for text in ["e1e3", "Qh5", "", "hello", "0000", "e9", "Nd2\u{0}", "한판"] {
        assert!(game.parse_move(text).is_err(), "{text}");
    }
    let promotion = common::game(Ruleset::FromPosition, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "");
    let missing = rules::IllegalMoveReason::PromotionMissing { pawn: Square::A7, to: Square::A8 };
    let refused = Err(MoveInputError::Invalid(rules::ParseMoveError::Illegal(vec![missing])));
    assert_eq!(promotion.parse_move("a7a8"), refused);
    assert_eq!(promotion.parse_move("a8"), refused);
}
