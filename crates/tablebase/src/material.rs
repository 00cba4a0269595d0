//! The men of a table.

use std::fmt;

use rules::{Color, Piece, Role};

/// The men of a position besides the two kings, at most two. The side with more or stronger men is White: other positions
/// are looked up with colors changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    men: [Option<Piece>; 2],
}

/// The table of some men, and how to get there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Canonical {
    pub(crate) material: Material,
    /// Colors are changed and ranks mirrored.
    pub(crate) is_flipped: bool,
    /// The two men are exchanged.
    pub(crate) is_swapped: bool,
}

/// Number of values of [`Material::key`].
pub(crate) const KEYS: usize = 256;

impl Material {
    /// The table of some men. `None` if there are more than two besides the kings.
    #[must_use]
    pub(crate) fn canonical(pieces: &[Piece]) -> Option<Canonical> {
        let (men, is_flipped, is_swapped) = match *pieces {
            [] => ([None, None], false, false),
            [man] => ([Some(man), None], man.color == Color::Black, false),
            [first, second] if first.color == second.color => {
                ([Some(first), Some(second)], first.color == Color::Black, first.role < second.role)
            }
            [first, second] => {
                let (white, black) =
                    if first.color == Color::White { (first, second) } else { (second, first) };
                let is_flipped = white.role < black.role;
                let strong = if is_flipped { black } else { white };
                ([Some(first), Some(second)], is_flipped, strong == second)
            }
            _ => return None,
        };
        let men = if is_swapped { [men[1], men[0]] } else { men };
        let recolored = |man: Piece| man.role.of(if is_flipped { !man.color } else { man.color });
        Some(Canonical {
            material: Material { men: men.map(|man| man.map(recolored)) },
            is_flipped,
            is_swapped,
        })
    }

    /// All tables with at most four men.
    #[must_use]
    pub fn all() -> Vec<Material> {
        let one = Role::ALL.into_iter().filter(|role| *role != Role::King);
        let mut all = Vec::new();
        for first in one.clone() {
            all.extend(Material::canonical(&[first.of(Color::White)]));
            for second in one.clone().filter(|second| *second <= first) {
                for color in Color::ALL {
                    all.extend(Material::canonical(&[first.of(Color::White), second.of(color)]));
                }
            }
        }
        let mut all: Vec<Material> = all.into_iter().map(|canonical| canonical.material).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The tables that a capture, a promotion, or both at once lead to.
    pub(crate) fn conversions(self) -> Vec<Material> {
        let men: Vec<Piece> = self.men().collect();
        let mut lists = Vec::new();
        for (index, man) in men.iter().enumerate() {
            let others: Vec<Piece> =
                men.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, m)| *m).collect();
            lists.push(others.clone());
            for role in Role::PROMOTIONS.into_iter().filter(|_| man.role == Role::Pawn) {
                let promoted = role.of(man.color);
                lists.push(vec![promoted]);
                lists.push(others.iter().copied().chain([promoted]).collect());
            }
        }
        lists.iter().filter_map(|list| Some(Material::canonical(list)?.material)).collect()
    }

    /// The men besides the kings.
    pub(crate) fn men(self) -> impl Iterator<Item = Piece> + Clone {
        self.men.into_iter().flatten()
    }

    /// The man of a slot.
    pub(crate) fn man(self, slot: usize) -> Option<Piece> {
        self.men.get(slot).copied().flatten()
    }

    /// Number of men besides the kings.
    pub(crate) fn count(self) -> usize {
        self.men().count()
    }

    /// Slot of the first pawn.
    pub(crate) fn pawn_slot(self) -> Option<usize> {
        self.men().position(|man| man.role == Role::Pawn)
    }

    /// Both men are the same piece.
    pub(crate) fn is_pair(self) -> bool {
        matches!(self.men, [Some(first), Some(second)] if first == second)
    }

    /// Both sides have a pawn, so that en passant is possible.
    pub(crate) fn has_en_passant(self) -> bool {
        matches!(self.men, [Some(first), Some(second)]
            if first.role == Role::Pawn && second.role == Role::Pawn && first.color != second.color)
    }

    /// No legal position is mate: bare kings, or a single bishop or knight.
    pub(crate) fn is_always_drawn(self) -> bool {
        matches!(self.men, [None, _] | [Some(Piece { role: Role::Bishop | Role::Knight, .. }), None])
    }

    /// A number below [`KEYS`], different for each table.
    pub(crate) fn key(self) -> usize {
        self.men
            .into_iter()
            .fold(0, |key, man| key * 16 + man.map_or(0, |man| man.color as usize * 6 + man.role as usize))
    }
}

/// `KQKP`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            f.write_str("K")?;
            for man in self.men().filter(|man| man.color == color) {
                write!(f, "{}", man.role.upper_char())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn there_are_35_tables_with_distinct_keys() {
        let all = Material::all();
        assert_eq!(all.len(), 35);
        let mut keys: Vec<usize> = all.iter().map(|material| material.key()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert!(keys.len() == 35 && keys.iter().all(|&key| key < KEYS));
    }

    #[test]
    fn conversions_are_captures_and_promotions() {
        let check = |letters: &str, expected: &[&str]| {
            let pieces: Vec<Piece> = letters.bytes().filter_map(Piece::from_letter).collect();
            let material = Material::canonical(&pieces).unwrap().material;
            let mut found: Vec<String> = material.conversions().iter().map(Material::to_string).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found, expected, "{letters}");
        };
        check("", &[]);
        check("R", &["KK"]);
        check("Qr", &["KQK", "KRK"]);
        check("P", &["KBK", "KK", "KNK", "KQK", "KRK"]);
        check("Rp", &["KBK", "KNK", "KPK", "KQK", "KQKR", "KRK", "KRKB", "KRKN", "KRKR"]);
    }

    #[test]
    fn the_stronger_side_is_white() {
        let check = |letters: &str, name: &str, flipped: bool| {
            let pieces: Vec<Piece> = letters.bytes().filter_map(Piece::from_letter).collect();
            let canonical = Material::canonical(&pieces).unwrap();
            assert_eq!(
                (canonical.material.to_string().as_str(), canonical.is_flipped),
                (name, flipped),
                "{letters}"
            );
        };
        check("", "KK", false);
        check("q", "KQK", true);
        check("pQ", "KQKP", false);
        check("Pq", "KQKP", true);
        check("NB", "KBNK", false);
        check("pp", "KPPK", true);
        check("pP", "KPKP", false);
        assert!(Material::canonical(&[Role::Pawn.of(Color::White); 3]).is_none());
    }
}
