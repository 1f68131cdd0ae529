//! Prints the style sheet of the tokens: `cargo run -p groupscope-view --example tokens > web/tokens.css`.
fn main() {
    print!("{}", groupscope_view::token::css());
}
