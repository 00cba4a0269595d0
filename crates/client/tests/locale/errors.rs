//! Error messages.

use client::{Confirmation, PlayerAction, Problem, SaveFileError, SaveFileErrorKind};
use game::pgn::Reader;
use game::{Claim, Ending, Game, GameError, MoveInputError, Offer, Outcome};
use rules::{
    FenReason, ParseFenError, ParseMoveError as TextError, ParseSanError, Position, Rank, SanReason,
    SetupFault,
};

use super::{ENGLISH, KOREAN, check, check_finished};

#[test]
fn fen_errors_are_explained() {
    let fen = |text: &str, english, korean| {
        let error = Position::from_fen(text).unwrap_err();
        check(|words| words.fen_error(&error), english, korean);
    };
    fen("", "FEN, character 1: there is no board.", "FEN 1번째 글자: 판이 없습니다.");
    fen(
        "4k3/8/8/7/8/8/8/4K3 w - - 0 1",
        "FEN, character 10: rank 5 has fewer than eight squares.",
        "FEN 10번째 글자: 5랭크가 여덟 칸보다 적습니다.",
    );
    fen(
        "8/8/8/8/8/8/8/P3K3 w - - 0 1",
        "Black has no king. A pawn stands on the first or the last rank.",
        "흑 킹이 없습니다. 맨 앞이나 맨 뒤 랭크에 폰이 있습니다.",
    );
    let reasons = [
        FenReason::Empty,
        FenReason::NotAPiece,
        FenReason::BadDigit,
        FenReason::TwoDigits,
        FenReason::RankTooLong(Rank::First),
        FenReason::RankTooShort(Rank::Second),
        FenReason::BoardTooShort(Rank::Third),
        FenReason::BoardTooLong,
        FenReason::BadTurn,
        FenReason::BadCastling,
        FenReason::DoubleCastling,
        FenReason::BadEnPassant,
        FenReason::BadHalfmoves,
        FenReason::BadFullmoves,
        FenReason::TooManyFields,
    ];
    for words in [ENGLISH, KOREAN] {
        for reason in reasons {
            check_finished(&words.parse_fen_error(&ParseFenError { at: 0, reason }));
        }
        for fault in SetupFault::ALL {
            check_finished(words.fault(fault));
            assert_eq!(words.faults(fault.into()), words.fault(fault));
        }
    }
}

