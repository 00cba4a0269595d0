//! Texts of a review.

use client::review::{ForcedMate, MatePattern, Merit, MistakeReason, MoveGrade, Tactic};
use game::pgn::EvalScore;
use rules::{Piece, PlacedPiece};

use super::{ENGLISH, check};

fn placed(text: &str) -> PlacedPiece {
    let (letter, square) = text.split_at(1);
    PlacedPiece { piece: Piece::from_letter(letter.as_bytes()[0]).unwrap(), square: square.parse().unwrap() }
}

#[track_caller]
fn check_reason(reason: &MistakeReason, english: &str, korean: &str) {
    check(|words| words.review_reason(reason), english, korean);
}

fn mate(moves: u32, pattern: Option<MatePattern>) -> ForcedMate {
    ForcedMate { moves, pattern }
}

#[test]
fn missed_and_allowed_mates_are_named() {
    use MatePattern::{BackRank, Net, Smothered};
    let misses = |moves, pattern, english: &str, korean: &str| {
        check_reason(&MistakeReason::MissesMate(mate(moves, pattern)), english, korean);
    };
    misses(3, None, "Misses mate in 3.", "3수 메이트를 놓쳤습니다.");
    misses(2, Some(BackRank), "Misses mate in 2 on the back rank.", "백랭크에서 2수 메이트를 놓쳤습니다.");
    misses(2, Some(Smothered), "Misses a smothered mate in 2.", "2수 질식 메이트를 놓쳤습니다.");
    misses(
        4,
        Some(Net),
        "Misses a quiet move that forces mate in 4.",
        "체크 없이 메이트 그물을 치는 수를 놓쳤습니다. 4수 메이트였습니다.",
    );
    let allows = |moves, pattern, english: &str, korean: &str| {
        check_reason(&MistakeReason::AllowsMate(mate(moves, pattern)), english, korean);
    };
    allows(1, None, "Allows mate in 1.", "1수 메이트를 허용합니다.");
    allows(1, Some(BackRank), "Allows mate in 1 on the back rank.", "백랭크에서 1수 메이트를 허용합니다.");
    allows(2, Some(Smothered), "Allows a smothered mate in 2.", "2수 질식 메이트를 허용합니다.");
    allows(3, Some(Net), "Walks into a mating net: mate in 3.", "메이트 그물에 걸립니다. 3수 메이트입니다.");
    check_reason(
        &MistakeReason::Stalemates,
        "Stalemate: the game is drawn.",
        "스테일메이트가 되어 무승부로 끝납니다.",
    );
}

#[test]
fn merits_are_named() {
    check(|words| words.grade(MoveGrade::Brilliant).to_owned(), "Brilliant move", "묘수");
    check(|words| words.grade(MoveGrade::Great).to_owned(), "Great move", "뛰어난 수");
    check(
        |words| words.merit(Merit::MatingSacrifice(3)),
        "A sacrifice that forces mate in 3.",
        "기물을 희생해 3수 메이트를 강제합니다.",
    );
    check(
        |words| words.merit(Merit::WinningSacrifice),
        "A sacrifice that wins.",
        "기물을 희생해 이기는 수입니다.",
    );
    check(|words| words.merit(Merit::OnlyWinningMove), "The only move that wins.", "이기는 유일한 수입니다.");
}

#[test]
fn defenders_without_time_are_named() {
    let (guard, target) = (placed("rd8"), placed("nd5"));
    let overload = Tactic::OverloadedGuard { guard, target };
    check_reason(
        &MistakeReason::Allows(overload.clone()),
        "Loses the knight on d5: the rook on d8 has too much to defend.",
        "d8의 룩에 과부하가 걸려 d5의 나이트를 잃습니다.",
    );
    check_reason(
        &MistakeReason::Misses(overload),
        "Misses that the rook on d8 has too much to defend: the knight on d5 could be won.",
        "d8의 룩에 과부하가 걸린 틈에 d5의 나이트를 잡을 수 있었습니다.",
    );
    let deflection = Tactic::DeflectedGuard { guard, target };
    check_reason(
        &MistakeReason::Allows(deflection.clone()),
        "Loses the knight on d5: its defender, the rook on d8, is drawn away.",
        "d8의 룩이 끌려 나가, 지키던 d5의 나이트를 잃습니다.",
    );
    check_reason(
        &MistakeReason::Misses(deflection),
        "Misses drawing the rook on d8 away from the knight on d5.",
        "d8의 룩을 끌어내고 d5의 나이트를 잡을 수 있었습니다.",
    );
}

