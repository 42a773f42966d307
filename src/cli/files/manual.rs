//! `mondrian completions` and `mondrian man`: what packages install beside the program.
//! Both are made from the same description as `--help`, so none of them lags behind.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::common::exit::Exit;
use crate::cli::common::say::say;
use crate::puzzle::{make_folder, write_file};

#[derive(Args, Debug)]
pub(in crate::cli) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(in crate::cli) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ManArgs {
    /// The folder, which is made if it is not there
    #[arg(value_name = "FOLDER")]
    pub(in crate::cli) folder: PathBuf,
}

/// Prints the completions for one shell.
pub(in crate::cli) fn completions(
    args: &CompletionsArgs,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::cli::command(), "mondrian", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Success)
}

/// Writes a page for the program and one for each subcommand.
pub(in crate::cli) fn pages(args: &ManArgs) -> Exit {
    let folder = &args.folder;
    if folder.as_os_str() == "-" {
        say("mondrian: man -: the pages are many and need a folder");
        return Exit::Usage;
    }
    match write_pages(folder) {
        Ok(()) => Exit::Success,
        Err(error) => {
            say(format_args!("mondrian: {}: cannot be written: {error}", folder.display()));
            Exit::Internal
        }
    }
}

fn write_pages(folder: &Path) -> io::Result<()> {
    make_folder(folder)?;
    let mut command = crate::cli::command().disable_help_subcommand(true);
    // It gives the subcommands the names of their pages, such as `mondrian-solve`.
    command.build();
    write_page(folder, &command)?;
    command.get_subcommands().try_for_each(|command| write_page(folder, command))
}

fn write_page(folder: &Path, command: &clap::Command) -> io::Result<()> {
    let page = clap_mangen::Man::new(command.clone());
    let path = folder.join(page.get_filename());
    write_file(&path, |out| page.render(out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap_complete::Shell;

    #[test]
    fn every_subcommand_has_a_page() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("new");
        assert!(pages(&ManArgs { folder: folder.clone() }) == Exit::Success);
        for command in crate::cli::command().get_subcommands() {
            let page = folder.join(format!("mondrian-{}.1", command.get_name()));
            let text = std::fs::read_to_string(page).unwrap();
            assert!(text.contains(".SH"), "{}", command.get_name());
        }
        assert!(folder.join("mondrian.1").exists());
        let is_file = folder.join("mondrian.1");
        assert!(pages(&ManArgs { folder: is_file }) == Exit::Internal);
        assert!(pages(&ManArgs { folder: "-".into() }) == Exit::Usage);
    }

    #[test]
    fn completions_know_the_subcommands() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let mut out = Vec::new();
            completions(&CompletionsArgs { shell }, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.contains("self-check"), "{shell}");
        }
    }
}
