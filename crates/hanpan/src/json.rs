//! JSON output of the commands, on one line.

use std::io;

use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, Serializer};

/// Serializes a value. Control characters other than `\n` are escaped as `\u00XX`, a format that scripts may rely on;
/// `serde_json` would write `\t`, `\r`, `\b` and `\f`.
pub(crate) fn to_string(value: &impl Serialize) -> io::Result<String> {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, UnicodeEscapes))?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

struct UnicodeEscapes;

impl Formatter for UnicodeEscapes {
    fn write_char_escape<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        match escape {
            CharEscape::Quote => writer.write_all(b"\\\""),
            CharEscape::ReverseSolidus => writer.write_all(b"\\\\"),
            CharEscape::Solidus => writer.write_all(b"/"),
            CharEscape::LineFeed => writer.write_all(b"\\n"),
            CharEscape::Backspace => writer.write_all(b"\\u0008"),
            CharEscape::Tab => writer.write_all(b"\\u0009"),
            CharEscape::FormFeed => writer.write_all(b"\\u000c"),
            CharEscape::CarriageReturn => writer.write_all(b"\\u000d"),
            CharEscape::AsciiControl(byte) => write!(writer, "\\u{byte:04x}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Fields {
        b: Option<&'static str>,
        a: Vec<bool>,
    }

    #[test]
    fn values_are_serialized_on_one_line_in_field_order() {
        let check = |json: io::Result<String>, expected: &str| assert_eq!(json.unwrap(), expected);
        check(to_string(&None::<&str>), "null");
        check(to_string(&u64::MAX), "18446744073709551615");
        check(to_string(&"a\"b\\c\nd\u{1}é♜/\u{7f}"), "\"a\\\"b\\\\c\\nd\\u0001é♜/\u{7f}\"");
        check(to_string(&"\t\r\u{8}\u{c}\u{1f}"), r#""\u0009\u000d\u0008\u000c\u001f""#);
        check(to_string(&Fields { b: None, a: vec![true] }), r#"{"b":null,"a":[true]}"#);
        check(to_string(&Fields { b: Some("x"), a: Vec::new() }), r#"{"b":"x","a":[]}"#);
    }
}
