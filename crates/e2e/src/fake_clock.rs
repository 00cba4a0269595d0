//! Fake time for the page.

use crate::{Browser, TestResult};

/// Adds an offset to the page's clocks.
const SCRIPT: &str = "
    let shift = 0;
    const now = performance.now.bind(performance);
    const date = Date.now.bind(Date);
    performance.now = () => now() + shift;
    Date.now = () => date() + shift;
    window.passTime = (milliseconds) => { shift += milliseconds; };
";

/// Fake clock of the pages in a browser.
#[derive(Clone, Copy, Debug)]
pub struct FakeClock<'a>(&'a Browser);

impl FakeClock<'_> {
    /// Installs the fake clock in every document loaded from now on.
    pub fn install(browser: &Browser) -> TestResult<FakeClock<'_>> {
        browser.add_init_script(SCRIPT)?;
        Ok(FakeClock(browser))
    }

    /// Advances the clock by this number of seconds.
    pub fn advance(self, seconds: u32) -> TestResult {
        self.0.run("passTime(1000 * arguments[0])", &[&seconds.to_string()]).map(drop)
    }
}
