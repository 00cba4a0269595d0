//! Sentences of the online pages.

use client::Locale;
use protocol::http::RatingRules;

use crate::check;

#[test]
fn sessions_say_where_and_when_they_were_opened() {
    let session = |device: &'static str| move |locale: Locale| locale.session(device, "10:00:05", "11:30:00");
    check(
        session("Firefox · Linux"),
        "Firefox · Linux, logged in 10:00:05, last seen 11:30:00",
        "Firefox · Linux, 로그인 10:00:05, 마지막 접속 11:30:00",
    );
    check(
        session(""),
        "Unknown device, logged in 10:00:05, last seen 11:30:00",
        "알 수 없는 기기, 로그인 10:00:05, 마지막 접속 11:30:00",
    );
}

#[test]
fn rating_rules_name_both_limits() {
    check(
        |locale| locale.rating_rules(RatingRules { moves: 5, games: 3 }),
        "Rated games count once both sides have made 5 moves, and at most 3 a day between the same two players.",
        "레이팅 대국은 양쪽이 5수씩 둔 뒤부터 반영되고, 같은 두 사람 사이에서는 하루 3판까지만 반영됩니다.",
    );
}
