//! Stable insertion sort for move lists.
//!
//! Move lists are short and nearly sorted. The sort of the standard library is compiled once per type: its four copies
//! were 6 kB of the engine worker after compression.

/// Sorts by key, ascending; equal items keep their order.
pub(crate) fn insertion_sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut index = end;
        while index > 0 && key(&items[index]) < key(&items[index - 1]) {
            items.swap(index, index - 1);
            index -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_as_the_stable_sort_of_the_standard_library_does() {
        let mut state = 1_u32;
        for len in 0..219 {
            let mut items: Vec<(u32, usize)> = Vec::new();
            for index in 0..len {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                items.push((state >> 28, index));
            }
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            insertion_sort_by_key(&mut items, |item| item.0);
            assert_eq!(items, expected);
        }
    }
}
