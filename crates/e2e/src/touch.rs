//! Touch input through Chromium's complete input pipeline, so that gestures can scroll and zoom the page.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::{Browser, Point, TestResult};

/// Intermediate points of a gesture.
const STEPS: u8 = 6;

/// Pause before a finger is lifted and after it. A finger lifted while moving flings the page, and Chromium
/// takes the next tap as the end of the fling.
const FLING_DELAY: Duration = Duration::from_millis(120);

impl Browser {
    /// Taps at a point.
    pub fn tap(&self, at: Point) -> TestResult {
        self.dispatch_touch("touchStart", &[at])?;
        self.dispatch_touch("touchEnd", &[])
    }

    /// Drags one finger from one point to another.
    pub fn swipe(&self, from: Point, to: Point) -> TestResult {
        self.dispatch_touch("touchStart", &[from])?;
        for step in 1..=STEPS {
            self.dispatch_touch("touchMove", &[from.lerp(to, f64::from(step) / f64::from(STEPS))])?;
        }
        thread::sleep(FLING_DELAY);
        self.dispatch_touch("touchMove", &[to])?;
        self.dispatch_touch("touchEnd", &[])?;
        thread::sleep(FLING_DELAY);
        Ok(())
    }

    /// Spreads two fingers from the center to these points.
    pub fn pinch_out(&self, left: Point, right: Point) -> TestResult {
        let middle = left.lerp(right, 0.5);
        let apart = |part: f64| [middle.lerp(left, part), middle.lerp(right, part)];
        self.dispatch_touch("touchStart", &apart(0.1))?;
        for step in 1..=STEPS {
            self.dispatch_touch("touchMove", &apart(f64::from(step) / f64::from(STEPS)))?;
        }
        self.dispatch_touch("touchEnd", &[])
    }

    /// Moves two fingers by the same distance.
    pub fn two_finger_drag(&self, fingers: [Point; 2], by: Point) -> TestResult {
        let moved = |part: f64| fingers.map(|at| Point { x: at.x + by.x * part, y: at.y + by.y * part });
        self.dispatch_touch("touchStart", &fingers)?;
        for step in 1..=STEPS {
            self.dispatch_touch("touchMove", &moved(f64::from(step) / f64::from(STEPS)))?;
        }
        self.dispatch_touch("touchEnd", &[])
    }

    fn dispatch_touch(&self, kind: &str, points: &[Point]) -> TestResult {
        let finger = |(id, at): (usize, &Point)| json!({ "x": at.x, "y": at.y, "id": id });
        let points: Vec<Value> = points.iter().enumerate().map(finger).collect();
        self.devtools("Input.dispatchTouchEvent", &json!({ "type": kind, "touchPoints": points })).map(drop)
    }
}
