//! A memory with an end: when it is full, what was touched longest ago is forgotten, and nothing else.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// So many things and no more, each under its name.
#[derive(Debug)]
pub(crate) struct LruMap<K, V> {
    capacity: usize,
    /// The number of the next touch.
    next_use: u64,
    entries: HashMap<K, (u64, V)>,
    /// The names by their last touch, the oldest first.
    by_use: BTreeMap<u64, K>,
}

impl<K: Clone + Eq + Hash, V> LruMap<K, V> {
    /// Room for so many.
    pub(crate) fn new(most: usize) -> LruMap<K, V> {
        LruMap { capacity: most, next_use: 0, entries: HashMap::new(), by_use: BTreeMap::new() }
    }

    /// What is known under a name, touched; if nothing is, it begins as this.
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

    /// What is known under a name, untouched.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.entries.get(key).map(|(_, value)| value)
    }

    /// The same, to be changed.
    pub(crate) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.entries.get_mut(key).map(|(_, value)| value)
    }

    /// Forgets what is known under a name.
    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        let (last, value) = self.entries.remove(key)?;
        self.by_use.remove(&last);
        Some(value)
    }

    /// Forgets the one that was touched longest ago, if there is no room for another; gives what it was.
    pub(crate) fn evict_if_full(&mut self) -> Option<V> {
        let full = self.entries.len() >= self.capacity;
        let (_, key) = full.then(|| self.by_use.pop_first())??;
        self.entries.remove(&key).map(|(_, value)| value)
    }

    /// Forgets what is not worth remembering.
    pub(crate) fn retain(&mut self, is_worth: impl Fn(&V) -> bool) {
        let touched = &mut self.by_use;
        self.entries.retain(|_, (last, value)| {
            let stays = is_worth(value);
            if !stays {
                touched.remove(last);
            }
            stays
        });
    }
}

#[cfg(test)]
impl<K, V> LruMap<K, V> {
    /// How much is remembered.
    pub(crate) fn len(&self) -> usize {
        assert_eq!(self.entries.len(), self.by_use.len(), "each thing has one last touch");
        self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_touched_longest_ago_goes_first() {
        let mut memory = LruMap::new(3);
        for name in ["a", "b", "c", "a", "d"] {
            *memory.get_or_insert_with(name, || 0) += 1;
        }
        let known = |memory: &LruMap<&str, i32>| ["a", "b", "c", "d"].map(|name| memory.get(&name).copied());
        assert_eq!(known(&memory), [Some(2), None, Some(1), Some(1)]);
        assert_eq!(memory.evict_if_full(), Some(1), "c");
        assert_eq!(memory.evict_if_full(), None, "there is room");
        assert_eq!((memory.remove(&"a"), memory.remove(&"a"), memory.len()), (Some(2), None, 1));
        memory.retain(|&value| value > 1);
        assert_eq!(memory.len(), 0);
    }
}
