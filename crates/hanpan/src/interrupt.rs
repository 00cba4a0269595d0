//! Ctrl-C as a flag, so that long-running commands can stop cleanly and keep their results.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Flag that is set by SIGINT or SIGTERM; clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Installs the signal handlers. A second signal terminates the process.
    #[cfg(unix)]
    pub(crate) fn install() -> Interrupt {
        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::flag::{register, register_conditional_default};

        let flag = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // If registration fails, the signal keeps its default action.
            register_conditional_default(signal, Arc::clone(&flag)).ok();
            register(signal, Arc::clone(&flag)).ok();
        }
        Interrupt(flag)
    }

    /// No handlers on this platform: Ctrl-C terminates the process.
    #[cfg(not(unix))]
    pub(crate) fn install() -> Interrupt {
        Interrupt::default()
    }

    /// Returns true once a signal has arrived.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }
}
