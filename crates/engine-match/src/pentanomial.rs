//! How results spread around their mean.

/// Results of equal weight between 0 and 1, as counts of how often each occurred.
///
/// Where each opening is played twice with colours changed, the two games belong together: what the opening gives, it
/// gives to both. So a result is what a player got of both games, and there are five of them; counting single games would
/// make the spread look greater than it is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Pentanomial {
    /// How many pairs of games brought nothing, a quarter, a half, three quarters and all of the points.
    pub pairs: [u32; 5],
}

impl Pentanomial {
    /// How many pairs there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// The mean; `None` if there is nothing.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 =
            self.pairs.iter().zip(PAIR_SCORES).map(|(&count, share)| f64::from(count) * share).sum();
        (self.count() > 0).then(|| sum / f64::from(self.count()))
    }

    /// How far a result lies from the mean, squared, on average. A fifth of a result of every kind is taken as given, so
    /// that a few equal results do not look like certainty.
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
        let spread = |count| Pentanomial { pairs: [0, 0, count, 0, 0] };
        assert_eq!((spread(1).mean(), spread(0).mean(), spread(7).count()), (Some(0.5), None, 7));
        assert_eq!(spread(0).variance(), 0.125);
        assert_eq!(spread(1).variance(), 0.0625);
        assert!(spread(1000).variance() < 0.001);
        let known = Pentanomial { pairs: [1000, 0, 0, 0, 1000] };
        assert!((known.variance() - 0.25).abs() < 0.001);
    }
}
