//! Accounts: names, passwords, session and API tokens, and the login throttle.
//!
//! Start at `name` and `password` (validated input), `reserved_names`, `token` (the cookie's secret) and `api_token` (the
//! secret of a program). `login_throttle`
//! limits login attempts and ranks them, `hash_queue` runs their hashes, `sessions` extends sessions in use, `identity` is the authenticated player behind a
//! request, `admin` serves `hanpan admin`.

mod name;
mod common_passwords;
mod password;
mod reserved_names;
mod token;
mod api_token;
mod identity;
mod sessions;
mod login_throttle;
mod hash_queue;
mod admin;

pub use admin::Admin;
pub(crate) use api_token::MAX_API_TOKENS;
pub use api_token::{ApiToken, Scope, ScopeError, Scopes};
pub(crate) use hash_queue::{HashQueue, Overloaded};
pub(crate) use identity::{Identity, to_public_rating};
pub(crate) use login_throttle::{LoginAttempt, LoginPriority, LoginThrottle, RETRY_DELAY};
pub use name::{AccountName, NameError};
pub use password::{HashMemory, Password, PasswordError, PasswordHash};
pub(crate) use reserved_names::is_reserved;
pub(crate) use sessions::SESSION_LIFETIME;
pub use token::{ParseTokenError, Token, TokenHash};
