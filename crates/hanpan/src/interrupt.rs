//! Ctrl-C as a flag: work that takes long ends in good order and keeps what it has done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether the user wants an end; can be asked from any thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on Ctrl-C is heard here. The second one ends the program as it always did.
    #[cfg(unix)]
    pub(crate) fn install() -> Interrupt {
        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::flag::{register, register_conditional_default};

        let flag = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // Where signals cannot be watched, they end the program as they always do.
            register_conditional_default(signal, Arc::clone(&flag)).ok();
            register(signal, Arc::clone(&flag)).ok();
        }
        Interrupt(flag)
    }

    /// Elsewhere Ctrl-C ends the program.
    #[cfg(not(unix))]
    pub(crate) fn watch() -> Interrupt {
        Interrupt::default()
    }

    /// Whether it has come.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }
}
