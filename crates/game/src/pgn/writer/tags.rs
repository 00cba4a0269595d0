//! Tags of the export format: the seven tag roster, then the others by name.

use std::collections::BTreeMap;
use std::fmt;

use rules::Setup;

use super::super::PgnGame;
use super::super::semantics;
use super::super::tag::SEVEN_TAG_ROSTER;

pub(super) fn write(game: &PgnGame, out: &mut impl fmt::Write) -> fmt::Result {
    for name in SEVEN_TAG_ROSTER {
        let value = match name {
            "Result" => game.result.as_str(),
            "Date" => game.tags.get(name).unwrap_or("????.??.??"),
            _ => game.tags.get(name).unwrap_or("?"),
        };
        write_tag(name, value, out)?;
    }
    let mut others: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, value) in game.tags.iter().filter(|(name, _)| !SEVEN_TAG_ROSTER.contains(name)) {
        others.entry(name).or_default().push(value);
    }
    // Start and ruleset are written from the game, not from its tags.
    let fen = (game.start != Setup::start()).then(|| game.start.to_string());
    override_tag(&mut others, "FEN", fen.as_deref());
    override_tag(&mut others, "SetUp", fen.as_ref().map(|_| "1"));
    let said = others.get("Variant").and_then(|values| values.last().copied());
    if semantics::ruleset_of(said, fen.is_some()) != Some(game.ruleset) {
        override_tag(&mut others, "Variant", semantics::variant(game.ruleset));
    }
    for (name, values) in others {
        for value in values {
            write_tag(name, value, out)?;
        }
    }
    Ok(())
}

fn override_tag<'a>(tags: &mut BTreeMap<&'a str, Vec<&'a str>>, name: &'a str, value: Option<&'a str>) {
    match value {
        Some(value) => {
            tags.insert(name, vec![value]);
        }
        None => {
            tags.remove(name);
        }
    }
}

fn write_tag(name: &str, value: &str, out: &mut impl fmt::Write) -> fmt::Result {
    write!(out, "[{name} \"")?;
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            out.write_char('\\')?;
        }
        out.write_char(c)?;
    }
    out.write_str("\"]\n")
}
