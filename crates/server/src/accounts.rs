//! Accounts: names, passwords, sessions, and the door through which people come in.
//!
//! Start at `name` and `password` (what may be typed in) and `token` (what a browser keeps); `throttle` says how often one
//! may try, `admin` is the host at the command line.

mod name;
mod password;
mod token;
mod login_throttle;
mod admin;

pub use admin::Admin;
pub(crate) use login_throttle::LoginThrottle;
pub use name::{AccountName, NameError};
pub use password::{Password, PasswordError, PasswordHash};
pub use token::{ParseTokenError, Token, TokenHash};
