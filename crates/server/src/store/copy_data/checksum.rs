//! Comparison of whole tables.

use sha2::{Digest, Sha256};

use super::{CellValue, TableRows};

/// Number of rows, and the sum of their hashes, which does not depend on their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::store) struct TableChecksum {
    rows: u64,
    sum: u128,
}

impl TableChecksum {
    /// Number of rows.
    pub(in crate::store) fn rows(self) -> u64 {
        self.rows
    }

    /// Adds rows, given by their columns.
    pub(in crate::store) fn add(&mut self, columns: &TableRows) {
        let rows = columns.first().map_or(0, Vec::len);
        for row in 0..rows {
            let mut hash = Sha256::new();
            for cell in columns.iter().filter_map(|column| column.get(row)) {
                add_cell(&mut hash, cell);
            }
            let half: [u8; 16] = std::array::from_fn({
                let bytes = hash.finalize();
                move |index| bytes[index]
            });
            self.sum = self.sum.wrapping_add(u128::from_be_bytes(half));
            self.rows += 1;
        }
    }
}

/// Adds a value with its type and length, so that no two rows look the same.
fn add_cell(hash: &mut Sha256, cell: &CellValue) {
    let mut add = |kind: u8, bytes: &[u8]| {
        hash.update([kind]);
        hash.update((bytes.len() as u64).to_be_bytes());
        hash.update(bytes);
    };
    match cell {
        CellValue::Null => add(0, &[]),
        CellValue::Integer(number) => add(1, &number.to_be_bytes()),
        CellValue::Real(number) => add(2, &number.to_be_bytes()),
        CellValue::Text(text) => add(3, text.as_bytes()),
        CellValue::Bytes(bytes) => add(4, bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checksum(parts: &[TableRows]) -> TableChecksum {
        let mut checksum = TableChecksum::default();
        parts.iter().for_each(|rows| checksum.add(rows));
        checksum
    }

    fn rows(texts: &[(&str, &str)]) -> TableRows {
        let column =
            |pick: fn(&(&str, &str)) -> String| texts.iter().map(|row| CellValue::Text(pick(row))).collect();
        vec![column(|row| row.0.to_owned()), column(|row| row.1.to_owned())]
    }

    #[test]
    fn every_value_counts_and_the_order_does_not() {
        let all = checksum(&[rows(&[("a", "b"), ("c", "d")])]);
        assert_eq!(all.rows(), 2);
        assert_eq!(all, checksum(&[rows(&[("c", "d")]), rows(&[("a", "b")])]));
        for other in
            [&[("a", "d"), ("c", "b")][..], &[("a", "b")], &[("ab", ""), ("c", "d")], &[("a", "b"); 2]]
        {
            assert_ne!(all, checksum(&[rows(other)]), "{other:?}");
        }
        assert_ne!(
            checksum(&[vec![vec![CellValue::Null]]]),
            checksum(&[vec![vec![CellValue::Text(String::new())]]])
        );
    }
}
