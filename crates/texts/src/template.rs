//! Templates: texts with placeholders in braces.

use std::fmt::{Display, Write as _};

use crate::korean_particles;

/// Replaces each `{name}` by its value, and the Korean particle behind a value by the form that fits it. Unknown
/// placeholders stay as they are; braces inside values are not replaced again.
#[must_use]
pub fn fill(template: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut parts = template.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let known = part
            .split_once('}')
            .and_then(|(name, rest)| Some((values.iter().find(|value| value.0 == name)?.1, rest)));
        match known {
            Some((value, rest)) => {
                // Writing into a string does not fail; a value whose `Display` fails is shown as far as it got.
                let _ = write!(text, "{value}");
                korean_particles::push_after_value(&mut text, rest);
            }
            None => {
                text.push('{');
                text.push_str(part);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_replaced_and_unknown_ones_stay() {
        let check = |template, expected: &str| {
            assert_eq!(fill(template, &[("a", &"A{b}"), ("b", &7)]), expected, "{template:?}");
        };
        check("", "");
        check("plain", "plain");
        check("{a} and {b}.", "A{b} and 7.");
        check("{b}{b}", "77");
        check("{c} {a", "{c} {a");
        check("a} {b}}", "a} 7}");
        check("{b}(으)로 {b}이(가)", "7로 7이");
    }
}
