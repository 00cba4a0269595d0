//! Process groups: many engines are scripts around the actual program, and killing only the script would
//! leave the program running.

use std::process::{Child, Command};

/// Puts the process into a group of its own, so that signals of the terminal (Ctrl-C, Ctrl-Z) do not reach
/// it.
pub(super) fn create(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Other systems have no process groups.
    #[cfg(not(unix))]
    let _ = command;
}

/// Kills the whole process group, including processes that outlived the first one.
pub(super) fn kill(process: &mut Child) {
    // The group id is not reused while a member lives; afterwards pids must wrap around first.
    #[cfg(unix)]
    if let Some(group) = i32::try_from(process.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // Fails if the group is empty.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    // Fails if the process has exited.
    let _ = process.kill();
    let _ = process.wait();
}
