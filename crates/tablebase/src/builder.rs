//! Building the tables that a position needs, in steps.

use crate::build::Build;
use crate::{Material, Tablebase};

/// Builds a table, after those that captures and promotions lead to, some milliseconds at a time: a program without threads
/// stays responsive and can tell how far it is.
///
/// ```
/// use tablebase::{Outcome, Tablebase};
///
/// let tables = Tablebase::new();
/// let position = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1".parse()?;
/// let mut builder = tables.builder(&position).unwrap();
/// while !builder.is_ready() {
///     assert!(builder.percent() < 100);
///     builder.step(&tables);
/// }
/// assert_eq!(tables.probe(&position), Some(Outcome::Win(27)));
/// # Ok::<(), rules::FenError>(())
/// ```
#[derive(Debug)]
pub struct TableBuilder {
    material: Material,
    /// Tables that are missing, the next one last.
    missing: Vec<Material>,
    current: Option<(Material, Build)>,
    /// Entries of all tables that were missing, and of those that are complete.
    all_entries: usize,
    built_entries: usize,
}

impl TableBuilder {
    pub(crate) fn new(material: Material, tables: &Tablebase) -> TableBuilder {
        let mut missing = Vec::new();
        add_missing(material, tables, &mut missing);
        missing.reverse();
        let all_entries = missing.iter().map(|&material| Build::entries_of(material)).sum();
        TableBuilder { material, missing, current: None, all_entries, built_entries: 0 }
    }

    /// The table that is built.
    #[must_use]
    pub fn material(&self) -> Material {
        self.material
    }

    /// Returns true if all tables are complete.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.missing.is_empty() && self.current.is_none()
    }

    /// Share of the work that is done, in percent; 100 only if all is done.
    #[must_use]
    pub fn percent(&self) -> u8 {
        if self.is_ready() {
            return 100;
        }
        let current =
            self.current.as_ref().map_or(0.0, |(_, build)| build.share() * build.entry_count() as f32);
        let share = (self.built_entries as f32 + current) / self.all_entries.max(1) as f32;
        ((share * 100.0) as u8).min(99)
    }

    /// Computes for some milliseconds. `tables` are those that the builder was made for.
    pub fn step(&mut self, tables: &Tablebase) {
        let Some((material, mut build)) = self.current.take().or_else(|| {
            let material = self.missing.pop()?;
            Some((material, Build::new(material)))
        }) else {
            return;
        };
        if build.step(tables) {
            self.current = Some((material, build));
        } else {
            self.built_entries += build.entry_count();
            tables.insert(material, build.into_entries());
        }
    }
}

/// Adds a table that is not built yet, after those that it depends on.
fn add_missing(material: Material, tables: &Tablebase, missing: &mut Vec<Material>) {
    if material.is_always_drawn() || tables.has(material) || missing.contains(&material) {
        return;
    }
    for other in material.conversions() {
        add_missing(other, tables, missing);
    }
    missing.push(material);
}
