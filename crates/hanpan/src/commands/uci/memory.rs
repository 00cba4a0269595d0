//! Memory of the machine.

use std::fs;

/// Memory that this process may use, in MiB: that of the machine, or of its container if that is less. `None` where the system
/// does not say.
pub(crate) fn total_mib() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| mem_total(&text))?;
    let container = fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| memory_max(&text));
    Some(container.unwrap_or(machine).min(machine))
}

/// `MemTotal` of `/proc/meminfo`, which is in kB.
fn mem_total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib >> 10)
}

/// `memory.max` of the control group, in bytes or `max`.
fn memory_max(text: &str) -> Option<u64> {
    text.trim().parse::<u64>().ok().map(|bytes| bytes >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_in_its_units() {
        assert_eq!(mem_total("MemFree: 1 kB\nMemTotal:       24599748 kB\n"), Some(24_023));
        assert_eq!(mem_total("nothing"), None);
        assert_eq!(memory_max("1073741824\n"), Some(1024));
        assert_eq!(memory_max("max\n"), None);
    }
}
