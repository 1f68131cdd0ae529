//! `bind IN.wasm OUT_DIR`: writes the JavaScript module that loads a compiled Rust program, and the program fit for it.
#[cfg(not(target_family = "wasm"))]
use std::env;

#[cfg(not(target_family = "wasm"))]
fn main() -> anyhow::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.as_slice() {
        [version] if version == "--version" => println!("bind {}", env!("CARGO_PKG_VERSION")),
        [input, out_dir] => wasm_bindgen_cli_support::Bindgen::new()
            .input_path(input)
            .web(true)?
            .typescript(false)
            .omit_default_module_path(true)
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate(out_dir)?,
        _ => anyhow::bail!("usage: bind IN.wasm OUT_DIR"),
    }
    Ok(())
}

#[cfg(target_family = "wasm")]
fn main() {}
