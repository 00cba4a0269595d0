//! Signals: those that end the program end it in an orderly way, and the shell learns by which.

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Hands over every signal that asks for the end.
    pub(crate) fn watch(receive: impl Fn(i32) + Send + 'static) {
        // Where signals cannot be watched, they end the program as they always do.
        if let Ok(mut signals) = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT]) {
            std::thread::spawn(move || signals.forever().for_each(receive));
        }
    }

    /// Ends the program as the signal would have, now that all is in order.
    pub(crate) fn end(signal: i32) {
        // If the system refuses, the program ends by itself.
        let _ = emulate_default_handler(signal);
    }

    /// Stops until the shell lets the program go on.
    pub(crate) fn stop() {
        let _ = emulate_default_handler(SIGTSTP);
    }
}

#[cfg(not(unix))]
mod elsewhere {
    /// There is nothing to watch.
    pub(crate) fn watch(_receive: impl Fn(i32) + Send + 'static) {}

    /// There is no signal to end by.
    pub(crate) fn end(_signal: i32) {}

    /// There is no shell to stop for.
    pub(crate) fn stop() {}
}

#[cfg(not(unix))]
pub(crate) use elsewhere::{end, stop, watch};
#[cfg(unix)]
pub(crate) use unix::{end, stop, watch};
