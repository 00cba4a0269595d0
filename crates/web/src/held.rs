//! Values that the page itself holds, and replaces when something happens.

use std::marker::PhantomData;

use leptos::prelude::*;

use crate::boxed::{ErasedValue, derived};

/// A value that can be replaced; whoever has read it is told. It is in a box, as everything that is `lazy`.
pub struct BoxedSignal<T> {
    value: RwSignal<ErasedValue>,
    kind: PhantomData<fn() -> T>,
}

impl<T: Clone + PartialEq + Send + Sync + 'static> BoxedSignal<T> {
    /// Holds a value.
    pub fn new(value: T) -> BoxedSignal<T> {
        BoxedSignal { value: new_signal(ErasedValue::new(value)), kind: PhantomData }
    }

    /// The value; whoever reads it is told when it is replaced.
    pub fn get(self) -> T {
        T::clone(&read(self.value).downcast())
    }

    /// The value as it is now.
    pub fn get_untracked(self) -> T {
        T::clone(&read_untracked(self.value).downcast())
    }

    /// Replaces the value. One whose part of the page is gone is left as it is.
    pub fn set(self, value: T) {
        replace(self.value, ErasedValue::new(value));
    }

    /// The value as something that can be drawn.
    pub fn signal(self) -> Signal<T> {
        derived(move || self.get())
    }
}

impl<T> std::fmt::Debug for BoxedSignal<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Held").finish_non_exhaustive()
    }
}

impl<T> Clone for BoxedSignal<T> {
    fn clone(&self) -> BoxedSignal<T> {
        *self
    }
}

impl<T> Copy for BoxedSignal<T> {}

fn new_signal(value: ErasedValue) -> RwSignal<ErasedValue> {
    RwSignal::new(value)
}

fn read(value: RwSignal<ErasedValue>) -> ErasedValue {
    value.get()
}

fn read_untracked(value: RwSignal<ErasedValue>) -> ErasedValue {
    value.get_untracked()
}

fn replace(held: RwSignal<ErasedValue>, value: ErasedValue) {
    let _ = held.try_set(value);
}
