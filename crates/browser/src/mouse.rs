//! The mouse.

use serde_json::{Value, json};

use crate::{Browser, Outcome, Point};

const LEFT: u8 = 0;
const RIGHT: u8 = 2;

/// How many points a drag passes, and how long it takes from one to the next, in milliseconds.
const STEPS: u8 = 4;
const STEP: u8 = 8;

impl Browser {
    /// Moves the mouse to a point.
    pub fn hover(&self, at: Point) -> Outcome {
        self.mouse(vec![to(at)])
    }

    /// Moves the mouse from point to point.
    pub fn hover_along(&self, points: &[Point]) -> Outcome {
        self.mouse(points.iter().map(|&at| to(at)).collect())
    }

    /// Clicks at a point.
    pub fn click(&self, at: Point) -> Outcome {
        self.mouse(vec![to(at), down(LEFT), up(LEFT)])
    }

    /// Clicks twice at a point, as fast as nobody could.
    pub fn double_click(&self, at: Point) -> Outcome {
        self.mouse(vec![to(at), down(LEFT), up(LEFT), down(LEFT), up(LEFT)])
    }

    /// Clicks at a point with the right button.
    pub fn right_click(&self, at: Point) -> Outcome {
        self.mouse(vec![to(at), down(RIGHT), up(RIGHT)])
    }

    /// Drags from one point to another.
    pub fn drag(&self, from: Point, onto: Point) -> Outcome {
        self.lift(from, onto)?;
        self.mouse(vec![up(LEFT)])
    }

    /// Drags from one point to another and holds on; [`Browser::drop_here`] lets go.
    pub fn lift(&self, from: Point, onto: Point) -> Outcome {
        self.mouse(way(LEFT, from, onto))
    }

    /// Lets go of what is being dragged.
    pub fn drop_here(&self) -> Outcome {
        self.mouse(vec![up(LEFT)])
    }

    /// Drags with the right button, which draws arrows.
    pub fn right_drag(&self, from: Point, onto: Point) -> Outcome {
        let mut actions = way(RIGHT, from, onto);
        actions.push(up(RIGHT));
        self.mouse(actions)
    }

    /// Turns the wheel over a point by so many pixels; downwards is positive.
    pub fn wheel(&self, at: Point, turn: i32) -> Outcome {
        let scroll =
            json!({ "type": "scroll", "x": at.x as i32, "y": at.y as i32, "deltaX": 0, "deltaY": turn });
        self.perform(&json!({ "type": "wheel", "id": "wheel", "actions": [scroll] }))
    }

    fn mouse(&self, actions: Vec<Value>) -> Outcome {
        let parameters = json!({ "pointerType": "mouse" });
        self.perform(
            &json!({ "type": "pointer", "id": "mouse", "parameters": parameters, "actions": actions }),
        )
    }
}

fn way(button: u8, from: Point, onto: Point) -> Vec<Value> {
    let mut actions = vec![to(from), down(button)];
    for step in 1..=STEPS {
        let at = from.towards(onto, f64::from(step) / f64::from(STEPS));
        actions.push(json!({ "type": "pointerMove", "duration": STEP, "x": at.x as i32, "y": at.y as i32 }));
    }
    actions
}

fn to(at: Point) -> Value {
    json!({ "type": "pointerMove", "duration": 0, "x": at.x as i32, "y": at.y as i32 })
}

fn down(button: u8) -> Value {
    json!({ "type": "pointerDown", "button": button })
}

fn up(button: u8) -> Value {
    json!({ "type": "pointerUp", "button": button })
}
