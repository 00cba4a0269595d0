//! Numbers with one decimal, for the attributes of SVG elements.

use std::fmt;

/// A number that is written rounded to tenths: "12.5". The standard library's formatting of floating-point numbers would
/// cost a page 9 kB.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Tenths(pub(crate) f64);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_tenths() {
        let check = |number, expected| assert_eq!(Tenths(number).to_string(), expected);
        check(0.0, "0.0");
        check(0.04, "0.0");
        check(0.06, "0.1");
        check(-0.06, "-0.1");
        check(-0.04, "0.0");
        check(12.96, "13.0");
        check(-7.25, "-7.3");
        check(600.0, "600.0");
        for number in -500..500 {
            let number = f64::from(number) / 7.0;
            let expected = format!("{number:.1}");
            assert_eq!(Tenths(number).to_string(), if expected == "-0.0" { "0.0" } else { &expected });
        }
    }
}
