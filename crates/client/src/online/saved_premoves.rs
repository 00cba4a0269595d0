//! The premoves of an online game as text, so that they survive a reload of the page.

use protocol::GameId;
use rules::UciMove;

use crate::Premove;

/// Premoves and the position they were made in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SavedPremoves {
    pub(crate) game: GameId,
    /// Number of plies on the board.
    pub(crate) plies: usize,
    pub(crate) moves: Vec<Premove>,
}

impl SavedPremoves {
    /// One line: id, plies, moves.
    pub(crate) fn to_text(game: GameId, plies: usize, moves: &[Premove]) -> String {
        let moves = moves
            .iter()
            .map(|&Premove { from, to, promotion }| format!(" {}", UciMove::Normal { from, to, promotion }));
        format!("{game} {plies}{}", moves.collect::<String>())
    }

    /// Parses a saved text; `None` if it is damaged.
    pub(crate) fn parse(text: &str) -> Option<SavedPremoves> {
        let mut words = text.split(' ');
        let (game, plies) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let premove = |word: &str| match UciMove::parse(word.as_bytes()).ok()? {
            UciMove::Normal { from, to, promotion } => Some(Premove { from, to, promotion }),
            _ => None,
        };
        let moves = words.map(premove).collect::<Option<Vec<_>>>()?;
        Some(SavedPremoves { game, plies, moves })
    }
}

#[cfg(test)]
mod tests {
    use rules::{Role, Square};

    use super::*;

    #[test]
    fn premoves_survive_as_text_and_damage_is_refused() {
        let game = GameId::from_bits(7);
        let moves = [
            Premove { from: Square::E2, to: Square::E4, promotion: None },
            Premove { from: Square::A7, to: Square::A8, promotion: Some(Role::Knight) },
        ];
        let text = SavedPremoves::to_text(game, 12, &moves);
        assert_eq!(
            SavedPremoves::parse(&text),
            Some(SavedPremoves { game, plies: 12, moves: moves.to_vec() })
        );
        for damaged in
            ["", "x", "x 1 e2e4", &format!("{game} x"), &format!("{game} 1 e2"), &format!("{text} ")]
        {
            assert_eq!(SavedPremoves::parse(damaged), None, "{damaged}");
        }
    }
}
