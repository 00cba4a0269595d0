//! Boxed, type-erased versions of the Leptos primitives (`Memo`, `RwSignal`, `Show`, `For`, event handlers,
//! effects).
//!
//! Every function here boxes its closure, and [`BoxedMemo`] and [`BoxedSignal`] erase the type of their
//! value. Leptos is generic over both; without the boxes its code would be instantiated for hundreds of
//! closures and dozens of types, and the page would be half as large again.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;

/// A derived signal: computed on every read.
pub fn derived<T: Send + Sync + 'static>(f: impl Fn() -> T + Send + Sync + 'static) -> Signal<T> {
    erased::derived(Box::new(f))
}

/// A derived signal of a text.
pub fn text(f: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    erased::derived(Box::new(f))
}

/// A memo with a type-erased value: notifies its subscribers only when the value changes.
pub struct BoxedMemo<T> {
    memo: Memo<ErasedValue>,
    kind: PhantomData<fn() -> T>,
}

impl<T: PartialEq + Send + Sync + 'static> BoxedMemo<T> {
    /// Creates a memo of what the closure computes.
    pub fn new(f: impl Fn() -> T + Send + Sync + 'static) -> BoxedMemo<T> {
        let work = move || ErasedValue::new(f());
        BoxedMemo { memo: erased::memo(Box::new(work)), kind: PhantomData }
    }

    /// The value; subscribes.
    pub fn read(self) -> Arc<T> {
        self.memo.get().downcast()
    }

    /// The value, without subscribing.
    pub fn read_untracked(self) -> Arc<T> {
        self.memo.get_untracked().downcast()
    }

    /// A clone of the value; subscribes.
    pub fn get(self) -> T
    where
        T: Clone,
    {
        T::clone(&self.read())
    }

    /// A Leptos signal of the value.
    pub fn signal(self) -> Signal<T>
    where
        T: Clone,
    {
        derived(move || self.get())
    }
}

impl<T> std::fmt::Debug for BoxedMemo<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BoxedMemo").finish_non_exhaustive()
    }
}

impl<T> Clone for BoxedMemo<T> {
    fn clone(&self) -> BoxedMemo<T> {
        *self
    }
}

impl<T> Copy for BoxedMemo<T> {}

/// A signal with a type-erased value.
pub struct BoxedSignal<T> {
    value: RwSignal<ErasedValue>,
    kind: PhantomData<fn() -> T>,
}

impl<T: Clone + PartialEq + Send + Sync + 'static> BoxedSignal<T> {
    /// Creates a signal.
    pub fn new(value: T) -> BoxedSignal<T> {
        BoxedSignal { value: erased::signal(ErasedValue::new(value)), kind: PhantomData }
    }

    /// A clone of the value; subscribes.
    pub fn get(self) -> T {
        T::clone(&erased::get(self.value).downcast())
    }

    /// A clone of the value, without subscribing.
    pub fn get_untracked(self) -> T {
        T::clone(&erased::get_untracked(self.value).downcast())
    }

    /// Sets the value; does nothing if the signal has been disposed.
    pub fn set(self, value: T) {
        erased::set(self.value, ErasedValue::new(value));
    }

    /// A Leptos signal of the value.
    pub fn signal(self) -> Signal<T> {
        derived(move || self.get())
    }
}

impl<T> std::fmt::Debug for BoxedSignal<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BoxedSignal").finish_non_exhaustive()
    }
}

impl<T> Clone for BoxedSignal<T> {
    fn clone(&self) -> BoxedSignal<T> {
        *self
    }
}

impl<T> Copy for BoxedSignal<T> {}

/// A type-erased value.
#[derive(Clone)]
struct ErasedValue {
    value: Arc<dyn Any + Send + Sync>,
    eq: fn(&dyn Any, &dyn Any) -> bool,
}

impl ErasedValue {
    fn new<T: PartialEq + Send + Sync + 'static>(value: T) -> ErasedValue {
        ErasedValue { value: Arc::new(value), eq: erased_eq::<T> }
    }

    fn downcast<T: Send + Sync + 'static>(self) -> Arc<T> {
        // The caller knows the type: it is a parameter of the memo or signal.
        self.value.downcast().unwrap_or_else(|_| unreachable!())
    }
}

impl PartialEq for ErasedValue {
    fn eq(&self, other: &ErasedValue) -> bool {
        (self.eq)(&*self.value, &*other.value)
    }
}

