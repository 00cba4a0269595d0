//! Tokens of a line.

/// The unread tokens of a line, separated by whitespace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tokens<'a>(&'a str);

impl<'a> Tokens<'a> {
    pub(crate) fn new(line: &'a str) -> Tokens<'a> {
        Tokens(line.trim())
    }

    /// The next token, not consumed.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        Tokens(self.0).next()
    }

    /// Consumes the rest of the line.
    pub(crate) fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.0)
    }

    /// Consumes everything before one of the keywords, or the rest of the line.
    pub(crate) fn take_before(&mut self, ends: &[&str]) -> &'a str {
        let whole = self.0;
        while self.peek().is_some_and(|word| !ends.contains(&word)) {
            self.next();
        }
        whole[..whole.len() - self.0.len()].trim_end()
    }

    /// Consumes everything up to and including the keyword, or the rest of the line; returns what comes
    /// before it.
    pub(crate) fn take_until(&mut self, end: &str) -> &'a str {
        let before = self.take_before(&[end]);
        self.next();
        before
    }

    /// Consumes the next token if `read` accepts it.
    pub(crate) fn parse_next<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let found = read(self.peek()?)?;
        self.next();
        Some(found)
    }

    /// Consumes the next token if it is a number.
    pub(crate) fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        self.parse_next(|word| word.parse().ok())
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let end = self.0.find(char::is_whitespace).unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at(end);
        self.0 = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_taken_singly_or_up_to_a_keyword() {
        let mut tokens = Tokens::new("  a\tbb  value c  d ");
        assert_eq!(tokens.peek(), Some("a"));
        assert_eq!(tokens.take_until("value"), "a\tbb");
        assert_eq!(tokens.rest(), "c  d");
        assert_eq!((tokens.next(), tokens.rest()), (None, ""));
        assert_eq!(Tokens::new("values of value").take_until("value"), "values of");
        assert_eq!(Tokens::new("nothing").take_until("value"), "nothing");
    }

    #[test]
    fn a_non_number_is_not_consumed() {
        let mut tokens = Tokens::new("12 x");
        assert_eq!(
            (tokens.number::<u32>(), tokens.number::<u32>(), tokens.next()),
            (Some(12), None, Some("x"))
        );
    }
}
