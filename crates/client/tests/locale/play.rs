//! Texts during and after a game.

use client::{
    Announcement, BonusKind, ClockPreset, ClockView, Confirmation, Locale, MoveView, SettingId,
    TimeFieldError,
};
use game::pgn::PgnResult;
use game::{
    Allowance, Bonus, Chess960, Claim, Ending, Game, Millis, Offer, Outcome, Ruleset, Status, TimeControl,
};
use rules::{ByColor, CastlingSide, Color, Piece, Role, Square};

use super::{ENGLISH, KOREAN, check, check_finished};

#[test]
fn status_line_names_turn_check_and_result() {
    let status = |status, english, korean| check(|words| words.status(&status), english, korean);
    let king = Square::E1;
    status(Status::Turn(Color::White), "WHITE'S TURN", "백 차례");
    status(Status::Turn(Color::Black), "BLACK'S TURN", "흑 차례");
    status(Status::Check { turn: Color::White, king }, "WHITE'S TURN | CHECK", "백 차례 | 체크");
    status(Status::Check { turn: Color::Black, king }, "BLACK'S TURN | CHECK", "흑 차례 | 체크");
    status(
        Status::Checkmate { turn: Color::White, king },
        "WHITE'S TURN | CHECKMATE",
        "백 차례 | 체크메이트",
    );
    status(
        Status::Checkmate { turn: Color::Black, king },
        "BLACK'S TURN | CHECKMATE",
        "흑 차례 | 체크메이트",
    );

    let over =
        |winner, ending, english, korean| status(Status::Over(outcome(winner, ending)), english, korean);
    over(Some(Color::Black), Ending::KingCaptured, "BLACK WINS!", "흑 승리!");
    over(Some(Color::White), Ending::KingCaptured, "WHITE WINS!", "백 승리!");
    over(Some(Color::White), Ending::Timeout, "WHITE WINS! | TIME OUT", "백 승리! | 시간패");
    over(None, Ending::Stalemate, "DRAW | STALEMATE", "무승부 | 스테일메이트");
    over(None, Ending::Aborted, "NO RESULT | ABORTED", "승부 없음 | 대국 취소");
}

#[test]
fn endings_name_the_reason() {
    let ending = |winner, ending, english, korean| {
        check(|words| words.ending(outcome(winner, ending)), english, korean);
    };
    let (white, black) = (Some(Color::White), Some(Color::Black));
    ending(white, Ending::Checkmate, "Checkmate: White wins.", "체크메이트로 백이 이겼습니다.");
    ending(black, Ending::Resignation, "White resigned: Black wins.", "백이 기권하여 흑이 이겼습니다.");
    ending(
        black,
        Ending::Timeout,
        "White ran out of time: Black wins.",
        "백의 시간이 다 되어 흑이 이겼습니다.",
    );
    ending(
        white,
        Ending::KingCaptured,
        "White captured Black's king and wins.",
        "백이 흑의 킹을 잡아 이겼습니다.",
    );
    ending(
        None,
        Ending::ResignationInsufficient,
        "Draw: a player resigned, but no sequence of moves could have led the other side to checkmate.",
        "무승부: 기권했지만 상대가 어떻게 두어도 체크메이트할 수 없었습니다.",
    );
    ending(None, Ending::Agreement, "Draw: both sides agreed.", "무승부: 서로 합의했습니다.");

    for ending in Ending::ALL {
        let outcome = outcome(ending.has_winner().then_some(Color::White), ending);
        for words in [ENGLISH, KOREAN] {
            check_finished(&words.ending(outcome));
            check_finished(&words.status(&Status::Over(outcome)));
            assert!(words.status(&Status::Over(outcome)).starts_with(words.result(outcome)));
        }
    }
}

