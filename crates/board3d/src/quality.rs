//! Quality levels, and their adaptation to the frame rate.

use crate::animation::Millis;

/// Quality level of meshes, shaders and resolution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Quality {
    /// For slow machines, and for tests.
    Low,
    /// For most machines.
    Medium,
    /// For fast machines.
    High,
}

impl Quality {
    /// All levels, lowest first.
    pub const ALL: [Quality; 3] = [Quality::Low, Quality::Medium, Quality::High];

    /// The value of the element's `quality` attribute.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Quality::Low => "low",
            Quality::Medium => "medium",
            Quality::High => "high",
        }
    }

    /// Parses a [`name`](Quality::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Quality> {
        Quality::ALL.into_iter().find(|quality| quality.name() == name)
    }

    /// Maximum number of canvas pixels per CSS pixel, in each direction.
    #[must_use]
    pub const fn max_pixel_ratio(self) -> f32 {
        match self {
            Quality::Low => 1.0,
            Quality::Medium => 1.5,
            Quality::High => 2.0,
        }
    }
}

/// Chooses the quality level: lower after sustained slow frames, higher after fast probes (single timed
/// frames).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct QualityController {
    quality: Quality,
    is_fixed: bool,
    /// The highest level that has not been too slow yet.
    finest: Quality,
    /// Number of failed probes that are still allowed.
    probes_left: u8,
    last: Option<Millis>,
    /// Accumulated time beyond [`SLOW_FRAME`], reduced by faster frames.
    overrun: Millis,
}

/// Frame time in milliseconds that is still acceptable.
const SLOW_FRAME: Millis = 45.0;
/// Overrun at which the level is lowered.
const OVERRUN_LIMIT: Millis = 400.0;
/// Cap on the frame time counted per frame, so that a single hitch does not lower the level.
const MAX_FRAME: Millis = 250.0;
/// A probe below this time allows the next level, which costs several times as much.
const FAST_PROBE: Millis = 10.0;
/// Failed probes before giving up; early probes are slow because the page is still loading.
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

    pub(crate) fn quality(&self) -> Quality {
        self.quality
    }

    /// Called when no animation runs; the interval before the next frame is not measured.
    pub(crate) fn pause(&mut self) {
        self.last = None;
    }

    /// Returns true if a frame should be timed while the page is idle.
    pub(crate) fn should_probe(&self) -> bool {
        !self.is_fixed && self.probes_left > 0 && self.quality < self.finest
    }

    /// Records a frame; returns a lower level after sustained slow frames.
    pub(crate) fn on_frame(&mut self, now: Millis) -> Option<Quality> {
        let before = self.last.replace(now)?;
        self.overrun = (self.overrun + (now - before).min(MAX_FRAME) - SLOW_FRAME).max(0.0);
        let coarser = Quality::ALL.into_iter().rev().find(|&level| level < self.quality)?;
        let is_slow = self.overrun > OVERRUN_LIMIT && !self.is_fixed;
        is_slow.then(|| {
            // A level that was too slow is not tried again.
            self.finest = coarser;
            self.switch_to(coarser)
        })
    }

    /// Records a probe; returns the next level if it was fast enough.
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

    /// A controller after these probes.
    fn controller(probes: &[Millis]) -> QualityController {
        let mut controller = QualityController::default();
        for &millis in probes {
            controller.on_probe(millis);
        }
        controller
    }

    /// Records frames of several animations, with pauses in between.
    fn draw(controller: &mut QualityController, frame_time: Millis, animations: u32, frames: u32) {
        for frame in 0..animations * frames {
            if frame.is_multiple_of(frames) {
                controller.pause();
            }
            controller.on_frame(f64::from(frame) * frame_time);
        }
    }

    #[test]
    fn sustained_slow_frames_lower_the_quality() {
        let check = |frame_time: Millis, animations: u32, frames: u32, expected: Quality| {
            let mut controller = controller(&[3.0]);
            assert_eq!(controller.quality(), Quality::Medium);
            draw(&mut controller, frame_time, animations, frames);
            assert_eq!(
                controller.quality(),
                expected,
                "{animations} times {frames} frames of {frame_time} ms"
            );
        };
        check(8.0, 1, 60, Quality::Medium);
        check(33.0, 1, 60, Quality::Medium);
        check(90.0, 1, 60, Quality::Low);
        // A slow animation may have two frames only.
        check(600.0, 5, 2, Quality::Low);
        // A single hitch does not count.
        check(600.0, 1, 2, Quality::Medium);
        let mut fixed = QualityController::fixed(Quality::High);
        draw(&mut fixed, 500.0, 1, 60);
        assert_eq!(fixed.quality(), Quality::High);
    }

    #[test]
    fn fast_probes_raise_the_quality_one_level_at_a_time() {
        let check = |probes: &[Millis], expected: Quality, is_hopeful: bool| {
            let controller = controller(probes);
            assert_eq!(
                (controller.quality(), controller.should_probe()),
                (expected, is_hopeful),
                "{probes:?}"
            );
        };
        check(&[], Quality::Low, true);
        check(&[3.0], Quality::Medium, true);
        check(&[3.0, 3.0], Quality::High, false);
        check(&[3.0, 40.0], Quality::Medium, true);
        // A bad start is made up for later, until the probes are used up.
        check(&[400.0, 400.0, 3.0, 3.0], Quality::High, false);
        check(&[400.0, 400.0, 400.0, 3.0], Quality::Low, false);
    }

    #[test]
    fn a_level_that_was_too_slow_is_not_probed_again() {
        let mut controller = controller(&[3.0, 3.0]);
        draw(&mut controller, 90.0, 1, 12);
        assert_eq!(controller.quality(), Quality::Medium);
        assert_eq!((controller.should_probe(), controller.on_probe(3.0)), (false, None));
    }
}
