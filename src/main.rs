//! Mondrian.
fn main() -> std::process::ExitCode {
    mondrian::app::run(std::env::args_os().nth(1).map(Into::into))
}
