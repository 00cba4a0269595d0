//! The WebAssembly made loadable: the calls between it and the browser get their JavaScript.

use std::path::Path;

use walrus::Module;
use wasm_bindgen_cli_support::Bindgen;

use crate::failure::Failure;

/// What begins with these comes from a library that lends streams to JavaScript. Nobody here wants any, but the compiler
/// keeps what can be called from outside, with all that hangs on it.
const UNUSED: [&str; 2] = ["intounderlying", "__wbg_intounderlying"];

/// A module and the script that can load it.
#[derive(Debug)]
pub(crate) struct Bound {
    pub(crate) wasm: Vec<u8>,
    pub(crate) glue: String,
}

/// Binds the module at this path.
pub(crate) fn bind(wasm: &Path) -> Result<Bound, Failure> {
    let failed = |error| Failure::file(wasm, format!("{error:#}"));
    // The glue is told by `boot.js` where the module is, because its name has a hash.
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).web(true).map_err(failed)?;
    bindgen.typescript(false).remove_name_section(true).remove_producers_section(true);
    let mut bound = bindgen.generate_output().map_err(failed)?;
    let inline = bound.snippets().values().any(|scripts| !scripts.is_empty());
    if inline || !bound.local_modules().is_empty() || !bound.npm_dependencies().is_empty() {
        return Err(Failure::file(
            wasm,
            "it brings scripts of its own, which would have no hash in their names",
        ));
    }
    drop_unused(bound.wasm_mut());
    Ok(Bound { wasm: bound.wasm_mut().emit_wasm(), glue: bare(bound.js()) })
}

/// Takes away what is unused and all that only it has used.
fn drop_unused(module: &mut Module) {
    let is_unused = |name: &str| UNUSED.iter().any(|beginning| name.starts_with(beginning));
    let unused: Vec<_> =
        module.exports.iter().filter(|export| is_unused(&export.name)).map(|export| export.id()).collect();
    for export in unused {
        module.exports.delete(export);
    }
    walrus::passes::gc::run(module);
}

/// The script without indentation, blank lines and comments that have lines of their own. It has no text in which a line
/// could look like one of these.
fn bare(script: &str) -> String {
    let is_comment = |line: &str| ["//", "/*", "*"].iter().any(|sign| line.starts_with(sign));
    let lines = script.lines().map(str::trim).filter(|line| !line.is_empty() && !is_comment(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_get_shorter_and_mean_the_same() {
        let script =
            "\n/**\n * A sum.\n */\nexport function sum(a, b) {\n    // both\n    return a + b; // yes\n}\n";
        assert_eq!(bare(script), "export function sum(a, b) {\nreturn a + b; // yes\n}\n");
    }
}
