//! The program: hands its arguments to the command line, which opens the designer when no
//! subcommand is named.

/// An eighth less processor time than with the allocator of musl (`docs/measured.md`).
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    mondrian::cli::main(std::env::args_os())
}

/// Called by the C library before `main`, and before the standard library begins. The function
/// takes nothing, and neither panics nor keeps anything.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = mondrian::cli::look_at_stdout;
