//! The command line: one subcommand a file, and without a subcommand the designer. Reads
//! levels, steps searches, prints; all that is decided about puzzles is decided in the
//! layers below.

mod args;
mod batch;
mod bench;
mod check;
mod common;
mod compare;
mod files;
mod options;
mod schema;
mod self_check;
mod solve;
mod study;
mod verify;

use std::any::Any;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser as _;

use self::common::exit::Exit;
use self::common::goal::Goal;
use self::common::say::say;
use self::common::source::Source;
use args::{Cli, Command};
pub use common::stdout::look_at_stdout;

/// Runs the program with these arguments, its own name first, and returns its exit
/// code: `docs/cli/exit-codes.md`.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help goes to standard output, which may be full.
            let exit = error.exit_code().try_into().unwrap_or(Exit::Usage.code());
            return guarded(|| print(&error).map(|()| exit));
        }
    };
    let goal = match Goal::new(&cli) {
        Ok(goal) => Arc::new(goal),
        Err(error) => {
            say(format_args!("mondrian: {error}"));
            return Exit::Usage.into();
        }
    };
    crate::records::use_files_of_user();
    match cli.command {
        None => designer(cli.level, &goal),
        Some(command) => guarded(|| run(&command, &goal).map(Exit::code)),
    }
}

/// Prints help to standard output, a usage error to standard error.
fn print(error: &clap::Error) -> io::Result<()> {
    if !error.use_stderr() {
        common::stdout::stdout().check()?;
    }
    error.print()
}

/// Returns the description of all that may be written on the command line: for whoever
/// makes completions or manuals of it, or tries it with any words at all.
pub fn command() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}

fn run(command: &Command, goal: &Arc<Goal>) -> io::Result<Exit> {
    let out = &mut common::stdout::stdout();
    let exit = match command {
        Command::Solve(args) => solve::solve(args, goal, out),
        Command::Batch(args) => batch::batch(args, goal, out),
        Command::Check(args) => check::check(args, goal, out),
        Command::Show(args) => files::show::show(args, goal, out),
        Command::Verify(args) => verify::verify(args, goal, out),
        Command::Compare(args) => compare::compare(args, goal, out),
        Command::Bench(args) => bench::bench(args, goal, out),
        Command::Analyse(args) => study::analyse(args, goal, out),
        Command::Generate(args) => study::generate(args, out),
        Command::Evolve(args) => study::evolve(args, goal, out),
        Command::Explain(args) => study::explain(args, goal, out),
        Command::Graph(args) => study::graph(args, goal),
        Command::Share(args) => files::share::share(args, goal, out),
        Command::Export(args) => files::export::export(args, goal),
        Command::Import(args) => files::import::import(args, goal, out),
        Command::Levels => files::levels::levels(out),
        Command::Schema => schema::schema(out),
        Command::Completions(args) => files::manual::completions(args, out),
        Command::Man(args) => Ok(files::manual::pages(args)),
        Command::SelfCheck(args) => self_check::self_check(args, out),
    }?;
    out.flush()?;
    if exit < Exit::Usage && goal.is_unused(command) {
        say(format_args!("mondrian: {}", common::source::SourceError::UnusedGoal));
        return Ok(Exit::Usage);
    }
    Ok(exit)
}

/// Runs `command` so that neither a closed pipe nor a fault of our own ends in a
/// backtrace.
fn guarded(command: impl FnOnce() -> io::Result<u8>) -> ExitCode {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|place| format!(" ({place})")).unwrap_or_default();
        let message = panic_message(info.payload());
        say(format_args!("mondrian: internal error: {message}{place}"));
    }));
    // What a panic leaves half done is not looked at again.
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(command));
    match result {
        Ok(Ok(exit)) => exit.into(),
        Ok(Err(error)) => {
            // A reader that has seen enough (`mondrian levels | head -1`) need not be told.
            if error.kind() != io::ErrorKind::BrokenPipe {
                say(format_args!("mondrian: cannot write the output: {error}"));
            }
            Exit::Internal.into()
        }
        Err(_) => Exit::Internal.into(),
    }
}

fn panic_message(payload: &dyn Any) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic")
}

#[cfg(feature = "app")]
fn designer(level: Option<Source>, goal: &Goal) -> ExitCode {
    use crate::app::{self, FileCommand};
    let first = match level {
        None => None,
        Some(Source::File(path)) if !goal.is_said() => Some(FileCommand::OpenPath(path)),
        Some(Source::Builtin(name)) if !goal.is_said() => {
            let Some(index) = crate::puzzle::builtin::find_index(&name) else {
                // Said here: who misspells a name looks at the terminal.
                let source = Source::Builtin(name);
                say(source.blame(common::source::SourceError::NoBuiltin));
                return Exit::Usage.into();
            };
            Some(FileCommand::OpenBuiltin(index))
        }
        // A text, or `--goal`, which the reader must know.
        Some(source) => match source.read(goal) {
            Ok(loaded) => Some(FileCommand::OpenShared(Box::new(loaded))),
            Err(error) => {
                say(source.blame(error));
                return Exit::Usage.into();
            }
        },
    };
    // It says by itself what went wrong; the code is that of any fault of our own.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| app::run(first)))
        .unwrap_or(Exit::Internal.into())
}

#[cfg(not(feature = "app"))]
fn designer(_level: Option<Source>, _goal: &Goal) -> ExitCode {
    say("mondrian: this build has no designer: it was made without the feature `app`\n\
         The command line is there: see `mondrian --help`.");
    Exit::Usage.into()
}