#[test]
fn moves_are_announced_in_full() {
    let moves = |fen: &str, san, english, korean| {
        let game = Game::from_position(fen.parse().unwrap());
        let m = game.parse_move(san).unwrap();
        let suffix = game.position().unwrap().san(m).suffix();
        check(|words| words.announce_move(game.turn(), m, suffix), english, korean);
        // The move list takes check and mate from the SAN.
        let san = game.san_of_legal_move(m).unwrap();
        let listed = MoveView { ply: game::Ply(1), number: 1, color: game.turn(), san, m };
        check(|words| words.announce_listed_move(&listed), english, korean);
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    moves(start, "Nf3", "White: knight g1 to f3", "백: 나이트 g1에서 f3으로");
    moves(
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "exd6",
        "White: pawn e5 takes pawn en passant, to d6",
        "백: 폰 e5에서 d6으로 가며 폰을 앙파상으로 잡음",
    );
    moves("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "O-O-O", "Black: castles queenside", "흑: 퀸사이드 캐슬링");
    moves(
        "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1",
        "exd8=Q",
        "White: pawn e7 takes rook on d8, promotes to queen, check",
        "백: 폰 e7에서 d8의 룩을 잡음, 퀸으로 승격, 체크",
    );
    moves(
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
        "Ra8",
        "White: rook a1 to a8, checkmate",
        "백: 룩 a1에서 a8로, 체크메이트",
    );
}

#[test]
fn announcements_have_texts() {
    let announced =
        |announcement, english, korean| check(|words| words.announcement(&announcement), english, korean);
    let pawn = Role::Pawn.of(Color::White);
    announced(
        Announcement::GameStarted(Color::White),
        "A new game begins. White moves first.",
        "새 대국을 시작합니다. 백이 먼저 둡니다.",
    );
    announced(Announcement::Check(Color::Black), "Black is in check.", "흑이 체크를 받았습니다.");
    announced(Announcement::Selected(pawn, Square::E4), "white pawn on e4 selected", "e4의 백 폰 선택");
    announced(
        Announcement::ChoosePromotion(Square::E8),
        "The pawn promotes on e8. Choose a piece.",
        "폰이 e8에서 승격합니다. 무엇으로 할까요?",
    );
    announced(
        Announcement::Declined(Color::Black, Offer::Draw),
        "Black declines the draw.",
        "흑이 무승부를 거절했습니다.",
    );
    announced(Announcement::IllegalMove, "Illegal move", "둘 수 없는 수입니다");
    announced(
        Announcement::GameOpened(ByColor { white: "Anna".to_owned(), black: String::new() }),
        "Opened: Anna vs Black.",
        "Anna 대 흑, 대국을 열었습니다.",
    );
    check(
        |words| words.recorded_result(PgnResult::Draw),
        "Result in the file: 1/2-1/2",
        "파일에 적힌 결과: 1/2-1/2",
    );
    announced(Announcement::TakenBack(0), "All moves were taken back.", "모든 수를 물렀습니다.");
    let m = Game::standard().parse_move("e4").unwrap();
    let moved = Announcement::Moved { piece: pawn, m, san: "e4".to_owned() };
    announced(moved, "White: pawn e2 to e4", "백: 폰 e2에서 e4로");
    let draw = outcome(None, Ending::Agreement);
    let others = [
        Announcement::GameEnded(draw),
        Announcement::PremovesQueued(1),
        Announcement::TakenBack(3),
        Announcement::Offered(Color::White, Offer::Takeback),
        Announcement::LowTime(Color::White),
        Announcement::Paused,
        Announcement::Resumed,
    ];
    for announcement in others {
        check_finished(&ENGLISH.announcement(&announcement));
        check_finished(&KOREAN.announcement(&announcement));
    }
}

#[test]
fn times_and_time_controls_are_spelled_out() {
    let time = |millis, english, korean| check(|words| words.time(Millis(millis)), english, korean);
    time(0, "0 seconds", "0초");
    time(1, "1 second", "1초");
    time(185_000, "3 minutes 5 seconds", "3분 5초");
    time(60_000, "1 minute", "1분");
    time(3_601_000, "1 hour 1 second", "1시간 1초");
    time(2 * 86_400_000, "2 days", "2일");

    let control = |control, english, korean| check(|words| words.time_control(&control), english, korean);
    let allow = |minutes, bonus| Allowance::new(Millis::minutes(minutes), bonus).unwrap();
    let two = Millis::seconds(2);
    let blitz = allow(3, Bonus::Increment(two));
    control(TimeControl::Unlimited, "No clock", "시계 없음");
    control(TimeControl::same(allow(1, Bonus::None)), "1 minute", "1분");
    control(TimeControl::same(blitz), "3 minutes + 2 seconds per move", "3분 + 한 수마다 2초");
    control(
        TimeControl::Clock(ByColor { white: blitz, black: allow(1, Bonus::Delay(two)) }),
        "White 3 minutes + 2 seconds per move; Black 1 minute, 2 seconds delay per move",
        "백 3분 + 한 수마다 2초, 흑 1분, 한 수마다 2초 지연",
    );
    control(
        TimeControl::same(allow(1, Bonus::Bronstein(two))),
        "1 minute, up to 2 seconds back per move",
        "1분, 한 수마다 2초까지 돌려받음",
    );
    let days = 2.try_into().unwrap();
    control(TimeControl::Correspondence { days }, "2 days per move", "한 수에 2일");
    let digits = |hours: u64, minutes, english, korean| {
        let left = Millis((hours * 60 + minutes) * 60_000);
        let clock = ClockView { left, delay: Millis::ZERO, is_running: true, is_low: false };
        check(|words| words.clock_digits(&clock), english, korean);
    };
    digits(72, 0, "3 days", "3일");
    digits(71, 59, "2 d 23 h", "2일 23시간");
    digits(23, 59, "23:59:00", "23:59:00");
    let left = |words: Locale| words.time_left(Color::Black, Millis::seconds(9));
    check(left, "Black: 9 seconds left", "흑: 9초 남음");
}

#[test]
fn game_info_texts() {
    check(|w| w.piece(Piece { color: Color::White, role: Role::Pawn }), "white pawn", "백 폰");
    check(|w| w.move_number(12), "Move 12", "12수째");
    check(|w| w.saved_game("지수", "", 7), "지수 vs Black, move 7", "지수 대 흑, 7수째");
    check(|w| w.material_lead(Color::White, 3), "White is ahead by 3", "백이 3점 앞섬");
    check(|w| w.premove_count(2), "Premoves waiting: 2", "미리 둔 수 2개");
    check(|w| w.premove_count(0), "Premoves cancelled", "미리 둔 수를 취소했습니다");
    check(|w| w.promote_to(Role::Knight), "Promote to knight", "나이트로 승격");
    check(|w| w.promote_to(Role::Rook), "Promote to rook", "룩으로 승격");
    check(|w| w.question(Confirmation::Resign(Color::Black)), "Resign as Black?", "흑이 기권할까요?");
    check(|w| w.offer(Color::White, Offer::Draw), "White offers a draw.", "백이 무승부를 제안합니다.");
    check(|w| w.chess960_start(Chess960::STANDARD), "Starting position 518", "시작 배치 518번");
    check(
        |w| w.captured_pieces(Color::White, &[Role::Pawn, Role::Queen, Role::Pawn, Role::Knight]),
        "Captured by White: queen, knight and 2 × pawn",
        "백이 잡은 기물: 퀸, 나이트와 폰 2개",
    );
    check(|w| w.captured_pieces(Color::Black, &[]), "Black has captured nothing yet", "흑이 잡은 기물 없음");
}

#[test]
fn presets_are_named_by_speed_and_bad_times_explained() {
    let pace = |minutes, increment, english, korean| {
        check(|words| words.speed(ClockPreset { minutes, increment }).to_owned(), english, korean);
    };
    pace(2, 1, "Bullet", "불릿");
    pace(3, 0, "Blitz", "블리츠");
    pace(10, 5, "Rapid", "래피드");
    pace(30, 20, "Classical", "클래시컬");
    check(
        |w| w.time_error(TimeFieldError::Seconds),
        "Enter whole seconds, at most 59.",
        "초는 59 이하의 정수로 넣으세요.",
    );
    for error in [TimeFieldError::Minutes, TimeFieldError::Bonus, TimeFieldError::NoTime] {
        check_finished(&ENGLISH.time_error(error));
        check_finished(&KOREAN.time_error(error));
    }
}

/// Left and right are those of the screen, for both colours.
#[test]
fn castling_question_uses_screen_sides() {
    check(
        |w| w.ask_castling(Color::White, Color::White, &[CastlingSide::Queen, CastlingSide::King]),
        "The king can castle: left (c1), right (g1) or cancel?",
        "캐슬링을 할 수 있습니다: 왼쪽(c1), 오른쪽(g1) 또는 취소?",
    );
    check(
        |w| w.ask_castling(Color::Black, Color::Black, &[CastlingSide::King]),
        "The king can castle: left (g8) or cancel?",
        "캐슬링을 할 수 있습니다: 왼쪽(g8) 또는 취소?",
    );
    check(
        |w| w.ask_castling(Color::Black, Color::White, &[CastlingSide::Queen, CastlingSide::King]),
        "The king can castle: left (c8), right (g8) or cancel?",
        "캐슬링을 할 수 있습니다: 왼쪽(c8), 오른쪽(g8) 또는 취소?",
    );
    check(
        |w| w.castled(Color::Black, CastlingSide::King),
        "Black has castled kingside.",
        "흑이 킹사이드 캐슬링을 했습니다.",
    );
}

#[test]
fn every_choice_has_a_text() {
    for words in [ENGLISH, KOREAN] {
        for ruleset in Ruleset::ALL {
            check_finished(words.ruleset(ruleset));
            check_finished(words.ruleset_about(ruleset));
        }
        for claim in Claim::ALL {
            check_finished(words.claim(claim));
            check_finished(words.claim_with_move(claim));
        }
        for (color, offer) in Color::ALL.into_iter().flat_map(|color| Offer::ALL.map(|offer| (color, offer)))
        {
            check_finished(&words.offer(color, offer));
            check_finished(&words.declined(color, offer));
            check_finished(&words.low_time(color));
        }
        BonusKind::ALL.iter().for_each(|&kind| check_finished(words.bonus_kind(kind)));
        BonusKind::ALL.iter().for_each(|&kind| check_finished(words.bonus_kind_about(kind)));
        for setting in SettingId::ALL.iter().flat_map(|id| id.values()) {
            check_finished(&setting.value_label(words));
        }
    }
}

fn outcome(winner: Option<Color>, ending: Ending) -> Outcome {
    Outcome::new(winner, ending).unwrap()
}
