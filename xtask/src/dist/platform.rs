//! The systems that a release is built for.

/// A system with its own program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Platform {
    /// Part of file names.
    pub(crate) name: &'static str,
    /// Rust's name of it.
    pub(crate) target: &'static str,
    /// File name of the program.
    pub(crate) program: &'static str,
}

pub(crate) const X86_64_LINUX: Platform =
    Platform { name: "x86_64-linux", target: "x86_64-unknown-linux-musl", program: "hanpan" };

pub(crate) const AARCH64_LINUX: Platform =
    Platform { name: "aarch64-linux", target: "aarch64-unknown-linux-musl", program: "hanpan" };

pub(crate) const X86_64_WINDOWS: Platform =
    Platform { name: "x86_64-windows", target: "x86_64-pc-windows-gnu", program: "hanpan.exe" };

/// All platforms; the first one runs on the machine that builds them.
pub(crate) const ALL: [Platform; 3] = [X86_64_LINUX, AARCH64_LINUX, X86_64_WINDOWS];
