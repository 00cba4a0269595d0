//! Bounded map with least-recently-used eviction.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// Map that evicts the least recently used entry when full.
#[derive(Debug)]
pub(crate) struct LruMap<K, V> {
    capacity: usize,
    /// Sequence number of the next use.
    next_use: u64,
    entries: HashMap<K, (u64, V)>,
    /// Keys by their last use, oldest first.
    by_use: BTreeMap<u64, K>,
}

impl<K: Clone + Eq + Hash, V> LruMap<K, V> {
    /// Creates a map for `capacity` entries.
    pub(crate) fn new(capacity: usize) -> LruMap<K, V> {
        LruMap { capacity, next_use: 0, entries: HashMap::new(), by_use: BTreeMap::new() }
    }

    /// Returns the value and marks it as used; inserts `new()` if absent.
    pub(crate) fn get_or_insert_with(&mut self, key: K, new: impl FnOnce() -> V) -> &mut V {
        let number = self.next_use;
        self.next_use += 1;
        if !self.entries.contains_key(&key) {
            self.evict_if_full();
        }
        self.by_use.insert(number, key.clone());
        let (last, value) = self.entries.entry(key).or_insert_with(|| (number, new()));
        if *last != number {
            self.by_use.remove(last);
            *last = number;
        }
        value
    }

    /// Returns the value without marking it as used.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.entries.get(key).map(|(_, value)| value)
    }

    /// Returns the value mutably without marking it as used.
    pub(crate) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.entries.get_mut(key).map(|(_, value)| value)
    }

    /// Removes an entry.
    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        let (last, value) = self.entries.remove(key)?;
        self.by_use.remove(&last);
        Some(value)
    }

    /// Evicts the least recently used entry if the map is full and returns its value.
    pub(crate) fn evict_if_full(&mut self) -> Option<V> {
        let full = self.entries.len() >= self.capacity;
        let (_, key) = full.then(|| self.by_use.pop_first())??;
        self.entries.remove(&key).map(|(_, value)| value)
    }

    /// Keeps the entries that satisfy the predicate.
    pub(crate) fn retain(&mut self, keep: impl Fn(&V) -> bool) {
        let by_use = &mut self.by_use;
        self.entries.retain(|_, (last, value)| {
            let stays = keep(value);
            if !stays {
                by_use.remove(last);
            }
            stays
        });
    }
}

#[cfg(test)]
impl<K, V> LruMap<K, V> {
    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        assert_eq!(self.entries.len(), self.by_use.len(), "every entry has one position in the use order");
        self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_entry_is_evicted() {
        let mut map = LruMap::new(3);
        for name in ["a", "b", "c", "a", "d"] {
            *map.get_or_insert_with(name, || 0) += 1;
        }
        let known = |map: &LruMap<&str, i32>| ["a", "b", "c", "d"].map(|name| map.get(&name).copied());
        assert_eq!(known(&map), [Some(2), None, Some(1), Some(1)]);
        assert_eq!(map.evict_if_full(), Some(1), "c");
        assert_eq!(map.evict_if_full(), None, "the map is not full");
        assert_eq!((map.remove(&"a"), map.remove(&"a"), map.len()), (Some(2), None, 1));
        map.retain(|&value| value > 1);
        assert_eq!(map.len(), 0);
    }
}
