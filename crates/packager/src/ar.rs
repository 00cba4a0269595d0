//! The `ar` archive, the outer format of Debian packages.

/// Packs files with name and content, in this order. Owner and mode are those of dpkg-deb.
pub(crate) fn archive(files: &[(&str, &[u8])], epoch: u64) -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    for (name, content) in files {
        let size = content.len();
        bytes.extend(format!("{name:<16}{epoch:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, "100644").bytes());
        bytes.extend_from_slice(content);
        // Entries begin at even offsets.
        if size % 2 == 1 {
            bytes.push(b'\n');
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    #[test]
    fn entries_have_a_header_of_sixty_bytes_and_begin_at_even_offsets() {
        let bytes = super::archive(&[("debian-binary", b"2.0\n"), ("odd", b"x"), ("next", b"")], 7);
        assert_eq!(bytes.len(), 8 + 60 + 4 + 60 + 2 + 60);
        let header = "debian-binary   7           0     0     100644  4         `\n2.0\nodd ";
        assert!(bytes[8..].starts_with(header.as_bytes()));
    }
}
