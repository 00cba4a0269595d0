//! The tags of the export format: the roster in its order, then the others by name.

use std::collections::BTreeMap;
use std::fmt;

use rules::Setup;

use super::super::PgnGame;
use super::super::arbiter;
use super::super::tag::ROSTER;

pub(super) fn write(game: &PgnGame, out: &mut impl fmt::Write) -> fmt::Result {
    for name in ROSTER {
        let value = match name {
            "Result" => game.score.as_str(),
            "Date" => game.tags.get(name).unwrap_or("????.??.??"),
            _ => game.tags.get(name).unwrap_or("?"),
        };
        write_tag(name, value, out)?;
    }
    let mut others: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, value) in game.tags.iter().filter(|(name, _)| !ROSTER.contains(name)) {
        others.entry(name).or_default().push(value);
    }
    // How the game begins is told by the game itself, not by what its tags once said.
    let fen = (game.start != Setup::start()).then(|| game.start.to_string());
    correct(&mut others, "FEN", fen.as_deref());
    correct(&mut others, "SetUp", fen.as_ref().map(|_| "1"));
    let said = others.get("Variant").and_then(|values| values.last().copied());
    if arbiter::ruleset_of(said, fen.is_some()) != Some(game.ruleset) {
        correct(&mut others, "Variant", arbiter::variant(game.ruleset));
    }
    for (name, values) in others {
        for value in values {
            write_tag(name, value, out)?;
        }
    }
    Ok(())
}

fn correct<'a>(tags: &mut BTreeMap<&'a str, Vec<&'a str>>, name: &'a str, value: Option<&'a str>) {
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
