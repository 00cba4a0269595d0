//! The visitor's language: that of the cookie, which the page sets, or else the preferred one of the browser.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use texts::Language;

use super::cookie;

/// Cookie with the code of the language that was chosen in the settings.
const COOKIE_NAME: &str = "hanpan-language";

/// The language for a request.
pub(super) fn of_visitor(headers: &HeaderMap) -> Language {
    chosen(headers).or_else(|| preferred(headers)).unwrap_or_default()
}

fn chosen(headers: &HeaderMap) -> Option<Language> {
    cookie::values(headers, COOKIE_NAME).find_map(Language::from_code)
}

/// The known language with the highest weight, the first one among equals.
fn preferred(headers: &HeaderMap) -> Option<Language> {
    let lines = headers.get_all(ACCEPT_LANGUAGE).iter().filter_map(|value| value.to_str().ok());
    let mut best: Option<(f32, Language)> = None;
    for part in lines.flat_map(|line| line.split(',')) {
        let (code, parameters) = part.split_once(';').unwrap_or((part, ""));
        let weight = parameters.trim().strip_prefix("q=").map_or(1.0, |text| text.parse().unwrap_or(0.0));
        if let Some(language) = Language::from_code(code)
            && weight > best.map_or(0.0, |(weight, _)| weight)
        {
            best = Some((weight, language));
        }
    }
    best.map(|(_, language)| language)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;
    use axum::http::header::COOKIE;

    use super::*;

    #[test]
    fn the_cookie_comes_before_the_browser() {
        let check = |lines: &[(HeaderName, &str)], expected: &str| {
            let mut headers = HeaderMap::new();
            for (name, value) in lines {
                headers.append(name, value.parse().unwrap());
            }
            assert_eq!(of_visitor(&headers).code(), expected, "{lines:?}");
        };
        check(&[], "en");
        check(&[(ACCEPT_LANGUAGE, "ko")], "ko");
        check(&[(ACCEPT_LANGUAGE, "ko-KR,ko;q=0.9,en-US;q=0.8")], "ko");
        check(&[(ACCEPT_LANGUAGE, "de, en;q=0.5, ko;q=0.7")], "ko");
        check(&[(ACCEPT_LANGUAGE, "fr-CH, *;q=0.5")], "en");
        check(&[(ACCEPT_LANGUAGE, "ko;q=0, en;q=0.1")], "en");
        check(&[(ACCEPT_LANGUAGE, "ko;q=x")], "en");
        check(&[(COOKIE, "a=b; hanpan-language=ko"), (ACCEPT_LANGUAGE, "en")], "ko");
        check(&[(COOKIE, "hanpan-language=<script>"), (ACCEPT_LANGUAGE, "ko")], "ko");
    }
}
