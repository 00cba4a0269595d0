//! Signal handling: the process exits in an orderly way, with the status of the signal.

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Calls `receive` for every terminating signal.
    pub(crate) fn watch(receive: impl Fn(i32) + Send + 'static) {
        // If signals cannot be watched, they terminate the process as usual.
        if let Ok(mut signals) = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT]) {
            std::thread::spawn(move || signals.forever().for_each(receive));
        }
    }

    /// Terminates the process by the signal's default action.
    pub(crate) fn terminate_by(signal: i32) {
        // If the system refuses, the program exits normally.
        let _ = emulate_default_handler(signal);
    }

    /// Suspends the process until the shell resumes it.
    pub(crate) fn suspend() {
        let _ = emulate_default_handler(SIGTSTP);
    }
}

#[cfg(not(unix))]
mod unsupported {
    /// No signals on this platform.
    pub(crate) fn watch(_receive: impl Fn(i32) + Send + 'static) {}

    /// No signals on this platform.
    pub(crate) fn terminate_by(_signal: i32) {}

    /// No job control on this platform.
    pub(crate) fn suspend() {}
}

#[cfg(unix)]
pub(crate) use unix::{suspend, terminate_by, watch};
#[cfg(not(unix))]
pub(crate) use unsupported::{suspend, terminate_by, watch};
