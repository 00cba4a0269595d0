//! Pentanomial results: scores of game pairs.

/// Pentanomial counts.
///
/// The two games of an opening with colours reversed are correlated: the advantage of the opening benefits
/// both engines once. The pair is therefore the unit of statistics; single games would overestimate the
/// variance.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Pentanomial {
    /// Number of pairs that scored 0, 0.25, 0.5, 0.75 and 1 of their points.
    pub pairs: [u32; 5],
}

impl Pentanomial {
    /// Number of pairs.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// Mean score; `None` without pairs.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 =
            self.pairs.iter().zip(PAIR_SCORES).map(|(&count, share)| f64::from(count) * share).sum();
        (self.count() > 0).then(|| sum / f64::from(self.count()))
    }

    /// Variance of the pair score. A prior of a fifth of a pair per outcome keeps few equal results from
    /// looking certain.
    #[must_use]
    pub fn variance(&self) -> f64 {
        const GIVEN: f64 = 0.2;
        let weights = self.pairs.map(|count| f64::from(count) + GIVEN);
        let total: f64 = weights.iter().sum();
        let mean = weights.iter().zip(PAIR_SCORES).map(|(weight, share)| weight * share).sum::<f64>() / total;
        weights.iter().zip(PAIR_SCORES).map(|(weight, share)| weight * (share - mean).powi(2)).sum::<f64>()
            / total
    }
}

const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variance_has_a_prior() {
        let pentanomial = |count| Pentanomial { pairs: [0, 0, count, 0, 0] };
        assert_eq!(
            (pentanomial(1).mean(), pentanomial(0).mean(), pentanomial(7).count()),
            (Some(0.5), None, 7)
        );
        assert_eq!(pentanomial(0).variance(), 0.125);
        assert_eq!(pentanomial(1).variance(), 0.0625);
        assert!(pentanomial(1000).variance() < 0.001);
        let known = Pentanomial { pairs: [1000, 0, 0, 0, 1000] };
        assert!((known.variance() - 0.25).abs() < 0.001);
    }
}
