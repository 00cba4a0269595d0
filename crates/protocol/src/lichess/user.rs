//! Users and tokens.

use std::collections::BTreeMap;

use serde::Serialize;

use super::is_false;
use crate::UnixMillis;

/// A user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UserJson {
    /// Id, safe in URLs.
    pub id: String,
    /// Name.
    pub username: String,
    /// `BOT`, if a program plays with the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'static str>,
    /// Ratings by speed.
    pub perfs: BTreeMap<&'static str, Perf>,
    /// Creation time of the account.
    pub created_at: UnixMillis,
    /// Last use of an API token, for its owner only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_at: Option<UnixMillis>,
    /// Page of the player.
    pub url: String,
    /// True if the user is connected.
    pub online: bool,
}

/// Rating at one speed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Perf {
    /// Games that have counted.
    pub games: u32,
    /// Rating.
    pub rating: u16,
    /// Rating deviation.
    pub rd: u16,
    /// Progress over the last twelve games; not computed, so 0.
    pub prog: i32,
    /// True if the rating is provisional.
    #[serde(skip_serializing_if = "is_false")]
    pub prov: bool,
}

/// Presence of a user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UserStatus {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// `BOT`, if a program plays with the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'static str>,
    /// True if the user is connected.
    #[serde(skip_serializing_if = "is_false")]
    pub online: bool,
    /// True if the user plays a game.
    #[serde(skip_serializing_if = "is_false")]
    pub playing: bool,
}

/// Ratings of a user over time, at one speed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RatingHistory {
    /// Name of the speed.
    pub name: &'static str,
    /// Year, month from 0, day from 1, last rating of that day.
    pub points: Vec<[u16; 4]>,
}

/// A token that was tested.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenInfo {
    /// Id of the owner.
    pub user_id: String,
    /// Names of the scopes, separated by commas.
    pub scopes: String,
    /// Expiry; tokens do not expire.
    pub expires: Option<UnixMillis>,
}
