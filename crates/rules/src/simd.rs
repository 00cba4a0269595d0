//! Attacks and move counts of whole sets of knights and sliders, with AVX-512 where the processor has it.

mod avx512;
mod portable;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "bmi2",
    target_feature = "avx512f",
    target_feature = "avx512vpopcntdq"
))]
pub(crate) use avx512::{MoveCounter, attacked};
#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "bmi2",
    target_feature = "avx512f",
    target_feature = "avx512vpopcntdq"
)))]
pub(crate) use portable::{MoveCounter, attacked};
