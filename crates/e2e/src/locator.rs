//! Locators of elements.

use std::fmt;

/// Element found by a CSS selector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Css<'a>(pub &'a str);

/// Clickable element found by its text or its `aria-label`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Button<'a>(pub &'a str);

/// Input field found by its label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field<'a>(pub &'a str);

/// Locator of an element.
pub trait Locator: Copy + fmt::Debug {
    /// WebDriver locator strategy and its argument.
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
