//! Limit of open file descriptors.

/// Raises the soft limit to the hard limit: each connection takes a descriptor.
#[cfg(unix)]
pub(super) fn raise() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    // On failure the server runs with fewer connections.
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).ok();
}

/// No such limit on this platform.
#[cfg(not(unix))]
pub(super) fn raise() {}

#[cfg(all(test, unix))]
mod tests {
    use rustix::process::{Resource, getrlimit};

    #[test]
    fn soft_limit_is_raised_to_the_hard_limit() {
        super::raise();
        let limit = getrlimit(Resource::Nofile);
        assert_eq!(limit.current, limit.maximum);
    }
}
