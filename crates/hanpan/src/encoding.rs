//! Text encodings of PGN files: converts to UTF-8 while reading.
//!
//! Lines that are UTF-8 stay as they are. The others are read in the encoding of `--encoding`, or in one that is
//! guessed from the first of them: the game crate alone would read them as Latin-1. A file that begins with the byte
//! order mark of UTF-16 is UTF-16.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use encoding_rs::{
    Decoder, EUC_KR, Encoding, GBK, KOI8_R, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251, WINDOWS_1252,
};

/// The option `--encoding`.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct EncodingArgs {
    /// Encoding of text that is not UTF-8, such as cp949, windows-1251 or latin1 [default: detected]
    #[arg(long, value_name = "NAME", value_parser = parse)]
    pub(crate) encoding: Option<&'static Encoding>,
}

/// Input as UTF-8.
pub(crate) struct Utf8Reader<R> {
    inner: R,
    chosen: Option<&'static Encoding>,
    used: UsedEncoding,
    /// Bytes that are read but not converted.
    raw: Vec<u8>,
    /// Converted bytes, delivered up to `delivered`.
    ready: Vec<u8>,
    delivered: usize,
    at_end: bool,
    /// Decoder of a file that begins with the byte order mark of UTF-16.
    utf16: Option<Decoder>,
    /// True once the beginning was searched for a byte order mark.
    has_begun: bool,
}

/// The encoding that was used for a line that is not UTF-8; `None` if there was none.
#[derive(Clone, Default)]
pub(crate) struct UsedEncoding(Rc<Cell<Option<&'static Encoding>>>);

impl UsedEncoding {
    /// A sentence that says which encoding was used; `None` for UTF-8.
    pub(crate) fn note(&self) -> Option<String> {
        let encoding = self.0.get()?;
        let name = encoding.name();
        // A byte order mark leaves no choice.
        let advice = if encoding.is_ascii_compatible() { "; --encoding names another" } else { "" };
        Some(format!("not UTF-8: read as {name}{advice}"))
    }
}

/// Bytes read at a time, and the sample for detection.
const CHUNK: usize = 256 * 1024;

/// Lines longer than this are converted in parts.
const MAX_LINE_BYTES: usize = 4 * CHUNK;

impl<R: Read> Utf8Reader<R> {
    pub(crate) fn new(inner: R, EncodingArgs { encoding }: EncodingArgs) -> Utf8Reader<R> {
        Utf8Reader {
            inner,
            chosen: encoding,
            used: UsedEncoding::default(),
            raw: Vec::new(),
            ready: Vec::new(),
            delivered: 0,
            at_end: false,
            utf16: None,
            has_begun: false,
        }
    }

    /// The encoding used so far; the handle stays valid while reading.
    pub(crate) fn used(&self) -> UsedEncoding {
        self.used.clone()
    }

    /// Reads more raw bytes.
    fn fill(&mut self) -> io::Result<()> {
        let before = self.raw.len();
        self.raw.resize(before + CHUNK, 0);
        let count = self.inner.read(&mut self.raw[before..]);
        self.raw.truncate(before + *count.as_ref().unwrap_or(&0));
        self.at_end = count? == 0;
        Ok(())
    }

    /// Chooses UTF-16 if the text begins with its byte order mark.
    fn begin(&mut self) {
        self.has_begun = true;
        let encoding = match self.raw.as_slice() {
            [0xFF, 0xFE, ..] => UTF_16LE,
            [0xFE, 0xFF, ..] => UTF_16BE,
            _ => return,
        };
        self.used.0.set(Some(encoding));
        self.utf16 = Some(encoding.new_decoder_with_bom_removal());
    }

    /// Converts the raw bytes, whole lines at a time unless they are UTF-16.
    fn convert(&mut self) {
        if !self.has_begun && (self.raw.len() >= 2 || self.at_end) {
            self.begin();
        }
        match &mut self.utf16 {
            Some(decoder) => {
                let mut text = String::new();
                text.reserve(decoder.max_utf8_buffer_length(self.raw.len()).unwrap_or(0));
                let (_, read, _) = decoder.decode_to_string(&self.raw, &mut text, self.at_end);
                self.raw.drain(..read);
                self.delivered = 0;
                self.ready = text.into_bytes();
            }
            None => self.convert_lines(),
        }
    }

    fn convert_lines(&mut self) {
        let end = match self.raw.iter().rposition(|&byte| byte == b'\n') {
            _ if self.at_end || self.raw.len() >= MAX_LINE_BYTES => self.raw.len(),
            Some(end) => end + 1,
            None => return,
        };
        // The two buffers change places: some allocators return memory of this size to the system each time.
        let mut block = std::mem::replace(&mut self.raw, std::mem::take(&mut self.ready));
        self.raw.clear();
        self.raw.extend_from_slice(&block[end..]);
        block.truncate(end);
        self.delivered = 0;
        if self.chosen.is_none() && str::from_utf8(&block).is_ok() {
            self.ready = block;
            return;
        }
        for line in block.split_inclusive(|&byte| byte == b'\n') {
            if line.is_ascii() || self.chosen.is_none() && str::from_utf8(line).is_ok() {
                self.ready.extend_from_slice(line);
                continue;
            }
            let encoding = self.chosen.or(self.used.0.get()).unwrap_or_else(|| detect(&block));
            if encoding != UTF_8 {
                self.used.0.set(Some(encoding));
            }
            let (text, _) = encoding.decode_without_bom_handling(line);
            self.ready.extend_from_slice(text.as_bytes());
        }
    }
}

impl<R: Read> Read for Utf8Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.delivered == self.ready.len() {
            if self.at_end && self.raw.is_empty() {
                return Ok(0);
            }
            self.fill()?;
            self.convert();
        }
        let count = buffer.len().min(self.ready.len() - self.delivered);
        buffer[..count].copy_from_slice(&self.ready[self.delivered..self.delivered + count]);
        self.delivered += count;
        Ok(count)
    }
}

