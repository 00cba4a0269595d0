//! One term for one thing, in all catalogues and in the README: a list of concepts with the term to use and the variants
//! that must not be used. A forbidden word that is needed for another meaning is an exception in the list, not in the test.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

/// A concept, its term, and the variants that are not to be used for it.
type Entry = (&'static str, &'static str, &'static [&'static str]);

const KOREAN: &[Entry] = &[
    ("game", "대국", &[" 게임", "(게임"]),
    ("position", "포지션", &["국면", "위치"]),
    ("takeback", "무르기", &["물리기", "물렸", "물려", "물릴"]),
    ("claim", "청구", &["주장", "무승부 요청", "무승부를 요청", "무승부 요구", "무승부를 요구", "승리 요구"]),
    ("a granted claim", "청구가 인정", &["를 청구했습니다", "요청했습니다"]),
    ("Latin letter", "영문자", &["자의 글자"]),
    ("play the computer", "컴퓨터와 두기", &["컴퓨터와 대국", "컴퓨터 대국", "컴퓨터하고"]),
    ("draw offer", "제안", &["무승부 신청", "무승부를 신청"]),
    ("accept", "수락", &["받아들이기", "받아들일"]),
    ("decline", "거절", &["거부"]),
    ("resign", "기권", &["항복", "돌을 던"]),
    ("rematch", "재대국", &["다시 두기", "한 판 더", "리매치"]),
    ("abort", "대국 취소", &["없던 일", "무효로", "대국 중단"]),
    ("flip board", "뒤집기", &["판 돌리기"]),
    ("premove", "미리 둔 수", &["프리무브", "예약 수"]),
    ("variation", "변화수순", &["변화도", "변화 수 ", "변화수를", "변화수의", "변화수가", "변화수,"]),
    ("line", "수순", &["가장 좋은 변화"]),
    ("full strength", "최강", &["전력", "최고 실력"]),
    ("piece letters", "영문자", &["= 글자", "의 글자, 숫자"]),
    ("play the computer", "컴퓨터와 두기", &["컴퓨터와 대국하", "컴퓨터 대국", "컴퓨터랑"]),
    ("threefold repetition", "3회 동형 반복", &["같은 포지션 세 번", "삼회", "포지션 3회"]),
    ("promotion", "승격", &["프로모션", "승진"]),
    ("en passant", "앙파상", &["앙파썽", "앙파쌍", "앙파싼"]),
    ("checkmate", "체크메이트", &["체크 메이트", "외통"]),
    ("stalemate", "스테일메이트", &["스테일 메이트"]),
    ("classical", "클래시컬", &["클래식"]),
    ("blitz", "블리츠", &["블리쯔", "블리치"]),
    ("rapid", "래피드", &["라피드"]),
    ("rating", "레이팅", &["평점", "점수제"]),
    ("spectate", "관전", &["구경"]),
    ("chat", "대화", &["채팅"]),
    ("review", "복기", &["리뷰"]),
    ("button", "버튼", &["단추"]),
    ("reason", "이유", &["까닭"]),
    ("download", "내려받", &["다운로드", "PGN으로 받기"]),
    ("data", "데이터", &["내 자료"]),
    ("2D board", "2D 체스판", &["평면 체스판"]),
    ("3D board", "3D 체스판", &["입체 체스판", "일어섭니다"]),
];

const ENGLISH: &[Entry] = &[
    ("move number", "Move {number}", &["Round {", "round {"]),
    ("abort", "Abort", &["all off", "alled off", "all the game off", "all this game off"]),
    ("flip board", "Flip board", &["urn the board"]),
    ("threefold repetition", "hreefold repetition", &["ame position three times:", "SAME POSITION"]),
    ("fifty-move rule", "fifty-move rule", &["QUIET MOVES", "quiet moves"]),
    ("dead position", "DEAD POSITION", &["NOBODY"]),
    ("takeback", "takeback", &["ask back", "take back?"]),
    ("resume", "Resume", &["Go on", "go on with", "Play on with"]),
    ("saved", "saved", &["another day", "is kept", "kept game"]),
    ("2D board", "2D board", &["flat board"]),
    ("open seek", "Open seeks", &["is looking for a game", "Looking for somebody"]),
    ("spectator", "Spectator", &["those who watch"]),
];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The texts of a language and the README, each line with where it stands. Notes of the catalogues are left out.
fn lines(language: &str, readme: &str) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for catalogue in ["analysis", "base", "club", "learn", "lessons", "puzzles", "server", "terminal"] {
        let path = format!("crates/texts/languages/{language}/{catalogue}.txt");
        let text = fs::read_to_string(root().join(&path)).unwrap();
        let entries =
            text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "));
        // Words that a player may type are in front of the first bar; old ones stay understood.
        let shown = |text: &str| text.split_once('|').map_or(text, |(_, shown)| shown).to_owned();
        lines.extend(entries.map(|(key, text)| (format!("{path} {key}"), shown(text))));
    }
    let readme_text = fs::read_to_string(root().join(readme)).unwrap();
    lines.extend(
        readme_text.lines().enumerate().map(|(at, line)| (format!("{readme}:{}", at + 1), line.to_owned())),
    );
    lines
}

fn check(glossary: &[Entry], lines: &[(String, String)]) {
    let mut wrong = Vec::new();
    for (concept, term, forbidden) in glossary {
        assert!(lines.iter().any(|(_, line)| line.contains(term)), "{concept}: {term} is not used anywhere");
        for (place, line) in lines {
            let found = forbidden.iter().find(|variant| line.contains(**variant));
            wrong.extend(
                found.map(|variant| format!("{place}: {variant} for {concept}; the term is {term}: {line}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn korean_texts_use_one_term_for_one_thing() {
    check(KOREAN, &lines("ko", "README.ko.md"));
}

/// A particle is no label: it needs a noun in front of it.
#[test]
fn korean_labels_are_nouns() {
    for (place, text) in lines("ko", "README.ko.md") {
        assert!(!["부터", "까지", "에서", "글자"].contains(&text.trim()), "{place}: {text}");
    }
}

#[test]
fn english_texts_use_one_term_for_one_thing() {
    check(ENGLISH, &lines("en", "README.md"));
}
