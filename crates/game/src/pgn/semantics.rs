//! Judges written moves: what a game starts from, what each move means, what comes after it.

use std::sync::LazyLock;

use rules::{FenError, Move, Position, San, Setup, SetupFaults};

use super::encoding::decode;
use super::error::IllegalPgnMove;
use super::{PgnReason, RawTag};
use crate::king_capture;
use crate::variant_position::VariantPosition;
use crate::{MoveInputError, Ruleset};

/// What the tags say of how a game begins.
#[derive(Clone, Default, Debug)]
pub(super) struct StartTags {
    fen: Option<String>,
    variant: Option<String>,
}

impl StartTags {
    /// Takes note of a tag.
    pub(super) fn tag(&mut self, tag: RawTag<'_>) {
        match tag.name {
            // Of a tag that is given twice, the first counts.
            "FEN" => {
                self.fen.get_or_insert_with(|| tag.value().into_owned());
            }
            "Variant" => {
                self.variant.get_or_insert_with(|| tag.value().into_owned());
            }
            _ => {}
        }
    }

    /// The ruleset and the first position.
    pub(super) fn state(&self) -> Result<(Ruleset, VariantPosition), PgnReason> {
        match (self.variant.as_deref(), self.fen.as_deref()) {
            (None, None) => Ok((Ruleset::Standard, *START)),
            (variant, fen) => state(variant, fen),
        }
    }
}

/// Where nearly all games start; made once.
static START: LazyLock<VariantPosition> = LazyLock::new(|| VariantPosition::Standard(Position::start()));

fn state(variant: Option<&str>, fen: Option<&str>) -> Result<(Ruleset, VariantPosition), PgnReason> {
    let setup = match fen {
        Some(fen) => fen.parse().map_err(|error| fen_error(FenError::Syntax(error)))?,
        None => Setup::start(),
    };
    let ruleset = ruleset_of(variant, setup != Setup::start())
        .ok_or_else(|| PgnReason::Variant(variant.unwrap_or_default().to_owned()))?;
    let illegal = |error| fen_error(FenError::Illegal(error));
    let state = match ruleset {
        Ruleset::KingCapture => {
            king_capture::validate_setup(&setup).map_err(illegal)?;
            VariantPosition::KingCapture(setup)
        }
        _ => VariantPosition::Standard(setup.position_waiving(SetupFaults::UNREACHABLE).map_err(illegal)?),
    };
    Ok((ruleset, state))
}

#[cold]
fn fen_error(error: FenError) -> PgnReason {
    PgnReason::Fen(Box::new(error))
}

/// The ruleset of a game with this `Variant` tag that does or does not begin from a position of its own.
pub(super) fn ruleset_of(variant: Option<&str>, has_own_start: bool) -> Option<Ruleset> {
    match variant.map_or(Some(Ruleset::Standard), ruleset)? {
        Ruleset::Standard if has_own_start => Some(Ruleset::FromPosition),
        ruleset => Some(ruleset),
    }
}

/// The ruleset that a `Variant` tag names, as the common programs write it; blanks, hyphens and case do not matter.
fn ruleset(name: &str) -> Option<Ruleset> {
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    match name.to_ascii_lowercase().as_str() {
        "" | "standard" | "chess" | "normal" | "orthodox" => Some(Ruleset::Standard),
        "chess960" | "fischerandom" | "fischerrandom" | "freestyle" => Some(Ruleset::Chess960),
        "fromposition" => Some(Ruleset::FromPosition),
        "kingcapture" => Some(Ruleset::KingCapture),
        _ => None,
    }
}

/// What is written in the `Variant` tag of a game under these rules.
pub(super) fn variant(ruleset: Ruleset) -> Option<&'static str> {
    match ruleset {
        Ruleset::Standard => None,
        Ruleset::Chess960 => Some("Chess960"),
        Ruleset::FromPosition => Some("From Position"),
        Ruleset::KingCapture => Some("King capture"),
    }
}

/// The move that is meant.
#[inline(always)]
pub(super) fn resolve(state: &VariantPosition, text: &[u8]) -> Result<Move, PgnReason> {
    // What is wrong is found out in a second look, which keeps large errors out of the way of the many right moves.
    if let VariantPosition::Standard(position) = state
        && let Ok(san) = San::parse(text)
        && let Ok(m) = san.resolve(position)
    {
        return Ok(m);
    }
    resolve_slow(state, text)
}

/// Plays a move that [`resolve`] gave. The next state is made where it will stand, which an inlined call would not do:
/// copying it there at once would cost more than making it.
#[inline(never)]
pub(super) fn play(state: &VariantPosition, m: Move, next: &mut VariantPosition) {
    *next = match state {
        VariantPosition::Standard(position) => VariantPosition::Standard(position.play_unchecked(m)),
        VariantPosition::KingCapture(setup) => VariantPosition::KingCapture(setup.play_pseudo_unchecked(m)),
    };
}

#[cold]
fn resolve_slow(state: &VariantPosition, text: &[u8]) -> Result<Move, PgnReason> {
    state.parse_san(text).map_err(|reason| match reason {
        MoveInputError::Invalid(rules::ParseMoveError::Null) => PgnReason::NullMove,
        reason => {
            let san = decode(&text[..text.len().min(MAX_QUOTE_BYTES)]).into_owned();
            PgnReason::Move(Box::new(IllegalPgnMove { san, reason, setup: state.setup() }))
        }
    })
}

/// Of what is no move at all, so many bytes are quoted.
const MAX_QUOTE_BYTES: usize = 40;
