//! How fast frames come, and which level of quality follows from that.

use crate::animation::Millis;
use crate::piece_meshes::Quality;

/// Watches the frames of all movements.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct QualityController {
    quality: Quality,
    is_fixed: bool,
    /// The finest level that has not been too slow yet.
    finest: Quality,
    /// How many times a single frame may still be timed in vain.
    probes_left: u8,
    last: Option<Millis>,
    /// How much time slow frames have taken too much, less what quick ones have made good since.
    overrun: Millis,
}

/// Slower frames than this are too slow, in milliseconds.
const SLOW_FRAME: Millis = 45.0;
/// So much debt makes it coarser.
const OVERRUN_LIMIT: Millis = 400.0;
/// No frame counts more than this: one hiccup says nothing.
const MAX_FRAME: Millis = 250.0;
/// A frame that was waited for and took less than this allows the next finer level: it has several times as much to do.
const FAST_PROBE: Millis = 10.0;
/// The first frame is timed while the page has much else to do, so it is not the last word.
const MAX_FAILED_PROBES: u8 = 3;

impl Default for QualityController {
    fn default() -> QualityController {
        let (quality, finest) = (Quality::Low, Quality::High);
        QualityController {
            quality,
            is_fixed: false,
            finest,
            probes_left: MAX_FAILED_PROBES,
            last: None,
            overrun: 0.0,
        }
    }
}

impl QualityController {
    pub(crate) fn fixed(quality: Quality) -> QualityController {
        QualityController { quality, is_fixed: true, ..QualityController::default() }
    }

    pub(crate) fn quality_name(&self) -> Quality {
        self.quality
    }

    /// Nothing moves: the time until the next frame says nothing.
    pub(crate) fn pause(&mut self) {
        self.last = None;
    }

    /// Whether one frame should be timed, now that there is time for it.
    pub(crate) fn should_probe(&self) -> bool {
        !self.is_fixed && self.probes_left > 0 && self.quality < self.finest
    }

    /// A frame was drawn. Gives a new level when the frames have been too slow.
    pub(crate) fn on_frame(&mut self, now: Millis) -> Option<Quality> {
        let before = self.last.replace(now)?;
        self.overrun = (self.overrun + (now - before).min(MAX_FRAME) - SLOW_FRAME).max(0.0);
        let coarser = Quality::ALL.into_iter().rev().find(|&level| level < self.quality)?;
        let is_slow = self.overrun > OVERRUN_LIMIT && !self.is_fixed;
        is_slow.then(|| {
            // What has been too slow is not tried again.
            self.finest = coarser;
            self.switch_to(coarser)
        })
    }

    /// One frame was waited for. Gives the next finer level if it was quick enough.
    pub(crate) fn on_probe(&mut self, millis: Millis) -> Option<Quality> {
        let finer = Quality::ALL.into_iter().find(|&level| level > self.quality)?;
        if !self.should_probe() {
            return None;
        }
        if millis < FAST_PROBE {
            return Some(self.switch_to(finer));
        }
        self.probes_left -= 1;
        None
    }

    fn switch_to(&mut self, quality: Quality) -> Quality {
        (self.quality, self.last, self.overrun) = (quality, None, 0.0);
        quality
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pace after frames were waited for.
    fn pace(waits: &[Millis]) -> QualityController {
        let mut pace = QualityController::default();
        for &millis in waits {
            pace.on_probe(millis);
        }
        pace
    }

    /// Frames of movements, so many in each, with a rest in between.
    fn draw(pace: &mut QualityController, span: Millis, movements: u32, frames: u32) {
        for frame in 0..movements * frames {
            if frame.is_multiple_of(frames) {
                pace.pause();
            }
            pace.on_frame(f64::from(frame) * span);
        }
    }

    #[test]
    fn sustained_slow_frames_lower_the_quality() {
        let check = |span: Millis, movements: u32, frames: u32, expected: Quality| {
            let mut pace = pace(&[3.0]);
            assert_eq!(pace.quality_name(), Quality::Medium);
            draw(&mut pace, span, movements, frames);
            assert_eq!(pace.quality_name(), expected, "{movements} times {frames} frames of {span} ms");
        };
        check(8.0, 1, 60, Quality::Medium);
        check(33.0, 1, 60, Quality::Medium);
        check(90.0, 1, 60, Quality::Low);
        // A movement may be over after two frames when they are slow.
        check(600.0, 5, 2, Quality::Low);
        // A single hiccup is none of them.
        check(600.0, 1, 2, Quality::Medium);
        let mut fixed = QualityController::fixed(Quality::High);
        draw(&mut fixed, 500.0, 1, 60);
        assert_eq!(fixed.quality_name(), Quality::High);
    }

    #[test]
    fn fast_probes_raise_the_quality_one_level_at_a_time() {
        let check = |waits: &[Millis], expected: Quality, is_hopeful: bool| {
            let pace = pace(waits);
            assert_eq!((pace.quality_name(), pace.should_probe()), (expected, is_hopeful), "{waits:?}");
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
    fn a_level_that_was_too_slow_is_not_probed_again() {
        let mut pace = pace(&[3.0, 3.0]);
        draw(&mut pace, 90.0, 1, 12);
        assert_eq!(pace.quality_name(), Quality::Medium);
        assert_eq!((pace.should_probe(), pace.on_probe(3.0)), (false, None));
    }
}
