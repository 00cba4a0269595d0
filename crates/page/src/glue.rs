//! The WebAssembly made loadable: the calls between it and the browser get their JavaScript.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::failure::Failure;

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
    Ok(Bound { wasm: bound.wasm_mut().emit_wasm(), glue: bound.js().to_owned() })
}
