//! Mouse input.

use serde_json::{Value, json};

use crate::{Browser, Point, TestResult};

const LEFT: u8 = 0;
const RIGHT: u8 = 2;

/// Points of a drag, and milliseconds between them.
const DRAG_STEPS: u8 = 4;
const STEP_MS: u8 = 8;

impl Browser {
    /// Moves the mouse to a point.
    pub fn hover(&self, at: Point) -> TestResult {
        self.perform_mouse(vec![move_to(at)])
    }

    /// Moves the mouse along points.
    pub fn hover_along(&self, points: &[Point]) -> TestResult {
        self.perform_mouse(points.iter().map(|&at| move_to(at)).collect())
    }

    /// Clicks at a point.
    pub fn click(&self, at: Point) -> TestResult {
        self.perform_mouse(vec![move_to(at), button_down(LEFT), button_up(LEFT)])
    }

    /// Double-clicks at a point.
    pub fn double_click(&self, at: Point) -> TestResult {
        self.perform_mouse(vec![
            move_to(at),
            button_down(LEFT),
            button_up(LEFT),
            button_down(LEFT),
            button_up(LEFT),
        ])
    }

    /// Clicks at a point with the right button.
    pub fn right_click(&self, at: Point) -> TestResult {
        self.perform_mouse(vec![move_to(at), button_down(RIGHT), button_up(RIGHT)])
    }

    /// Drags from one point to another.
    pub fn drag(&self, from: Point, onto: Point) -> TestResult {
        self.drag_and_hold(from, onto)?;
        self.perform_mouse(vec![button_up(LEFT)])
    }

    /// Drags from one point to another without releasing; [`Browser::release`] releases.
    pub fn drag_and_hold(&self, from: Point, onto: Point) -> TestResult {
        self.perform_mouse(drag_actions(LEFT, from, onto))
    }

    /// Releases the left button.
    pub fn release(&self) -> TestResult {
        self.perform_mouse(vec![button_up(LEFT)])
    }

    /// Drags with the right button, which draws arrows.
    pub fn right_drag(&self, from: Point, onto: Point) -> TestResult {
        let mut actions = drag_actions(RIGHT, from, onto);
        actions.push(button_up(RIGHT));
        self.perform_mouse(actions)
    }

    /// Scrolls the wheel over a point; positive is down.
    pub fn wheel(&self, at: Point, turn: i32) -> TestResult {
        let scroll =
            json!({ "type": "scroll", "x": at.x as i32, "y": at.y as i32, "deltaX": 0, "deltaY": turn });
        self.perform_actions(&json!({ "type": "wheel", "id": "wheel", "actions": [scroll] }))
    }

    fn perform_mouse(&self, actions: Vec<Value>) -> TestResult {
        let parameters = json!({ "pointerType": "mouse" });
        self.perform_actions(
            &json!({ "type": "pointer", "id": "mouse", "parameters": parameters, "actions": actions }),
        )
    }
}

fn drag_actions(button: u8, from: Point, onto: Point) -> Vec<Value> {
    let mut actions = vec![move_to(from), button_down(button)];
    for step in 1..=DRAG_STEPS {
        let at = from.lerp(onto, f64::from(step) / f64::from(DRAG_STEPS));
        actions
            .push(json!({ "type": "pointerMove", "duration": STEP_MS, "x": at.x as i32, "y": at.y as i32 }));
    }
    actions
}

fn move_to(at: Point) -> Value {
    json!({ "type": "pointerMove", "duration": 0, "x": at.x as i32, "y": at.y as i32 })
}

fn button_down(button: u8) -> Value {
    json!({ "type": "pointerDown", "button": button })
}

fn button_up(button: u8) -> Value {
    json!({ "type": "pointerUp", "button": button })
}