#[test]
fn hanging_pieces_are_named() {
    let capture = Tactic::Capture { taken: placed("Qh5"), by: placed("nf6") };
    check_reason(
        &MistakeReason::Blunders(capture.clone()),
        "Puts the queen on h5, where the knight on f6 takes it.",
        "퀸을 h5에 두어 f6의 나이트에게 잡힙니다.",
    );
    check_reason(
        &MistakeReason::Allows(capture.clone()),
        "Leaves the queen on h5 en prise to the knight on f6.",
        "h5의 퀸을 f6의 나이트에게 내줍니다.",
    );
    check_reason(
        &MistakeReason::Misses(capture),
        "Misses that the knight on f6 can take the queen on h5.",
        "f6의 나이트로 h5의 퀸을 잡을 수 있었습니다.",
    );
    let guard = Tactic::PinnedGuard { taken: placed("rc5"), guard: placed("ne6"), by: placed("Re1") };
    check_reason(
        &MistakeReason::Allows(guard),
        "Loses the rook on c5: the knight on e6 cannot recapture, because it is pinned by the rook on e1.",
        "c5의 룩을 잃습니다. e6의 나이트가 e1의 룩 때문에 핀에 걸려 되잡지 못합니다.",
    );
}

#[test]
fn forks_pins_and_skewers_are_named() {
    let fork = Tactic::Fork { by: placed("Nc7"), targets: vec![placed("ke8"), placed("ra8")] };
    check_reason(
        &MistakeReason::Allows(fork.clone()),
        "Allows a fork: the knight on c7 attacks the king on e8 and the rook on a8.",
        "포크를 허용합니다. c7의 나이트가 e8의 킹과 a8의 룩을 한꺼번에 공격합니다.",
    );
    check_reason(
        &MistakeReason::Misses(fork),
        "Misses a fork: the knight on c7 could attack the king on e8 and the rook on a8.",
        "포크를 놓쳤습니다. c7의 나이트가 e8의 킹과 a8의 룩을 한꺼번에 공격할 수 있었습니다.",
    );
    let pin = Tactic::Pin { pinned: placed("qe5"), by: placed("Re1"), behind: placed("ke8") };
    check_reason(
        &MistakeReason::Allows(pin),
        "Allows a pin: the rook on e1 pins the queen on e5 to the king on e8.",
        "핀을 허용합니다. e1의 룩이 e8의 킹 앞의 e5의 퀸을 묶습니다.",
    );
    let skewer = Tactic::Skewer { front: placed("ke5"), behind: placed("qe8"), by: placed("Re1") };
    check_reason(
        &MistakeReason::Misses(skewer),
        "Misses a skewer: the rook on e1 could attack the king on e5 and, behind it, the queen on e8.",
        "스큐어를 놓쳤습니다. e1의 룩으로 e5의 킹과 그 뒤의 e8의 퀸을 꿰뚫을 수 있었습니다.",
    );
}

#[test]
fn remaining_tactics_are_named() {
    let (bishop, queen) = (placed("Bh1"), placed("qa8"));
    check_reason(
        &MistakeReason::Allows(Tactic::Discovery { by: bishop, target: queen }),
        "Allows a discovered attack on the queen on a8 by the bishop on h1.",
        "디스커버드 어택을 허용합니다. 길이 열린 h1의 비숍이 a8의 퀸을 공격합니다.",
    );
    check_reason(
        &MistakeReason::Allows(Tactic::RemovedGuard { guard: placed("nf6"), target: placed("rd5") }),
        "Loses the rook on d5: its defender, the knight on f6, is taken first.",
        "f6의 나이트가 먼저 잡혀, 지키던 d5의 룩을 잃습니다.",
    );
    check_reason(
        &MistakeReason::Allows(Tactic::Trap { piece: placed("Ba7") }),
        "The bishop on a7 is trapped.",
        "a7의 비숍이 갇혔습니다.",
    );
    let pawn = "a7".parse().unwrap();
    check_reason(
        &MistakeReason::Allows(Tactic::Promotion { pawn }),
        "Lets the pawn on a7 promote.",
        "a7의 폰이 승격하게 둡니다.",
    );
    check_reason(
        &MistakeReason::Misses(Tactic::Material { points: 3 }),
        "Misses winning material worth 3 points.",
        "3점어치 기물을 얻을 수 있었습니다.",
    );
}

#[test]
fn evaluations_grades_and_advice_have_texts() {
    let check_verdict = |verdict, english: &str, korean: &str, score: &str| {
        check(|words| words.spoken_evaluation(verdict), english, korean);
        assert_eq!(ENGLISH.written_evaluation(verdict), score);
    };
    check_verdict(EvalScore::Centipawns(0), "Even", "팽팽합니다", "0.00");
    check_verdict(EvalScore::Centipawns(135), "White is better by 1.35", "백이 1.35만큼 우세합니다", "+1.35");
    check_verdict(EvalScore::Centipawns(-40), "Black is better by 0.40", "흑이 0.40만큼 우세합니다", "−0.40");
    check_verdict(EvalScore::Mate(-3), "Black mates in 3", "흑이 3수 만에 메이트합니다", "#−3");
    check(|words| words.grade(MoveGrade::Blunder).to_owned(), "Blunder", "큰 실수");
    check(|words| words.better_move("Qxf7#"), "Qxf7# was better.", "더 좋은 수: Qxf7#");
    let lesson = MistakeReason::AllowsMate(mate(2, None));
    check(
        |words| words.mistake_advice("Ke2", Some(&lesson), "Nf3"),
        "Ke2 was a costly mistake. Allows mate in 2. Nf3 was better.",
        "Ke2: 손해가 큰 수였습니다. 2수 메이트를 허용합니다. 더 좋은 수: Nf3",
    );
}
