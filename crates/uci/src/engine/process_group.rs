//! An engine with all that it has started, as one group: many engines are scripts around the program that thinks, and
//! killing the script alone would leave that running.

use std::process::{Child, Command};

/// Lets the process begin a group of its own. What is typed at a terminal to end us, or to stop us for a while, is then no
/// business of the engine.
pub(super) fn create(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Elsewhere there are no groups.
    #[cfg(not(unix))]
    let _ = command;
}

/// Kills the process and all of its group, also those who have outlived it.
pub(super) fn kill(process: &mut Child) {
    // Nobody else gets the number of a group of which somebody is left. Once nobody is, numbers go round the whole system
    // before this one comes again.
    #[cfg(unix)]
    if let Some(group) = i32::try_from(process.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // A group that cannot be killed has ended.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    // So has a process.
    let _ = process.kill();
    let _ = process.wait();
}
