//! The eye on its way from one seat to another.

use crate::camera::Camera;
use crate::stage::{Millis, Motion};

/// Where the eye is, and where it goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Swing {
    from: Camera,
    to: Camera,
    began: Millis,
    lasts: Millis,
}

/// How long the eye needs to the other side of the board.
const LONG: Millis = 900.0;

impl Swing {
    pub(crate) fn new(at: Camera) -> Swing {
        Swing { from: at, to: at, began: 0.0, lasts: 0.0 }
    }

    /// Lets the eye go to another place.
    pub(crate) fn go(&mut self, to: Camera, motion: Motion, now: Millis) {
        let lasts = if motion == Motion::Full { LONG } else { 0.0 };
        *self = Swing { from: self.camera(now), to, began: now, lasts };
    }

    /// Puts the eye somewhere at once.
    pub(crate) fn put(&mut self, at: Camera) {
        *self = Swing::new(at);
    }

    pub(crate) fn camera(&self, now: Millis) -> Camera {
        if !self.is_moving(now) {
            return self.to;
        }
        let t = ((now - self.began) / self.lasts).clamp(0.0, 1.0) as f32;
        self.from.towards(self.to, t * t * t * (t * (t * 6.0 - 15.0) + 10.0))
    }

    pub(crate) fn is_moving(&self, now: Millis) -> bool {
        now < self.began + self.lasts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eye_swings_and_arrives() {
        let there = Camera { turn: 3.0, ..Camera::HOME };
        let mut swing = Swing::new(Camera::HOME);
        swing.go(there, Motion::Full, 100.0);
        assert_eq!(swing.camera(100.0), Camera::HOME);
        assert!((swing.camera(550.0).turn - 1.5).abs() < 1e-3);
        assert!(swing.is_moving(550.0) && !swing.is_moving(1000.0));
        assert_eq!(swing.camera(1000.0), there);
        swing.go(Camera::HOME, Motion::Reduced, 2000.0);
        assert_eq!(swing.camera(2000.0), Camera::HOME);
    }
}
