//! Clock faces, and when they change next.

use client::View;
use game::Millis;
use rules::Color;

/// Less than this is shown with tenths.
const CLOSE: Millis = Millis::seconds(10);

/// Hours, minutes and seconds, a begun one counted; tenths too when it gets close.
pub(crate) fn digits(left: Millis) -> String {
    if left < CLOSE {
        let tenths = left.0.div_ceil(100);
        return format!("0:{:02}.{}", tenths / 10, tenths % 10);
    }
    let seconds = left.0.div_ceil(1_000);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// How long what the clocks show stays as it is; `None` if nothing runs.
pub(crate) fn next_change(view: View<'_>) -> Option<Millis> {
    let face = Color::ALL.into_iter().filter_map(|color| view.clock(color)).find(|face| face.is_running)?;
    if face.delay > Millis::ZERO {
        return Some(face.delay.min(Millis(1_000)));
    }
    let unit = if face.left <= CLOSE { 100 } else { 1_000 };
    // A begun unit counts whole, so it changes right after a whole one.
    Some(Millis((face.left.0 + unit - 1) % unit + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces() {
        let check = |millis, face: &str| assert_eq!(digits(Millis(millis)), face);
        check(0, "0:00.0");
        check(1, "0:00.1");
        check(9_950, "0:10.0");
        check(10_000, "0:10");
        check(59_001, "1:00");
        check(3_600_000, "1:00:00");
        check(5_400_000, "1:30:00");
    }
}
