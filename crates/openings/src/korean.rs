//! Korean names.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Opening;

/// English and Korean name of a family or variation, a line each.
const NAMES: &str = include_str!("../data/korean.tsv");

static KOREAN: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| NAMES.lines().filter_map(|line| line.split_once('\t')).collect());

impl Opening {
    /// The Korean name, `시칠리안 디펜스: 나이도르프 바리에이션`; `None` if the opening's family has none. Variations without a Korean name
    /// keep the English one, as players write them.
    #[must_use]
    pub fn korean(&self) -> Option<String> {
        let (family, variations) = self.name.split_once(": ").unwrap_or((self.name, ""));
        let mut name = (*KOREAN.get(family)?).to_owned();
        let parts = variations.split(", ").filter(|part| !part.is_empty());
        for (index, part) in parts.enumerate() {
            name += if index == 0 { ": " } else { ", " };
            name += KOREAN.get(part).copied().unwrap_or(part);
        }
        Some(name)
    }
}
