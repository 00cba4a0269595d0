//! Tokenizer for pasted move text: several moves per argument, with move numbers and a result.
//!
//! Skipped:
//! - white space, between arguments and inside them;
//! - move numbers with their dots, alone or before a move: `1.`, `1...`, `12.e4`, `3…e5`;
//! - one result as the last word: `1-0`, `0-1`, `1/2-1/2`, `1/2`, `*`.

use game::pgn::PgnResult;

/// Splits the arguments into move words.
pub(crate) fn move_tokens(arguments: &[String]) -> Vec<&str> {
    let words = arguments.iter().flat_map(|argument| argument.split_whitespace());
    let mut moves: Vec<&str> = words.map(strip_move_number).filter(|word| !word.is_empty()).collect();
    moves.pop_if(|last| PgnResult::parse(last.as_bytes()).is_some());
    moves
}

/// Removes a leading move number. Digits count as a number only with dots: `0-0` and `0000` are moves.
fn strip_move_number(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches(['.', '…']);
    let is_number = after_digits.len() < word.len() && after_dots.len() < after_digits.len();
    if is_number { after_dots } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_and_results_are_skipped() {
        let check = |arguments: &[&str], expected: &str| {
            let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
            assert_eq!(move_tokens(&arguments).join(" "), expected, "{arguments:?}");
        };
        check(&["e4", "e5"], "e4 e5");
        check(&["e4 e5", " Nf3\tNc6\n"], "e4 e5 Nf3 Nc6");
        check(&["1.e4 e5 2. Nf3 2... Nc6 3…a6 12.Bb5"], "e4 e5 Nf3 Nc6 a6 Bb5");
        check(&["1.", "e4", "1/2-1/2"], "e4");
        check(&["e4", "*"], "e4");
        check(&["1-0", "e4"], "1-0 e4");
        check(&["0-0", "0-0-0", "0000", "O-O"], "0-0 0-0-0 0000 O-O");
        check(&["", " "], "");
        check(&["...", "7"], "... 7");
    }
}
