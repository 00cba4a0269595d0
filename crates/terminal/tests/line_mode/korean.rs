//! Korean texts and keywords, and keywords of both languages mixed.

use client::Language;

use crate::script::Script;

#[test]
fn korean_texts_and_keywords_work() {
    let script = Script::new("korean").in_language(Language::Korean);
    let played = script.play("e4 / e5 / Nf3 / Nc6 / Bc4 / Bc5 / 킹 / 오른쪽 / 무르기 / 무승부 / 예");
    played.check("1/2-1/2", &["백 차례", "백: 폰 e2에서 e4로", "캐슬링", "무승부"]);
    let mixed = script.play("e4 / undo / e1 / 도움말 / 기권 / y");
    mixed.check("0-1", &["지금은 움직일 수 없습니다.", "무르기: 마지막 수 무르기", "기권"]);
}

#[test]
fn promotion_answers_in_korean() {
    let script = Script::new("korean-promotion").in_language(Language::Korean);
    let played = script.play("new fen 7k/4P3/8/8/8/8/8/4K3 w - - 0 1 / e8 / 룩");
    played.check("*", &["백: 폰 e7에서 e8로"]);
}
