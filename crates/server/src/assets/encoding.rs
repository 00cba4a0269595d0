//! Content negotiation for `Accept-Encoding` (RFC 9110, 12.5.3), lenient in these ways:
//! - names in any case, blanks around any part, empty parts;
//! - `x-gzip` means `gzip`;
//! - an invalid weight (`q=`, `q=x`, below 0) counts as 0, above 1 as 1;
//! - the first of two weights for a name counts;
//! - identity is sent even if the client refuses it, instead of 406.

/// Content encoding of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ContentEncoding {
    /// Brotli, the smallest.
    Brotli,
    /// gzip, for plain http, where browsers do not offer Brotli.
    Gzip,
    /// Uncompressed.
    Identity,
}

impl ContentEncoding {
    /// Best first.
    const ALL: [ContentEncoding; 3] =
        [ContentEncoding::Brotli, ContentEncoding::Gzip, ContentEncoding::Identity];

    /// Name in headers.
    pub(crate) fn token(self) -> &'static str {
        match self {
            ContentEncoding::Brotli => "br",
            ContentEncoding::Gzip => "gzip",
            ContentEncoding::Identity => "identity",
        }
    }
}

/// Chooses the available encoding with the highest weight; the smallest among equals.
pub(crate) fn negotiate(
    accepted: Option<&str>,
    available: impl Fn(ContentEncoding) -> bool,
) -> ContentEncoding {
    let mut best = (0, ContentEncoding::Identity);
    for encoding in ContentEncoding::ALL.into_iter().filter(|&encoding| available(encoding)) {
        let weight = weight(accepted, encoding);
        if weight > best.0 {
            best = (weight, encoding);
        }
    }
    best.1
}

/// Weight of an encoding in thousandths.
fn weight(accepted: Option<&str>, encoding: ContentEncoding) -> u16 {
    let unnamed = if encoding == ContentEncoding::Identity { 1 } else { 0 };
    let Some(accepted) = accepted else { return unnamed };
    let find = |is_meant: &dyn Fn(&str) -> bool| {
        accepted.split(',').find_map(|part| {
            let (name, parameters) = part.split_once(';').unwrap_or((part, ""));
            is_meant(name.trim()).then(|| quality(parameters))
        })
    };
    find(&|name| {
        let name = if name.eq_ignore_ascii_case("x-gzip") { "gzip" } else { name };
        name.eq_ignore_ascii_case(encoding.token())
    })
    .or_else(|| find(&|name| name == "*"))
    .unwrap_or(unnamed)
}

/// The `q` parameter; 1 if absent.
fn quality(parameters: &str) -> u16 {
    let weight = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("q").then(|| value.trim())
    });
    // A float-to-integer cast saturates and turns NaN into 0.
    weight.map_or(1000, |weight| ((weight.parse::<f32>().unwrap_or(0.0) * 1000.0) as u16).min(1000))
}

#[cfg(test)]
mod tests {
    use super::ContentEncoding::{Brotli, Gzip, Identity};
    use super::*;

    #[test]
    fn the_preferred_encoding_is_chosen() {
        let check = |accepted: &str, expected| {
            assert_eq!(negotiate(Some(accepted), |_| true), expected, "{accepted:?}");
        };
        check("gzip, deflate, br, zstd", Brotli);
        check("gzip, deflate", Gzip);
        check("X-GZIP", Gzip);
        check("BR", Brotli);
        check("br;q=0.5, gzip;q=0.8", Gzip);
        check("br;q=0.5,gzip ; Q = 0.5", Brotli);
        check("br;q=0, gzip;q=0", Identity);
        check("br;q=0, *", Gzip);
        check("*", Brotli);
        check("*;q=0", Identity);
        check("gzip;q=0.2, identity;q=0.9", Identity);
        check("identity;q=0, gzip;q=0.001", Gzip);
        check("identity;q=0", Identity);
        check("br;q=9, gzip", Brotli);
        check("br;q=, gzip;q=x, deflate", Identity);
        check("br;q=-1", Identity);
        check("br;q=NaN", Identity);
        check("", Identity);
        check(",,;,=;q", Identity);
        check("brr, xgzip", Identity);
    }

    #[test]
    fn unavailable_encodings_are_not_chosen() {
        let check = |accepted, available: &[ContentEncoding], expected| {
            assert_eq!(negotiate(accepted, |encoding| available.contains(&encoding)), expected);
        };
        check(Some("br, gzip"), &[Gzip, Identity], Gzip);
        check(Some("br, gzip"), &[Identity], Identity);
        check(None, &[Brotli, Gzip, Identity], Identity);
    }
}
