//! Time that passes when the story says so.

use crate::{Browser, TestResult};

/// The page's clocks go on as they do, and this many milliseconds more.
const SCRIPT: &str = "
    let shift = 0;
    const now = performance.now.bind(performance);
    const date = Date.now.bind(Date);
    performance.now = () => now() + shift;
    Date.now = () => date() + shift;
    window.passTime = (milliseconds) => { shift += milliseconds; };
";

/// The clock of the pages in a browser.
#[derive(Clone, Copy, Debug)]
pub struct FakeClock<'a>(&'a Browser);

impl FakeClock<'_> {
    /// Takes hold of the clock in every page that is loaded from now on.
    pub fn install(browser: &Browser) -> TestResult<FakeClock<'_>> {
        browser.add_init_script(SCRIPT)?;
        Ok(FakeClock(browser))
    }

    /// Lets so many seconds pass at once.
    pub fn advance(self, seconds: u32) -> TestResult {
        self.0.run("passTime(1000 * arguments[0])", &[&seconds.to_string()]).map(drop)
    }
}