fn erased_eq<T: PartialEq + 'static>(a: &dyn Any, b: &dyn Any) -> bool {
    matches!((a.downcast_ref::<T>(), b.downcast_ref::<T>()), (Some(a), Some(b)) if a == b)
}

/// A dynamic part of the page; `None` shows nothing.
pub fn show(f: impl Fn() -> Option<AnyView> + Send + Sync + 'static) -> AnyView {
    erased::show(Box::new(f))
}

/// Shows a part of the page while the condition is true; it is not rebuilt while that does not change.
pub fn show_if(
    is_shown: impl Fn() -> bool + Send + Sync + 'static,
    f: impl Fn() -> AnyView + Send + Sync + 'static,
) -> AnyView {
    let is_shown = BoxedMemo::new(is_shown);
    erased::show(Box::new(move || is_shown.get().then(&f)))
}

/// Mounts a part of the page in a task of its own, so that the browser can paint and handle input in between.
pub fn defer(f: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
    let is_due = BoxedSignal::new(false);
    // `set` does nothing if the screen has been left by then.
    set_timeout(move || is_due.set(true), Duration::ZERO);
    show_if(move || is_due.get(), f)
}

/// A list of views that does not change.
pub fn fragment<V: IntoAny>(parts: impl IntoIterator<Item = V>) -> AnyView {
    parts.into_iter().map(IntoAny::into_any).collect::<Vec<AnyView>>().into_any()
}

/// A keyed list: views with a key that stays are kept.
pub fn keyed(
    numbers: impl Fn() -> Vec<u64> + Send + Sync + 'static,
    draw: impl Fn(u64) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    erased::keyed(Box::new(numbers), Arc::new(draw))
}

/// An event handler with one type per event type.
pub fn handler<E: 'static>(f: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(f)
}

/// Runs a closure now and whenever a signal it has read changes.
pub fn effect(f: impl FnMut() + 'static) {
    erased::effect(Box::new(f));
}

/// The same functions for closures that are boxed already. The type of a closure contains the type parameters
/// of the function around it; these functions have none.
mod erased {
    use std::sync::Arc;

    use leptos::prelude::*;

    use super::ErasedValue;

    type BoxedFn<T> = Box<dyn Fn() -> T + Send + Sync>;

    pub(super) fn derived<T: Send + Sync + 'static>(f: BoxedFn<T>) -> Signal<T> {
        Signal::derive(f)
    }

    pub(super) fn memo<T: PartialEq + Send + Sync + 'static>(f: BoxedFn<T>) -> Memo<T> {
        Memo::new(move |_| f())
    }

    pub(super) fn signal(value: ErasedValue) -> RwSignal<ErasedValue> {
        RwSignal::new(value)
    }

    pub(super) fn get(signal: RwSignal<ErasedValue>) -> ErasedValue {
        signal.get()
    }

    pub(super) fn get_untracked(signal: RwSignal<ErasedValue>) -> ErasedValue {
        signal.get_untracked()
    }

    pub(super) fn set(signal: RwSignal<ErasedValue>, value: ErasedValue) {
        let _ = signal.try_set(value);
    }

    pub(super) fn show(f: BoxedFn<Option<AnyView>>) -> AnyView {
        f.into_any()
    }

    pub(super) fn keyed(
        numbers: BoxedFn<Vec<u64>>,
        draw: Arc<dyn Fn(u64) -> AnyView + Send + Sync>,
    ) -> AnyView {
        view! { <For each=numbers key=|number| *number children=move |number| draw(number) /> }.into_any()
    }

    pub(super) fn effect(mut f: Box<dyn FnMut()>) {
        Effect::new(move |_: Option<()>| f());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_memo_notifies_only_when_its_value_changes() {
        let owner = Owner::new();
        owner.set();
        let source = RwSignal::new(6);
        let half = BoxedMemo::new(move || source.get() / 2);
        let count = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&count);
        let label = BoxedMemo::new(move || {
            counter.fetch_add(1, Ordering::Relaxed);
            half.get().to_string()
        });
        let check = |number: i32, text: &str, times: usize| {
            source.set(number);
            assert_eq!((label.get().as_str(), count.load(Ordering::Relaxed)), (text, times), "{number}");
        };
        check(6, "3", 1);
        check(7, "3", 1);
        check(8, "4", 2);
        assert_eq!(*label.read_untracked(), "4");
    }
}
