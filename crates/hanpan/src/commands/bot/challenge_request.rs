//! A challenge that the bot sends.

use std::fmt;
use std::str::FromStr;

use super::wire::Mode;

/// Most seconds of a clock.
const MAX_SECONDS: u32 = 3 * 60 * 60;

/// A challenge to a named player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ChallengeRequest {
    pub(super) opponent: String,
    pub(super) clock: ChallengeClock,
    pub(super) mode: Mode,
}

/// A clock, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ChallengeClock {
    limit: u32,
    increment: u32,
}

impl ChallengeRequest {
    /// Path of the request.
    pub(super) fn path(&self) -> String {
        format!("/api/challenge/{}", percent_encoded(&self.opponent))
    }

    /// Body of the request.
    pub(super) fn form(&self) -> String {
        let ChallengeClock { limit, increment } = self.clock;
        let rated = self.mode == Mode::Rated;
        format!("rated={rated}&clock.limit={limit}&clock.increment={increment}&variant=standard&color=random")
    }
}

/// Parses minutes and seconds: `5+3`, `0.5+0`.
impl FromStr for ChallengeClock {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<ChallengeClock, &'static str> {
        const EXPECTED: &str = "expected minutes+seconds, such as 5+3";
        let (minutes, increment) = text.split_once('+').ok_or(EXPECTED)?;
        let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit() || c == '.');
        let minutes: f64 = Some(minutes)
            .filter(|part| is_number(part))
            .and_then(|part| part.parse().ok())
            .ok_or(EXPECTED)?;
        let increment: u32 = increment.parse().map_err(|_| EXPECTED)?;
        let seconds = (minutes * 60.0).round();
        if !(0.0..=f64::from(MAX_SECONDS)).contains(&seconds) || increment > MAX_SECONDS {
            return Err("expected at most 180 minutes");
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range")]
        let clock = ChallengeClock { limit: seconds as u32, increment };
        if clock.limit == 0 && clock.increment == 0 { Err("the clock has no time") } else { Ok(clock) }
    }
}

impl fmt::Display for ChallengeClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", f64::from(self.limit) / 60.0, self.increment)
    }
}

/// Escapes everything but unreserved characters.
fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_minutes_and_seconds() {
        let check = |text: &str, expected: Option<(u32, u32)>| {
            let read = text.parse::<ChallengeClock>().ok().map(|clock| (clock.limit, clock.increment));
            assert_eq!(read, expected, "{text}");
        };
        check("5+3", Some((300, 3)));
        check("0.5+0", Some((30, 0)));
        check("0+1", Some((0, 1)));
        check("180+180", Some((10_800, 180)));
        check("0+0", None);
        check("181+0", None);
        check("5", None);
        check("5+", None);
        check("5+-1", None);
        check("-5+3", None);
        check("NaN+3", None);
        check("inf+3", None);
        check("1e9+3", None);
    }

    #[test]
    fn requests_name_the_player_and_the_terms() {
        let request = ChallengeRequest {
            opponent: "한 Ann/b".into(),
            clock: "1.5+2".parse().unwrap(),
            mode: Mode::Rated,
        };
        assert_eq!(request.path(), "/api/challenge/%ED%95%9C%20Ann%2Fb");
        assert_eq!(
            request.form(),
            "rated=true&clock.limit=90&clock.increment=2&variant=standard&color=random"
        );
    }
}
