//! How many files and connections the system lets us have.

/// Raises the limit as far as one may without asking anybody: each connection takes one.
#[cfg(unix)]
pub(super) fn raise() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    // If the system does not let us, there is room for fewer.
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).ok();
}

/// Elsewhere there is no such limit.
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
