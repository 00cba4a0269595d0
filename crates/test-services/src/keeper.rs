//! Ends a process together with the one that started it.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Starts its arguments and waits for the end of its input. The owner of the pipe may have been killed. The signal is
/// repeated, because a process that has just begun may ignore it.
const SCRIPT: &str = r#"signal=$1; shift; "$@" </dev/null & child=$!; cat >/dev/null
while kill -$signal $child 2>/dev/null; do sleep 0.1; done; wait $child"#;

/// A process that ends with this value or with the process that holds it.
#[derive(Debug)]
pub struct Keeper {
    shell: Child,
}

impl Keeper {
    /// Starts a command with its output in a file; `signal` ends it. With a `user` it runs as that user, which needs root.
    ///
    /// # Errors
    ///
    /// Returns an error if the shell does not start or the file cannot be created.
    pub fn start(
        user: Option<&str>,
        signal: &str,
        log: &Path,
        command: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> io::Result<Keeper> {
        // A new file: processes of an instance that was killed may still write into the old one.
        std::fs::remove_file(log).ok();
        let output = std::fs::File::create(log)?;
        let mut shell = as_user(user, "sh");
        shell.args(["-c", SCRIPT, "sh", signal]).args(command);
        shell.stdin(Stdio::piped()).stdout(output.try_clone()?).stderr(output);
        Ok(Keeper { shell: shell.spawn()? })
    }

    /// Ends the process with its signal and waits.
    pub fn stop(&mut self) {
        drop(self.shell.stdin.take());
        self.shell.wait().ok();
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A command as another user. PostgreSQL refuses to run as root.
pub(crate) fn as_user(user: Option<&str>, program: impl AsRef<OsStr>) -> Command {
    let Some(user) = user else { return Command::new(program) };
    let mut command = Command::new("setpriv");
    command
        .arg(format!("--reuid={user}"))
        .arg(format!("--regid={user}"))
        .arg("--clear-groups")
        .arg(program.as_ref());
    command
}
