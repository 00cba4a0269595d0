//! The board editor.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use client::editor::{Editor, EditorCommand, Preset, Tool, fault_squares};
use rules::{CastlingSide, Color, Role, Setup, SetupFault, Square};

fn editor(commands: impl IntoIterator<Item = EditorCommand>) -> Editor {
    let mut editor = Editor::new();
    commands.into_iter().for_each(|command| editor.apply(command));
    editor
}

fn white(role: Role) -> rules::Piece {
    role.of(Color::White)
}

#[test]
fn commands_change_the_position() {
    let check = |commands: Vec<EditorCommand>, fen: &str| {
        assert_eq!(editor(commands.clone()).fen(), fen, "{commands:?}");
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    use EditorCommand::{Castling, Choose, Clear, Drag, Fen, Put, PutBack, Remove, Start, Turn, Use};
    check(vec![], start);
    check(vec![Clear], "8/8/8/8/8/8/8/8 w - - 0 1");
    check(vec![Clear, Start], start);
    check(vec![Turn(Color::Black), Clear], "8/8/8/8/8/8/8/8 b - - 0 1");
    // Moving with two uses, on the same square, and put back.
    check(
        vec![Use(Square::E2), Use(Square::E4)],
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
    );
    check(vec![Use(Square::E2), Use(Square::E2)], start);
    check(vec![Use(Square::E2), PutBack, Use(Square::E4)], start);
    check(vec![Use(Square::E4), Use(Square::E5)], start);
    // Tools.
    check(vec![Clear, Choose(Tool::Put(white(Role::King))), Use(Square::A1)], "8/8/8/8/8/8/8/K7 w - - 0 1");
    check(
        vec![Clear, Choose(Tool::Put(white(Role::King))), Use(Square::A1), Use(Square::A1)],
        "8/8/8/8/8/8/8/8 w - - 0 1",
    );
    check(
        vec![Choose(Tool::Erase), Use(Square::B1)],
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1",
    );
    check(vec![Clear, Put(white(Role::Rook), Square::H8), Remove(Square::H8)], "8/8/8/8/8/8/8/8 w - - 0 1");
    // Dragging to a square, off the board, from an empty square.
    check(
        vec![Clear, Put(white(Role::Rook), Square::H8), Drag(Square::H8, Some(Square::A1))],
        "8/8/8/8/8/8/8/R7 w - - 0 1",
    );
    check(
        vec![Clear, Put(white(Role::Rook), Square::H8), Drag(Square::H8, None)],
        "8/8/8/8/8/8/8/8 w - - 0 1",
    );
    check(vec![Drag(Square::E5, None), Drag(Square::E4, Some(Square::E5))], start);
    // A right that the pieces no longer allow is gone, and comes back only on request.
    check(
        vec![Drag(Square::H1, Some(Square::H4))],
        "rnbqkbnr/pppppppp/8/8/7R/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",
    );
    check(
        vec![Drag(Square::H1, Some(Square::H4)), Drag(Square::H4, Some(Square::H1))],
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1",
    );
    check(
        vec![Castling(Color::White, CastlingSide::King), Castling(Color::Black, CastlingSide::Queen)],
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qk - 0 1",
    );
    check(vec![Clear, Castling(Color::White, CastlingSide::King)], "8/8/8/8/8/8/8/8 w - - 0 1");
    check(vec![Fen(" 4k3/8/8/8/8/8/8/4K2R w K - 3 9\n".to_owned())], "4k3/8/8/8/8/8/8/4K2R w K - 3 9");
}

#[test]
fn an_unreadable_fen_stays_in_its_field_until_the_board_changes() {
    let mut editor = Editor::new();
    editor.apply(EditorCommand::Fen("8/8 w".to_owned()));
    assert_eq!((editor.fen_text().as_str(), editor.position()), ("8/8 w", None));
    assert!(editor.fen_error().is_some());
    assert_eq!(*editor.setup(), Setup::start());
    editor.apply(EditorCommand::Flip);
    assert!(editor.fen_error().is_some());
    editor.apply(EditorCommand::Remove(Square::E4));
    assert!(editor.fen_error().is_none() && editor.position().is_some());
}

#[test]
fn a_fen_stays_as_it_was_typed_until_the_board_changes() {
    let mut editor = editor([EditorCommand::Fen("4k3/8/8/8/8/8/8/4K3".to_owned())]);
    assert_eq!(editor.fen_text(), "4k3/8/8/8/8/8/8/4K3");
    assert_eq!(editor.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    editor.apply(EditorCommand::Turn(Color::Black));
    assert_eq!(editor.fen_text(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn en_passant_is_offered_where_a_pawn_can_have_passed() {
    let mut editor = editor([EditorCommand::Fen("4k3/8/8/3pP2p/8/8/8/4K3 w - - 0 1".to_owned())]);
    assert_eq!(editor.en_passant_squares(), [Square::D6, Square::H6]);
    editor.apply(EditorCommand::EnPassant(Some(Square::D6)));
    assert_eq!(editor.fen(), "4k3/8/8/3pP2p/8/8/8/4K3 w - d6 0 1");
    // The target is void with the other side to move.
    editor.apply(EditorCommand::Turn(Color::Black));
    assert_eq!(editor.fen(), "4k3/8/8/3pP2p/8/8/8/4K3 b - - 0 1");
}

#[test]
fn every_fault_of_a_position_is_named_with_its_squares() {
    let check = |fen: &str, expected: &[(SetupFault, &[Square])]| {
        let editor = editor([EditorCommand::Fen(fen.to_owned())]);
        let found: Vec<_> =
            editor.faults().iter().map(|fault| (fault, fault_squares(editor.setup(), fault))).collect();
        let expected: Vec<_> =
            expected.iter().map(|(fault, squares)| (*fault, squares.iter().copied().collect())).collect();
        assert_eq!(found, expected, "{fen}");
        assert_eq!(editor.position().is_some(), expected.is_empty(), "{fen}");
    };
    use SetupFault::{
        BadCastling, BadEnPassant, NoBlackKing, NoWhiteKing, OpponentInCheck, PawnOnEndRank, TooManyPieces,
        TooManyWhiteKings,
    };
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[]);
    check("8/8/8/8/8/8/8/8 w - - 0 1", &[(NoWhiteKing, &[]), (NoBlackKing, &[])]);
    check(
        "3P4/1k2K2K/8/8/8/8/8/8 w - - 0 1",
        &[(TooManyWhiteKings, &[Square::E7, Square::H7]), (PawnOnEndRank, &[Square::D8])],
    );
    check("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", &[(OpponentInCheck, &[Square::E2, Square::E8])]);
    check("4k3/8/8/8/8/8/8/4K2R w Q e6 0 1", &[(BadCastling, &[Square::A1]), (BadEnPassant, &[Square::E6])]);
    check(
        "4k3/p7/pppppppp/8/8/8/8/4K3 w - - 0 1",
        &[(
            TooManyPieces,
            &[
                Square::A6,
                Square::B6,
                Square::C6,
                Square::D6,
                Square::E6,
                Square::F6,
                Square::G6,
                Square::H6,
                Square::A7,
            ],
        )],
    );
    // Nine queens can be played.
    check("4k3/8/8/8/8/8/PPPPPPPP/1QQ1K3 w - - 0 1", &[]);
}

#[test]
fn presets_replace_the_position_and_show_the_side_to_move_below() {
    let editor = editor([EditorCommand::Preset(Preset::Philidor)]);
    assert_eq!(editor.orientation().bottom, Color::Black);
    assert_eq!(*editor.setup(), Preset::Philidor.setup());
}
