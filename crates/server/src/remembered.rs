//! A memory with an end: when it is full, what was touched longest ago is forgotten, and nothing else.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// So many things and no more, each under its name.
#[derive(Debug)]
pub(crate) struct Remembered<K, V> {
    most: usize,
    /// The number of the next touch.
    next: u64,
    things: HashMap<K, (u64, V)>,
    /// The names by their last touch, the oldest first.
    touched: BTreeMap<u64, K>,
}

impl<K: Clone + Eq + Hash, V> Remembered<K, V> {
    /// Room for so many.
    pub(crate) fn new(most: usize) -> Remembered<K, V> {
        Remembered { most, next: 0, things: HashMap::new(), touched: BTreeMap::new() }
    }

    /// What is known under a name, touched; if nothing is, it begins as this.
    pub(crate) fn entry(&mut self, key: K, new: impl FnOnce() -> V) -> &mut V {
        let number = self.next;
        self.next += 1;
        if !self.things.contains_key(&key) {
            self.make_room();
        }
        self.touched.insert(number, key.clone());
        let (last, value) = self.things.entry(key).or_insert_with(|| (number, new()));
        if *last != number {
            self.touched.remove(last);
            *last = number;
        }
        value
    }

    /// What is known under a name, untouched.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.things.get(key).map(|(_, value)| value)
    }

    /// The same, to be changed.
    pub(crate) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.things.get_mut(key).map(|(_, value)| value)
    }

    /// Forgets what is known under a name.
    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        let (last, value) = self.things.remove(key)?;
        self.touched.remove(&last);
        Some(value)
    }

    /// Forgets the one that was touched longest ago, if there is no room for another; gives what it was.
    pub(crate) fn make_room(&mut self) -> Option<V> {
        let full = self.things.len() >= self.most;
        let (_, key) = full.then(|| self.touched.pop_first())??;
        self.things.remove(&key).map(|(_, value)| value)
    }

    /// Forgets what is not worth remembering.
    pub(crate) fn retain(&mut self, is_worth: impl Fn(&V) -> bool) {
        let touched = &mut self.touched;
        self.things.retain(|_, (last, value)| {
            let stays = is_worth(value);
            if !stays {
                touched.remove(last);
            }
            stays
        });
    }
}

#[cfg(test)]
impl<K, V> Remembered<K, V> {
    /// How much is remembered.
    pub(crate) fn len(&self) -> usize {
        assert_eq!(self.things.len(), self.touched.len(), "each thing has one last touch");
        self.things.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_touched_longest_ago_goes_first() {
        let mut memory = Remembered::new(3);
        for name in ["a", "b", "c", "a", "d"] {
            *memory.entry(name, || 0) += 1;
        }
        let known =
            |memory: &Remembered<&str, i32>| ["a", "b", "c", "d"].map(|name| memory.get(&name).copied());
        assert_eq!(known(&memory), [Some(2), None, Some(1), Some(1)]);
        assert_eq!(memory.make_room(), Some(1), "c");
        assert_eq!(memory.make_room(), None, "there is room");
        assert_eq!((memory.remove(&"a"), memory.remove(&"a"), memory.len()), (Some(2), None, 1));
        memory.retain(|&value| value > 1);
        assert_eq!(memory.len(), 0);
    }
}
