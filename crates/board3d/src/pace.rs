//! How fast frames come, and which level of quality follows from that.

use crate::set::Quality;
use crate::stage::Millis;

/// Watches the frames of all movements.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pace {
    quality: Quality,
    is_fixed: bool,
    /// The finest level that has not been too slow yet.
    finest: Quality,
    /// How many times a single frame may still be timed in vain.
    hopes: u8,
    last: Option<Millis>,
    /// How much time slow frames have taken too much, less what quick ones have made good since.
    debt: Millis,
}

/// Slower frames than this are too slow, in milliseconds.
const SLOW: Millis = 45.0;
/// So much debt makes it coarser.
const LIMIT: Millis = 400.0;
/// No frame counts more than this: one hiccup says nothing.
const HICCUP: Millis = 250.0;
/// A frame that was waited for and took less than this allows the next finer level: it has several times as much to do.
const QUICK: Millis = 10.0;
/// The first frame is timed while the page has much else to do, so it is not the last word.
const HOPES: u8 = 3;

impl Default for Pace {
    fn default() -> Pace {
        let (quality, finest) = (Quality::Low, Quality::High);
        Pace { quality, is_fixed: false, finest, hopes: HOPES, last: None, debt: 0.0 }
    }
}

impl Pace {
    pub(crate) fn fixed(quality: Quality) -> Pace {
        Pace { quality, is_fixed: true, ..Pace::default() }
    }

    pub(crate) fn quality(&self) -> Quality {
        self.quality
    }

    /// Nothing moves: the time until the next frame says nothing.
    pub(crate) fn rest(&mut self) {
        self.last = None;
    }

    /// Whether one frame should be timed, now that there is time for it.
    pub(crate) fn is_hopeful(&self) -> bool {
        !self.is_fixed && self.hopes > 0 && self.quality < self.finest
    }

    /// A frame was drawn. Gives a new level when the frames have been too slow.
    pub(crate) fn drawn(&mut self, now: Millis) -> Option<Quality> {
        let before = self.last.replace(now)?;
        self.debt = (self.debt + (now - before).min(HICCUP) - SLOW).max(0.0);
        let coarser = Quality::ALL.into_iter().rev().find(|&level| level < self.quality)?;
        let is_slow = self.debt > LIMIT && !self.is_fixed;
        is_slow.then(|| {
            // What has been too slow is not tried again.
            self.finest = coarser;
            self.settle(coarser)
        })
    }

    /// One frame was waited for. Gives the next finer level if it was quick enough.
    pub(crate) fn took(&mut self, millis: Millis) -> Option<Quality> {
        let finer = Quality::ALL.into_iter().find(|&level| level > self.quality)?;
        if !self.is_hopeful() {
            return None;
        }
        if millis < QUICK {
            return Some(self.settle(finer));
        }
        self.hopes -= 1;
        None
    }

    fn settle(&mut self, quality: Quality) -> Quality {
        (self.quality, self.last, self.debt) = (quality, None, 0.0);
        quality
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pace after frames were waited for.
    fn pace(waits: &[Millis]) -> Pace {
        let mut pace = Pace::default();
        for &millis in waits {
            pace.took(millis);
        }
        pace
    }

    /// Frames of movements, so many in each, with a rest in between.
    fn draw(pace: &mut Pace, span: Millis, movements: u32, frames: u32) {
        for frame in 0..movements * frames {
            if frame.is_multiple_of(frames) {
                pace.rest();
            }
            pace.drawn(f64::from(frame) * span);
        }
    }

    #[test]
    fn slow_frames_make_it_coarser_and_only_slow_ones() {
        let check = |span: Millis, movements: u32, frames: u32, expected: Quality| {
            let mut pace = pace(&[3.0]);
            assert_eq!(pace.quality(), Quality::Medium);
            draw(&mut pace, span, movements, frames);
            assert_eq!(pace.quality(), expected, "{movements} times {frames} frames of {span} ms");
        };
        check(8.0, 1, 60, Quality::Medium);
        check(33.0, 1, 60, Quality::Medium);
        check(90.0, 1, 60, Quality::Low);
        // A movement may be over after two frames when they are slow.
        check(600.0, 5, 2, Quality::Low);
        // A single hiccup is none of them.
        check(600.0, 1, 2, Quality::Medium);
        let mut fixed = Pace::fixed(Quality::High);
        draw(&mut fixed, 500.0, 1, 60);
        assert_eq!(fixed.quality(), Quality::High);
    }

    #[test]
    fn quick_frames_lead_upwards_step_by_step() {
        let check = |waits: &[Millis], expected: Quality, is_hopeful: bool| {
            let pace = pace(waits);
            assert_eq!((pace.quality(), pace.is_hopeful()), (expected, is_hopeful), "{waits:?}");
        };
        check(&[], Quality::Low, true);
        check(&[3.0], Quality::Medium, true);
        check(&[3.0, 3.0], Quality::High, false);
        check(&[3.0, 40.0], Quality::Medium, true);
        // A bad beginning is made good later, but hope ends.
        check(&[400.0, 400.0, 3.0, 3.0], Quality::High, false);
        check(&[400.0, 400.0, 400.0, 3.0], Quality::Low, false);
    }

    #[test]
    fn what_was_too_slow_is_not_tried_again() {
        let mut pace = pace(&[3.0, 3.0]);
        draw(&mut pace, 90.0, 1, 12);
        assert_eq!(pace.quality(), Quality::Medium);
        assert_eq!((pace.is_hopeful(), pace.took(3.0)), (false, None));
    }
}
