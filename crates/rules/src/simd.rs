//! What whole sets of knights and sliders can do, without telling the pieces apart where the processor allows.

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
