//! The files with puzzles, which are fetched when they are needed.

use std::collections::VecDeque;

use ::puzzles::PuzzleIndex;
use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Request, RequestInit, Response};

/// The puzzles that have been fetched, and the files that have not.
#[derive(Debug, Default)]
pub(super) struct PuzzleFiles {
    pub(super) index: PuzzleIndex,
    /// Paths of the files that follow; `None` until the list is fetched.
    paths: Option<VecDeque<String>>,
    /// True if a file could not be fetched: this session does with what there is.
    has_failed: bool,
}

/// The file to fetch next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NextFile {
    List,
    Puzzles(String),
}

impl PuzzleFiles {
    /// The next file; `None` if there is none.
    pub(super) fn next(&self) -> Option<NextFile> {
        match &self.paths {
            _ if self.has_failed => None,
            None => Some(NextFile::List),
            Some(paths) => paths.front().cloned().map(NextFile::Puzzles),
        }
    }

    /// Takes a file that was fetched; `None` if that failed.
    pub(super) fn add(&mut self, file: &NextFile, text: Option<&str>) {
        match (file, text) {
            (_, None) => self.has_failed = true,
            (NextFile::List, Some(text)) => self.paths = Some(text.lines().map(str::to_owned).collect()),
            (NextFile::Puzzles(_), Some(text)) => {
                self.has_failed |= self.index.add(text).is_err();
                if let Some(paths) = &mut self.paths {
                    paths.pop_front();
                }
            }
        }
    }

    /// Tries failed files again.
    pub(super) fn retry(&mut self) {
        self.has_failed = false;
    }
}

/// Fetches a file; `None` if that fails.
pub(super) async fn fetch(file: &NextFile) -> Option<String> {
    let path = match file {
        NextFile::List => routes::PUZZLE_FILES,
        NextFile::Puzzles(path) => path,
    };
    let request = Request::new_with_str_and_init(path, &RequestInit::new()).ok()?;
    let response = JsFuture::from(window().fetch_with_request(&request)).await.ok()?;
    let response: Response = response.dyn_into().ok().filter(Response::ok)?;
    JsFuture::from(response.text().ok()?).await.ok()?.as_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_follow_in_the_order_of_the_list() {
        let mut files = PuzzleFiles::default();
        let mut check = |text: Option<&str>, next: Option<NextFile>, puzzles: usize| {
            if let Some(file) = files.next() {
                files.add(&file, text);
            }
            assert_eq!((files.next(), files.index.len()), (next, puzzles));
        };
        let file = |path: &str| Some(NextFile::Puzzles(path.to_owned()));
        check(Some("/a\n/b\n"), file("/a"), 0);
        check(Some("hanpan-puzzles 1\nx 1/1 1\ny 2/2 2\n"), file("/b"), 2);
        check(None, None, 2);
        files.retry();
        assert_eq!(files.next(), file("/b"));
        files.add(&NextFile::Puzzles("/b".to_owned()), Some("<html>"));
        assert_eq!((files.next(), files.index.len()), (None, 2));
    }
}
