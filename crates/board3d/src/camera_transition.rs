//! Animated transition between two camera positions.

use crate::animation::{Millis, Motion};
use crate::camera::Camera;

/// The transition; after its end the camera stays at `to`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CameraTransition {
    from: Camera,
    to: Camera,
    start: Millis,
    duration: Millis,
}

/// Duration of a transition.
const DURATION: Millis = 900.0;

impl CameraTransition {
    pub(crate) fn new(at: Camera) -> CameraTransition {
        CameraTransition { from: at, to: at, start: 0.0, duration: 0.0 }
    }

    /// Starts a transition from the current camera.
    pub(crate) fn start_to(&mut self, to: Camera, motion: Motion, now: Millis) {
        let lasts = if motion == Motion::Full { DURATION } else { 0.0 };
        *self = CameraTransition { from: self.camera(now), to, start: now, duration: lasts };
    }

    /// Jumps without transition.
    pub(crate) fn jump_to(&mut self, at: Camera) {
        *self = CameraTransition::new(at);
    }

    pub(crate) fn camera(&self, now: Millis) -> Camera {
        if !self.is_moving(now) {
            return self.to;
        }
        let t = ((now - self.start) / self.duration).clamp(0.0, 1.0) as f32;
        self.from.lerp(self.to, t * t * t * (t * (t * 6.0 - 15.0) + 10.0))
    }

    pub(crate) fn is_moving(&self, now: Millis) -> bool {
        now < self.start + self.duration
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transition_starts_and_ends_at_the_given_cameras() {
        let target = Camera { yaw: 3.0, ..Camera::HOME };
        let mut transition = CameraTransition::new(Camera::HOME);
        transition.start_to(target, Motion::Full, 100.0);
        assert_eq!(transition.camera(100.0), Camera::HOME);
        assert!((transition.camera(550.0).yaw - 1.5).abs() < 1e-3);
        assert!(transition.is_moving(550.0) && !transition.is_moving(1000.0));
        assert_eq!(transition.camera(1000.0), target);
        transition.start_to(Camera::HOME, Motion::Reduced, 2000.0);
        assert_eq!(transition.camera(2000.0), Camera::HOME);
    }
}
