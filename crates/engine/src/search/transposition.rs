//! Transposition table, shared by all threads without locks.
//!
//! An entry is two words. The first is the position's key XORed with the second, so that an entry whose
//! halves were written by two threads matches no key (Hyatt's lockless hashing).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use rules::cpu::Cpu;
use rules::{CastlingStyle, Move, Position, Role, Square, UciMove};

use crate::Bound;

/// A transposition table entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TtEntry {
    /// Best move; see [`PackedMove::resolve`].
    pub(crate) best_move: PackedMove,
    /// Value, with mates counted from this position.
    pub(crate) value: i32,
    /// Static evaluation without corrections; `None` in check.
    pub(crate) eval: Option<i32>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// True if the position was ever on a principal variation.
    pub(crate) is_pv: bool,
}

/// A move in 16 bits; 0 for none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PackedMove(u16);

impl PackedMove {
    pub(crate) fn new(m: Option<Move>) -> PackedMove {
        let Some(UciMove::Normal { from, to, promotion }) = m.map(|m| m.uci(CastlingStyle::Chess960)) else {
            return PackedMove(0);
        };
        PackedMove(from as u16 | (to as u16) << 6 | promotion.map_or(0, |role| role as u16) << 12)
    }

    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The legal move with these squares; `None` if there is none, as after a key collision.
    pub(crate) fn resolve<C: Cpu>(self, position: &Position) -> Option<Move> {
        if self.is_none() {
            return None;
        }
        let from = Square::from_index(self.0 as u8 & 63)?;
        let to = Square::from_index((self.0 >> 6) as u8 & 63)?;
        let promotion = Role::ALL.into_iter().find(|&role| role as u16 == self.0 >> 12);
        UciMove::Normal { from, to, promotion }.resolve_on::<C>(position).ok()
    }
}

/// The transposition table.
pub(crate) struct TranspositionTable {
    clusters: Box<[Cluster]>,
    /// Search counter, for the replacement of old entries.
    age: AtomicU8,
}

const CLUSTER_SIZE: usize = 4;
const AGE_COUNT: u8 = 32;

/// A bucket of entries that share an index; one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; CLUSTER_SIZE]);

#[derive(Default)]
struct Slot {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

impl TranspositionTable {
    /// Allocates the largest power of two of clusters that fits into `mebibytes` and into memory.
    pub(crate) fn new(mebibytes: usize) -> TranspositionTable {
        let fitting = mebibytes.max(1).saturating_mul(1 << 20) / size_of::<Cluster>();
        let mut count = 1 << fitting.ilog2();
        let mut clusters = Vec::new();
        while clusters.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        clusters.resize_with(count, Cluster::default);
        TranspositionTable { clusters: clusters.into_boxed_slice(), age: AtomicU8::new(0) }
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        for slot in self.clusters.iter_mut().flat_map(|cluster| &mut cluster.0) {
            *slot = Slot::default();
        }
        *self.age.get_mut() = 0;
    }

    /// Ages all entries.
    pub(crate) fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGE_COUNT, Relaxed);
    }

    /// The entry of a position, if there is one.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.key_xor_data.load(Relaxed) ^ data == key).then(|| unpack(data)).flatten()
        })
    }

    /// Stores an entry. Replaces the same position's entry, or the shallowest and oldest of the cluster.
    pub(crate) fn store(&self, key: u64, mut entry: TtEntry) {
        let age = self.age.load(Relaxed);
        let mut chosen = &self.cluster(key).0[0];
        let mut lowest_priority = i32::MAX;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.key_xor_data.load(Relaxed) ^ data == key
                && let Some(old) = unpack(data)
            {
                if entry.best_move.is_none() {
                    entry.best_move = old.best_move;
                }
                let is_fresh = age_of(data) == age;
                if entry.bound != Bound::Exact
                    && is_fresh
                    && old.depth > entry.depth + 3 + 2 * i32::from(entry.is_pv)
                {
                    return;
                }
                chosen = slot;
                break;
            }
            let priority = unpack(data).map_or(i32::MIN, |old| {
                old.depth - 4 * i32::from((AGE_COUNT + age - age_of(data)) % AGE_COUNT)
            });
            if priority < lowest_priority {
                (lowest_priority, chosen) = (priority, slot);
            }
        }
        let data = pack(entry, age);
        chosen.data.store(data, Relaxed);
        chosen.key_xor_data.store(key ^ data, Relaxed);
    }

    /// Prefetches a cluster into the processor's cache.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        #[allow(
            unsafe_code,
            reason = "the search would wait for thread_data; there is no safe way to ask for it early"
        )]
        // SAFETY: a prefetch of any address is allowed, and this one is inside the table.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch(std::ptr::from_ref(self.cluster(key)).cast(), _MM_HINT_T0);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Share of entries written by the current search, in permille, as UCI's `hashfull`.
    pub(crate) fn hashfull(&self) -> u16 {
        let age = self.age.load(Relaxed);
        let sample = self.clusters.iter().take(250).flat_map(|cluster| &cluster.0);
        let used =
            sample.map(|slot| slot.data.load(Relaxed)).filter(|&data| data != 0 && age_of(data) == age);
        used.count() as u16
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters[(key & (self.clusters.len() as u64 - 1)) as usize]
    }
}

