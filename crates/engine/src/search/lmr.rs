//! Late Move Reductions (LMR), in 1024ths of a ply, applied in `node.rs`. Integers only: the tree must be the
//! same on every machine.

/// One ply.
pub(crate) const PLY: i32 = 1024;

/// Amount by which a check is reduced less.
pub(crate) const CHECK_BONUS: i32 = 2048;

/// [`CHECK_BONUS`] of the levels, whose ratings were measured with it.
pub(crate) const LEVEL_CHECK_BONUS: i32 = 1300;

/// Base reduction of a quiet move.
#[inline]
pub(crate) fn quiet(depth: i32, number: usize) -> i32 {
    951 + log_product(depth, number) * 614 / PLY
}

/// Base reduction of a capture or promotion.
#[inline]
pub(crate) fn noisy(depth: i32, number: usize) -> i32 {
    202 + log_product(depth, number) * 283 / PLY
}

/// Properties of a move and its node that adjust the reduction.
pub(crate) struct LmrContext {
    pub(crate) is_quiet: bool,
    pub(crate) history: i32,
    pub(crate) is_cut_node: bool,
    pub(crate) tt_pv: bool,
    pub(crate) improving: bool,
    pub(crate) is_killer: bool,
    /// Amount by which a check is reduced less; 0 for other moves.
    pub(crate) check_bonus: i32,
    pub(crate) many_cutoffs: bool,
    pub(crate) tt_move_is_noisy: bool,
}

impl LmrContext {
    /// Amount to add to the base reduction.
    #[inline]
    pub(crate) fn adjustment(&self) -> i32 {
        let if_so = |sign: bool, amount: i32| if sign { amount } else { 0 };
        let by_history = self.history * if self.is_quiet { 96 } else { 89 } / PLY;
        if_so(self.is_cut_node, 1114) - by_history - if_so(self.tt_pv, 768) + if_so(!self.improving, 311)
            - if_so(self.is_killer, 686)
            - self.check_bonus
            + if_so(self.many_cutoffs, 966)
            + if_so(self.tt_move_is_noisy, 729)
    }
}

/// Reduction in whole plies, rounded towards zero.
#[inline(always)]
pub(crate) fn plies(reduction: i32) -> i32 {
    reduction / PLY
}

#[inline]
fn log_product(depth: i32, number: usize) -> i32 {
    LN_TABLE[depth.clamp(1, 63) as usize] * LN_TABLE[number.clamp(1, 63)] / PLY
}

/// Natural logarithms of 1 to 63, in 1024ths.
static LN_TABLE: [i32; 64] = {
    let mut table = [0; 64];
    let mut n = 1;
    while n < 64 {
        table[n] = ln_fixed_point(n as u64);
        n += 1;
    }
    table
};

/// Natural logarithm in 1024ths: the binary logarithm by repeated squaring, times ln 2 = 0.693147.
const fn ln_fixed_point(n: u64) -> i32 {
    let whole = n.ilog2();
    let mut mantissa = (n << 32) >> whole;
    let mut binary = whole as i64;
    let mut bit = 0;
    while bit < 16 {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        binary <<= 1;
        if mantissa >= 2 << 32 {
            mantissa >>= 1;
            binary |= 1;
        }
        bit += 1;
    }
    (binary * 693_147 * 1024 / 1_000_000 / 65_536) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ln_table_matches_floating_point() {
        for (n, &found) in LN_TABLE.iter().enumerate().skip(1) {
            let expected = (n as f64).ln() * f64::from(PLY);
            assert!((f64::from(found) - expected).abs() <= 1.0, "{n}: {found}, not {expected}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_move_number() {
        for depth in 1..20 {
            for number in 1..40 {
                assert!(quiet(depth, number) <= quiet(depth, number + 1));
                assert!(quiet(depth, number) <= quiet(depth + 1, number));
                assert!(noisy(depth, number) <= quiet(depth, number));
            }
        }
    }
}
