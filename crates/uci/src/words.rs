//! A line taken apart.

/// The words of a line that have not been read yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    pub(crate) fn new(line: &'a str) -> Words<'a> {
        Words(line.trim())
    }

    /// The next word, left where it is.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        Words(self.0).next()
    }

    /// All that is left, taken.
    pub(crate) fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.0)
    }

    /// All before any of these words, which stays; or all that is left, if none of them comes.
    pub(crate) fn before(&mut self, ends: &[&str]) -> &'a str {
        let whole = self.0;
        while self.peek().is_some_and(|word| !ends.contains(&word)) {
            self.next();
        }
        whole[..whole.len() - self.0.len()].trim_end()
    }

    /// All before a word, and that word taken too; or all that is left, if the word does not come.
    pub(crate) fn until(&mut self, end: &str) -> &'a str {
        let before = self.before(&[end]);
        self.next();
        before
    }

    /// The next word, if it can be read as what is wanted; it stays where it is if not.
    pub(crate) fn take<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let found = read(self.peek()?)?;
        self.next();
        Some(found)
    }

    /// The next word as a number.
    pub(crate) fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        self.take(|word| word.parse().ok())
    }
}

impl<'a> Iterator for Words<'a> {
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
    fn words_are_taken_one_by_one_or_up_to_a_word() {
        let mut words = Words::new("  a\tbb  value c  d ");
        assert_eq!(words.peek(), Some("a"));
        assert_eq!(words.until("value"), "a\tbb");
        assert_eq!(words.rest(), "c  d");
        assert_eq!((words.next(), words.rest()), (None, ""));
        assert_eq!(Words::new("values of value").until("value"), "values of");
        assert_eq!(Words::new("nothing").until("value"), "nothing");
    }

    #[test]
    fn what_is_no_number_stays() {
        let mut words = Words::new("12 x");
        assert_eq!((words.number::<u32>(), words.number::<u32>(), words.next()), (Some(12), None, Some("x")));
    }
}
