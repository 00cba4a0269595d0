//! The clients' JSON is that of serde: the same texts are written, and the same texts are read or rejected.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod examples;

use std::fmt::Debug;

use protocol::http::{
    ApiErrorBody, ApiErrorReason, CreateGameRequest, CreateGameResponse, Credentials, ExplorerPosition,
    ExplorerSetting, GameListPage, KeepGameRequest, KeepGameResponse, Me, PasswordChange, PlayerProfile,
    RatingPoint, SessionInfo,
};
use protocol::{
    ActionError, ChallengeOutcome, CloseReason, DeclineReason, FromJson, PlayerAction, SeatPresence,
    ToClient, ToJson, ToServer,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

#[test]
fn messages_are_written_as_by_serde() {
    for (name, message) in examples::to_server() {
        check_written(name, &message);
    }
    let http = examples::http();
    check_written("invitation", &http.invitation);
    check_written("kept-game", &http.kept_game);
    check_written("credentials", &http.credentials);
    check_written("password", &http.password);
}

#[test]
fn strings_are_escaped_as_by_serde() {
    let every = (0..0x300).filter_map(char::from_u32).collect::<String>() + "한\u{2028}\u{1f600}";
    check_written("string", &every);
}

#[test]
fn messages_are_read_as_by_serde() {
    let mut tried = 0;
    for (name, message) in examples::to_client() {
        tried += check_read(name, &message);
    }
    for (name, message) in examples::to_server() {
        if let ToServer::Action { .. } = message {
            tried += check_read(name, &message);
        }
    }
    let http = examples::http();
    tried += check_read("invited", &http.invited);
    tried += check_read("kept", &http.kept);
    tried += check_read("me", &http.me);
    tried += check_read("sessions", &http.sessions);
    tried += check_read("profile", &http.profile);
    tried += check_read("ratings", &http.ratings);
    tried += check_read("explorer", &http.explorer);
    tried += check_read("explorer-setting", &http.explorer_setting);
    tried += check_read("listing", &http.listing);
    tried += check_read("failure", &http.failure);
    assert!(tried > 4_000, "{tried}");
}

/// Every variant without fields, which the examples do not have all.
#[test]
fn names_of_variants_are_read_as_by_serde() {
    let kinds = |names: &[&str]| names.iter().map(|name| json!({ "type": name })).collect::<Vec<_>>();
    let errors = [
        "no-game not-seated seated full not-begun over not-over not-your-turn stale illegal-move time-out",
        "too-late-to-abort wrong-claim not-gone no-clock too-much-time account-needed cannot-be-rated bad-start",
        "no-seek your-seek too-many computer-busy not-with-computer too-fast wrong-room malformed newer storage",
        "closing archive-full rating-out-of-range no-player no-challenge self-challenge too-many-challenges",
        "bots-forbidden not-with-bot fireworks",
    ];
    let errors: Vec<&str> = errors.iter().flat_map(|line| line.split(' ')).collect();
    kinds(&errors).iter().for_each(agree::<ActionError>);
    let reasons = [
        "not-found",
        "foreign-origin",
        "not-logged-in",
        "wrong-credentials",
        "banned",
        "name-taken",
        "has-account",
        "too-often",
        "too-large",
        "wrong-method",
        "fireworks",
    ];
    kinds(&reasons).iter().for_each(agree::<ApiErrorReason>);
    for field in ["name", "password", "age"] {
        agree::<ApiErrorReason>(&json!({ "type": "unfit", "field": field, "words": "" }));
    }
    kinds(&["resign", "abort", "claim-win", "claim-draw", "give-time"])
        .iter()
        .for_each(agree::<PlayerAction>);
    kinds(&["unasked", "here", "away"]).iter().for_each(agree::<SeatPresence>);
    kinds(&["accepted", "declined", "canceled", "fireworks"]).iter().for_each(agree::<ChallengeOutcome>);
    let reasons = "generic later too-fast too-slow time-control rated casual standard variant no-bot only-bot fireworks";
    for name in reasons.split(' ') {
        agree::<DeclineReason>(&json!(name));
    }
    for name in ["closing", "flood", "malformed", "banned", "fireworks"] {
        agree::<CloseReason>(&json!(name));
    }
}

#[test]
fn unknown_messages_of_a_newer_server_are_read_as_unknown() {
    assert_eq!(ToClient::from_json(r#"{"type":"fireworks","colour":"red"}"#), Ok(ToClient::Unknown));
}

fn check_written<T: Serialize + ToJson>(name: &str, value: &T) {
    assert_eq!(value.to_json(), serde_json::to_string(value).unwrap(), "{name}");
}

/// Compares an example and what it becomes when a value in it is removed or replaced; returns the number of texts.
fn check_read<T>(name: &str, example: &T) -> usize
where
    T: Serialize + DeserializeOwned + FromJson + PartialEq + Debug,
{
    let whole = serde_json::to_value(example).unwrap();
    assert_eq!(T::from_json(&whole.to_string()).as_ref(), Ok(example), "{name}");
    let strange = [
        json!(null),
        json!(0),
        json!(70_000),
        json!(5_000_000_000_u64),
        json!(-1),
        json!(1.5),
        json!(true),
        json!(""),
        json!("x"),
        json!("white"),
        json!("AAAAAAAAAAAAAAAAAAAAAQ"),
        json!([]),
        json!({}),
    ];
    let mut tried = 0;
    for pointer in pointers(&whole, "") {
        let mut variants = Vec::new();
        // As a tag serde also takes the number of a variant, which is never sent.
        let is_tag = pointer.ends_with("/type") || pointer.ends_with("/ruleset");
        for value in strange.iter().filter(|value| !(is_tag && value.is_u64())) {
            let mut changed = whole.clone();
            *changed.pointer_mut(&pointer).unwrap() = value.clone();
            variants.push(changed);
        }
        let (parent, field) = pointer.rsplit_once('/').unwrap_or_default();
        let mut changed = whole.clone();
        if let Some(Value::Object(fields)) = changed.pointer_mut(parent)
            && fields.remove(field).is_some()
        {
            variants.push(changed);
        }
        tried += variants.len();
        variants.iter().for_each(agree::<T>);
    }
    tried
}

fn agree<T: DeserializeOwned + FromJson + PartialEq + Debug>(value: &Value) {
    let text = value.to_string();
    assert_eq!(T::from_json(&text).ok(), serde_json::from_str::<T>(&text).ok(), "{text}");
}

/// JSON pointers of all values in a value.
fn pointers(value: &Value, at: &str) -> Vec<String> {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(i, value)| (i.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    let inner = inner.into_iter().flat_map(|(key, value)| pointers(value, &format!("{at}/{key}")));
    [at.to_owned()].into_iter().chain(inner).collect()
}

/// HTTP bodies.
struct Http {
    invitation: CreateGameRequest,
    invited: CreateGameResponse,
    kept_game: KeepGameRequest,
    kept: KeepGameResponse,
    me: Me,
    credentials: Credentials,
    password: PasswordChange,
    sessions: Vec<SessionInfo>,
    profile: PlayerProfile,
    ratings: Vec<RatingPoint>,
    listing: GameListPage,
    explorer: ExplorerPosition,
    explorer_setting: ExplorerSetting,
    failure: ApiErrorBody,
}
