//! Values and parts of the page that are worked out again when what they depend on changes.
//!
//! Each function here puts the closure into a box. A page has hundreds of closures; without the boxes the framework
//! would be compiled anew for every one of them, and the page would weigh half as much again.

use leptos::prelude::*;

/// A value that is worked out whenever it is read.
pub(crate) fn lazy<T: Send + Sync + 'static>(f: impl Fn() -> T + Send + Sync + 'static) -> Signal<T> {
    boxed::lazy(Box::new(f))
}

/// A text that is worked out whenever it is read.
pub(crate) fn text(f: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    boxed::lazy(Box::new(f))
}

/// A value that is kept, and passed on only when it has changed.
pub(crate) fn memo<T: PartialEq + Send + Sync + 'static>(
    f: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    boxed::memo(Box::new(f))
}

/// A part of the page that comes, goes and changes.
pub(crate) fn part(f: impl Fn() -> Option<AnyView> + Send + Sync + 'static) -> AnyView {
    boxed::part(Box::new(f))
}

/// A part of the page that is there while something is so.
pub(crate) fn part_if(is_there: Signal<bool>, f: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
    boxed::part_if(is_there, Box::new(f))
}

/// What is done when something happens, as one type for each kind of event.
pub(crate) fn doing<E: 'static>(f: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(f)
}

/// The same with the boxes made. A closure's type has in it all types of the function around it; here there are none
/// left of those that were put away.
mod boxed {
    use leptos::prelude::*;

    type Work<T> = Box<dyn Fn() -> T + Send + Sync>;

    pub(super) fn lazy<T: Send + Sync + 'static>(f: Work<T>) -> Signal<T> {
        Signal::derive(f)
    }

    pub(super) fn memo<T: PartialEq + Send + Sync + 'static>(f: Work<T>) -> Memo<T> {
        Memo::new(move |_| f())
    }

    pub(super) fn part(f: Work<Option<AnyView>>) -> AnyView {
        f.into_any()
    }

    pub(super) fn part_if(is_there: Signal<bool>, f: Work<AnyView>) -> AnyView {
        let is_there = memo(Box::new(move || is_there.get()));
        part(Box::new(move || is_there.get().then(&f)))
    }
}
