//! Plural categories and rules as in the Unicode CLDR. A language names its rule in `language.txt`: `one` is [`ONE`].

/// The grammatical class of a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names are those of the CLDR")]
pub enum PluralCategory {
    Zero,
    One,
    Two,
    Few,
    Many,
    Other,
}

impl PluralCategory {
    /// The last part of a key with plural forms: `one` in `time.days.one`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PluralCategory::Zero => "zero",
            PluralCategory::One => "one",
            PluralCategory::Two => "two",
            PluralCategory::Few => "few",
            PluralCategory::Many => "many",
            PluralCategory::Other => "other",
        }
    }
}

/// The rule by which a language selects a plural form.
#[derive(Clone, Copy, Debug)]
pub struct PluralRule {
    /// The categories that a whole number can have; a plural message has a text for each of these.
    pub categories: &'static [PluralCategory],
    /// The category of a whole number.
    pub category: fn(u64) -> PluralCategory,
}

use PluralCategory::{Few, Many, One, Other, Two, Zero};

/// No plural forms: Korean, Japanese, Chinese, Vietnamese.
pub const NONE: PluralRule = PluralRule { categories: &[Other], category: |_| Other };

/// Singular for 1: English, German, Dutch, Swedish, Italian, Spanish.
pub const ONE: PluralRule =
    PluralRule { categories: &[One, Other], category: |n| if n == 1 { One } else { Other } };

/// Singular for 0 and 1: French, Brazilian Portuguese, Hindi.
pub const ZERO_ONE: PluralRule =
    PluralRule { categories: &[One, Other], category: |n| if n <= 1 { One } else { Other } };

/// Russian, Ukrainian.
pub const EAST_SLAVIC: PluralRule = PluralRule {
    categories: &[One, Few, Many],
    category: |n| match (n % 10, n % 100) {
        (_, 11..=14) => Many,
        (1, _) => One,
        (2..=4, _) => Few,
        _ => Many,
    },
};

/// Polish.
pub const POLISH: PluralRule = PluralRule {
    categories: &[One, Few, Many],
    category: |n| match (n, n % 10, n % 100) {
        (1, _, _) => One,
        (_, _, 12..=14) => Many,
        (_, 2..=4, _) => Few,
        _ => Many,
    },
};

/// Czech, Slovak.
pub const CZECH: PluralRule = PluralRule {
    categories: &[One, Few, Other],
    category: |n| match n {
        1 => One,
        2..=4 => Few,
        _ => Other,
    },
};

/// Arabic.
pub const ARABIC: PluralRule = PluralRule {
    categories: &[Zero, One, Two, Few, Many, Other],
    category: |n| match (n, n % 100) {
        (0, _) => Zero,
        (1, _) => One,
        (2, _) => Two,
        (_, 3..=10) => Few,
        (_, 11..=99) => Many,
        _ => Other,
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_follow_the_cldr() {
        let check = |rule: PluralRule, numbers: &[u64], category| {
            for &number in numbers {
                assert_eq!((rule.category)(number), category, "{number}");
            }
        };
        check(NONE, &[0, 1, 2, 100], Other);
        check(ONE, &[1], One);
        check(ONE, &[0, 2, 11, 21], Other);
        check(ZERO_ONE, &[0, 1], One);
        check(EAST_SLAVIC, &[1, 21, 101], One);
        check(EAST_SLAVIC, &[2, 4, 22, 104], Few);
        check(EAST_SLAVIC, &[0, 5, 11, 12, 14, 111], Many);
        check(POLISH, &[1], One);
        check(POLISH, &[2, 24, 103], Few);
        check(POLISH, &[0, 5, 12, 21, 112], Many);
        check(CZECH, &[3], Few);
        check(CZECH, &[0, 5, 22], Other);
        check(ARABIC, &[0], Zero);
        check(ARABIC, &[2], Two);
        check(ARABIC, &[3, 110], Few);
        check(ARABIC, &[11, 99, 111], Many);
        check(ARABIC, &[100, 102], Other);
        for rule in [NONE, ONE, ZERO_ONE, EAST_SLAVIC, POLISH, CZECH, ARABIC] {
            assert!((0..1_000).all(|number| rule.categories.contains(&(rule.category)(number))));
        }
    }
}
