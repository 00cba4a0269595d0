//! Accounts and users.

use protocol::{ActionId, ColorPreference, ToClient, ToServer};
use server::accounts::Scopes;
use server::{BotPolicy, Config};

use super::ApiServer;
use super::program::Program;
use crate::challenges::join;
use crate::fixtures::blitz;
use crate::lobby::{seeking, seeks};

#[tokio::test]
async fn accounts_are_as_lichess_has_them() {
    let api = ApiServer::start().await;
    let ann = api.program(1, "한판Ann").await;
    let unrated = r#"{"games":0,"rating":1500,"rd":350,"prog":0,"prov":true}"#;
    let perfs = format!(
        r#"{{"blitz":{unrated},"bullet":{unrated},"classical":{unrated},"correspondence":{unrated},"rapid":{unrated}}}"#
    );
    let check = async |path: &str, title: &str| {
        let (status, text) = ann.get(&api, path).await;
        let (before, after) = text.split_once(r#","seenAt":"#).unwrap();
        let seen = after.split_once(',').unwrap();
        let expected =
            format!(r#"{{"id":"~d55c~d310ann","username":"한판Ann"{title},"perfs":{perfs},"createdAt":5"#);
        assert_eq!((status, before), (200, expected.as_str()), "{path}");
        assert!(seen.0.parse::<u64>().unwrap() > 1_700_000_000_000, "{path}");
        assert_eq!(
            seen.1, r#""url":"http://localhost/player/%ED%95%9C%ED%8C%90Ann","online":true}"#,
            "{path}"
        );
    };
    check("/api/account", "").await;
    check("/api/user/~d55c~d310ann", "").await;
    check("/api/user/%ED%95%9C%ED%8C%90ANN", "").await;
    assert_eq!(ann.get(&api, "/api/user/nobody").await, (404, r#"{"error":"No such user"}"#.to_owned()));
    assert_eq!(
        ann.get(&api, "/api/account/preferences").await,
        (200, r#"{"language":"en","prefs":{}}"#.to_owned())
    );
    assert_eq!(ann.get(&api, "/api/account/playing").await, (200, r#"{"nowPlaying":[]}"#.to_owned()));
    let history = ["Bullet", "Blitz", "Rapid", "Classical", "Correspondence"]
        .map(|name| format!(r#"{{"name":"{name}","points":[]}}"#))
        .join(",");
    assert_eq!(ann.get(&api, "/api/user/~d55c~d310ann/rating-history").await, (200, format!("[{history}]")));
}

#[tokio::test]
async fn several_users_and_their_presence_are_listed() {
    let api = ApiServer::start().await;
    let (ann, _bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let (status, text) = ann.post(&api, "/api/users", "bob,nobody,ANN").await;
    let users: serde_json::Value = serde_json::from_str(&text).unwrap();
    let ids: Vec<_> = users.as_array().unwrap().iter().map(|user| user["id"].as_str().unwrap()).collect();
    assert_eq!((status, ids), (200, vec!["bob", "ann"]));
    assert_eq!(
        ann.get(&api, "/api/users/status?ids=ann,bob,nobody").await,
        (200, r#"[{"id":"ann","name":"Ann","online":true},{"id":"bob","name":"Bob"}]"#.to_owned())
    );
}

#[tokio::test]
async fn lists_of_users_have_their_documented_lengths() {
    let api = ApiServer::start().await;
    let ann = api.program(1, "Ann").await;
    // The longest ids: twenty syllables each.
    let long = |number: usize| format!("{}{number:03}", "~d55c".repeat(17));
    let list = |length: usize| (1..length).map(long).chain(["ann".to_owned()]).collect::<Vec<_>>().join(",");
    let check = async |length: usize, status: u16| {
        let (found, text) = ann.post(&api, "/api/users", &list(length)).await;
        assert_eq!(
            (found, text.starts_with(r#"[{"id":"ann","#)),
            (status, status == 200),
            "{length}: {text}"
        );
        if status == 400 {
            assert_eq!(text, r#"{"error":"At most 300 users at a time"}"#);
        }
    };
    check(300, 200).await;
    check(301, 400).await;
    let status = async |count: usize| {
        ann.get(&api, &format!("/api/users/status?ids={}", vec!["ann"; count].join(","))).await
    };
    assert_eq!(status(100).await, (200, r#"[{"id":"ann","name":"Ann","online":true}]"#.to_owned()));
    assert_eq!(status(101).await, (400, r#"{"error":"At most 100 users at a time"}"#.to_owned()));
}

#[tokio::test]
async fn private_games_and_the_last_use_are_not_for_others() {
    let api = ApiServer::start().await;
    let (ann, bob, cal) =
        (api.program(1, "Ann").await, api.program(2, "Bob").await, api.program(3, "Cal").await);
    let terms =
        r#"{"terms":{"start":{"ruleset":"standard"},"control":{"type":"unlimited"},"visibility":"private"}}"#;
    let created = api.server.send("POST /api/games", &[], terms).await;
    let created: serde_json::Value = serde_json::from_slice(&created.body).unwrap();
    let id = created["game"].as_str().unwrap();
    // The guest who has created it has the other seat.
    ann.post_ok(&api, &format!("/api/challenge/{id}/accept"), "").await;
    let playing = async |viewer: &Program| {
        let (_, text) = viewer.get(&api, "/api/users/status?ids=ann").await;
        text.contains(r#""playing":true"#)
    };
    assert!(playing(&ann).await && !playing(&cal).await, "the game is private");
    let challenge = ann.post_json(&api, "/api/challenge/bob", "").await;
    bob.post_ok(&api, &format!("/api/challenge/{}/accept", challenge["id"].as_str().unwrap()), "").await;
    assert!(playing(&cal).await, "a public game");
    let seen = async |viewer: &Program| viewer.get(&api, "/api/user/ann").await.1.contains("seenAt");
    assert!(seen(&ann).await && !seen(&cal).await);
}

#[tokio::test]
async fn an_account_without_games_becomes_a_bot() {
    let api = ApiServer::start().await;
    let (ann, hangul) = (api.program(1, "Ann").await, api.program(2, "한판").await);
    assert_eq!(ann.get(&api, "/api/bot/online").await, (200, String::new()));
    assert_eq!(hangul.post(&api, "/api/bot/account/upgrade", "").await.0, 400, "not a name for bots");
    let robot = api.bot(3, "Robot").await;
    robot.post_ok(&api, "/api/bot/account/upgrade", "").await;
    let (_, online) = ann.get(&api, "/api/bot/online?nb=5").await;
    assert!(online.starts_with(r#"{"id":"robot","username":"Robot","title":"BOT","#), "{online}");
    assert_eq!(online.lines().count(), 1);
    ann.post_json(&api, "/api/challenge/ai", "level=1").await;
    assert_eq!(
        ann.post(&api, "/api/bot/account/upgrade", "").await,
        (400, r#"{"error":"You already have games played"}"#.to_owned())
    );
    let game = "AAAAAAAAAAAAAAAAAAAAAA";
    assert_eq!(robot.post(&api, &format!("/api/board/game/{game}/resign"), "").await.0, 400);
    assert_eq!(ann.post(&api, &format!("/api/bot/game/{game}/resign"), "").await.0, 400);
}

#[tokio::test]
async fn an_upgrade_ends_what_the_account_has_begun_as_a_person() {
    let api = ApiServer::start().await;
    let mut window = join(&api.server, "Robo").await;
    let mut visitor = join(&api.server, "Ann").await;
    let robo = api.token(window.me.id.unwrap().bits(), Scopes::all()).await;
    let post = ToServer::Seek {
        id: ActionId::from_bits(1),
        terms: blitz(),
        side: ColorPreference::Random,
        name: None,
    };
    window.send(&post).await;
    seeking(&mut window).await;
    let mut held = robo.open(&api, "POST", "/api/board/seek", "time=10&increment=0").await;
    assert_eq!(held.next_line().await.as_deref(), Some(""));
    robo.post_json(&api, "/api/board/seek", "days=3").await;
    assert_eq!(seeks(&mut visitor).await.len(), 3);
    robo.post_ok(&api, "/api/bot/account/upgrade", "").await;
    window.expect_disconnect().await;
    assert_eq!(held.next().await, None);
    let mut closed = 0;
    while closed < 3 {
        let is_closed = |message: &ToClient| matches!(message, ToClient::SeekClosed { .. }).then_some(());
        visitor.until(is_closed).await;
        closed += 1;
    }
    assert!(seeks(&mut visitor).await.is_empty());
    let mut window = window.reconnect(&api.server).await;
    assert!(window.me.bot);
    window.send(&post).await;
    seeking(&mut window).await;
    let listed = seeks(&mut visitor).await;
    assert!(listed.len() == 1 && listed[0].player.bot, "{listed:?}");
    robo.post_ok(&api, "/api/bot/account/upgrade", "").await;
    assert_eq!(seeks(&mut visitor).await, listed, "nothing is left to upgrade");
}

#[tokio::test]
async fn current_games_are_listed_with_the_most_urgent_first() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let mut begun = Vec::new();
    for terms in [
        "color=black&clock.limit=30&clock.increment=0",
        "color=white&days=2",
        "color=white&clock.limit=300&clock.increment=0",
        "color=white",
        "color=white&clock.limit=60&clock.increment=0",
    ] {
        let challenge = ann.post_json(&api, "/api/challenge/bob", terms).await;
        let id = challenge["id"].as_str().unwrap().to_owned();
        bob.post_ok(&api, &format!("/api/challenge/{id}/accept"), "").await;
        begun.push(id);
    }
    // An invitation is no game yet.
    ann.post_json(&api, "/api/challenge/open", "clock.limit=300&clock.increment=0").await;
    let check = async |query: &str, expected: &[usize]| {
        let (status, text) = ann.get(&api, &format!("/api/account/playing{query}")).await;
        let list: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
        let ids: Vec<_> = list["nowPlaying"].as_array().unwrap().iter().map(|game| &game["gameId"]).collect();
        let expected: Vec<_> = expected.iter().map(|&index| begun[index].as_str()).collect();
        assert_eq!(status, 200);
        assert_eq!(ids, expected, "{query}");
    };
    check("", &[4, 2, 1, 3, 0]).await;
    check("?nb=2", &[4, 2]).await;
    check("?nb=50", &[4, 2, 1, 3, 0]).await;
    check("?nb=0", &[]).await;
}

#[tokio::test]
async fn the_operator_can_forbid_bots() {
    let api = ApiServer::start().await;
    let (ann, robot) = (api.program(1, "Ann").await, api.bot(2, "Robot").await);
    let api = api.restarted(Config { bots: BotPolicy::Forbidden, ..Config::default() }).await;
    let refused = (403, r#"{"error":"This server does not allow bots"}"#.to_owned());
    assert_eq!(robot.get(&api, "/api/account").await, refused);
    assert_eq!(robot.get(&api, "/api/stream/event").await, refused);
    assert_eq!(ann.post(&api, "/api/bot/account/upgrade", "").await, refused);
    assert_eq!(ann.post(&api, "/api/challenge/robot", "").await, refused);
    assert_eq!(ann.get(&api, "/api/bot/online").await, (200, String::new()));
    let api = api.restarted(Config::default()).await;
    assert_eq!(robot.get(&api, "/api/account").await.0, 200);
}
