//! Parsing of JSON into values.

use std::str::Chars;

/// Maximum nesting of objects and arrays.
const MAX_DEPTH: u32 = 32;

/// A JSON value. Messages have no other numbers than natural ones.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A natural number.
    Number(u64),
    /// Any other number.
    OtherNumber,
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object, in the order of the text.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Parses a text that is one value.
    pub(super) fn parse(text: &str) -> Option<Value> {
        let mut parser = Parser { rest: text.chars() };
        let value = parser.value(MAX_DEPTH)?;
        parser.peek().is_none().then_some(value)
    }

    /// A field of an object.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        let Value::Object(fields) = self else { return None };
        fields.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The value itself, if it is an object.
    pub(super) fn object(&self) -> Option<&Value> {
        matches!(self, Value::Object(_)).then_some(self)
    }

    /// The string.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

struct Parser<'a> {
    rest: Chars<'a>,
}

impl Parser<'_> {
    /// The next character that is no white space, which is not consumed.
    fn peek(&mut self) -> Option<char> {
        let text = self.rest.as_str().trim_start_matches([' ', '\t', '\n', '\r']);
        self.rest = text.chars();
        text.chars().next()
    }

    /// Consumes a character after white space, if it is the next.
    fn skip(&mut self, expected: char) -> bool {
        let is_next = self.peek() == Some(expected);
        if is_next {
            self.rest.next();
        }
        is_next
    }

    fn value(&mut self, depth: u32) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        match self.peek()? {
            '{' => {
                let mut fields = Vec::new();
                self.list('}', |parser| {
                    let name = parser.string()?;
                    let value = parser.skip(':').then(|| parser.value(depth))??;
                    fields.push((name, value));
                    Some(())
                })?;
                Some(Value::Object(fields))
            }
            '[' => {
                let mut items = Vec::new();
                self.list(']', |parser| {
                    items.push(parser.value(depth)?);
                    Some(())
                })?;
                Some(Value::List(items))
            }
            '"' => self.string().map(Value::Text),
            _ => self.word(),
        }
    }

    /// Parses an opening bracket, items with commas between them, and the closing bracket.
    fn list(&mut self, end: char, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.rest.next();
        if self.skip(end) {
            return Some(());
        }
        loop {
            item(self)?;
            if !self.skip(',') {
                return self.skip(end).then_some(());
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        if !self.skip('"') {
            return None;
        }
        let mut text = String::new();
        loop {
            text.push(match self.rest.next()? {
                '"' => return Some(text),
                '\\' => self.escape()?,
                control if control < ' ' => return None,
                other => other,
            });
        }
    }

    /// The character of an escape sequence, after the backslash.
    fn escape(&mut self) -> Option<char> {
        Some(match self.rest.next()? {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let high = self.code_unit()?;
                if !(0xd800..0xdc00).contains(&high) {
                    return char::from_u32(high);
                }
                let is_pair = self.rest.next() == Some('\\') && self.rest.next() == Some('u');
                let low = is_pair.then(|| self.code_unit())??;
                let low = (0xdc00..0xe000).contains(&low).then(|| low - 0xdc00)?;
                return char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + low);
            }
            plain @ ('"' | '\\' | '/') => plain,
            _ => return None,
        })
    }

    fn code_unit(&mut self) -> Option<u32> {
        (0..4).try_fold(0, |unit, _| Some(unit * 16 + self.rest.next()?.to_digit(16)?))
    }

    /// A number, `null`, `true` or `false`.
    fn word(&mut self) -> Option<Value> {
        let text = self.rest.as_str();
        let is_end = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
        let (word, rest) = text.split_at(text.find(is_end).unwrap_or(text.len()));
        self.rest = rest.chars();
        Some(match word {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => {
                let digits = word.strip_prefix('-').unwrap_or(word);
                let is_digit = |place| digits.as_bytes().get(place).is_some_and(u8::is_ascii_digit);
                if !is_digit(0) || digits.starts_with('0') && is_digit(1) {
                    return None;
                }
                word.parse().map_or(Value::OtherNumber, Value::Number)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_serde_json() {
        fn convert(value: &serde_json::Value) -> Value {
            match value {
                serde_json::Value::Null => Value::Null,
                serde_json::Value::Bool(is) => Value::Bool(*is),
                serde_json::Value::Number(n) => n.as_u64().map_or(Value::OtherNumber, Value::Number),
                serde_json::Value::String(text) => Value::Text(text.clone()),
                serde_json::Value::Array(items) => Value::List(items.iter().map(convert).collect()),
                serde_json::Value::Object(fields) => {
                    Value::Object(fields.iter().map(|(key, value)| (key.clone(), convert(value))).collect())
                }
            }
        }
        let check = |text: &str| {
            let expected = serde_json::from_str(text).ok();
            assert_eq!(Value::parse(text), expected.as_ref().map(convert), "{text}");
        };
        for text in [
            " { \"a\" : [ 1 , 2.5, -3, true, false, null, \"\" ] , \"b\":{} }\n",
            "[]",
            "[[],[[]]]",
            "0",
            "18446744073709551615",
            "1e3",
            "0e1",
            "0.5",
            "-0",
            r#""\"\\\/\b\f\n\r\t\u00e9\ud55c\ud83d\ude00한""#,
            "",
            " ",
            "{",
            "{}}",
            "[1,]",
            "[,1]",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{a:1}",
            "\"",
            "\"\n\"",
            r#""\x""#,
            r#""\ud83d""#,
            r#""\ud83dx""#,
            r#""\ude00""#,
            "01",
            "nul",
            "truely",
            "-",
            "+1",
            "[1 2]",
            "\u{a0}1",
        ] {
            check(text);
        }
    }

    #[test]
    fn deep_nesting_is_rejected() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(Value::parse(&nested(32)).is_some());
        assert!(Value::parse(&nested(33)).is_none());
        assert!(Value::parse(&"[".repeat(1_000_000)).is_none());
    }
}
