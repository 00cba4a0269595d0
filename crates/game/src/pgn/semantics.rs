//! Starting position from the tags, and resolution of SAN moves.

use std::sync::LazyLock;

use rules::cpu::{self, Cpu};
use rules::{Color, FenError, Move, Position, San, Setup, SetupFaults, UciMove};

use super::encoding::decode;
use super::error::IllegalPgnMove;
use super::typography::{PlainWord, plain_move};
use super::{PgnReason, PgnResult, RawTag};
use crate::Ruleset;
use crate::king_capture;
use crate::variant_position::VariantPosition;

/// The tags that determine the starting position and ruleset.
#[derive(Clone, Default, Debug)]
pub(super) struct StartTags {
    fen: Option<String>,
    variant: Option<String>,
}

impl StartTags {
    /// Records a tag.
    pub(super) fn tag(&mut self, tag: RawTag<'_>) {
        match tag.name {
            // The first of repeated tags counts.
            "FEN" => {
                self.fen.get_or_insert_with(|| tag.value().into_owned());
            }
            "Variant" => {
                self.variant.get_or_insert_with(|| tag.value().into_owned());
            }
            _ => {}
        }
    }

    /// Ruleset and starting position.
    pub(super) fn state(&self) -> Result<(Ruleset, VariantPosition), PgnReason> {
        match (self.variant.as_deref(), self.fen.as_deref()) {
            (None, None) => Ok((Ruleset::Standard, *START)),
            (variant, fen) => state(variant, fen),
        }
    }
}

/// The starting position of nearly all games, created once.
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

/// The ruleset for a `Variant` tag; `has_own_start` is true if the game does not begin at the standard
/// starting position.
pub(super) fn ruleset_of(variant: Option<&str>, has_own_start: bool) -> Option<Ruleset> {
    match variant.map_or(Some(Ruleset::Standard), ruleset)? {
        Ruleset::Standard if has_own_start => Some(Ruleset::FromPosition),
        ruleset => Some(ruleset),
    }
}

/// The ruleset named by a `Variant` tag, in the spellings of common programs; blanks, hyphens and case are
/// ignored.
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

/// The value of the `Variant` tag for a ruleset.
pub(super) fn variant(ruleset: Ruleset) -> Option<&'static str> {
    match ruleset {
        Ruleset::Standard => None,
        Ruleset::Chess960 => Some("Chess960"),
        Ruleset::FromPosition => Some("From Position"),
        Ruleset::KingCapture => Some("King capture"),
    }
}

/// Resolves a move in SAN or UCI.
#[inline(always)]
pub(super) fn resolve(state: &VariantPosition, text: &[u8]) -> Result<Move, PgnReason> {
    // Errors are determined in a second pass, which keeps large error types off the hot path.
    if let VariantPosition::Standard(position) = state
        && let Some(m) = cpu::dispatch_bmi2(ResolveSan { position, text })
    {
        return Ok(m);
    }
    resolve_slow(state, text)
}

/// The legal move in SAN, if there is one.
struct ResolveSan<'a> {
    position: &'a Position,
    text: &'a [u8],
}

impl cpu::Task for ResolveSan<'_> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<C: Cpu>(self) -> Option<Move> {
        San::parse(self.text).ok()?.resolve_on::<C>(self.position).ok()
    }
}

/// Plays a move returned by [`resolve`] into `next`. Not inlined, because the compiler would then construct
/// the position elsewhere and copy it, which costs more than the move.
#[inline(never)]
pub(super) fn play(state: &VariantPosition, m: Move, next: &mut VariantPosition) {
    *next = match state {
        VariantPosition::Standard(position) => VariantPosition::Standard(position.play_unchecked(m)),
        VariantPosition::KingCapture(setup) => VariantPosition::KingCapture(setup.play_pseudo_unchecked(m)),
    };
}

#[cold]
fn resolve_slow(state: &VariantPosition, text: &[u8]) -> Result<Move, PgnReason> {
    let uci = text.strip_suffix(b"+").or(text.strip_suffix(b"#")).unwrap_or(text);
    if let Some(m) = UciMove::parse(uci).ok().and_then(|uci| state.resolve_uci(uci)) {
        return Ok(m);
    }
    state.parse_san(plain_move(text, &mut PlainWord::new(b""))).map_err(|reason| {
        let san = decode(&text[..text.len().min(MAX_QUOTE_BYTES)]).into_owned();
        PgnReason::Move(Box::new(IllegalPgnMove { san, reason, setup: state.setup() }))
    })
}

/// The result by checkmate or stalemate; `None` in other positions, and in King capture.
pub(super) fn result_on_board(state: &VariantPosition) -> Option<PgnResult> {
    let position = state.position().filter(|position| !position.has_legal_moves())?;
    Some(match (position.is_check(), position.turn()) {
        (false, _) => PgnResult::Draw,
        (true, Color::White) => PgnResult::BlackWins,
        (true, Color::Black) => PgnResult::WhiteWins,
    })
}

/// Longest part of an invalid move that is quoted in an error.
const MAX_QUOTE_BYTES: usize = 40;
