//! The program: hands its arguments to the command line, which opens the designer
//! when no subcommand is named.

use std::process::ExitCode;

fn main() -> ExitCode {
    mondrian::cli::main(std::env::args_os())
}
