//! Periods that all stores use.

use game::Millis;

/// No turn lasts longer, with or without a clock, so older outages do not matter.
pub(super) const MAX_TURN: Millis = Millis::days(60);

/// Longest time an invitation is open.
pub(super) const MAX_INVITATION: Millis = Millis::days(14);

/// Outages from this length on postpone the ends of sessions.
pub(super) const LONG_OUTAGE: Millis = Millis::minutes(60);

/// Period of the limit of rated games per pair of players.
pub(super) const PAIR_PERIOD: Millis = Millis::days(1);

/// Admin commands older than this are deleted.
pub(super) const MAX_COMMAND_AGE: Millis = Millis::days(1);
