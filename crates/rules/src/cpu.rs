//! Instruction sets, chosen at run time.
//!
//! A program compiled for the oldest 64-bit PC still uses POPCNT, PEXT and AVX-512 where the processor has
//! them: hot loops are compiled once for each [`Tier`], and [`dispatch`] branches to one of the copies before
//! the loop begins. [`perft`](crate::perft) and the move queries of [`Position`](crate::Position) dispatch
//! themselves. A program with a longer loop of its own dispatches once for all of it:
//!
//! ```
//! use hanpan_rules::cpu::{self, Cpu};
//! use hanpan_rules::{Color, Position};
//!
//! /// Counts the positions in which the side to move is in check.
//! struct CountChecks<'a>(&'a [Position]);
//!
//! impl cpu::Task for CountChecks<'_> {
//!     type Output = usize;
//!
//!     #[inline(always)]
//!     fn run<C: Cpu>(self) -> usize {
//!         self.0.iter().filter(|position| position.is_check_on::<C>()).count()
//!     }
//! }
//!
//! assert_eq!(cpu::dispatch(CountChecks(&[Position::start()])), 0);
//! ```
//!
//! Only code that is inlined into the copy is compiled for its tier. A function that is too large for that
//! opens a copy of its own with [`Cpu::run`].

mod instructions;
#[cfg(target_arch = "x86_64")]
mod detect;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "x86_64")]
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

pub use instructions::Baseline;

pub(crate) use instructions::Instructions;

/// The processor that the build is for, used by single queries that do not dispatch.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub(crate) type BuildTarget = Baseline;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub(crate) type BuildTarget = Bmi2;

#[cfg(target_arch = "x86_64")]
use self::x86_64::{Avx512, Bmi2};

use crate::{Bitboard, Square};

/// Instruction sets for which hot loops are compiled, slowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Tier {
    /// What the target of the build guarantees. The only tier on other processors than x86-64.
    Baseline = 1,
    /// POPCNT, LZCNT, BMI1, BMI2 with fast PEXT, and AVX2.
    Bmi2,
    /// [`Tier::Bmi2`] and AVX-512 with VPOPCNTDQ.
    Avx512,
}

impl Tier {
    /// All tiers, slowest first.
    pub const ALL: [Tier; 3] = [Tier::Baseline, Tier::Bmi2, Tier::Avx512];

    /// The fastest tier of this processor and its operating system.
    #[must_use]
    pub fn detect() -> Tier {
        #[cfg(target_arch = "x86_64")]
        return detect::tier();
        #[cfg(not(target_arch = "x86_64"))]
        return Tier::Baseline;
    }

    /// The tier with a [`name`](Tier::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Tier> {
        Tier::ALL.into_iter().find(|tier| tier.name() == name)
    }

    /// Name of the tier, as in the environment variable `HANPAN_CPU` of the program.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Tier::Baseline => "baseline",
            Tier::Bmi2 => "bmi2",
            Tier::Avx512 => "avx512",
        }
    }
}

/// A processor for which code is compiled. Sealed; its types, other than [`Baseline`], are known only to
/// [`dispatch`], so that code for a processor runs on no other.
#[allow(private_bounds, reason = "seals the trait")]
pub trait Cpu: Instructions + Send + Sync + 'static {
    /// Calls `f` in a function that is compiled for this processor and not inlined (in WebAssembly, just calls
    /// it). `f` should be a closure with `#[inline(always)]`.
    fn run<R>(f: impl FnOnce() -> R) -> R;

    /// As [`attacks::bishop`](crate::attacks::bishop), with the instructions of this processor.
    #[inline(always)]
    #[must_use]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Self::bishop_attacks(square, occupied)
    }

    /// As [`attacks::rook`](crate::attacks::rook), with the instructions of this processor.
    #[inline(always)]
    #[must_use]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        Self::rook_attacks(square, occupied)
    }

    /// As [`attacks::queen`](crate::attacks::queen), with the instructions of this processor.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[must_use]
    fn queen(square: Square, occupied: Bitboard) -> Bitboard {
        Self::bishop(square, occupied) | Self::rook(square, occupied)
    }
}

/// Work that is compiled for every tier.
pub trait Task {
    /// Result of the work.
    type Output;

    /// Does the work. `#[inline(always)]` compiles it for the processor `C`.
    fn run<C: Cpu>(self) -> Self::Output;
}

/// Runs the copy of a task for this processor.
#[inline(always)]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    match tier() {
        Tier::Avx512 => {
            return Avx512::run(
                #[inline(always)]
                move || task.run::<Avx512>(),
            );
        }
        Tier::Bmi2 => {
            return Bmi2::run(
                #[inline(always)]
                move || task.run::<Bmi2>(),
            );
        }
        Tier::Baseline => {}
    }
    task.run::<Baseline>()
}

/// As [`dispatch`] without a copy for AVX-512: for tasks that count no moves and gain nothing from it.
#[inline(always)]
pub fn dispatch_bmi2<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if tier() >= Tier::Bmi2 {
        return Bmi2::run(
            #[inline(always)]
            move || task.run::<Bmi2>(),
        );
    }
    task.run::<Baseline>()
}

/// The tier in use.
#[inline(always)]
#[must_use]
pub fn tier() -> Tier {
    #[cfg(target_arch = "x86_64")]
    return match TIER.load(Relaxed) {
        AVX512 => Tier::Avx512,
        BMI2 => Tier::Bmi2,
        BASELINE => Tier::Baseline,
        _ => limit(Tier::Avx512),
    };
    #[cfg(not(target_arch = "x86_64"))]
    return Tier::Baseline;
}

/// Uses no tier above `highest` from now on, in all threads; returns the tier in use. For tests of the slower
/// tiers: the results are the same on all.
#[cold]
pub fn limit(highest: Tier) -> Tier {
    let tier = highest.min(Tier::detect());
    #[cfg(target_arch = "x86_64")]
    TIER.store(tier as u8, Relaxed);
    tier
}

/// The tier in use as a number; 0 before the first use.
#[cfg(target_arch = "x86_64")]
static TIER: AtomicU8 = AtomicU8::new(0);

#[cfg(target_arch = "x86_64")]
const BASELINE: u8 = Tier::Baseline as u8;
#[cfg(target_arch = "x86_64")]
const BMI2: u8 = Tier::Bmi2 as u8;
#[cfg(target_arch = "x86_64")]
const AVX512: u8 = Tier::Avx512 as u8;
