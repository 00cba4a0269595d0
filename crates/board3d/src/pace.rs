//! How fast frames come, and which level of quality follows from that.

use crate::set::Quality;
use crate::stage::Millis;

/// Watches the frames of a movement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pace {
    quality: Quality,
    is_fixed: bool,
    last: Option<Millis>,
    /// How long frames take, with the older ones counting less and less.
    usual: Millis,
    frames: u32,
}

/// Slower frames than this make it coarser, in milliseconds.
const SLOW: Millis = 45.0;
/// A first frame, which is a coarse one, allows finer ones if it takes less than this.
const FAST: Millis = 8.0;
const FAIR: Millis = 25.0;
/// How many frames are watched before anything is changed.
const PATIENCE: u32 = 10;

impl Default for Pace {
    fn default() -> Pace {
        Pace { quality: Quality::Low, is_fixed: false, last: None, usual: 16.0, frames: 0 }
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
        self.frames = 0;
    }

    /// A frame was drawn. Gives a new level when the frames have been too slow.
    pub(crate) fn drawn(&mut self, now: Millis) -> Option<Quality> {
        let before = self.last.replace(now)?;
        self.usual += (now - before - self.usual) * 0.2;
        self.frames += 1;
        let coarser = Quality::ALL.into_iter().rev().find(|&level| level < self.quality)?;
        let is_slow = self.usual > SLOW && self.frames >= PATIENCE && !self.is_fixed;
        is_slow.then(|| self.settle(coarser))
    }

    /// One coarse frame was waited for. Gives a finer level if it was fast enough.
    pub(crate) fn took(&mut self, millis: Millis) -> Option<Quality> {
        let fitting = match () {
            () if self.is_fixed => self.quality,
            () if millis < FAST => Quality::High,
            () if millis < FAIR => Quality::Medium,
            () => Quality::Low,
        };
        (fitting != self.quality).then(|| self.settle(fitting))
    }

    fn settle(&mut self, quality: Quality) -> Quality {
        *self = Pace { quality, is_fixed: self.is_fixed, ..Pace::default() };
        quality
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_frames_make_it_coarser_and_only_slow_ones() {
        let check = |span: Millis, expected: Quality| {
            let mut pace = Pace { quality: Quality::Medium, ..Pace::default() };
            for frame in 0..60 {
                pace.drawn(f64::from(frame) * span);
            }
            assert_eq!(pace.quality(), expected, "{span}");
        };
        check(8.0, Quality::Medium);
        check(33.0, Quality::Medium);
        check(90.0, Quality::Low);
        let mut fixed = Pace::fixed(Quality::High);
        assert_eq!((0..60).find_map(|frame| fixed.drawn(f64::from(frame) * 500.0)), None);
    }

    #[test]
    fn the_first_frame_chooses_the_level() {
        let check = |millis: Millis, expected: Quality| {
            let mut pace = Pace::default();
            pace.took(millis);
            assert_eq!(pace.quality(), expected, "{millis}");
        };
        check(3.0, Quality::High);
        check(12.0, Quality::Medium);
        check(400.0, Quality::Low);
    }
}
