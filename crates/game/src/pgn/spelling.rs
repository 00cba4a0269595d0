//! Algebraic notation where kings can be taken: the moves that may be made are spelled in every way they may be
//! written, and the text is looked up among them.

use rules::{CastlingSide, Move, Role, San, SanError, Setup};

use super::MoveReason;

/// The one move of King capture that is meant. As in chess, more of the origin may be written than needed, and `x`,
/// `+`, `#` need not be right.
pub(super) fn resolve(san: San, setup: &Setup) -> Result<Move, MoveReason> {
    if san.is_null() {
        return Err(MoveReason::Refused(SanError::Null));
    }
    let written = bare(&san.to_string());
    let fitting: Vec<Move> =
        setup.pseudo_legal_moves().into_iter().filter(|&m| spellings(m).contains(&written)).collect();
    match fitting.as_slice() {
        [] => Err(MoveReason::NotPossible),
        [m] => Ok(*m),
        _ => Err(MoveReason::Refused(SanError::Ambiguous(fitting))),
    }
}

/// Without capture, check and mate marks, and without a pawn's letter.
fn bare(text: &str) -> String {
    text.trim_start_matches('P').chars().filter(|c| !matches!(c, 'x' | '+' | '#')).collect()
}

fn spellings(m: Move) -> Vec<String> {
    match m.castling_side() {
        Some(CastlingSide::King) => return vec!["O-O".to_owned()],
        Some(CastlingSide::Queen) => return vec!["O-O-O".to_owned()],
        None => {}
    }
    let (from, to) = (m.from(), m.to());
    let letter = if m.role() == Role::Pawn { String::new() } else { m.role().upper().to_string() };
    let promotion = m.promotion().map(|role| format!("={}", role.upper())).unwrap_or_default();
    let spell = |origin: String| format!("{letter}{origin}{to}{promotion}");
    let mut spellings = vec![spell(from.file().to_string()), spell(from.to_string())];
    // A capturing pawn must say where it comes from.
    if m.role() != Role::Pawn || !m.is_capture() {
        spellings.push(spell(String::new()));
        spellings.push(spell(from.rank().to_string()));
    }
    spellings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_are_taken_and_left_hanging() {
        let check = |fen: &str, san: &str, found: Option<&str>| {
            let setup: Setup = fen.parse().unwrap();
            let m = resolve(san.parse().unwrap(), &setup).ok();
            let squares = m.map(|m| format!("{}{}", m.from(), m.to()));
            assert_eq!(squares.as_deref(), found, "{san} in {fen}");
        };
        check("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "Rxe8#", Some("e1e8"));
        check("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kf1", Some("e1f1"));
        check("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "Rh2", Some("e2h2"));
        check("4k3/8/8/8/R6R/8/8/4K3 w - - 0 1", "Re4", None);
        check("4k3/8/8/8/R6R/8/8/4K3 w - - 0 1", "Rhe4", Some("h4e4"));
        check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", Some("e4d5"));
        check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", None);
        check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O", Some("e1c1"));
    }
}
