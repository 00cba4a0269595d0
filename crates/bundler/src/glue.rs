//! Runs wasm-bindgen on a module, and shrinks the result: unused exports, long import names and comments are
//! removed.

use std::cmp::Reverse;
use std::path::Path;

use walrus::Module;
use wasm_bindgen_cli_support::Bindgen;

use crate::error::BundleError;
use crate::split;

/// Prefixes of exports of a library that passes streams to JavaScript, and of addresses for the linker. Nothing uses them, but
/// exports keep all code they reach.
const UNUSED_EXPORT_PREFIXES: [&str; 4] =
    ["intounderlying", "__wbg_intounderlying", "__data_end", "__heap_base"];

/// The same classes in the script.
const UNUSED_CLASSES: &str = "IntoUnderlying";

/// Prefix of the exports that call closures; a hash follows.
const CLOSURE_PREFIX: &str = "wasm_bindgen__convert__closures";

/// Length of the hash at the end of wasm-bindgen's import names.
const HASH_DIGITS: usize = 16;

/// A module and its JavaScript glue.
#[derive(Debug)]
pub(crate) struct BoundModule {
    pub(crate) wasm: Vec<u8>,
    pub(crate) glue: String,
}

/// Runs wasm-bindgen on a module.
pub(crate) fn bind(wasm: &Path) -> Result<BoundModule, BundleError> {
    let failed = |error| BundleError::file(wasm, format!("{error:#}"));
    // `boot.js` passes the path of the module, because its name has a hash.
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).web(true).map_err(failed)?;
    bindgen.typescript(false).remove_name_section(true).remove_producers_section(true);
    // The parts of the application are linked to the table of its functions.
    bindgen.keep_lld_exports(true);
    let mut bound = bindgen.generate_output().map_err(failed)?;
    let inline = bound.snippets().values().any(|scripts| !scripts.is_empty());
    if inline || !bound.local_modules().is_empty() || !bound.npm_dependencies().is_empty() {
        return Err(BundleError::file(
            wasm,
            "inline snippets, local modules and npm dependencies are not supported: their files would have no content hash",
        ));
    }
    let script = minify_lines(&without_unused_classes(bound.js()));
    drop_unused_exports(bound.wasm_mut());
    split::remove_custom_sections(bound.wasm_mut());
    let script = shorten_import_names(bound.wasm_mut(), script);
    let glue = shorten_closure_names(bound.wasm_mut(), script);
    Ok(BoundModule { wasm: bound.wasm_mut().emit_wasm(), glue })
}

/// Removes unused exports and all code that only they reach.
fn drop_unused_exports(module: &mut Module) {
    let is_unused = |name: &str| UNUSED_EXPORT_PREFIXES.iter().any(|beginning| name.starts_with(beginning));
    let unused: Vec<_> =
        module.exports.iter().filter(|export| is_unused(&export.name)).map(|export| export.id()).collect();
    for export in unused {
        module.exports.delete(export);
    }
    walrus::passes::gc::run(module);
}

/// Shortens import names: each contains a hash, which does not compress, in both module and script.
fn shorten_import_names(module: &mut Module, mut script: String) -> String {
    for (number, import) in module.imports.iter_mut().enumerate().filter(|(_, import)| has_hash(&import.name))
    {
        let short = format!("f{number}");
        script = script.replace(&import.name, &short);
        import.name = short;
    }
    script
}

/// Shortens the names of exports that call closures, and of the functions of the script around them, for the same reason.
fn shorten_closure_names(module: &mut Module, mut script: String) -> String {
    let hashed = module.exports.iter_mut().filter(|export| export.name.starts_with(CLOSURE_PREFIX));
    let mut exports: Vec<_> = hashed.collect();
    // A name may begin with another one.
    exports.sort_by_key(|export| Reverse(export.name.len()));
    for (number, export) in exports.into_iter().enumerate() {
        let short = format!("invoke{number}");
        script = script.replace(&export.name, &short);
        export.name = short;
    }
    script
}

fn has_hash(name: &str) -> bool {
    let hash = name.rsplit_once('_').map_or("", |(_, hash)| hash);
    hash.len() == HASH_DIGITS && hash.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Removes the unused classes and the statements about them. A class ends with its brace, a statement with a
/// semicolon.
fn without_unused_classes(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let mut lines = script.lines();
    while let Some(line) = lines.next() {
        if !line.contains(UNUSED_CLASSES) {
            kept.extend([line, "\n"]);
            continue;
        }
        let end = if line.starts_with("export class") { '}' } else { ';' };
        let (mut depth, mut last) = (brace_balance(line), line);
        while depth > 0 || !last.ends_with(end) {
            let Some(next) = lines.next() else { break };
            depth += self::brace_balance(next);
            last = next;
        }
    }
    kept
}

/// Number of opening minus closing braces.
fn brace_balance(line: &str) -> isize {
    line.bytes().map(|byte| isize::from(byte == b'{') - isize::from(byte == b'}')).sum()
}

/// Removes indentation, blank lines and comment lines. The scripts have no multi-line strings that look like
/// these.
pub(crate) fn minify_lines(script: &str) -> String {
    let is_comment = |line: &str| ["//", "/*", "*"].iter().any(|prefix| line.starts_with(prefix));
    let lines = script.lines().map(str::trim).filter(|line| !line.is_empty() && !is_comment(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indentation_and_comment_lines_are_removed() {
        let script =
            "\n/**\n * A sum.\n */\nexport function sum(a, b) {\n    // both\n    return a + b; // yes\n}\n";
        assert_eq!(minify_lines(script), "export function sum(a, b) {\nreturn a + b; // yes\n}\n");
    }

    #[test]
    fn unused_classes_are_removed() {
        let check = |unused: &str| {
            assert_eq!(
                without_unused_classes(&format!("let a;\n{unused}\nlet b;")),
                "let a;\nlet b;\n",
                "{unused}"
            )
        };
        check("export class IntoUnderlyingSink {\nfree() {\nif (c) {\n}\n}\n}");
        check(
            "if (Symbol.dispose) IntoUnderlyingSink.prototype[Symbol.dispose] = IntoUnderlyingSink.prototype.free;",
        );
        check(
            "const IntoUnderlyingSinkFinalization = (d)\n? { register: () => {}, unregister: () => {} }\n: new E(f => g(f, 1));",
        );
    }

    #[test]
    fn hashed_import_names_are_recognised() {
        let check = |name, expected| assert_eq!(has_hash(name), expected, "{name}");
        check("__wbg_focus_220a53e22147dc0f", true);
        check("__wbindgen_cast_0000000000000001", true);
        check("__wbindgen_init_externref_table", false);
        check("__wbg_focus_220a53e22147dc0", false);
    }
}
