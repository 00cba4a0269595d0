//! The pack: the program and the parts of a game's page in one file, for browsers that have none of them yet. Compressed
//! together they are smaller than one by one, and one response has fewer headers.

/// The joined files.
#[derive(Debug)]
pub(crate) struct Pack {
    pub(crate) bytes: Vec<u8>,
    /// Path and length of each file, in order.
    files: Vec<(String, usize)>,
}

impl Pack {
    /// Joins files, given by path and content, in the order of their first occurrence.
    pub(crate) fn of<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Pack {
        let mut pack = Pack { bytes: Vec::new(), files: Vec::new() };
        for (path, content) in files {
            if pack.files.iter().all(|(known, _)| known != path) {
                pack.bytes.extend_from_slice(content);
                pack.files.push((path.to_owned(), content.len()));
            }
        }
        pack
    }

    /// A JavaScript array of `[path, bytes]`.
    pub(crate) fn js_table(&self) -> String {
        let files = self.files.iter().map(|(path, bytes)| format!("[\"{path}\", {bytes}]"));
        format!("[{}]", files.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_two_parts_is_packed_once() {
        let files: [(&str, &[u8]); 4] = [("/a", b"123"), ("/b", b"4"), ("/a", b"123"), ("/c", b"56")];
        let pack = Pack::of(files.into_iter());
        assert_eq!(pack.bytes, b"123456");
        assert_eq!(pack.js_table(), r#"[["/a", 3], ["/b", 1], ["/c", 2]]"#);
    }
}
