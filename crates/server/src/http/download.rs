//! File names of downloads (`Content-Disposition`, RFC 6266).

use axum::body::Body;
use axum::http::Response;
use axum::http::header::{CONTENT_DISPOSITION, HeaderValue};
use game::pgn::PgnGame;

/// Gives a response the name under which a browser saves it.
pub(super) fn with_file_name(mut response: Response<Body>, name: &str) -> Response<Body> {
    let ascii: String = name.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect();
    let value = format!("attachment; filename=\"{ascii}\"; filename*=UTF-8''{}", percent_encoded(name));
    response.headers_mut().extend(HeaderValue::try_from(value).map(|value| (CONTENT_DISPOSITION, value)));
    response
}

/// The file of a game: `Ann-Bob-2026-11-16.pgn`.
pub(super) fn game_file_name(game: &PgnGame) -> String {
    let tag = |name| game.tags.get(name).unwrap_or("?");
    format!("{}-{}-{}.pgn", file_part(tag("White")), file_part(tag("Black")), file_part(tag("Date")))
}

/// A text with only letters, digits and dashes, which every file system accepts.
pub(super) fn file_part(text: &str) -> String {
    let replaced = text.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' });
    replaced.collect::<String>().trim_matches('-').to_owned()
}

/// A text with `%XX` for all but unreserved characters.
pub(super) fn percent_encoded(text: &str) -> String {
    let encode = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_after_the_game_in_any_alphabet() {
        let pgn = "[White \"민지\"]\n[Black \"A/../b\\\"\"]\n[Date \"2026.11.16\"]\n\n1. e4 *\n";
        let game: PgnGame = pgn.parse().unwrap();
        let name = game_file_name(&game);
        assert_eq!(name, "민지-A----b-2026-11-16.pgn");
        let response = with_file_name(Response::default(), &name);
        let header = response.headers()[CONTENT_DISPOSITION].to_str().unwrap();
        let expected = "attachment; filename=\"__-A----b-2026-11-16.pgn\"; \
            filename*=UTF-8''%EB%AF%BC%EC%A7%80-A----b-2026-11-16.pgn";
        assert_eq!(header, expected);
    }
}
