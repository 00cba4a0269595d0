//! Round trips, damage, versions.

use game::{Ending, Timestamp};
use rng::Rng;

use super::*;
use crate::store::StoreError;

fn entry(number: u32, ply: Option<u32>, at: u64, body: &str) -> LogEntry {
    LogEntry { number, ply, at: Timestamp(at), body: body.to_owned() }
}

fn parse(entries: &[LogEntry]) -> Vec<LogItem> {
    entries.iter().cloned().map(LogItem::parse).collect()
}

fn encode(entries: &[LogEntry]) -> Vec<u8> {
    write(parse(entries)).unwrap()
}

fn decode(bytes: &[u8]) -> Vec<LogEntry> {
    read(bytes).unwrap().into_iter().map(LogItem::into_entry).collect()
}

/// A log of these bodies; moves are counted.
fn log(bodies: &[&str]) -> Vec<LogEntry> {
    let mut moves = 0..;
    let entries = bodies.iter().enumerate().map(|(number, body)| {
        let ply = body.contains(r#""type":"moved""#).then(|| moves.next().unwrap());
        entry(number as u32, ply, 1_794_748_807_000 + 1_234 * number as u64, body)
    });
    entries.collect()
}

const OPENED: &str = r#"{"type":"opened","about":{"ruleset":"standard","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","control":{"type":"clock","white":{"base":180000,"bonus":{"type":"increment","amount":2000}},"black":{"base":180000,"bonus":{"type":"increment","amount":2000}}},"stakes":"rated","visibility":"public"}}"#;

/// Every kind of record with every optional field, as a server writes them.
fn all_kinds() -> Vec<LogEntry> {
    let terms = |ruleset: &str, fen: &str, control: &str, rest: &str| {
        format!(
            r#"{{"type":"opened","about":{{"ruleset":"{ruleset}","fen":"{fen}","control":{control},{rest}}}}}"#
        )
    };
    let casual = r#""stakes":"casual","visibility":"private""#;
    let rematch = r#""stakes":"rated","visibility":"public","rematch_of":"AAAAAAAAAAAAAAAAAAAAAQ""#;
    let kings = "4k3/8/8/8/8/8/8/4K2R w K - 3 40";
    let bonus = |kind: &str| {
        format!(
            r#"{{"type":"clock","white":{{"base":60000}},"black":{{"base":0,"bonus":{{"type":"{kind}","amount":1500}}}}}}"#
        )
    };
    let opened = [
        OPENED.to_owned(),
        terms("chess960", kings, r#"{"type":"unlimited"}"#, casual),
        terms("from-position", kings, r#"{"type":"correspondence","days":30}"#, rematch),
        terms("king-capture", kings, &bonus("bronstein"), casual),
        terms("standard", kings, &bonus("delay"), casual),
    ];
    let others = [
        r#"{"type":"seated","seat":"white"}"#,
        r#"{"by":{"seat":"black","id":"_____________________w"},"type":"seated","seat":"black"}"#,
        r#"{"by":{"seat":"white","id":"AAAAAAAAAAAAAAAAAAAAAg"},"type":"moved","uci":"e2e4"}"#,
        r#"{"type":"moved","uci":"h7h8n","lag":0}"#,
        r#"{"type":"moved","uci":"a7b8b","lag":86400000}"#,
        r#"{"type":"moved","uci":"a2a1r"}"#,
        r#"{"type":"moved","uci":"a2a1q"}"#,
        r#"{"type":"moved","uci":"0000"}"#,
        r#"{"by":{"seat":"black","id":"AAAAAAAAAAAAAAAAAAAAAw"},"type":"moved","uci":"e7e6","lag":120,"held_until":1794748830000}"#,
        r#"{"type":"moved","uci":"e7e6","held_until":5}"#,
        r#"{"type":"moved","uci":"g8f6","write_delay":600}"#,
        r#"{"type":"moved","uci":"g8f6","lag":40,"write_delay":20}"#,
        r#"{"type":"moved","uci":"g8f6","lag":0,"write_delay":999,"held_until":1794748830000}"#,
        r#"{"type":"offered","seat":"black","offer":"draw"}"#,
        r#"{"type":"offered","seat":"white","offer":"takeback"}"#,
        r#"{"type":"declined","seat":"white","offer":"rematch"}"#,
        r#"{"type":"taken-back","plies":2}"#,
        r#"{"type":"time-given","seat":"white","amount":15000}"#,
        r#"{"type":"interrupted","from":5,"until":9}"#,
        r#"{"type":"interrupted","from":9,"until":12,"held_until":20012}"#,
        r#"{"type":"resumed","at":18446744073709551615}"#,
        r#"{"type":"rated","ratings":{"white":{"value":1512,"trust":"provisional"},"black":{"value":65535,"trust":"established"}}}"#,
        r#"{"type":"rematched","game":"AAAAAAAAAAAAAAAAAAAAAQ"}"#,
    ];
    let ended = Ending::ALL.into_iter().flat_map(|ending| {
        [None, Some(rules::Color::White), Some(rules::Color::Black)].into_iter().filter_map(move |winner| {
            let outcome = game::Outcome::new(winner, ending)?;
            let kind = RecordKind::Ended { result: protocol::GameResult(outcome) };
            Some(serde_json::to_string(&Record::automatic(kind)).unwrap())
        })
    });
    let bodies: Vec<String> = opened.into_iter().chain(others.map(str::to_owned)).chain(ended).collect();
    log(&bodies.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn every_kind_of_record_round_trips_without_its_text() {
    let entries = all_kinds();
    let items = parse(&entries);
    assert!(items.iter().all(|item| matches!(item.body, ItemBody::Record(_))), "{items:#?}");
    let bytes = encode(&entries);
    assert_eq!(decode(&bytes), entries);
    let has_text = bytes.windows(6).any(|window| window == b"\"type\"");
    assert!(!has_text, "a record is stored as text");
}

#[test]
fn texts_that_are_no_records_round_trip() {
    let mut entries = log(&[
        OPENED,
        r#"{"said":1}"#,
        "",
        "\u{0}한판 \u{10ffff}",
        r#"{"type":"abducted","by_whom":"aliens"}"#,
        // Records, but not as this program writes them.
        r#"{ "type":"seated","seat":"white"}"#,
        r#"{"type":"seated","seat":"white","since":3}"#,
        r#"{"by":{"seat":"white","id":"AAAAAAAAAAAAAAAAAAAAAg"},"type":"resigned"}"#,
        // A lag without a code.
        r#"{"type":"moved","uci":"e2e4","lag":18446744073709551615}"#,
    ]);
    entries.push(entry(9, Some(1), 7, r#"{"move":1}"#));
    entries.push(entry(10, None, u64::MAX, "later than any other"));
    entries.push(entry(11, None, 0, "earlier than any other"));
    entries.push(entry(12, None, u64::MAX - 1, "late"));
    assert_eq!(decode(&encode(&entries)), entries);
    assert_eq!(decode(&encode(&[])), []);
}

#[test]
fn the_last_action_ids_are_kept() {
    let body = |number: u32| {
        let id = protocol::ActionId::from_bits(number.into());
        let seat = if number.is_multiple_of(2) { "white" } else { "black" };
        format!(r#"{{"by":{{"seat":"{seat}","id":"{id}"}},"type":"moved","uci":"g1f3","lag":30}}"#)
    };
    let entries: Vec<LogEntry> =
        (0..100).map(|number| entry(number, Some(number), u64::from(number), &body(number))).collect();
    let kept = decode(&encode(&entries));
    let first = entries.len() - KEPT_ACTIONS;
    assert_eq!(kept[first..], entries[first..]);
    let without = r#"{"type":"moved","uci":"g1f3","lag":30}"#;
    assert!(kept[..first].iter().all(|entry| entry.body == without));
    // Entries that are added later count as well.
    let more: Vec<LogEntry> =
        (100..110).map(|number| entry(number, Some(number), 200, &body(number))).collect();
    let merged = [kept, more.clone()].concat();
    let all = [entries, more].concat();
    assert_eq!(decode(&encode(&merged)), decode(&encode(&all)));
}

#[test]
fn a_move_takes_six_bytes() {
    let body = r#"{"type":"moved","uci":"g1f3","lag":80}"#;
    let entries = |count: u32| -> Vec<LogEntry> {
        (0..count).map(|number| entry(number, Some(number), 5_000 * u64::from(number), body)).collect()
    };
    let (short, long) = (encode(&entries(20)).len(), encode(&entries(120)).len());
    assert!(long - short <= 600, "{short} {long}");
}

#[test]
fn a_log_with_gaps_is_left_alone() {
    let entries = log(&[OPENED, r#"{"type":"moved","uci":"e2e4"}"#, r#"{"type":"moved","uci":"e7e5"}"#]);
    let check = |change: fn(&mut Vec<LogEntry>), expected| {
        let mut changed = entries.clone();
        change(&mut changed);
        assert_eq!(write(parse(&changed)), Err(expected));
    };
    check(|log| drop(log.remove(0)), NotCompactable::Gap { expected: 0 });
    check(|log| drop(log.remove(1)), NotCompactable::Gap { expected: 1 });
    check(|log| log.swap(1, 2), NotCompactable::Gap { expected: 1 });
    check(|log| log[2].ply = Some(0), NotCompactable::Ply { number: 2 });
    check(|log| log[2].ply = None, NotCompactable::Ply { number: 2 });
    check(|log| log[0].ply = Some(0), NotCompactable::Ply { number: 0 });
}

#[test]
fn a_newer_version_is_no_damage() {
    let mut bytes = encode(&log(&[OPENED]));
    bytes[0] = VERSION + 1;
    let error = read(&bytes).unwrap_err();
    assert_eq!(error, CompactLogError::Newer { found: VERSION + 1, known: VERSION });
    assert!(matches!(StoreError::from(error), StoreError::Newer { .. }));
    bytes[0] = 0;
    assert!(matches!(StoreError::from(read(&bytes).unwrap_err()), StoreError::Corrupt(_)));
}

/// Values of released versions must stay readable.
#[test]
fn released_values_stay_readable() {
    let entries = log(&[
        OPENED,
        r#"{"by":{"seat":"white","id":"AAAAAAAAAAAAAAAAAAAAAg"},"type":"moved","uci":"e2e4","lag":40}"#,
        r#"{"type":"ended","result":{"winner":"white","ending":"resignation"}}"#,
        "?",
    ]);
    let released = "0104010200000000000000000000000000000002\
                    03d9eef5fa9d340001 02a0fe0a01d00f 0201d309070c29 0cd3090101 00d309013f";
    let hex: String = released.split_whitespace().collect();
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
    let now: String = encode(&entries).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(now, hex);
    assert_eq!(decode(&bytes), entries);
}

#[test]
fn only_logs_with_newer_records_have_a_newer_version() {
    let check = |body: &str, version: u8| {
        let entries = log(&[OPENED, body]);
        let bytes = encode(&entries);
        assert_eq!((bytes[0], decode(&bytes)), (version, entries), "{body}");
    };
    check(r#"{"type":"moved","uci":"e2e4","lag":40}"#, 1);
    check(r#"{"type":"moved","uci":"e2e4","lag":40,"write_delay":600}"#, 2);
    // Text of a still newer program.
    check(r#"{"type":"moved","uci":"e2e4","lag":40,"write_delay":600,"later":1}"#, 1);
}

#[test]
fn damaged_values_are_errors_and_never_panic() {
    let bytes = encode(&all_kinds());
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "cut after {length}");
    }
    assert!(read(&[bytes.clone(), vec![0]].concat()).is_err());
    let mut rng = Rng::new(18);
    for _ in 0..20_000 {
        let mut changed = bytes.clone();
        for _ in 0..=rng.below(4) {
            let at = rng.below(changed.len() as u64) as usize;
            match rng.below(3) {
                0 => changed[at] = rng.below(256) as u8,
                1 => changed[at] = 0xff,
                _ => drop(changed.remove(at)),
            }
        }
        // Some changes are other logs; they must be whole.
        if let Ok(items) = read(&changed) {
            assert!((0..).zip(&items).all(|(number, item)| item.number == number));
        }
    }
    for _ in 0..20_000 {
        let mut noise: Vec<u8> = (0..rng.below(60)).map(|_| rng.below(256) as u8).collect();
        if let Some(version) = noise.first_mut() {
            *version = VERSION;
        }
        read(&noise).ok();
    }
    // Counts that no value can hold.
    let huge = [VERSION, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, tag_of_moves(), 0xff, 0xff, 0xff, 0xff, 0x0f];
    assert!(read(&huge).is_err());
}

fn tag_of_moves() -> u8 {
    super::record::tag::MOVES
}
