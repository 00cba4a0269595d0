//! Scid's position search and tree, by its Tcl interpreter on a virtual screen.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use explorer::PositionStats;
use rules::Position;

/// Creates a database from the files: `BASE FILE...`.
const IMPORT: &str = r#"
set base [sc_base create [lindex $argv 0]]
foreach file [lrange $argv 1 end] { sc_base import $base $file }
puts "games [sc_base numGames $base]"
sc_base close $base
exit
"#;

/// Searches each position of a file, a FEN per line, and prints the microseconds and the tree: `BASE FILE`.
const LOOK_UP: &str = r#"
set base [sc_base open [lindex $argv 0]]
set file [open [lindex $argv 1]]
foreach fen [split [string trim [read $file]] "\n"] {
    sc_game new
    sc_game startBoard $fen
    set start [clock microseconds]
    sc_filter search $base tree board
    set tree [sc_tree stats $base tree 0 frequency]
    puts "microseconds [expr {[clock microseconds] - $start}]"
    puts $tree
}
exit
"#;

/// Imports the games once, and returns the database.
pub(crate) fn import(
    tkscid: &str,
    folder: &Path,
    files: &[PathBuf],
    games: u64,
) -> Result<PathBuf, Box<dyn Error>> {
    let base = folder.join(format!("scid-{games}"));
    let done = folder.join(format!("scid-{games}.done"));
    if !done.exists() {
        for extension in ["si4", "sg4", "sn4"] {
            // Left by a run that was interrupted, or never there.
            fs::remove_file(base.with_extension(extension)).ok();
        }
        let start = Instant::now();
        let mut arguments = vec![base.clone()];
        arguments.extend_from_slice(files);
        let output = run(tkscid, folder, IMPORT, &arguments)?;
        if !output.contains(&format!("games {games}")) {
            return Err(format!("Scid has not imported {games} games: {output}").into());
        }
        println!("scid                imported in {:.1} s", start.elapsed().as_secs_f64());
        fs::write(done, "")?;
    }
    let bytes: u64 = ["si4", "sg4", "sn4"]
        .iter()
        .map(|extension| Ok(fs::metadata(base.with_extension(extension))?.len()))
        .sum::<Result<_, std::io::Error>>()?;
    println!("scid                {} MB", bytes / 1_000_000);
    Ok(base)
}

/// Looks up positions, compares the counts with ours, and returns the median of the times.
pub(crate) fn look_up(
    tkscid: &str,
    base: &Path,
    positions: &[(&Position, &PositionStats)],
) -> Result<Duration, Box<dyn Error>> {
    let folder = base.parent().ok_or("a database without a folder")?;
    let list = folder.join("positions.txt");
    let fens: Vec<String> = positions.iter().map(|(position, _)| position.fen()).collect();
    fs::write(&list, fens.join("\n"))?;
    let output = run(tkscid, folder, LOOK_UP, &[base.to_owned(), list])?;
    let mut times = Vec::new();
    for (answer, (position, stats)) in output.split("microseconds ").skip(1).zip(positions) {
        let (time, tree) = answer.split_once('\n').ok_or("an answer without a tree")?;
        times.push(Duration::from_micros(time.trim().parse()?));
        let expected: BTreeMap<String, u64> = stats
            .moves
            .iter()
            .map(|known| (without_signs(&position.san(known.m).to_string()), known.counts.results.total()))
            .collect();
        assert_eq!(moves_of(tree), expected, "{}", position.fen());
    }
    assert_eq!(times.len(), positions.len(), "{output}");
    println!("counts              equal in {} positions", times.len());
    times.sort_unstable();
    Ok(times[times.len() / 2])
}

/// Moves and numbers of games, from lines such as ` 1: e4     B00      441: 44.1%   53.2%  2100`.
fn moves_of(tree: &str) -> BTreeMap<String, u64> {
    let lines = tree.lines().filter_map(|line| {
        let (number, rest) = line.split_once(": ")?;
        number.trim().parse::<u32>().ok()?;
        let mut words = rest.split_whitespace();
        let san = words.next().filter(|&san| san != "[end]")?;
        let games = words.find_map(|word| word.split_once(':')?.0.parse().ok())?;
        Some((without_signs(san), games))
    });
    lines.collect()
}

fn without_signs(san: &str) -> String {
    san.trim_end_matches(['+', '#']).to_owned()
}

fn run(tkscid: &str, folder: &Path, script: &str, arguments: &[PathBuf]) -> Result<String, Box<dyn Error>> {
    let file = folder.join("script.tcl");
    fs::write(&file, script)?;
    let output = Command::new("xvfb-run").args(["-a", tkscid]).arg(file).args(arguments).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
