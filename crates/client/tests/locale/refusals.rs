//! Every reason why a move is illegal, in both languages.

use std::collections::HashSet;
use std::mem::discriminant;

use rules::{IllegalMoveReason, Position, Role, Setup, SetupFaults, Square};

use super::{ENGLISH, KOREAN, check, check_finished};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Position, attempted move, texts.
const REFUSALS: &[(&str, &str, &str, &str)] = &[
    // The game is over.
    (
        "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
        "h8g7",
        "The game is over: the king on h8 is checkmated from g7.",
        "h8의 킹이 g7의 기물에게 체크메이트를 당해 대국이 끝났습니다.",
    ),
    (
        "7k/5Q2/5K2/8/8/8/8/8 b - - 0 1",
        "h8g8",
        "The game is over: stalemate, no legal move is left.",
        "둘 수 있는 수가 없는 스테일메이트로 대국이 끝났습니다.",
    ),
    // Wrong squares.
    (START, "e4e5", "There is no piece on e4.", "e4에는 기물이 없습니다."),
    (
        START,
        "g8f6",
        "The knight on g8 belongs to Black, and it is White's turn.",
        "g8의 나이트는 흑의 기물이고 지금은 백 차례입니다.",
    ),
    (
        START,
        "d1d1",
        "The queen on d1 would stay where it is: choose another square.",
        "d1의 퀸은 제자리에 머물 수 없으니 다른 칸을 고르세요.",
    ),
    (START, "g1e2", "Your own pawn already stands on e2.", "e2에는 이미 자기 폰이 있습니다."),
    (
        "4k3/8/8/8/8/3N4/8/3RK3 w - - 0 1",
        "d1d3",
        "Your own knight already stands on d3.",
        "d3에는 이미 자기 나이트가 있습니다.",
    ),
    // How pieces move.
    (
        START,
        "e2d5",
        "A pawn steps straight ahead and captures diagonally forward, so it cannot go from e2 to d5.",
        "폰은 앞으로 나아가고 대각선 앞으로 잡으므로 e2에서 d5로 갈 수 없습니다.",
    ),
    (
        START,
        "g1g3",
        "A knight jumps two squares straight and one to the side, so it cannot go from g1 to g3.",
        "나이트는 곧게 두 칸, 옆으로 한 칸 뛰므로 g1에서 g3으로 갈 수 없습니다.",
    ),
    (
        START,
        "f1f7",
        "A bishop moves diagonally, so it cannot go from f1 to f7.",
        "비숍은 대각선으로 움직이므로 f1에서 f7로 갈 수 없습니다.",
    ),
    (
        START,
        "a1b3",
        "A rook moves straight along a rank or a file, so it cannot go from a1 to b3.",
        "룩은 가로나 세로로 곧게 움직이므로 a1에서 b3으로 갈 수 없습니다.",
    ),
    (
        "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1",
        "d4e6",
        "A queen moves in a straight line, also diagonally, so it cannot go from d4 to e6.",
        "퀸은 가로, 세로, 대각선으로 곧게 움직이므로 d4에서 e6으로 갈 수 없습니다.",
    ),
    (
        "4k3/8/8/8/8/4K3/8/8 w - - 0 1",
        "e3e1",
        "A king moves one square at a time, so it cannot go from e3 to e1.",
        "킹은 한 번에 한 칸씩 움직이므로 e3에서 e1로 갈 수 없습니다.",
    ),
    (
        "4k3/8/8/8/R1n1n3/8/8/4K3 w - - 0 1",
        "a4h4",
        "The rook on a4 is blocked by the knight on c4.",
        "a4의 룩 앞을 c4의 나이트가 막고 있습니다.",
    ),
    // Pawns.
    (
        "4k3/8/8/4n3/4P3/8/8/4K3 w - - 0 1",
        "e4e5",
        "The pawn on e4 cannot capture the knight on e5: pawns capture diagonally.",
        "폰은 대각선 앞으로만 잡으므로 e4의 폰은 e5의 나이트를 잡을 수 없습니다.",
    ),
    (
        START,
        "e2d3",
        "A pawn moves diagonally only to capture, and d3 is empty.",
        "폰은 상대 기물을 잡을 때만 대각선으로 가는데 d3은 비어 있습니다.",
    ),
    (
        "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
        "e3e5",
        "A pawn may step two squares only from its starting square, and the pawn on e3 has left it.",
        "폰은 처음 자리에서만 두 칸 나아갈 수 있는데 e3의 폰은 이미 그 자리를 떠났습니다.",
    ),
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "e5d6",
        "En passant is possible only right after a double step, and the pawn on d5 has not just made one.",
        "앙파상은 상대 폰이 두 칸 나아간 바로 다음 수에만 되는데 d5의 폰은 방금 두 칸 나아가지 않았습니다.",
    ),
    (
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "e5d6",
        "Taking en passant would leave your king on a5 in check from h5.",
        "앙파상으로 잡으면 a5의 킹이 h5의 기물에게 체크를 받습니다.",
    ),
    // The king.
    (
        "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
        "d2f3",
        "The knight on d2 is pinned to your king by the bishop on b4.",
        "d2의 나이트는 b4의 비숍 때문에 킹 앞에서 핀에 걸려 있어 그 줄을 벗어날 수 없습니다.",
    ),
    (
        "4k3/8/8/8/r3K3/8/8/8 w - - 0 1",
        "e4f4",
        "Your king would be in check on f4 from a4.",
        "f4로 가면 킹이 a4의 기물에게 체크를 받습니다.",
    ),
    (
        "4r2k/8/8/8/8/8/8/4K2N w - - 0 1",
        "h1g3",
        "Your king on e1 is in check from the rook on e8, and this move does not stop it.",
        "e1의 킹이 e8의 룩에게 체크를 받고 있는데 이 수로는 벗어날 수 없습니다.",
    ),
    (
        "4r2k/8/8/8/8/5n2/6P1/4K3 w - - 0 1",
        "g2f3",
        "Your king on e1 is in double check from f3 and e8: only the king may move.",
        "e1의 킹이 f3과 e8에서 이중 체크를 받고 있어 킹만 움직일 수 있습니다.",
    ),
    // Castling.
    (
        "4k3/8/8/8/8/8/4K3/7R w - - 0 1",
        "e2h1",
        "You cannot castle kingside: your king has moved.",
        "킹이 이미 움직였으므로 킹사이드 캐슬링을 할 수 없습니다.",
    ),
    (
        "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
        "e1g1",
        "You cannot castle kingside: the rook on h1 has moved.",
        "h1의 룩이 이미 움직였으므로 킹사이드 캐슬링을 할 수 없습니다.",
    ),
    (
        "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        "e1c1",
        "You cannot castle queenside: your king or the rook on a1 has moved.",
        "킹이나 a1의 룩이 이미 움직였으므로 퀸사이드 캐슬링을 할 수 없습니다.",
    ),
    (
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "e1g1",
        "You cannot castle kingside: there is no rook on that side.",
        "그쪽에 룩이 없어 킹사이드 캐슬링을 할 수 없습니다.",
    ),
    (
        "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        "e1c1",
        "You cannot castle queenside: a piece is in the way on b1.",
        "b1에 기물이 있어 퀸사이드 캐슬링을 할 수 없습니다.",
    ),
    (
        START,
        "e1c1",
        "You cannot castle queenside: pieces are in the way on b1, c1 and d1.",
        "b1, c1과 d1에 기물이 있어 퀸사이드 캐슬링을 할 수 없습니다.",
    ),
    (
        "4r3/1k6/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        "You cannot castle kingside: your king is in check from e8.",
        "킹이 e8의 기물에게 체크를 받고 있어 킹사이드 캐슬링을 할 수 없습니다.",
    ),
    (
        "r3k3/8/B2R4/8/8/8/8/4K3 b q - 0 1",
        "e8c8",
        "You cannot castle queenside: your king would pass through d8, attacked from d6.",
        "킹이 지나갈 d8이 d6의 기물에게 공격받는 칸이라 퀸사이드 캐슬링을 할 수 없습니다.",
    ),
    (
        "6rk/8/8/8/8/7n/8/4K2R w K - 0 1",
        "e1g1",
        "You cannot castle kingside: your king would land on g1, attacked from h3 and g8.",
        "킹이 도착할 g1이 h3과 g8의 기물에게 공격받는 칸이라 킹사이드 캐슬링을 할 수 없습니다.",
    ),
    // Promotion.
    (
        "7k/4P3/8/8/8/8/8/4K3 w - - 0 1",
        "e7e8",
        "Choose what the pawn on e7 becomes on e8.",
        "e7의 폰이 e8에서 무엇으로 승격할지 고르세요.",
    ),
    (
        "7k/4P3/8/8/8/8/8/4K3 w - - 0 1",
        "e7e8k",
        "A pawn cannot become a king.",
        "폰은 킹으로 승격할 수 없습니다.",
    ),
    (
        START,
        "g1f3q",
        "The knight on g1 is not promoted when it goes to f3.",
        "g1의 나이트는 f3으로 가도 승격하지 않습니다.",
    ),
];

