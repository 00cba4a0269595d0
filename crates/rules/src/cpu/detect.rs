//! Detection by CPUID. `is_x86_feature_detected!` needs `std` and does not tell slow PEXT.

use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};

use super::Tier;

/// Registers of the CPUID leaves that hold the features in question; 0 for leaves that the processor lacks.
#[derive(Clone, Copy, Default)]
struct Features {
    is_amd: bool,
    family: u32,
    /// Leaf 1, ECX.
    basic: u32,
    /// Leaf 7, EBX.
    extended_b: u32,
    /// Leaf 7, ECX.
    extended_c: u32,
    /// Leaf 8000_0001, ECX.
    amd: u32,
    /// Register sets that the operating system saves (XCR0).
    saved: u64,
}

// Leaf 1, ECX.
const SSSE3: u32 = 1 << 9;
const FMA: u32 = 1 << 12;
const SSE4_1: u32 = 1 << 19;
const SSE4_2: u32 = 1 << 20;
const MOVBE: u32 = 1 << 22;
const POPCNT: u32 = 1 << 23;
const OSXSAVE: u32 = 1 << 27;
const AVX: u32 = 1 << 28;
const BASIC: u32 = SSSE3 | FMA | SSE4_1 | SSE4_2 | MOVBE | POPCNT | OSXSAVE | AVX;

// Leaf 7, EBX and ECX.
const BMI1: u32 = 1 << 3;
const AVX2: u32 = 1 << 5;
const BMI2: u32 = 1 << 8;
const AVX512F: u32 = 1 << 16;
const AVX512DQ: u32 = 1 << 17;
const AVX512CD: u32 = 1 << 28;
const AVX512BW: u32 = 1 << 30;
const AVX512VL: u32 = 1 << 31;
const AVX512: u32 = AVX512F | AVX512DQ | AVX512CD | AVX512BW | AVX512VL;
const AVX512VPOPCNTDQ: u32 = 1 << 14;

// Leaf 8000_0001, ECX.
const LZCNT: u32 = 1 << 5;

// XCR0: SSE and AVX; for AVX-512 also the mask registers and both parts of the wide ones.
const SAVED_AVX: u64 = 0b0000_0110;
const SAVED_AVX512: u64 = 0b1110_0110;

/// First AMD family with PEXT in hardware: Zen 3. Before, it is microcode and slower than computing attacks.
const ZEN_3: u32 = 0x19;

/// The fastest tier of this processor.
pub(super) fn tier() -> Tier {
    Features::read().tier()
}

impl Features {
    fn read() -> Features {
        let vendor = __cpuid(0);
        let mut features = Features {
            // "AuthenticAMD" or "HygonGenuine", which is Zen 1.
            is_amd: matches!(vendor.ebx, 0x6874_7541 | 0x6F67_7948),
            ..Features::default()
        };
        if vendor.eax >= 1 {
            let leaf = __cpuid(1);
            features.basic = leaf.ecx;
            let (base, extended) = (leaf.eax >> 8 & 0xF, leaf.eax >> 20 & 0xFF);
            features.family = if base == 0xF { base + extended } else { base };
        }
        if vendor.eax >= 7 {
            let leaf = __cpuid_count(7, 0);
            (features.extended_b, features.extended_c) = (leaf.ebx, leaf.ecx);
        }
        if __cpuid(0x8000_0000).eax > 0x8000_0000 {
            features.amd = __cpuid(0x8000_0001).ecx;
        }
        if features.basic & OSXSAVE != 0 {
            #[allow(unsafe_code, reason = "the only way to learn which registers are saved")]
            // SAFETY: OSXSAVE says that XGETBV may be used.
            unsafe {
                features.saved = saved_registers();
            }
        }
        features
    }

    fn tier(self) -> Tier {
        let has = |register: u32, bits: u32| register & bits == bits;
        let slow_pext = self.is_amd && self.family < ZEN_3;
        let bmi2 = has(self.basic, BASIC)
            && has(self.extended_b, BMI1 | BMI2 | AVX2)
            && has(self.amd, LZCNT)
            && self.saved & SAVED_AVX == SAVED_AVX
            && !slow_pext;
        let avx512 = has(self.extended_b, AVX512)
            && has(self.extended_c, AVX512VPOPCNTDQ)
            && self.saved & SAVED_AVX512 == SAVED_AVX512;
        match (bmi2, avx512) {
            (false, _) => Tier::Baseline,
            (true, false) => Tier::Bmi2,
            (true, true) => Tier::Avx512,
        }
    }
}

#[target_feature(enable = "xsave")]
fn saved_registers() -> u64 {
    #[allow(unsafe_code, reason = "the only way to learn which registers are saved")]
    // SAFETY: the caller has checked OSXSAVE; register 0 exists then.
    unsafe {
        _xgetbv(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ICE_LAKE: Features = Features {
        is_amd: false,
        family: 6,
        basic: BASIC,
        extended_b: BMI1 | BMI2 | AVX2 | AVX512,
        extended_c: AVX512VPOPCNTDQ,
        amd: LZCNT,
        saved: SAVED_AVX512,
    };

    #[test]
    fn tiers_of_known_processors() {
        assert_eq!(ICE_LAKE.tier(), Tier::Avx512);
        let zen_4 = Features { is_amd: true, family: 0x19, ..ICE_LAKE };
        assert_eq!(zen_4.tier(), Tier::Avx512);
        let haswell = Features { extended_b: BMI1 | BMI2 | AVX2, extended_c: 0, ..ICE_LAKE };
        assert_eq!(haswell.tier(), Tier::Bmi2);
        let skylake_x = Features { extended_c: 0, ..ICE_LAKE };
        assert_eq!(skylake_x.tier(), Tier::Bmi2);
        let zen_3 = Features { is_amd: true, family: 0x19, ..haswell };
        assert_eq!(zen_3.tier(), Tier::Bmi2);
        let zen_2 = Features { is_amd: true, family: 0x17, ..haswell };
        assert_eq!(zen_2.tier(), Tier::Baseline);
        let sandy_bridge = Features { basic: BASIC & !(FMA | MOVBE), extended_b: 0, ..haswell };
        assert_eq!(sandy_bridge.tier(), Tier::Baseline);
        assert_eq!(Features::default().tier(), Tier::Baseline);
    }

    #[test]
    fn registers_that_are_not_saved_are_not_used() {
        assert_eq!(Features { saved: SAVED_AVX, ..ICE_LAKE }.tier(), Tier::Bmi2);
        assert_eq!(Features { saved: 0b10, ..ICE_LAKE }.tier(), Tier::Baseline);
        assert_eq!(Features { saved: 0, basic: BASIC & !OSXSAVE, ..ICE_LAKE }.tier(), Tier::Baseline);
    }

    #[test]
    fn detection_agrees_with_std() {
        extern crate std;
        if super::tier() >= Tier::Bmi2 {
            assert!(std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("lzcnt"));
            assert!(std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("popcnt"));
        }
        if super::tier() == Tier::Avx512 {
            assert!(std::is_x86_feature_detected!("avx512vpopcntdq"));
            assert!(std::is_x86_feature_detected!("avx512bw"));
        }
    }
}
