//! The board on the home screen: the unfinished game, or the final position of a famous one.

use client::View;
use rules::{Board, Setup, Square};

use crate::piece;

/// The Opera Game (Morphy against the Duke of Brunswick and Count Isouard, Paris 1858), final position.
const OPERA_GAME: &str = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17";

/// SVG content in which a square is 100 units wide. It consists of numbers and our own class names only, so
/// it needs no escaping.
pub(super) fn preview_svg(view: View<'_>) -> String {
    if let Some(game) = view.unfinished_game().map(client::LocalGame::game) {
        let last = game.last_move().map_or(Vec::new(), |m| vec![(m.from(), "last"), (m.to(), "last")]);
        return board_svg(game.board(), &last);
    }
    let marks = [(Square::D1, "last"), (Square::D8, "last"), (Square::E8, "mate")];
    OPERA_GAME.parse().map_or(String::new(), |setup: Setup| board_svg(&setup.board, &marks))
}

fn board_svg(board: &Board, marks: &[(Square, &str)]) -> String {
    let mut drawing = String::from("<path class=\"light\" d=\"M0 0h800v800H0z\"/><path class=\"dark\" d=\"");
    for square in Square::ALL.into_iter().filter(|square| !square.is_light()) {
        let (x, y) = corner(square);
        drawing += &format!("M{x} {y}h100v100h-100z");
    }
    drawing += "\"/>";
    for &(square, class) in marks {
        let (x, y) = corner(square);
        drawing += &format!("<path class=\"{class}\" d=\"M{x} {y}h100v100h-100z\"/>");
    }
    for (square, piece) in board.iter() {
        let (x, y) = corner(square);
        let (class, href) = (piece::color_class(piece.color), piece::href(piece.role));
        drawing += &format!(
            "<use class=\"{class}\" href=\"{href}\" x=\"{}\" y=\"{}\" width=\"94\" height=\"94\"/>",
            x + 3,
            y + 3
        );
    }
    drawing
}

/// The top left corner of a square, White at the bottom.
fn corner(square: Square) -> (u32, u32) {
    (square.file() as u32 * 100, (7 - square.rank() as u32) * 100)
}

#[cfg(test)]
mod tests {
    use client::{Event, State, update};
    use game::Timestamp;

    use super::*;

    #[test]
    fn preview_shows_the_unfinished_game_or_the_opera_game() {
        let mut state = State::default();
        let check = |state: &State, pieces: usize, mark: &str| {
            let drawing = preview_svg(state.view(Timestamp(0)));
            assert_eq!(drawing.matches("<use").count(), pieces);
            assert!(drawing.contains(mark), "{drawing}");
        };
        check(&state, 20, "class=\"mate\" d=\"M400 0h");
        update(&mut state, Event::StartGame { seed: 0 }, Timestamp(0));
        for square in [Square::E2, Square::E4] {
            update(&mut state, Event::Click(square), Timestamp(0));
        }
        check(&state, 32, "class=\"last\" d=\"M400 400h");
    }
}
