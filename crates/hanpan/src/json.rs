//! JSON for programs that read what the commands say. Writing is all that is needed, and it is this short.

use std::fmt;

/// A JSON value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(u64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

impl Json {
    pub(crate) fn text(text: impl fmt::Display) -> Json {
        Json::Text(text.to_string())
    }

    /// The text, or null for none.
    pub(crate) fn text_or_null(text: Option<impl fmt::Display>) -> Json {
        text.map_or(Json::Null, Json::text)
    }
}

/// On one line.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(value) => write!(f, "{value}"),
            Json::Text(text) => write_text(text, f),
            Json::List(values) => {
                f.write_str("[")?;
                for (index, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", separator(index))?;
                }
                f.write_str("]")
            }
            Json::Object(fields) => {
                f.write_str("{")?;
                for (index, (name, value)) in fields.iter().enumerate() {
                    write!(f, "{}\"{name}\":{value}", separator(index))?;
                }
                f.write_str("}")
            }
        }
    }
}

fn separator(index: usize) -> &'static str {
    if index == 0 { "" } else { "," }
}

fn write_text(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            c if c < ' ' => write!(f, "\\u{:04x}", u32::from(c))?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let check = |json: Json, expected: &str| assert_eq!(json.to_string(), expected);
        check(Json::Null, "null");
        check(Json::Number(u64::MAX), "18446744073709551615");
        check(Json::text("a\"b\\c\nd\u{1}é♜"), r#""a\"b\\c\nd\u0001é♜""#);
        check(Json::List(vec![Json::Bool(true), Json::text_or_null(None::<&str>)]), "[true,null]");
        check(Json::List(Vec::new()), "[]");
        check(
            Json::Object(vec![("a", Json::Number(1)), ("b", Json::Object(Vec::new()))]),
            r#"{"a":1,"b":{}}"#,
        );
    }
}
