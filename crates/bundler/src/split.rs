//! Splits the application into a program that is loaded first and files that pages load when needed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use walrus::{Data, Module, ModuleConfig};
use wasm_split_cli_support::{Options, transform};

use crate::error::BundleError;

/// Path under which the program imports its loader functions; [`crate::bundle`] replaces it by one with a hash.
pub(crate) const LOADER_MODULE: &str = "./parts.js";

/// The program in parts.
#[derive(Debug)]
pub(crate) struct SplitProgram {
    /// The program that is loaded first; wasm-bindgen has not run yet.
    pub(crate) main: PathBuf,
    /// Modules without the first, by name.
    pub(crate) modules: BTreeMap<String, Vec<u8>>,
    /// Names of the modules that each part consists of.
    pub(crate) parts: BTreeMap<String, Vec<String>>,
}

/// Splits a program that was linked with `--emit-relocs`. Intermediate files are written to `folder`.
pub(crate) fn split(wasm: &Path, folder: &Path) -> Result<SplitProgram, BundleError> {
    let input = fs::read(wasm).map_err(|error| BundleError::file(wasm, error))?;
    // Modules of an earlier run would be taken for parts.
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|error| BundleError::file(folder, error))?;
    let main = folder.join("main.wasm");
    let mut options = Options::new(&input);
    (options.output_dir, options.main_out_path, options.link_name) = (folder, &main, LOADER_MODULE);
    let split = transform(options).map_err(|error| BundleError::file(wasm, format!("{error:#}")))?;
    let mut modules = BTreeMap::new();
    for path in split.split_modules {
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let bytes = fs::read(&path).map_err(|error| BundleError::file(&path, error))?;
        modules.insert(name, shrink(&bytes).map_err(|error| BundleError::file(&path, error))?);
    }
    let mut parts: BTreeMap<String, Vec<String>> = split.prefetch_map.into_iter().collect();
    for names in parts.values_mut() {
        names.retain(|name| modules.contains_key(name));
        names.sort();
    }
    Ok(SplitProgram { main, modules, parts })
}

/// Writes numbers in their shortest form: the linker reserves five bytes for each that it may change. Names and other
/// custom sections are removed, and so is what the splitter gives to every module: all function types, and segments without data.
fn shrink(wasm: &[u8]) -> Result<Vec<u8>, String> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    let mut module = config.parse(wasm).map_err(|error| format!("{error:#}"))?;
    remove_custom_sections(&mut module);
    let empty: Vec<_> = module.data.iter().filter(|data| data.value.is_empty()).map(Data::id).collect();
    for id in empty {
        for memory in module.memories.iter_mut() {
            memory.data_segments.remove(&id);
        }
        module.data.delete(id);
    }
    walrus::passes::gc::run(&mut module);
    Ok(module.emit_wasm())
}

/// Removes the custom sections, which no browser reads.
pub(crate) fn remove_custom_sections(module: &mut Module) {
    let custom: Vec<_> = module.customs.iter().map(|(id, _)| id).collect();
    for id in custom {
        module.customs.delete(id);
    }
}

#[cfg(test)]
mod tests {
    use walrus::ir::Value;
    use walrus::{ConstExpr, DataKind, FunctionBuilder, ValType};

    use super::*;

    #[test]
    fn modules_keep_only_what_they_use() {
        let mut module = Module::default();
        let unused = vec![ValType::I64, ValType::F32];
        module.types.add(&unused, &[]);
        let memory = module.memories.add_local(false, false, 1, None, None);
        for bytes in [Vec::new(), b"kept".to_vec()] {
            let offset = ConstExpr::Value(Value::I32(8));
            let data = module.data.add(DataKind::Active { memory, offset }, bytes);
            module.memories.get_mut(memory).data_segments.insert(data);
        }
        let exported = FunctionBuilder::new(&mut module.types, &[ValType::I32], &[])
            .finish(Vec::new(), &mut module.funcs);
        module.exports.add("exported", exported);
        let small = shrink(&module.emit_wasm()).unwrap();
        let small = Module::from_buffer(&small).unwrap();
        let params: Vec<_> = small.types.iter().map(|known| known.params().to_vec()).collect();
        assert!(params.contains(&vec![ValType::I32]) && !params.contains(&unused), "{params:?}");
        assert!(small.exports.get_func("exported").is_ok());
        assert_eq!(small.data.iter().map(|data| data.value.as_slice()).collect::<Vec<_>>(), [b"kept"]);
    }
}
