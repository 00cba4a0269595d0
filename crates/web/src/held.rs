//! Values that the page itself holds, and replaces when something happens.

use std::marker::PhantomData;

use leptos::prelude::*;

use crate::lazy::{Value, lazy};

/// A value that can be replaced; whoever has read it is told. It is in a box, as everything that is `lazy`.
pub struct Held<T> {
    value: RwSignal<Value>,
    kind: PhantomData<fn() -> T>,
}

impl<T: Clone + PartialEq + Send + Sync + 'static> Held<T> {
    /// Holds a value.
    pub fn new(value: T) -> Held<T> {
        Held { value: hold(Value::new(value)), kind: PhantomData }
    }

    /// The value; whoever reads it is told when it is replaced.
    pub fn get(self) -> T {
        T::clone(&read(self.value).open())
    }

    /// The value as it is now.
    pub fn peek(self) -> T {
        T::clone(&peek(self.value).open())
    }

    /// Replaces the value. One whose part of the page is gone is left as it is.
    pub fn set(self, value: T) {
        replace(self.value, Value::new(value));
    }

    /// The value as something that can be drawn.
    pub fn signal(self) -> Signal<T> {
        lazy(move || self.get())
    }
}

impl<T> std::fmt::Debug for Held<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Held").finish_non_exhaustive()
    }
}

impl<T> Clone for Held<T> {
    fn clone(&self) -> Held<T> {
        *self
    }
}

impl<T> Copy for Held<T> {}

fn hold(value: Value) -> RwSignal<Value> {
    RwSignal::new(value)
}

fn read(value: RwSignal<Value>) -> Value {
    value.get()
}

fn peek(value: RwSignal<Value>) -> Value {
    value.get_untracked()
}

fn replace(held: RwSignal<Value>, value: Value) {
    let _ = held.try_set(value);
}