// Layout: move 16 bits, value 16, evaluation 16, depth 8, bound (from 1) 2, principal variation 1, age 5.
const VALUE_SHIFT: u32 = 16;
const EVAL_SHIFT: u32 = 32;
const DEPTH_SHIFT: u32 = 48;
const BOUND_SHIFT: u32 = 56;
const PV_SHIFT: u32 = 58;
const AGE_SHIFT: u32 = 59;
/// Marks a missing evaluation; no evaluation comes near it.
const NO_EVAL: i16 = i16::MIN;

fn pack(entry: TtEntry, age: u8) -> u64 {
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.best_move.0)
        | u64::from(entry.value as i16 as u16) << VALUE_SHIFT
        | u64::from(eval as u16) << EVAL_SHIFT
        | (entry.depth.clamp(0, 255) as u64) << DEPTH_SHIFT
        | bound << BOUND_SHIFT
        | u64::from(entry.is_pv) << PV_SHIFT
        | u64::from(age) << AGE_SHIFT
}

/// `None` for an empty slot.
#[inline(always)]
fn unpack(data: u64) -> Option<TtEntry> {
    let bound = match data >> BOUND_SHIFT & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let eval = (data >> EVAL_SHIFT) as i16;
    Some(TtEntry {
        best_move: PackedMove(data as u16),
        value: i32::from((data >> VALUE_SHIFT) as i16),
        eval: (eval != NO_EVAL).then_some(i32::from(eval)),
        depth: (data >> DEPTH_SHIFT & 255) as i32,
        bound,
        is_pv: data >> PV_SHIFT & 1 != 0,
    })
}

fn age_of(data: u64) -> u8 {
    (data >> AGE_SHIFT) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::cpu::Baseline;

    #[test]
    fn a_stored_entry_is_probed_unchanged() {
        let table = TranspositionTable::new(1);
        let start = Position::start();
        let check = |key: u64, value: i32, eval: Option<i32>, depth: i32, bound: Bound, is_pv: bool| {
            for m in start.legal_moves() {
                let entry = TtEntry { best_move: PackedMove::new(Some(m)), value, eval, depth, bound, is_pv };
                table.store(key, entry);
                let found = table.probe(key).unwrap();
                assert_eq!(found, entry);
                assert_eq!(found.best_move.resolve::<Baseline>(&start), Some(m));
            }
        };
        check(1, 17, Some(-4), 9, Bound::Exact, true);
        check(2, -31_999, None, 0, Bound::Exact, false);
        check(u64::MAX, 31_999, Some(19_999), 127, Bound::Exact, true);
        assert_eq!(table.probe(3), None);
    }

    #[test]
    fn storing_without_a_move_keeps_the_old_move() {
        let table = TranspositionTable::new(1);
        let m = Position::start().legal_moves()[7];
        let entry = TtEntry {
            best_move: PackedMove::new(Some(m)),
            value: 0,
            eval: None,
            depth: 1,
            bound: Bound::Exact,
            is_pv: false,
        };
        table.store(5, entry);
        table.store(5, TtEntry { best_move: PackedMove::default(), depth: 2, ..entry });
        let found = table.probe(5).unwrap();
        assert_eq!((found.best_move, found.depth), (entry.best_move, 2));
    }

    #[test]
    fn every_kind_of_move_survives_packing() {
        for fen in [
            "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
            "r3k2r/1P6/8/8/8/8/1p6/R3K2R b KQkq - 0 1",
            "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w GBgb - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            for m in position.legal_moves() {
                assert_eq!(PackedMove::new(Some(m)).resolve::<Baseline>(&position), Some(m), "{fen} {m:?}");
            }
        }
    }

    #[test]
    fn sizes_are_powers_of_two() {
        for (mebibytes, clusters) in [(0, 1 << 14), (1, 1 << 14), (3, 1 << 15), (16, 1 << 18)] {
            assert_eq!(TranspositionTable::new(mebibytes).clusters.len(), clusters);
        }
    }
}
