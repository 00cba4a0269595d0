//! Golden tests: messages match the files in `testdata/protocol`, and `docs/protocol.md` quotes them all.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod examples;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use game::{Ending, Outcome};
use protocol::http::{
    ApiErrorBody, CreateGameRequest, CreateGameResponse, Credentials, ExplorerPosition, ExplorerSetting,
    GameListPage, KeepGameRequest, KeepGameResponse, Me, PasswordChange, PlayerProfile, RatingPoint,
    SessionInfo,
};
use protocol::{GameResult, ToClient, ToServer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

#[test]
fn client_messages_match_the_golden_files() {
    check("to-server", &examples::to_server());
}

#[test]
fn server_messages_match_the_golden_files() {
    check("to-client", &examples::to_client());
}

#[test]
fn http_bodies_match_the_golden_files() {
    let examples = examples::http();
    check_one("http-invitation", &examples.invitation);
    check_one("http-invited", &examples.invited);
    check_one("http-kept-game", &examples.kept_game);
    check_one("http-kept", &examples.kept);
    check_one("http-me", &examples.me);
    check_one("http-credentials", &examples.credentials);
    check_one("http-password", &examples.password);
    check_one("http-sessions", &examples.sessions);
    check_one("http-profile", &examples.profile);
    check_one("http-ratings", &examples.ratings);
    check_one("http-listing", &examples.listing);
    check_one("http-explorer", &examples.explorer);
    check_one("http-explorer-setting", &examples.explorer_setting);
    check_one("http-failure", &examples.failure);
}

#[test]
fn every_golden_file_is_checked() {
    let tested = examples::to_server().into_iter().map(|(name, _)| format!("to-server-{name}"));
    let tested = tested.chain(examples::to_client().into_iter().map(|(name, _)| format!("to-client-{name}")));
    let http = [
        "invitation",
        "invited",
        "kept-game",
        "kept",
        "me",
        "credentials",
        "password",
        "sessions",
        "profile",
        "ratings",
        "listing",
        "explorer",
        "explorer-setting",
        "failure",
    ];
    let tested: BTreeSet<String> = tested.chain(http.map(|name| format!("http-{name}"))).collect();
    assert_eq!(tested, files());
}

#[test]
fn protocol_md_quotes_every_golden_file() {
    let page = fs::read_to_string(root().join("docs/protocol.md")).unwrap();
    let mut shown = BTreeSet::new();
    for block in page.split("```json ").skip(1) {
        let (name, rest) = block.split_once('\n').unwrap();
        let text = rest.split_once("```").unwrap().0;
        assert_eq!(text, fs::read_to_string(path(name)).unwrap(), "{name} in docs/protocol.md");
        assert!(shown.insert(name.to_owned()), "{name} is shown twice");
    }
    assert_eq!(shown, files());
}

/// Messages of a newer server must not break the client.
#[test]
fn unknown_server_messages_parse_as_unknown() {
    let message: ToClient = serde_json::from_str(r#"{"type":"fireworks","colour":"red"}"#).unwrap();
    assert_eq!(message, ToClient::Unknown);
    let event = r#"{"type":"events","game":"AAAAAAAAAAAAAAAAAAAAAQ","now":1,"events":[{"number":1,"at":1,"type":"fireworks"}]}"#;
    let message: ToClient = serde_json::from_str(event).unwrap();
    assert!(matches!(message, ToClient::Events { .. }));
}

/// The server parses strictly.
#[test]
fn invalid_messages_are_rejected() {
    let act = |act: &str| {
        format!(
            r#"{{"type":"act","game":"AAAAAAAAAAAAAAAAAAAAAQ","id":"AAAAAAAAAAAAAAAAAAAAAQ","act":{act}}}"#
        )
    };
    for text in [
        "{}".to_owned(),
        r#"{"type":"fireworks"}"#.to_owned(),
        r#"{"type":"enter"}"#.to_owned(),
        r#"{"type":"enter","game":"AAAAAAAAAAAAAAAAAAAAAR"}"#.to_owned(),
        r#"{"type":"enter","game":"AAAAAAAAAAAAAAAAAAAAAQ","since":-1}"#.to_owned(),
        act(r#"{"type":"move","ply":0}"#),
        act(r#"{"type":"move","ply":0,"uci":"e9e4"}"#),
        act(r#"{"type":"offer","offer":"peace"}"#),
        act(r#"{"type":"sit","name":""}"#),
        act(r#""resign""#),
    ] {
        assert!(serde_json::from_str::<ToServer>(&text).is_err(), "{text}");
    }
    assert!(serde_json::from_str::<ToServer>(&act(r#"{"type":"resign"}"#)).is_ok());
}

/// Older clients know the endings of the first version only; `exact` has the newer one.
#[test]
fn a_newer_ending_is_an_agreement_to_older_clients() {
    let outcome = Outcome::new(None, Ending::ResignationInsufficient).unwrap();
    let text = r#"{"ending":"agreement","exact":"resignation-insufficient"}"#;
    assert_eq!(serde_json::to_string(&GameResult(outcome)).unwrap(), text);
    assert_eq!(serde_json::from_str::<GameResult>(text).unwrap(), GameResult(outcome));
    let unknown = r#"{"ending":"agreement","exact":"fireworks"}"#;
    let agreement = Outcome::new(None, Ending::Agreement).unwrap();
    assert_eq!(serde_json::from_str::<GameResult>(unknown).unwrap(), GameResult(agreement));
}

/// Unknown fields are rejected at every level: a misspelt field is an error.
#[test]
fn unknown_fields_of_client_messages_are_rejected() {
    let mut tried = 0;
    for name in files().iter().filter(|name| name.starts_with("to-server-")) {
        tried += rejects_extra_fields::<ToServer>(name);
    }
    tried += rejects_extra_fields::<CreateGameRequest>("http-invitation");
    tried += rejects_extra_fields::<Credentials>("http-credentials");
    tried += rejects_extra_fields::<PasswordChange>("http-password");
    assert!(tried > 40, "{tried}");
}

/// Adds an unknown field to each object of an example in turn; returns the number of objects.
fn rejects_extra_fields<T: DeserializeOwned + Debug>(name: &str) -> usize {
    let text = fs::read_to_string(path(name)).unwrap();
    let whole: Value = serde_json::from_str(&text).unwrap();
    let objects = object_paths(&whole, "");
    for pointer in &objects {
        let mut changed = whole.clone();
        changed.pointer_mut(pointer).unwrap()["moreover"] = Value::from(1);
        let read = serde_json::from_value::<T>(changed);
        assert!(read.is_err(), "{name}: a field too many at {pointer:?}: {read:?}");
    }
    objects.len()
}

/// JSON pointers of all objects in a value.
fn object_paths(value: &Value, at: &str) -> Vec<String> {
    let Value::Object(fields) = value else { return Vec::new() };
    let inner = fields.iter().flat_map(|(key, value)| object_paths(value, &format!("{at}/{key}")));
    [at.to_owned()].into_iter().chain(inner).collect()
}

#[test]
fn debug_output_hides_passwords() {
    let examples = examples::http();
    assert!(!format!("{:?} {:?}", examples.credentials, examples.password).contains("horse"));
}

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(direction: &str, examples: &[(&str, T)]) {
    for (name, value) in examples {
        check_one(&format!("{direction}-{name}"), value);
    }
}

fn check_one<T: Serialize + DeserializeOwned + PartialEq + Debug>(name: &str, value: &T) {
    let text = fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let written: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_value(value).unwrap(), written, "{name} as it is written");
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{name} as it is read");
}

fn files() -> BTreeSet<String> {
    let files = fs::read_dir(root().join("testdata/protocol")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.map(|name| name.strip_suffix(".json").unwrap().to_owned()).collect()
}

fn path(name: &str) -> PathBuf {
    root().join(format!("testdata/protocol/{name}.json"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().parent().unwrap()
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
