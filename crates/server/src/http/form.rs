//! `application/x-www-form-urlencoded`: queries, and the bodies of HTML forms.

/// Decoded names and values, in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct FormData(Vec<(String, String)>);

/// A parameter occurs more than once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RepeatedError;

impl FormData {
    pub(super) fn parse(text: &str) -> FormData {
        FormData(form_pairs(text).collect())
    }

    /// All values of a parameter.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// The value of a parameter that occurs at most once. An empty one is missing.
    ///
    /// # Errors
    ///
    /// Returns an error if it occurs more than once: two readers could take different ones.
    pub(super) fn single(&self, name: &str) -> Result<Option<&str>, RepeatedError> {
        let mut values = self.0.iter().filter(|(given, _)| given == name).map(|(_, value)| value.as_str());
        let first = values.next().filter(|value| !value.is_empty());
        if values.next().is_some() { Err(RepeatedError) } else { Ok(first) }
    }

    /// The first value of a parameter, or an empty text.
    pub(super) fn first(&self, name: &str) -> &str {
        self.0.iter().find(|(given, _)| given == name).map_or("", |(_, value)| value.as_str())
    }
}

/// Names and values of a form. A part without `=` is ignored.
pub(super) fn form_pairs(text: &str) -> impl Iterator<Item = (String, String)> {
    text.split('&').filter_map(|pair| pair.split_once('=')).map(|(name, value)| (decode(name), decode(value)))
}

/// Decodes `%XX` and `+`. What is no such code stays.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = match first {
            b'%' => after.get(..2).and_then(|code| std::str::from_utf8(code).ok()),
            _ => None,
        };
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(if first == b'+' { b' ' } else { first });
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_decoded_and_repeated_ones_found() {
        let form = FormData::parse("a=1&b=%EC%88%98+x&scopes%5B%5D=p&scopes[]=q&a=2&empty=&&flag&c=%zz%");
        assert_eq!(form.all("scopes[]").collect::<Vec<_>>(), ["p", "q"]);
        assert_eq!((form.single("a"), form.first("a")), (Err(RepeatedError), "1"));
        assert_eq!(form.single("b"), Ok(Some("수 x")));
        assert_eq!(
            (form.single("empty"), form.single("flag"), form.single("none")),
            (Ok(None), Ok(None), Ok(None))
        );
        assert_eq!(form.single("c"), Ok(Some("%zz%")));
    }
}
