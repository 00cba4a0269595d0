//! Sentences of the lessons.

use lessons::{EscapeWay, WrongMove, stage};
use rules::{Bitboard, Color, PlacedPiece, Role, Square};

use crate::check;

const BISHOP: PlacedPiece = PlacedPiece { piece: Role::Bishop.of(Color::Black), square: Square::C5 };
const QUEEN: PlacedPiece = PlacedPiece { piece: Role::Queen.of(Color::White), square: Square::F2 };
const KING: Square = Square::G1;

#[test]
fn wrong_moves_are_explained_in_one_sentence() {
    let say = |wrong: WrongMove, english: &str, korean: &str| {
        check(|locale| locale.wrong_move(&wrong), english, korean);
        assert!(english.split_whitespace().count() <= 15, "{english}");
    };
    say(WrongMove::NoCheck, "The king is not attacked.", "킹을 공격하지 않습니다.");
    say(
        WrongMove::KingEscapes { king: KING, to: Square::H2 },
        "The king can go to h2.",
        "킹이 h2로 갈 수 있습니다.",
    );
    say(
        WrongMove::CheckerCaptured { by: BISHOP, checker: QUEEN },
        "The bishop on c5 can capture the queen on f2.",
        "c5의 비숍이 f2의 퀸을 잡을 수 있습니다.",
    );
    say(
        WrongMove::CheckBlocked { by: BISHOP, at: Square::D4 },
        "The bishop on c5 can step between on d4.",
        "c5의 비숍이 d4에서 막을 수 있습니다.",
    );
    say(
        WrongMove::Captured { by: BISHOP, piece: QUEEN },
        "The bishop on c5 can capture the queen on f2.",
        "c5의 비숍이 f2의 퀸을 잡을 수 있습니다.",
    );
    say(
        WrongMove::Unprotected { piece: QUEEN, by: Some(BISHOP) },
        "The queen on f2 is still not protected.",
        "f2의 퀸을 아직 지키지 못합니다.",
    );
    say(
        WrongMove::Answered { by: BISHOP, to: Square::B6 },
        "The bishop on c5 answers on b6.",
        "c5의 비숍이 b6으로 갑니다.",
    );
    say(WrongMove::OutOfReach(Square::B3), "Then b3 is out of reach.", "그러면 b3에 갈 수 없습니다.");
    say(
        WrongMove::NoWayOut { king: KING, by: BISHOP },
        "The bishop on c5 attacks the king, and no move helps.",
        "c5의 비숍이 킹을 공격하고, 벗어날 길이 없습니다.",
    );
    for wrong in [
        WrongMove::Stalemate { king: KING },
        WrongMove::OtherWay(EscapeWay::Block),
        WrongMove::NotCastling,
        WrongMove::NotEnPassant,
        WrongMove::OtherPromotion,
        WrongMove::NothingWon,
        WrongMove::NotDrawn,
        WrongMove::Away,
        WrongMove::NotAttacked { king: KING },
        WrongMove::Attacked { king: KING, by: BISHOP },
    ] {
        let [english, korean] = [crate::ENGLISH, crate::KOREAN].map(|locale| locale.wrong_move(&wrong));
        crate::check_finished(&english);
        crate::check_finished(&korean);
    }
}

#[test]
fn stages_have_names_sentences_and_numbers() {
    let rook = stage("rook").unwrap();
    check(|locale| locale.stage_name(rook).to_owned() + ".", "The rook.", "룩.");
    check(
        |locale| locale.step_text(rook, 1).to_owned(),
        "Up, down, left, right. Collect both stars.",
        "위, 아래, 왼쪽, 오른쪽. 별을 둘 다 모으세요.",
    );
    check(|locale| locale.step_number(rook, 1), "Step 2 of 4", "4문제 중 2번째");
    check(|locale| locale.stage_stars(2), "2 of 3 stars", "별 3개 중 2개");
    check(|locale| locale.star_count(7), "7 of 78 stars", "별 78개 중 7개");
    let targets: Bitboard = [Square::E8, Square::H8].into_iter().collect();
    check(|locale| locale.lesson_targets(targets), "Stars: e8 and h8.", "별: e8과 h8.");
}