#[test]
fn typed_move_errors_are_explained() {
    let typed = |fen: &str, text: &str, english, korean| {
        let error = Game::from_position(fen.parse().unwrap()).parse_move(text).unwrap_err();
        check(|words| words.read_move_error(&error), english, korean);
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for rubbish in ["", "zz", "foo", "Ke3zzz", "Nf9"] {
        typed(
            start,
            rubbish,
            "That is not a move. Write one such as e4, Nf3, exd5, O-O or g1f3.",
            "수가 아닙니다. e4, Nf3, exd5, O-O, g1f3처럼 써 주세요.",
        );
    }
    typed(start, "O-", "Castling is written O-O or O-O-O.", "캐슬링은 O-O 또는 O-O-O라고 씁니다.");
    // One sentence, although two knights are possible.
    typed(
        start,
        "Nf6",
        "A knight jumps two squares straight and one to the side, so it cannot go from b1 to f6.",
        "나이트는 곧게 두 칸, 옆으로 한 칸 뛰므로 b1에서 f6으로 갈 수 없습니다.",
    );
    typed(
        start,
        "Qd4",
        "The queen on d1 is blocked by the pawn on d2.",
        "d1의 퀸 앞을 d2의 폰이 막고 있습니다.",
    );
    typed(start, "Nhf3", "You have no knight to move on h.", "h에는 움직일 나이트가 없습니다.");
    typed("k7/8/8/8/8/8/8/K6R w - - 0 1", "Qd4", "You have no queen to move.", "움직일 퀸이 없습니다.");
    typed(start, "--", "You have to make a move.", "수를 두어야 합니다.");
    typed(
        "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
        "Nd2",
        "Several pieces can go to d2: knight on b1 or knight on f3. Say which one.",
        "d2로 갈 수 있는 기물이 여럿입니다: b1의 나이트 또는 f3의 나이트. 어느 것인지 밝혀 주세요.",
    );
    typed(
        "7k/4P3/8/8/8/8/8/4K3 w - - 0 1",
        "e8",
        "Choose what the pawn on e7 becomes on e8.",
        "e7의 폰이 e8에서 무엇으로 승격할지 고르세요.",
    );

    let reasons = [
        SanReason::Empty,
        SanReason::NotAMove,
        SanReason::NotAFile,
        SanReason::NotARank,
        SanReason::BadCastling,
        SanReason::NotAPromotion,
        SanReason::UnexpectedPromotion,
        SanReason::TooLong,
    ];
    let syntax =
        reasons.map(|reason| MoveInputError::Invalid(TextError::Syntax(ParseSanError { at: 0, reason })));
    for error in syntax.into_iter().chain([MoveInputError::Invalid(TextError::Null)]) {
        check_finished(&ENGLISH.read_move_error(&error));
        check_finished(&KOREAN.read_move_error(&error));
    }
}

#[test]
fn pgn_errors_are_explained() {
    let pgn = |text: &str, english, korean| {
        let games: Vec<_> = Reader::new(text.as_bytes()).games().collect();
        let error = games.into_iter().find_map(|game| game.err()).unwrap().error;
        check(|words| words.pgn_error(&error), english, korean);
    };
    pgn(
        "1. e4 {never closed",
        "Game 1, line 1, column 7: The comment is not closed.",
        "대국 1, 1번째 줄 7번째 글자: 주석이 닫히지 않았습니다.",
    );
    pgn(
        "1. e4 e5\n2. Qd4 *",
        "Game 1, line 2, column 4: “Qd4” cannot be played. The queen on d1 is blocked by the pawn on d2.",
        "대국 1, 2번째 줄 4번째 글자: “Qd4” 수를 둘 수 없습니다. d1의 퀸 앞을 d2의 폰이 막고 있습니다.",
    );
}

#[test]
fn game_errors_are_explained() {
    let refused = |error, english, korean| check(|words| words.game_error(&error), english, korean);
    let draw = Outcome::new(None, Ending::Agreement).unwrap();
    refused(
        GameError::GameOver(draw),
        "The game is over. Draw: both sides agreed.",
        "대국이 끝났습니다. 무승부: 서로 합의했습니다.",
    );
    refused(
        GameError::NothingToTakeBack,
        "There is no move to take back.",
        "아직 무를 수 있는 수가 없습니다.",
    );
    let illegal = GameError::Illegal(Game::standard().parse_move("e4").unwrap());
    let claims = Claim::ALL.map(GameError::InvalidClaim);
    let offers =
        Offer::ALL.into_iter().flat_map(|offer| [GameError::CannotOffer(offer), GameError::NoOffer(offer)]);
    for error in claims.into_iter().chain(offers).chain([
        illegal,
        GameError::TooLateToAbort,
        GameError::NotDecidedByBoard(draw),
    ]) {
        check_finished(&ENGLISH.game_error(&error));
        check_finished(&KOREAN.game_error(&error));
    }
}

#[test]
fn problems_and_questions_have_texts() {
    let problem = |problem, english, korean| check(|words| words.problem(&problem), english, korean);
    problem(Problem::NotYourTurn, "You cannot move now.", "지금은 둘 수 없습니다.");
    problem(
        Problem::GameRule(GameError::NoOffer(Offer::Draw)),
        "No draw is on offer.",
        "무승부 제안이 없습니다.",
    );
    problem(Problem::NoPremove, "No piece can make that move.", "그렇게 둘 수 있는 기물이 없습니다.");
    problem(
        Problem::Fen(Position::from_fen("x").unwrap_err()),
        "FEN, character 1: a piece letter, a digit or a slash belongs here.",
        "FEN 1번째 글자: 여기에는 기물 글자, 숫자, 빗금 가운데 하나가 와야 합니다.",
    );
    problem(
        Problem::SaveFile(SaveFileError { line: 3, reason: SaveFileErrorKind::InvalidValue }),
        "Your saved game could not be read: line 3 is damaged.",
        "저장된 대국을 읽지 못했습니다: 3번째 줄이 잘못되었습니다.",
    );
    problem(
        Problem::InvalidRemoteAction(PlayerAction::Resign),
        "The opponent sent an action that is not possible here.",
        "상대가 여기서는 할 수 없는 동작을 보냈습니다.",
    );
    check(|words| words.question(Confirmation::Abort), "Abort this game?", "이 대국을 취소할까요?");
    check(
        |words| words.question(Confirmation::ReplaceGame),
        "Leave the game in progress and start a new one?",
        "두던 대국을 그만두고 새로 시작할까요?",
    );
    check(|words| words.problem(&Problem::EmptyText), "There is nothing to open.", "열 것이 없습니다.");
    check(
        |words| words.problem(&Problem::OnlyFirstGame),
        "The text holds several games. The first one was opened.",
        "대국이 여러 판 들어 있어 첫 판을 열었습니다.",
    );
}
