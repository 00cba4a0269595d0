//! Records as bytes: a tag and the fields.

use game::{Ending, Outcome, Timestamp};
use protocol::{
    BySeat, DurationMillis, GameId, GameResult, OfferKind, PublicRating, RatingStatus, Seat, UnixMillis,
    WireMove,
};
use rules::{Color, Role, Square, UciMove};

use super::bytes::{ByteReader, ByteWriter};
use super::{CompactLogError, game_info};
use crate::games::state::RecordKind;

/// Tags of entries. They are permanent; new kinds get new tags and a new version ([`version`]).
pub(super) mod tag {
    /// Text that is no record of this program, without a ply.
    pub(in super::super) const TEXT: u8 = 0;
    /// Such a text with a ply.
    pub(in super::super) const MOVE_TEXT: u8 = 1;
    /// Moves in a row.
    pub(in super::super) const MOVES: u8 = 2;
    pub(super) const OPENED: u8 = 3;
    pub(super) const SEATED: u8 = 4;
    /// A move after which the clock is held.
    pub(super) const HELD_MOVE: u8 = 5;
    pub(super) const OFFERED: u8 = 6;
    pub(super) const DECLINED: u8 = 7;
    pub(super) const TAKEN_BACK: u8 = 8;
    pub(super) const TIME_GIVEN: u8 = 9;
    pub(super) const INTERRUPTED: u8 = 10;
    pub(super) const RESUMED: u8 = 11;
    pub(super) const ENDED: u8 = 12;
    pub(super) const RATED: u8 = 13;
    pub(super) const REMATCHED: u8 = 14;
    /// A move that was not charged for the delay of a write. Since version 2.
    pub(super) const DELAYED_MOVE: u8 = 15;
}

/// The oldest version of the layout that has this record.
pub(super) fn version(kind: &RecordKind) -> u8 {
    match tag_of(kind) {
        tag::DELAYED_MOVE => 2,
        _ => 1,
    }
}

/// Endings by their code. The order is permanent.
const ENDINGS: [Ending; 17] = [
    Ending::Checkmate,
    Ending::Resignation,
    Ending::Timeout,
    Ending::Abandoned,
    Ending::KingCaptured,
    Ending::Stalemate,
    Ending::Threefold,
    Ending::Fifty,
    Ending::Fivefold,
    Ending::SeventyFive,
    Ending::Insufficient,
    Ending::Dead,
    Ending::Agreement,
    Ending::TimeoutInsufficient,
    Ending::ResignationInsufficient,
    Ending::AbandonedDraw,
    Ending::Aborted,
];

/// Promotions by their code, from 1. The order is permanent.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Code of the null move.
const NULL_MOVE: u16 = 0x7fff;

/// Writes a tag, the time by `time`, and the fields; `None` if a value has no code.
pub(super) fn write(
    kind: &RecordKind,
    at: Timestamp,
    time: impl FnOnce(&mut ByteWriter),
    out: &mut ByteWriter,
) -> Option<()> {
    out.byte(tag_of(kind));
    time(out);
    match kind {
        RecordKind::Opened { about } => game_info::write(about, out)?,
        &RecordKind::Seated { seat } => out.byte(seat as u8),
        &RecordKind::Moved { uci, lag, write_delay: None, held_until } => {
            write_move(uci, lag, out)?;
            write_instant(held_until?, at, out);
        }
        &RecordKind::Moved { uci, lag, write_delay: Some(delay), held_until } => {
            write_move(uci, lag, out)?;
            out.number(delay.0);
            write_optional_instant(held_until, at, out);
        }
        &RecordKind::Offered { seat, offer } | &RecordKind::Declined { seat, offer } => {
            out.byte(seat as u8 | offer_code(offer) << 1);
        }
        &RecordKind::TakenBack { plies } => out.number(plies.into()),
        &RecordKind::TimeGiven { seat, amount } => {
            out.byte(seat as u8);
            out.number(amount.0);
        }
        &RecordKind::Interrupted { from, until, held_until } => {
            write_instant(from, at, out);
            write_instant(until, at, out);
            write_optional_instant(held_until, at, out);
        }
        &RecordKind::Resumed { at: resumed } => write_instant(resumed, at, out),
        RecordKind::Ended { result } => {
            let ending = ENDINGS.iter().position(|&ending| ending == result.0.ending())? as u8;
            out.byte(match result.0.winner() {
                None => 0,
                Some(Color::White) => 1,
                Some(Color::Black) => 2,
            });
            out.byte(ending);
        }
        RecordKind::Rated { ratings } => {
            for rating in [ratings.white, ratings.black] {
                let is_established = rating.trust == RatingStatus::Established;
                out.number(u64::from(rating.value) << 1 | u64::from(is_established));
            }
        }
        &RecordKind::Rematched { game } => out.id(game.bits()),
    }
    Some(())
}

