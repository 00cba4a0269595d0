use std::marker::PhantomData;

use leptos::prelude::*;

use crate::boxed::{ErasedValue, derived};

/// A signal with a type-erased value.
pub struct BoxedSignal<T> {
    value: RwSignal<ErasedValue>,
    kind: PhantomData<fn() -> T>,
}

impl<T: Clone + PartialEq + Send + Sync + 'static> BoxedSignal<T> {
    /// Creates a signal.
    pub fn new(value: T) -> BoxedSignal<T> {
        BoxedSignal { value: new_signal(ErasedValue::new(value)), kind: PhantomData }
    }

    /// A clone of the value; subscribes.
    pub fn get(self) -> T {
        T::clone(&read(self.value).downcast())
    }

    /// A clone of the value, without subscribing.
    pub fn get_untracked(self) -> T {
        T::clone(&read_untracked(self.value).downcast())
    }

    /// Sets the value; does nothing if the signal has been disposed.
    pub fn set(self, value: T) {
        replace(self.value, ErasedValue::new(value));
    }

    /// A Leptos signal of the value.
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
