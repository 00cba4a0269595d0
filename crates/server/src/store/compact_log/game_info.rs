//! Terms of a game as bytes.

use std::num::NonZeroU32;

use game::{Allowance, Bonus, Millis, Ruleset, TimeControl};
use protocol::{GameId, GameInfo, OnlineTimeControl, RatingMode, Visibility};
use rules::ByColor;

use super::CompactLogError;
use super::bytes::{ByteReader, ByteWriter};

/// Rulesets by their code. The order is permanent.
const RULESETS: [Ruleset; 4] =
    [Ruleset::Standard, Ruleset::Chess960, Ruleset::FromPosition, Ruleset::KingCapture];

/// Start position without a FEN of its own. Permanent.
const USUAL_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Flags of a game.
const RATED: u8 = 1;
const PRIVATE: u8 = 2;
const REMATCH: u8 = 4;
/// The start position is not the usual one; its FEN follows.
const OTHER_START: u8 = 8;
const FLAGS: u8 = RATED | PRIVATE | REMATCH | OTHER_START;

/// Codes of time controls.
const UNLIMITED: u8 = 0;
const CORRESPONDENCE: u8 = 1;
const SAME_CLOCK: u8 = 2;
const TWO_CLOCKS: u8 = 3;

/// Writes the terms; `None` if they have no code.
pub(super) fn write(about: &GameInfo, out: &mut ByteWriter) -> Option<()> {
    out.byte(RULESETS.iter().position(|&ruleset| ruleset == about.ruleset)? as u8);
    let has_other_start = about.fen != USUAL_START;
    out.byte(
        flag(about.stakes == RatingMode::Rated, RATED)
            | flag(about.visibility == Visibility::Private, PRIVATE)
            | flag(about.rematch_of.is_some(), REMATCH)
            | flag(has_other_start, OTHER_START),
    );
    if has_other_start {
        out.text(&about.fen);
    }
    if let Some(game) = about.rematch_of {
        out.id(game.bits());
    }
    match about.control.get() {
        TimeControl::Unlimited => out.byte(UNLIMITED),
        TimeControl::Correspondence { days } => {
            out.byte(CORRESPONDENCE);
            out.number(days.get().into());
        }
        TimeControl::Clock(sides) if sides.white == sides.black => {
            out.byte(SAME_CLOCK);
            write_allowance(sides.white, out);
        }
        TimeControl::Clock(sides) => {
            out.byte(TWO_CLOCKS);
            write_allowance(sides.white, out);
            write_allowance(sides.black, out);
        }
    }
    Some(())
}

/// Reads the terms.
pub(super) fn read(from: &mut ByteReader<'_>) -> Result<GameInfo, CompactLogError> {
    let damaged = CompactLogError::Damaged;
    let ruleset = *RULESETS.get(usize::from(from.byte()?)).ok_or(damaged("no such ruleset"))?;
    let flags = from.byte()?;
    if flags & !FLAGS != 0 {
        return Err(damaged("unknown flags"));
    }
    let fen = if flags & OTHER_START != 0 { from.text()?.to_owned() } else { USUAL_START.to_owned() };
    let rematch_of = (flags & REMATCH != 0).then(|| from.id().map(GameId::from_bits)).transpose()?;
    let control = match from.byte()? {
        UNLIMITED => TimeControl::Unlimited,
        CORRESPONDENCE => {
            let days = NonZeroU32::new(from.small_number()?).ok_or(damaged("no days"))?;
            TimeControl::Correspondence { days }
        }
        SAME_CLOCK => TimeControl::same(read_allowance(from)?),
        TWO_CLOCKS => {
            let white = read_allowance(from)?;
            TimeControl::Clock(ByColor { white, black: read_allowance(from)? })
        }
        _ => return Err(damaged("no such time control")),
    };
    Ok(GameInfo {
        ruleset,
        fen,
        control: OnlineTimeControl::new(control).map_err(|_| damaged("a time control out of bounds"))?,
        stakes: if flags & RATED != 0 { RatingMode::Rated } else { RatingMode::Casual },
        visibility: if flags & PRIVATE != 0 { Visibility::Private } else { Visibility::Public },
        rematch_of,
    })
}

fn flag(is_set: bool, flag: u8) -> u8 {
    if is_set { flag } else { 0 }
}

fn write_allowance(allowance: Allowance, out: &mut ByteWriter) {
    out.number(allowance.base().0);
    out.byte(match allowance.bonus() {
        Bonus::None => 0,
        Bonus::Increment(_) => 1,
        Bonus::Bronstein(_) => 2,
        Bonus::Delay(_) => 3,
    });
    if allowance.bonus() != Bonus::None {
        out.number(allowance.bonus().amount().0);
    }
}

fn read_allowance(from: &mut ByteReader<'_>) -> Result<Allowance, CompactLogError> {
    let base = Millis(from.number()?);
    let bonus = match from.byte()? {
        0 => Bonus::None,
        1 => Bonus::Increment(Millis(from.number()?)),
        2 => Bonus::Bronstein(Millis(from.number()?)),
        3 => Bonus::Delay(Millis(from.number()?)),
        _ => return Err(CompactLogError::Damaged("no such bonus")),
    };
    Allowance::new(base, bonus).ok_or(CompactLogError::Damaged("an allowance without time"))
}
