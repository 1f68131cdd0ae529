//! `wasm-bind IN.wasm OUT_DIR`: writes the JavaScript module that loads a compiled Rust program, and the program fit for it.
use std::env;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.as_slice() {
        [version] if version == "--version" => println!("wasm-bind {}", env!("CARGO_PKG_VERSION")),
        [input, out_dir] => wasm_bindgen_cli_support::Bindgen::new()
            .input_path(input)
            .web(true)?
            .typescript(false)
            .omit_default_module_path(true)
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate(out_dir)?,
        _ => anyhow::bail!("usage: wasm-bind IN.wasm OUT_DIR"),
    }
    Ok(())
}
