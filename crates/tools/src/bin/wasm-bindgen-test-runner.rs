//! `wasm-bindgen-test-runner` as wasm-bindgen-cli has it.

#[cfg(not(target_family = "wasm"))]
fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}

#[cfg(target_family = "wasm")]
fn main() {}