/// An encoding by name; those whose letters are not ASCII-compatible are refused.
fn parse(name: &str) -> Result<&'static Encoding, String> {
    let is_korean = ["cp949", "uhc", "ms949"].iter().any(|korean| name.eq_ignore_ascii_case(korean));
    let found = if is_korean { Some(EUC_KR) } else { Encoding::for_label(name.as_bytes()) };
    found.filter(|encoding| encoding.is_ascii_compatible()).ok_or_else(|| {
        "expected an encoding such as cp949, windows-1251, gbk, shift_jis or latin1".to_owned()
    })
}

/// The likely encoding of text that is not UTF-8.
///
/// In western languages a letter with an accent stands between ASCII letters; in the others letters or pairs of
/// bytes follow each other. Cyrillic letters are above 0xC0, with capitals at the beginning of names; Korean
/// syllables are pairs that begin with 0xB0 to 0xC8.
fn detect(text: &[u8]) -> &'static Encoding {
    let lines = text.split(|&byte| byte == b'\n').filter(|line| str::from_utf8(line).is_err());
    let (mut high, mut alone, mut letters, mut capitals_first, mut small_first) = (0, 0, 0, 0, 0);
    let (mut pairs, mut hangul, mut hanzi, mut kana) = (0, 0, 0, 0);
    for run in lines.flat_map(|line| line.split(u8::is_ascii)).filter(|run| !run.is_empty()) {
        high += run.len();
        alone += usize::from(run.len() == 1);
        letters += run.iter().filter(|&&byte| byte >= 0xC0 || byte == 0xA8 || byte == 0xB8).count();
        if let [first, second, ..] = run {
            capitals_first += usize::from(*first < 0xE0 && *second >= 0xE0);
            small_first += usize::from(*first >= 0xE0 && *second < 0xE0);
        }
        for pair in run.chunks(2) {
            pairs += 1;
            hangul += usize::from(matches!(pair, [0xB0..=0xC8, 0xA1..=0xFE]));
            hanzi += usize::from(matches!(pair, [0xB0..=0xF7, 0xA1..=0xFE]));
            kana += usize::from(matches!(pair, [0x82 | 0x83, ..]));
        }
    }
    let most = |count: usize, of: usize| count * 5 >= of * 4;
    let is_cyrillic = letters * 50 >= high * 49;
    if kana * 4 >= pairs {
        SHIFT_JIS
    } else if alone * 2 > high {
        WINDOWS_1252
    } else if is_cyrillic && capitals_first >= small_first {
        WINDOWS_1251
    } else if is_cyrillic {
        KOI8_R
    } else if most(hangul, pairs) {
        EUC_KR
    } else if most(hanzi, pairs) {
        GBK
    } else {
        WINDOWS_1252
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], encoding: Option<&'static Encoding>) -> (String, Option<String>) {
        let mut reader = Utf8Reader::new(bytes, EncodingArgs { encoding });
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        (text, reader.used().note())
    }

    #[test]
    fn encodings_are_detected() {
        for (encoding, text) in [
            (EUC_KR, "[White \"박정환\"]\n[Black \"이세돌\"]\n\n1. e4 {좋은 수입니다} *\n"),
            (
                WINDOWS_1251,
                "[White \"Карпов, Анатолий\"]\n[Black \"Каспаров, Гарри\"]\n\n1. e4 {хороший ход} *\n",
            ),
            (KOI8_R, "[White \"Карпов, Анатолий\"]\n[Black \"Каспаров, Гарри\"]\n\n1. e4 *\n"),
            (GBK, "[White \"侯逸凡\"]\n[Black \"丁立人\"]\n\n1. e4 {中国国际象棋} *\n"),
            (SHIFT_JIS, "[White \"はぶ よしはる\"]\n[Black \"チェス\"]\n\n1. e4 *\n"),
            (WINDOWS_1252, "[White \"Müller, André\"]\n[Black \"Ståhlberg, Gideon\"]\n\n1. e4 *\n"),
        ] {
            let (bytes, _, _) = encoding.encode(text);
            let (read, note) = read(&bytes, None);
            assert_eq!(read, text);
            let note = note.unwrap();
            assert!(note.contains(encoding.name()), "{note}");
        }
    }

    #[test]
    fn utf8_lines_stay_as_they_are() {
        assert_eq!(
            read("[White \"박정환\"]\n*".as_bytes(), None),
            ("[White \"박정환\"]\n*".to_owned(), None)
        );
        let mut mixed = "[White \"박정환\"]\n".as_bytes().to_vec();
        mixed.extend(b"[Black \"M\xFCller\"]\n*");
        let (text, note) = read(&mixed, None);
        assert_eq!(text, "[White \"박정환\"]\n[Black \"Müller\"]\n*");
        assert!(note.is_some());
    }

    #[test]
    fn utf16_with_a_byte_order_mark_is_decoded() {
        let text = "[White \"박정환\"]\n[Black \"Müller 😀\"]\n\n1. e4 *\n".repeat(20_000);
        let little = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes);
        let big = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_be_bytes);
        for (bytes, name) in [(little.collect::<Vec<u8>>(), "UTF-16LE"), (big.collect(), "UTF-16BE")] {
            let (read, note) = read(&bytes, None);
            assert_eq!(read, text);
            assert_eq!(note.unwrap(), format!("not UTF-8: read as {name}"));
        }
        assert_eq!(read(b"\xFF\xFEe\x004\x00*", None).0, "e4\u{FFFD}");
        assert_eq!(read(b"\xFF\xFE", None).0, "");
        assert_eq!(read(b"\xFF", None).0, "ÿ");
    }

    #[test]
    fn a_named_encoding_is_used() {
        let (text, _) = read(b"[White \"\xC1\"]\n", Some(parse("iso-8859-2").unwrap()));
        assert_eq!(text, "[White \"Á\"]\n");
        assert_eq!(parse("CP949"), Ok(EUC_KR));
        assert!(parse("utf-16").is_err() && parse("klingon").is_err());
    }

    #[test]
    fn lines_across_chunks_are_converted_whole() {
        let line = "가".repeat(1001) + "\n";
        let (bytes, _, _) = EUC_KR.encode(&line);
        let (text, _) = read(&bytes.repeat(400), None);
        assert_eq!(text, line.repeat(400));
    }
}
