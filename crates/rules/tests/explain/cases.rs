//! Cases with their expected result.

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Position, attempted move, sentence.
pub(crate) const ILLEGAL_MOVES: &[(&str, &str, &str)] = &[
    // The game is over.
    ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "h8g7", "the game is over: the king on h8 is checkmated from g7"),
    ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "a1a1", "the game is over: the king on h8 is checkmated from g7"),
    ("7k/5Q2/5K2/8/8/8/8/8 b - - 0 1", "h8g8", "the game is over: stalemate, there is no legal move"),
    // Wrong squares.
    (START, "e4e5", "there is no piece on e4"),
    (START, "e4e4", "there is no piece on e4"),
    (START, "g8f6", "the knight on g8 is black's, and it is white's turn"),
    (START, "g1g1", "the knight on g1 would stay where it is"),
    (START, "g1e2", "your own pawn on e2 is in the way"),
    (START, "a1b2", "your own pawn on b2 is in the way"),
    ("4k3/8/8/8/8/8/8/5RK1 w - - 0 1", "g1f1", "your own rook on f1 is in the way"),
    // Movement of pieces.
    (START, "g1g3", "the knight on g1 cannot go to g3: a knight does not move so"),
    (START, "f1g3", "the bishop on f1 cannot go to g3: a bishop does not move so"),
    (START, "e2d5", "the pawn on e2 cannot go to d5: a pawn does not move so"),
    ("4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1", "d4e6", "the queen on d4 cannot go to e6: a queen does not move so"),
    ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e3", "the pawn on e4 cannot go to e3: a pawn does not move so"),
    ("4k3/8/8/8/8/4K3/8/8 w - - 0 1", "e3g3", "the king on e3 cannot go to g3: a king does not move so"),
    ("4k3/8/8/8/8/8/8/3K3R w - - 0 1", "d1f1", "the king on d1 cannot go to f1: a king does not move so"),
    (START, "a1a4", "the rook on a1 is blocked by the pawn on a2"),
    ("4k3/8/8/8/R1n1n3/8/8/4K3 w - - 0 1", "a4h4", "the rook on a4 is blocked by the knight on c4"),
    ("4k3/8/8/n7/R7/8/8/4K3 w - - 0 1", "a4a7", "the rook on a4 is blocked by the knight on a5"),
    ("4k2b/8/8/8/8/2p5/8/K7 b - - 0 1", "h8b2", "the bishop on h8 is blocked by the pawn on c3"),
    // Pawns.
    ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4", "the pawn on e2 is blocked by the knight on e3"),
    (
        "4k3/8/8/4n3/4P3/8/8/4K3 w - - 0 1",
        "e4e5",
        "the pawn on e4 cannot capture the knight on e5: pawns capture diagonally",
    ),
    (
        "4k3/4p3/8/4N3/8/8/8/4K3 b - - 0 1",
        "e7e5",
        "the pawn on e7 cannot capture the knight on e5: pawns capture diagonally",
    ),
    (START, "e2d3", "the pawn on e2 moves diagonally only to capture, and d3 is empty"),
    (
        "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
        "e3e5",
        "the pawn on e3 cannot step two squares: it has left its starting rank",
    ),
    (
        "4k3/8/4p3/8/8/8/8/4K3 b - - 0 1",
        "e6e4",
        "the pawn on e6 cannot step two squares: it has left its starting rank",
    ),
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "e5d6",
        "en passant is not possible: the pawn on d5 did not just move two squares",
    ),
    (
        "4k3/8/8/3pPp2/8/8/8/4K3 w - d6 0 1",
        "e5f6",
        "en passant is not possible: the pawn on f5 did not just move two squares",
    ),
    (
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "e5d6",
        "taking en passant would expose the king on a5 to check from h5",
    ),
    (
        "6b1/8/8/3pP3/8/1K6/8/4k3 w - d6 0 1",
        "e5d6",
        "taking en passant would expose the king on b3 to check from g8",
    ),
    ("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "the pawn on e5 is pinned to the king by the rook on e8"),
    // King safety.
    (
        "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
        "d2f3",
        "the knight on d2 is pinned to the king by the bishop on b4",
    ),
    ("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2", "the rook on e2 is pinned to the king by the rook on e8"),
    ("4r2k/8/8/8/8/5p2/4P3/4K3 w - - 0 1", "e2f3", "the pawn on e2 is pinned to the king by the rook on e8"),
    ("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2", "the king would be in check on e2 from a2"),
    ("4k3/8/8/8/r3K3/8/8/8 w - - 0 1", "e4f4", "the king would be in check on f4 from a4"), // behind itself
    ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2", "the king would be in check on e2 from e3"),
    ("4k3/8/8/8/8/2p5/8/2K5 w - - 0 1", "c1d2", "the king would be in check on d2 from c3"),
    ("4k3/8/8/8/1b6/8/3r4/4K3 w - - 0 1", "e1d2", "the king would be in check on d2 from b4"),
    (
        "4r2k/8/8/8/8/8/8/4K2N w - - 0 1",
        "h1g3",
        "the king on e1 is in check from the rook on e8, and this move neither captures it nor blocks",
    ),
    (
        "4r2k/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
        "d2f3",
        "the king on e1 is in check from the rook on e8, and this move neither captures it nor blocks",
    ),
    (
        "4r2k/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
        "d2e4",
        "the knight on d2 is pinned to the king by the bishop on b4",
    ),
    (
        "4r2k/8/8/8/8/5n2/6P1/4K3 w - - 0 1",
        "g2f3",
        "the king on e1 is in double check from f3 and e8: only it may move",
    ),
    // Castling: rights.
    (
        "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
        "e1g1",
        "the king on e1 cannot castle kingside: the rook on h1 has moved",
    ),
    (
        "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
        "e1h1",
        "the king on e1 cannot castle kingside: the rook on h1 has moved",
    ),
    (
        "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        "e1c1",
        "the king on e1 cannot castle queenside: the king or the rook on a1 has moved",
    ),
    (
        "r4k2/8/8/8/8/8/8/4K3 b - - 0 1",
        "f8a8",
        "the king on f8 cannot castle queenside: the king or the rook on a8 has moved",
    ),
    (
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "e1g1",
        "the king on e1 cannot castle kingside: there is no rook on that side",
    ),
    ("4k3/8/8/8/8/8/4K3/7R w - - 0 1", "e2h1", "the king on e2 cannot castle kingside: the king has moved"),
    ("4k3/8/8/8/8/8/8/K6R w - - 0 1", "a1h1", "the king on a1 cannot castle kingside: the king has moved"),
    // Castling: path.
    (START, "e1g1", "the king on e1 cannot castle kingside: pieces are in the way on f1 and g1"),
    (START, "e1c1", "the king on e1 cannot castle queenside: pieces are in the way on b1, c1 and d1"),
    (
        "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        "e1c1",
        "the king on e1 cannot castle queenside: a piece is in the way on b1",
    ),
    (
        "4r3/1k6/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        "the king on e1 cannot castle kingside: it is in check from e8",
    ),
    (
        "5r2/1k6/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        "the king on e1 cannot castle kingside: it would pass through f1, attacked from f8",
    ),
    (
        "r3k3/8/B2R4/8/8/8/8/4K3 b q - 0 1",
        "e8c8",
        "the king on e8 cannot castle queenside: it would pass through d8, attacked from d6",
    ),
    (
        "6rk/8/8/8/8/7n/8/4K2R w K - 0 1",
        "e1g1",
        "the king on e1 cannot castle kingside: it would land on g1, attacked from h3 and g8",
    ),
    // Castling in Chess960.
    (
        "4k3/8/8/8/8/8/8/q1RK4 w C - 0 1",
        "d1c1",
        "the king on d1 cannot castle queenside: it would land on c1, attacked from a1", // the rook was a shield
    ),
    (
        "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",
        "c1b1",
        "the king on c1 cannot castle queenside: it would land on c1, attacked from a1",
    ),
    (
        "4k3/8/8/8/8/8/8/1RKN4 w B - 0 1",
        "c1b1",
        "the king on c1 cannot castle queenside: a piece is in the way on d1",
    ),
    (
        "4k3/8/8/8/8/8/8/1K3RR1 w G - 0 1",
        "b1f1",
        "the king on b1 cannot castle kingside: the rook on f1 has moved",
    ),
    (
        "3r4/1k6/8/8/8/8/8/1K5R w H - 0 1",
        "b1g1",
        "the king on b1 cannot castle kingside: it would pass through d1, attacked from d8",
    ),
    // Promotion, which is checked last.
    ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "the pawn on e7 is promoted on e8: say what it becomes"),
    ("7k/8/8/8/8/8/4p3/3N2K1 b - - 0 1", "e2d1", "the pawn on e2 is promoted on d1: say what it becomes"),
    ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8k", "a pawn cannot become a king"),
    ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8p", "a pawn cannot become a pawn"),
    (
        "7k/4P3/8/8/8/8/8/4K3 w - - 0 1",
        "e7d8k",
        "the pawn on e7 moves diagonally only to capture, and d8 is empty",
    ),
    (START, "e2e4q", "the pawn on e2 is not promoted when it goes to e4"),
    (START, "g1f3q", "the knight on g1 is not promoted when it goes to f3"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1q", "the king on e1 is not promoted when it goes to g1"),
];

