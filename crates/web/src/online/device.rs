//! Browser and operating system of a session, from its user agent.

/// User agent tokens, the most specific first: most browsers contain the tokens of others.
const BROWSERS: [(&str, &str); 8] = [
    ("hanpan/", "Hanpan"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// Browser and system, as far as they are recognised; otherwise the user agent itself.
pub(crate) fn name(user_agent: &str) -> String {
    let find = |tokens: &[(&str, &'static str)]| {
        tokens.iter().find(|(word, _)| user_agent.contains(word)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} · {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => user_agent.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_specific_user_agent_token_names_the_browser() {
        let check = |user_agent: &str, expected: &str| assert_eq!(name(user_agent), expected, "{user_agent}");
        let chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0";
        check(&format!("Mozilla/5.0 (X11; Linux x86_64) {chrome} Safari/537.36"), "Chrome · Linux");
        check(&format!("Mozilla/5.0 (Windows NT 10.0) {chrome} Safari/537.36 Edg/156.0"), "Edge · Windows");
        check(&format!("Mozilla/5.0 (Linux; Android 15) {chrome} Mobile Safari/537.36"), "Chrome · Android");
        check("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Firefox/140.0", "Firefox · macOS");
        check(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari · iPhone",
        );
        check("hanpan/0.1.0", "Hanpan");
        check("curl/8.5.0", "curl/8.5.0");
        check("", "");
    }
}