#[test]
fn refusals_are_explained() {
    for &(fen, tried, english, korean) in REFUSALS {
        let refusal = explain(fen, tried);
        check(|words| words.refusal(&refusal), english, korean);
    }
}

#[test]
fn the_table_covers_every_refusal() {
    let refusals: Vec<IllegalMoveReason> = REFUSALS.iter().map(|row| explain(row.0, row.1)).collect();
    let kinds: HashSet<_> = refusals.iter().map(discriminant).collect();
    let castling = refusals.iter().filter_map(|refusal| match refusal {
        IllegalMoveReason::Castling { reason: refusal, .. } => Some(discriminant(refusal)),
        _ => None,
    });
    assert_eq!((kinds.len(), castling.collect::<HashSet<_>>().len()), (21, 8));
}

/// Every illegal move in the positions of the table gets one complete sentence.
#[test]
fn every_refused_move_is_explained_in_one_sentence() {
    for position in REFUSALS.iter().map(|row| position(row.0)) {
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
            let Err(refusal) = position.explain(from, to, None) else { continue };
            for words in [ENGLISH, KOREAN] {
                let said = words.refusal(&refusal);
                check_finished(&said);
                assert!(said.ends_with('.') && said.matches('.').count() == 1, "{said}");
            }
        }
    }
}

fn explain(fen: &str, tried: &str) -> IllegalMoveReason {
    let promotion = tried.as_bytes().get(4).map(|&letter| Role::from_letter(letter).unwrap());
    position(fen).explain(tried[..2].parse().unwrap(), tried[2..4].parse().unwrap(), promotion).unwrap_err()
}

fn position(fen: &str) -> Position {
    fen.parse::<Setup>().unwrap().position_waiving(SetupFaults::WAIVABLE).unwrap()
}
