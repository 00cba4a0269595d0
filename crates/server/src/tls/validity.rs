//! Validity period of a certificate, read from its DER encoding (RFC 5280).

use game::{Millis, Timestamp};

/// DER tags.
const SEQUENCE: u8 = 0x30;
const VERSION: u8 = 0xa0;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;

/// Period in which a certificate is valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Validity {
    pub(super) from: Timestamp,
    pub(super) until: Timestamp,
}

impl Validity {
    /// Reads the period of a certificate; `None` if it is malformed.
    pub(super) fn of(certificate: &[u8]) -> Option<Validity> {
        let (certificate, _) = element(certificate, SEQUENCE)?;
        let (mut fields, _) = element(certificate, SEQUENCE)?;
        if let Some((_, rest)) = element(fields, VERSION) {
            fields = rest;
        }
        // Serial number, signature algorithm, issuer.
        for _ in 0..3 {
            fields = any_element(fields)?.2;
        }
        let (period, _) = element(fields, SEQUENCE)?;
        let (from, rest) = time(period)?;
        let (until, _) = time(rest)?;
        Some(Validity { from, until })
    }

    /// Time after two thirds of the period, when the certificate is to be renewed.
    pub(super) fn renewal(&self) -> Timestamp {
        self.from + Millis(self.until.since(self.from).0 / 3 * 2)
    }
}

/// Splits off an element with a tag: its content and what follows it.
fn element(input: &[u8], expected: u8) -> Option<(&[u8], &[u8])> {
    let (tag, content, rest) = any_element(input)?;
    (tag == expected).then_some((content, rest))
}

fn any_element(input: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = input.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        // The length follows in up to four bytes.
        0x81..=0x84 => {
            let (bytes, rest) = rest.split_at_checked(usize::from(first - 0x80))?;
            (bytes.iter().fold(0, |length, &byte| length << 8 | usize::from(byte)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((tag, content, rest))
}

/// Reads a time such as `260102030405Z` or `20500102030405Z`.
fn time(input: &[u8]) -> Option<(Timestamp, &[u8])> {
    let (tag, text, rest) = any_element(input)?;
    let digits = text.strip_suffix(b"Z")?;
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0, |number, &digit| {
            digit.is_ascii_digit().then(|| number * 10 + u64::from(digit - b'0'))
        })
    };
    let (year, digits) = match tag {
        UTC_TIME => {
            let (year, digits) = digits.split_at_checked(2)?;
            let year = number(year)?;
            (if year < 50 { 2000 + year } else { 1900 + year }, digits)
        }
        GENERALIZED_TIME => {
            let (year, digits) = digits.split_at_checked(4)?;
            (number(year)?, digits)
        }
        _ => return None,
    };
    let [month, day, hour, minute, second] = [0, 2, 4, 6, 8].map(|at| number(digits.get(at..at + 2)?));
    let days = days_since_1970(year, month?, day?)?;
    let seconds = days * 86_400 + hour? * 3_600 + minute? * 60 + second?;
    (digits.len() == 10).then_some((Timestamp(seconds * 1_000), rest))
}

/// Days from 1970-01-01 to a date of the Gregorian calendar.
fn days_since_1970(year: u64, month: u64, day: u64) -> Option<u64> {
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years that begin in March have the leap day at their end.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1;
    days.checked_sub(719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(from: (i32, u8, u8), until: (i32, u8, u8)) -> Vec<u8> {
        let mut params = rcgen::CertificateParams::new(["localhost".to_owned()]).unwrap();
        params.not_before = rcgen::date_time_ymd(from.0, from.1, from.2);
        params.not_after = rcgen::date_time_ymd(until.0, until.1, until.2);
        params.self_signed(&rcgen::KeyPair::generate().unwrap()).unwrap().der().to_vec()
    }

    #[test]
    fn periods_are_read() {
        let check = |from, until, (first, last): (u64, u64)| {
            let expected = Validity { from: Timestamp(first * 1_000), until: Timestamp(last * 1_000) };
            assert_eq!(Validity::of(&certificate(from, until)), Some(expected));
        };
        check((1970, 1, 1), (2024, 2, 29), (0, 1_709_164_800));
        check((2026, 11, 16), (2027, 2, 14), (1_794_787_200, 1_802_563_200));
        check((2049, 12, 31), (2050, 1, 1), (2_524_521_600, 2_524_608_000));
    }

    #[test]
    fn malformed_certificates_have_no_period() {
        let whole = certificate((2026, 1, 1), (2026, 4, 1));
        for length in 0..120.min(whole.len()) {
            assert_eq!(Validity::of(&whole[..length]), None, "{length}");
        }
        for position in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[position] ^= 0xff;
            // Whatever it is, it is no panic.
            Validity::of(&damaged);
        }
    }

    #[test]
    fn renewal_is_after_two_thirds() {
        let day = |day: u64| Timestamp(day * 86_400_000);
        let validity = Validity { from: day(10), until: day(100) };
        assert_eq!(validity.renewal(), day(70));
    }
}
