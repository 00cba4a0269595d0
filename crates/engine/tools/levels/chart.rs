//! The chart of `docs/levels.md`: move losses of each level and the share of hanging pieces.

use std::fmt::Write as _;
use std::fs;

use super::move_quality::{LOSS_CLASSES, MoveQuality};
use crate::arguments::Arguments;

/// From small to large losses.
const COLOURS: [&str; LOSS_CLASSES.len() + 1] = [
    "#2f7d5b", "#57a06d", "#8dbf7c", "#c9d68a", "#f0e08c", "#f3c46a", "#eda152", "#dd7a45", "#c34f3d",
    "#8f2f3a",
];

const WIDTH: f64 = 920.0;
const BAR_HEIGHT: f64 = 30.0;
const LEFT: f64 = 110.0;
const TOP: f64 = 70.0;
const BAR_WIDTH: f64 = 560.0;

/// Reads the counts and draws the chart.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let data = arguments.need("data")?;
    let out = arguments.need("out")?;
    let text = fs::read_to_string(data).map_err(|error| format!("{data}: {error}"))?;
    let rows =
        text.lines().map(parse_row).collect::<Option<Vec<_>>>().ok_or(format!("{data} is not understood"))?;
    fs::write(out, draw(&rows)).map_err(|error| format!("{out}: {error}"))
}

fn parse_row(line: &str) -> Option<(String, MoveQuality)> {
    let mut words = line.split(' ');
    let name = words.next()?.to_owned();
    let mut quality = MoveQuality {
        total: words.next()?.parse().ok()?,
        hanging: words.next()?.parse().ok()?,
        ..MoveQuality::default()
    };
    for count in &mut quality.losses {
        *count = words.next()?.parse().ok()?;
    }
    (quality.moves() > 0).then_some((name, quality))
}

fn draw(rows: &[(String, MoveQuality)]) -> String {
    let height = TOP + BAR_HEIGHT * rows.len() as f64 + 50.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"#333\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"15\">Centipawn loss per move by level</text>\n"
    );
    let mut x = LEFT;
    for (class, colour) in COLOURS.iter().enumerate() {
        let label = match LOSS_CLASSES.get(class) {
            Some(end) => format!("&lt; {end}"),
            None => "more".to_owned(),
        };
        add_line(
            &mut svg,
            format!("<rect x=\"{x}\" y=\"36\" width=\"12\" height=\"12\" fill=\"{colour}\"/>"),
        );
        add_line(&mut svg, format!("<text x=\"{}\" y=\"46\" font-size=\"11\">{label}</text>", x + 15.0));
        x += 58.0;
    }
    let right = LEFT + BAR_WIDTH + 20.0;
    add_line(&mut svg, format!("<text x=\"{right}\" y=\"62\" font-size=\"11\">mean</text>"));
    add_line(
        &mut svg,
        format!("<text x=\"{}\" y=\"62\" font-size=\"11\">hanging piece</text>", right + 50.0),
    );
    for (place, (name, quality)) in rows.iter().enumerate() {
        let y = TOP + BAR_HEIGHT * place as f64;
        let moves = f64::from(quality.moves());
        add_line(
            &mut svg,
            format!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>", LEFT - 8.0, y + 16.0),
        );
        let mut x = LEFT;
        for (count, colour) in quality.losses.iter().zip(COLOURS) {
            let width = BAR_WIDTH * f64::from(*count) / moves;
            let bar = format!("y=\"{y}\" width=\"{width:.1}\" height=\"22\" fill=\"{colour}\"");
            add_line(&mut svg, format!("<rect x=\"{x:.1}\" {bar}/>"));
            x += width;
        }
        let mean = quality.total as f64 / moves;
        let share = 100.0 * f64::from(quality.hanging) / moves;
        add_line(&mut svg, format!("<text x=\"{right}\" y=\"{}\">{mean:.0}</text>", y + 16.0));
        let (at, wide) = (right + 50.0, share * 12.0);
        add_line(
            &mut svg,
            format!("<rect x=\"{at}\" y=\"{y}\" width=\"{wide:.1}\" height=\"22\" fill=\"#c34f3d\"/>"),
        );
        add_line(
            &mut svg,
            format!("<text x=\"{:.1}\" y=\"{}\">{share:.1} %</text>", at + wide + 5.0, y + 16.0),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn add_line(svg: &mut String, line: String) {
    // Writing to a string cannot fail.
    writeln!(svg, "{line}").ok();
}