/// Position, attempted move, the move in full notation.
pub(crate) const LEGAL_MOVES: &[(&str, &str, &str)] = &[
    (START, "g1f3", "Ng1-f3"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "Pe5xd6 e.p."),
    ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "Pe7xd8=N"),
    ("7k/8/8/8/8/8/4p3/3N2K1 b - - 0 1", "e2d1q", "Pe2xd1=Q"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", "O-O-O"),
    ("4k3/8/8/8/8/8/8/1RK1N3 w B - 0 1", "c1b1", "O-O-O"),
    ("4k3/8/8/8/8/8/8/1K3R2 w F - 0 1", "b1f1", "O-O"),
    ("4k3/8/8/8/8/8/8/1K3R2 w F - 0 1", "b1g1", "O-O"),
    ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "Kf1-g1"),
    ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "O-O"),
];

/// Rule bugs of the five predecessor programs: number, position, attempted move, and the move or the reason.
pub(crate) const PREDECESSOR_BUGS: &[(u8, &str, &str, Result<&str, &str>)] = &[
    // Castling through and into check; attacks on the rook or the b-file square do not matter.
    (
        1,
        "5r2/1k6/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        Err("the king on e1 cannot castle kingside: it would pass through f1, attacked from f8"),
    ),
    (
        1,
        "2r4k/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "e1c1",
        Err("the king on e1 cannot castle queenside: it would land on c1, attacked from c8"),
    ),
    (1, "6kr/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Ok("O-O")),
    (1, "1r5k/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", Ok("O-O-O")),
    // En passant only directly after the double step, and not if it exposes the king.
    (2, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", Ok("Pe5xd6 e.p.")),
    (
        2,
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "e5d6",
        Err("en passant is not possible: the pawn on d5 did not just move two squares"),
    ),
    (
        2,
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "e5d6",
        Err("taking en passant would expose the king on a5 to check from h5"),
    ),
    // Stalemate: all own pieces are blocked or pinned.
    (
        3,
        "7k/8/8/8/8/p7/P7/KB5r w - - 0 1",
        "b1c2",
        Err("the game is over: stalemate, there is no legal move"),
    ),
    // The king captures an unprotected checker; only the king moves in double check.
    (4, "7k/6Q1/8/8/8/8/8/K7 b - - 0 1", "h8g7", Ok("Kh8xg7")),
    (
        4,
        "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
        "h8g7",
        Err("the game is over: the king on h8 is checkmated from g7"),
    ),
    (
        4,
        "4r2k/8/8/8/8/5n2/6P1/4K3 w - - 0 1",
        "g2f3",
        Err("the king on e1 is in double check from f3 and e8: only it may move"),
    ),
    (4, "4r2k/8/8/8/8/5n2/6P1/4K3 w - - 0 1", "e1f2", Ok("Ke1-f2")),
    // A queen does not move like a knight.
    (
        5,
        "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1",
        "d4e6",
        Err("the queen on d4 cannot go to e6: a queen does not move so"),
    ),
    // Only pieces on the rook's own rank block it; Black's pawns capture White's pieces.
    (6, "4k3/8/8/2n5/R7/2n5/8/4K3 w - - 0 1", "a4h4", Ok("Ra4-h4")),
    (6, "5k2/8/8/8/Q1n5/8/8/4K3 w - - 0 1", "a4h4", Err("the queen on a4 is blocked by the knight on c4")),
    (6, "4k3/3p4/4N3/8/8/8/8/4K3 b - - 0 1", "d7e6", Ok("Pd7xe6")),
    (6, "4k3/3p4/4n3/8/8/8/8/4K3 b - - 0 1", "d7e6", Err("your own knight on e6 is in the way")),
    // A pawn attacks the empty squares diagonally in front of it, and not the square ahead.
    (7, "4k3/8/8/8/8/2p5/8/2K5 w - - 0 1", "c1d2", Err("the king would be in check on d2 from c3")),
    (7, "4k3/8/8/8/8/2p5/8/2K5 w - - 0 1", "c1c2", Ok("Kc1-c2")),
    // The square that the king leaves does not shield it.
    (8, "4k3/8/8/8/r3K3/8/8/8 w - - 0 1", "e4f4", Err("the king would be in check on f4 from a4")),
    (8, "4k3/8/8/8/8/8/6K1/7b w - - 0 1", "g2f3", Err("the king would be in check on f3 from h1")),
    // Both colors, with and without a capture.
    (9, "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", Ok("Pe7-e8=Q")),
    (9, "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8r", Ok("Pe7xd8=R")),
    (9, "4k3/8/8/8/8/8/3p4/7K b - - 0 1", "d2d1b", Ok("Pd2-d1=B")),
    (9, "4k3/8/8/8/8/8/3p4/2N4K b - - 0 1", "d2c1n", Ok("Pd2xc1=N")),
];
