//! Replaces times and dates, which no two runs have in common, and evaluations, which every change of the engine moves.

/// Fields of JSON with times.
const FIELDS: [&str; 9] =
    ["createdAt", "lastMoveAt", "seenAt", "wtime", "btime", "secondsLeft", "wc", "bc", "seconds"];

/// Tags of PGN with dates and times.
const TAGS: [&str; 5] = ["Date", "UTCDate", "UTCTime", "EndDate", "EndTime"];

/// The text with `0` for every time and evaluation.
pub(super) fn without_times(text: &str) -> String {
    let mut text = text.to_owned();
    for field in FIELDS {
        text =
            replaced(&text, &format!("\"{field}\":"), |rest| rest.find(|next: char| !next.is_ascii_digit()));
    }
    for tag in TAGS {
        text = replaced(&text, &format!("[{tag} \""), |rest| rest.find('"'));
        // PGN in JSON.
        text = replaced(&text, &format!("[{tag} \\\""), |rest| rest.find('\\'));
    }
    if text.contains("%clk ") {
        for command in ["%clk ", "%emt "] {
            text = replaced(&text, command, |rest| rest.find(']'));
        }
        // Lines are wrapped at other places if times are longer. In JSON the ends of lines are escapes.
        text = text.replace('\n', " ").replace("\\n", " ");
    }
    for list in ["clocks", "analysis"] {
        text = replaced(&text, &format!("\"{list}\":["), |rest| rest.find(']'));
    }
    text = replaced(&text, "%eval ", |rest| rest.find(']'));
    // Days of a rating history.
    replaced(&text, "\"points\":[[", |rest| rest.match_indices(',').nth(2).map(|(at, _)| at))
}

/// Replaces what follows every `mark`, up to the length that `length` finds.
fn replaced(text: &str, mark: &str, length: impl Fn(&str) -> Option<usize>) -> String {
    let mut parts = text.split(mark);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = length(part).unwrap_or(part.len());
        result.push_str(mark);
        result.push('0');
        result.push_str(&part[end..]);
    }
    result
}

#[test]
fn times_and_dates_are_replaced() {
    let check = |text: &str, expected: &str| assert_eq!(without_times(text), expected);
    check(r#"{"createdAt":17,"id":"x","wtime":5}"#, r#"{"createdAt":0,"id":"x","wtime":0}"#);
    check("[Date \"2026.11.18\"]\n[White \"Ann\"]", "[Date \"0\"]\n[White \"Ann\"]");
    check("1. e4 {[%clk 0:05:00]\n[%emt 0:00:01]} e5", "1. e4 {[%clk 0] [%emt 0]} e5");
    check(r#"[{"name":"Blitz","points":[[2026,10,18,1500]]}]"#, r#"[{"name":"Blitz","points":[[0,1500]]}]"#);
    check(r#"{"clocks":[30003,30003]}"#, r#"{"clocks":[0]}"#);
    check(r#"{"analysis":[{"eval":17},{"mate":-1}]}"#, r#"{"analysis":[0]}"#);
    check(r#"{"rating":1500,"moves":"e4"}"#, r#"{"rating":1500,"moves":"e4"}"#);
}
