//! Things on a page, and how they are found.

use std::fmt;

/// Something on the page, found by a CSS selector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Css<'a>(pub &'a str);

/// Something to press, found by the words on it or by its name for those who listen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Button<'a>(pub &'a str);

/// Something to fill in, found by its label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field<'a>(pub &'a str);

/// Something that the browser can find.
pub trait Locator: Copy + fmt::Debug {
    /// How it is found, in WebDriver's words: the method and its argument.
    fn strategy(self) -> (&'static str, String);
}

impl Locator for Css<'_> {
    fn strategy(self) -> (&'static str, String) {
        ("css selector", self.0.to_owned())
    }
}

impl Locator for Button<'_> {
    fn strategy(self) -> (&'static str, String) {
        let words = self.0;
        let path = format!(
            "//*[self::button or self::summary or self::label][normalize-space(.)=\"{words}\" or \
             @aria-label=\"{words}\" or .//span[normalize-space(.)=\"{words}\"]]"
        );
        ("xpath", path)
    }
}

impl Locator for Field<'_> {
    fn strategy(self) -> (&'static str, String) {
        ("xpath", format!("//label[span[normalize-space(.)=\"{}\"]]//input", self.0))
    }
}
