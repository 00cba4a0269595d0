//! Accounts and users.

use super::ApiServer;

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
    let many = vec!["x"; 301].join(",");
    assert_eq!(ann.post(&api, "/api/users", &many).await.0, 400);
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
