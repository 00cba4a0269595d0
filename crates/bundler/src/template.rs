//! Templates with placeholders: `{{name}}`.

use crate::error::BundleError;

/// Fills all placeholders. A placeholder without a value is an error; an unused value is not.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> Result<String, BundleError> {
    let mut parts = template.split("{{");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, after) = part.split_once("}}").ok_or_else(|| BundleError::new("{{ without }}"))?;
        let value = values.iter().find(|(known, _)| *known == name.trim()).ok_or_else(|| {
            let known: Vec<&str> = values.iter().map(|(known, _)| *known).collect();
            BundleError::new(format!("unknown placeholder {{{{{name}}}}}; known: {}", known.join(", ")))
        })?;
        filled.push_str(value.1);
        filled.push_str(after);
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled() {
        let check = |template, expected: Option<&str>| {
            let filled = fill(template, &[("a", "1"), ("b", "{{a}}")]);
            assert_eq!(filled.ok().as_deref(), expected, "{template}");
        };
        check("", Some(""));
        check("x", Some("x"));
        check("{{a}}x{{ a }}", Some("1x1"));
        check("{{b}}", Some("{{a}}"));
        check("{{c}}", None);
        check("{{a", None);
        check("{a}}", Some("{a}}"));
    }
}
