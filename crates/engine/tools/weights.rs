//! The weights during the fit and their file format.

use std::fmt::Write;

use engine::tuning::{GROUPS, OWN_KING_BUCKETS, PSQT_OWN_KING, TERM_COUNT, term_values};

use crate::data::{PARAMETER_COUNT, SHARED_PSQT, Sample};

/// Middlegame and endgame value of every parameter.
#[derive(Clone)]
pub(crate) struct Weights(pub(crate) Vec<[f32; 2]>);

impl Weights {
    /// The engine's current weights, with the mean of the own-king tables moved into the shared table.
    pub(crate) fn current() -> Weights {
        let mut weights: Vec<[f32; 2]> =
            term_values().iter().map(|value| value.map(|value| value as f32)).collect();
        weights.resize(PARAMETER_COUNT, [0.0; 2]);
        let (terms, common) = weights.split_at_mut(TERM_COUNT);
        for (index, term) in terms[..PSQT_OWN_KING.len].iter().enumerate() {
            let shared = &mut common[index % SHARED_PSQT];
            *shared = [0, 1].map(|phase| shared[phase] + term[phase] / OWN_KING_BUCKETS as f32);
        }
        for (index, term) in terms[..PSQT_OWN_KING.len].iter_mut().enumerate() {
            *term = [0, 1].map(|phase| term[phase] - common[index % SHARED_PSQT][phase]);
        }
        Weights(weights)
    }

    /// Evaluation for White.
    pub(crate) fn evaluate(&self, counts: &[(u16, i8)], example: Sample) -> f32 {
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for &(term, count) in counts {
            let [m, e] = self.0[usize::from(term)];
            middlegame += m * f32::from(count);
            endgame += e * f32::from(count);
        }
        middlegame * example.middlegame + endgame * example.endgame
    }

    /// The contents of `values.txt`: pairs of numbers, group by group.
    pub(crate) fn to_text(&self) -> String {
        let mut text = String::new();
        for group in GROUPS {
            // Writing to a string cannot fail.
            writeln!(text, "# {}", group.name).ok();
            let terms: Vec<usize> = (group.start..group.start + group.len).collect();
            for line in terms.chunks(8) {
                let pairs: Vec<String> = line.iter().map(|&term| self.pair(term)).collect();
                writeln!(text, "{}", pairs.join(", ")).ok();
            }
        }
        text
    }

    fn pair(&self, term: usize) -> String {
        let common =
            if term < PSQT_OWN_KING.len { self.0[TERM_COUNT + term % SHARED_PSQT] } else { [0.0; 2] };
        let [m, e] = [0, 1].map(|phase| (self.0[term][phase] + common[phase]).round() as i32);
        format!("{m} {e}")
    }
}