/// Reads the fields of an entry with this tag.
pub(super) fn read(tag: u8, at: Timestamp, from: &mut ByteReader<'_>) -> Result<RecordKind, CompactLogError> {
    let damaged = CompactLogError::Damaged;
    Ok(match tag {
        tag::OPENED => RecordKind::Opened { about: Box::new(game_info::read(from)?) },
        tag::SEATED => RecordKind::Seated { seat: seat(from.byte()?)? },
        tag::HELD_MOVE => {
            let (uci, lag) = read_move(from)?;
            RecordKind::Moved { uci, lag, write_delay: None, held_until: Some(read_instant(at, from)?) }
        }
        tag::DELAYED_MOVE => {
            let (uci, lag) = read_move(from)?;
            let write_delay = Some(DurationMillis(from.number()?));
            RecordKind::Moved { uci, lag, write_delay, held_until: read_optional_instant(at, from)? }
        }
        tag::OFFERED | tag::DECLINED => {
            let code = from.byte()?;
            let (seat, offer) = (seat(code & 1)?, offer(code >> 1)?);
            match tag {
                tag::OFFERED => RecordKind::Offered { seat, offer },
                _ => RecordKind::Declined { seat, offer },
            }
        }
        tag::TAKEN_BACK => RecordKind::TakenBack { plies: from.small_number()? },
        tag::TIME_GIVEN => {
            let seat = seat(from.byte()?)?;
            RecordKind::TimeGiven { seat, amount: DurationMillis(from.number()?) }
        }
        tag::INTERRUPTED => {
            let (start, until) = (read_instant(at, from)?, read_instant(at, from)?);
            RecordKind::Interrupted { from: start, until, held_until: read_optional_instant(at, from)? }
        }
        tag::RESUMED => RecordKind::Resumed { at: read_instant(at, from)? },
        tag::ENDED => {
            let winner = match from.byte()? {
                0 => None,
                1 => Some(Color::White),
                2 => Some(Color::Black),
                _ => return Err(damaged("no such winner")),
            };
            let ending = *ENDINGS.get(usize::from(from.byte()?)).ok_or(damaged("no such ending"))?;
            let outcome = Outcome::new(winner, ending).ok_or(damaged("an ending with a wrong winner"))?;
            RecordKind::Ended { result: GameResult(outcome) }
        }
        tag::RATED => {
            let white = read_rating(from)?;
            RecordKind::Rated { ratings: BySeat { white, black: read_rating(from)? } }
        }
        tag::REMATCHED => RecordKind::Rematched { game: GameId::from_bits(from.id()?) },
        _ => return Err(damaged("no such kind of entry")),
    })
}

/// Writes squares, promotion and lag; `None` if a value has no code.
pub(super) fn write_move(uci: WireMove, lag: Option<DurationMillis>, out: &mut ByteWriter) -> Option<()> {
    let code = match uci.0 {
        UciMove::Null => NULL_MOVE,
        UciMove::Normal { from, to, promotion } => {
            let promotion = match promotion {
                None => 0,
                Some(role) => PROMOTIONS.iter().position(|&known| known == role)? as u16 + 1,
            };
            from as u16 | (to as u16) << 6 | promotion << 12
        }
    };
    out.0.extend(code.to_be_bytes());
    out.optional(lag.map(|lag| lag.0))
}

