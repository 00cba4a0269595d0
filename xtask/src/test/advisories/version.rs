//! Semantic versions and requirements.

use std::cmp::Ordering;
use std::fmt;

/// A semantic version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Version {
    numbers: [u64; 3],
    /// Pre-release part after the hyphen; `None` for a release.
    pre_release: Option<String>,
}

impl Version {
    /// Parses a version; omitted numbers are zero.
    pub(super) fn parse(text: &str) -> Option<Version> {
        let text = text.trim().split('+').next()?;
        let (numbers, before) = match text.split_once('-') {
            Some((numbers, before)) => (numbers, Some(before.to_owned())),
            None => (text, None),
        };
        let mut read = [0; 3];
        let mut parts = numbers.split('.');
        for number in &mut read {
            *number = parts.next().map_or(Some(0), |part| part.parse().ok())?;
        }
        parts.next().is_none().then_some(Version { numbers: read, pre_release: before })
    }

    /// Returns true if all comparators of a requirement such as `>= 1.2, < 2` match; `None` if one cannot be
    /// parsed.
    pub(super) fn satisfies(&self, requirement: &str) -> Option<bool> {
        let mut all = true;
        for part in requirement.split(',') {
            all &= self.satisfies_comparator(part.trim())?;
        }
        Some(all)
    }

    fn satisfies_comparator(&self, part: &str) -> Option<bool> {
        let split = part.find(|c: char| c.is_ascii_digit()).unwrap_or(part.len());
        let (sign, number) = (part[..split].trim(), &part[split..]);
        if sign == "*" {
            return Some(true);
        }
        let bound = Version::parse(number)?;
        let given = number.split(['-', '+']).next()?.split('.').count();
        Some(match sign {
            ">=" => *self >= bound,
            ">" => *self > bound,
            "<=" => *self <= bound,
            "<" => *self < bound,
            "=" => *self == bound,
            "~" => *self >= bound && self.numbers[..2] == bound.numbers[..2],
            // Compatible versions: everything up to the first non-zero number is equal.
            "^" | "" => {
                let first = bound.numbers.iter().position(|&number| number > 0).unwrap_or(given - 1);
                *self >= bound && self.numbers[..=first] == bound.numbers[..=first]
            }
            _ => return None,
        })
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        let before = match (&self.pre_release, &other.pre_release) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some(a), Some(b)) => a.cmp(b),
        };
        self.numbers.cmp(&other.numbers).then(before)
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.numbers;
        write!(f, "{major}.{minor}.{patch}")?;
        self.pre_release.as_ref().map_or(Ok(()), |before| write!(f, "-{before}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_requirements_follow_semver() {
        let check = |version: &str, requirement: &str, expected: Option<bool>| {
            let version = Version::parse(version).unwrap_or_else(|| panic!("{version}"));
            assert_eq!(version.satisfies(requirement), expected, "{version} {requirement}");
        };
        check("1.2.3", ">= 1.2.3", Some(true));
        check("1.2.2", ">= 1.2.3", Some(false));
        check("1.10.0", "> 1.9", Some(true));
        check("1.3.0", ">= 1.2, < 1.3", Some(false));
        check("1.2.9", ">= 1.2, < 1.3", Some(true));
        check("1.9.0", "^1.2.3", Some(true));
        check("2.0.0", "^1.2.3", Some(false));
        check("0.2.9", "^0.2.3", Some(true));
        check("0.3.0", "^0.2.3", Some(false));
        check("0.0.4", "^0.0.3", Some(false));
        check("0.4.0", "0.4", Some(true));
        check("1.2.9", "~1.2.3", Some(true));
        check("1.3.0", "~1.2.3", Some(false));
        check("1.0.0", "=1.0.0", Some(true));
        check("1.0.0-rc.1", ">= 1.0.0", Some(false));
        check("9.9.9", "*", Some(true));
        check("1.0.0", "about 1", None);
    }
}
