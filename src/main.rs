//! The program: hands its arguments to the command line, which opens the designer
//! when no subcommand is named.

use std::process::ExitCode;

fn main() -> ExitCode {
    mondrian::cli::main(std::env::args_os())
}

/// Called by the C library before `main`, and before the standard library begins. The function
/// takes nothing, and neither panics nor keeps anything.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = mondrian::cli::look_at_stdout;