/// Reads what [`write_move`] has written.
pub(super) fn read_move(
    from: &mut ByteReader<'_>,
) -> Result<(WireMove, Option<DurationMillis>), CompactLogError> {
    let code = u16::from_be_bytes([from.byte()?, from.byte()?]);
    let uci = if code == NULL_MOVE { Some(UciMove::Null) } else { normal_move(code) };
    let uci = uci.ok_or(CompactLogError::Damaged("no such move"))?;
    Ok((WireMove(uci), from.optional()?.map(DurationMillis)))
}

fn normal_move(code: u16) -> Option<UciMove> {
    let promotion = match usize::from(code >> 12) {
        0 => None,
        code => Some(*PROMOTIONS.get(code - 1)?),
    };
    let square = |code: u16| Square::from_index((code & 63) as u8);
    Some(UciMove::Normal { from: square(code)?, to: square(code >> 6)?, promotion })
}

fn tag_of(kind: &RecordKind) -> u8 {
    match kind {
        RecordKind::Opened { .. } => tag::OPENED,
        RecordKind::Seated { .. } => tag::SEATED,
        RecordKind::Moved { write_delay: None, .. } => tag::HELD_MOVE,
        RecordKind::Moved { .. } => tag::DELAYED_MOVE,
        RecordKind::Offered { .. } => tag::OFFERED,
        RecordKind::Declined { .. } => tag::DECLINED,
        RecordKind::TakenBack { .. } => tag::TAKEN_BACK,
        RecordKind::TimeGiven { .. } => tag::TIME_GIVEN,
        RecordKind::Interrupted { .. } => tag::INTERRUPTED,
        RecordKind::Resumed { .. } => tag::RESUMED,
        RecordKind::Ended { .. } => tag::ENDED,
        RecordKind::Rated { .. } => tag::RATED,
        RecordKind::Rematched { .. } => tag::REMATCHED,
    }
}

pub(super) fn seat(code: u8) -> Result<Seat, CompactLogError> {
    match code {
        0 => Ok(Seat::White),
        1 => Ok(Seat::Black),
        _ => Err(CompactLogError::Damaged("no such seat")),
    }
}

fn offer_code(offer: OfferKind) -> u8 {
    match offer {
        OfferKind::Draw => 0,
        OfferKind::Takeback => 1,
        OfferKind::Rematch => 2,
    }
}

fn offer(code: u8) -> Result<OfferKind, CompactLogError> {
    match code {
        0 => Ok(OfferKind::Draw),
        1 => Ok(OfferKind::Takeback),
        2 => Ok(OfferKind::Rematch),
        _ => Err(CompactLogError::Damaged("no such offer")),
    }
}

fn read_rating(from: &mut ByteReader<'_>) -> Result<PublicRating, CompactLogError> {
    let code = from.number()?;
    let value = u16::try_from(code >> 1).map_err(|_| CompactLogError::Damaged("a number is too large"))?;
    let trust = if code & 1 == 1 { RatingStatus::Established } else { RatingStatus::Provisional };
    Ok(PublicRating { value, trust })
}

/// Writes a time near `base`: the difference, with its sign in the lowest bit (zigzag).
fn write_instant(instant: UnixMillis, base: Timestamp, out: &mut ByteWriter) {
    let difference = instant.0.wrapping_sub(base.0).cast_signed();
    out.number((difference << 1 ^ difference >> 63).cast_unsigned());
}

fn write_optional_instant(instant: Option<UnixMillis>, base: Timestamp, out: &mut ByteWriter) {
    out.byte(instant.is_some().into());
    if let Some(instant) = instant {
        write_instant(instant, base, out);
    }
}

fn read_optional_instant(
    base: Timestamp,
    from: &mut ByteReader<'_>,
) -> Result<Option<UnixMillis>, CompactLogError> {
    match from.byte()? {
        0 => Ok(None),
        1 => read_instant(base, from).map(Some),
        _ => Err(CompactLogError::Damaged("unknown flags")),
    }
}

fn read_instant(base: Timestamp, from: &mut ByteReader<'_>) -> Result<UnixMillis, CompactLogError> {
    let code = from.number()?;
    let difference = code >> 1 ^ (code & 1).wrapping_neg();
    Ok(UnixMillis(base.0.wrapping_add(difference)))
}
