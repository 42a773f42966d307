//! From the words of the command line to the options of a search.

use super::args::{LimitArgs, SearchArgs};
use crate::search::{Limits, Options, allowance};

/// Returns the options of a search that is asked for.
///
/// # Errors
/// Names an option that the method does not use: it would be ignored silently.
pub(super) fn of_search(args: &SearchArgs) -> Result<Options, String> {
    let method = args.method.unwrap_or_default();
    let given = [
        ("weight", args.weight.is_some()),
        ("move_penalty", args.move_penalty.is_some()),
        ("look_ahead", args.look_ahead.is_some()),
        ("heuristic", args.heuristic.is_some()),
        ("tie_break", args.tie_break.is_some()),
    ];
    if let Some((option, _)) = given.iter().find(|&&(option, is)| is && !method.uses(option)) {
        return Err(format!("the method {method} takes no --{}", option.replace('_', "-")));
    }
    let default = with_limits(&args.limits);
    Ok(Options {
        aim: args.aim.unwrap_or_default(),
        method,
        heuristic: args.heuristic,
        weight: args.weight.unwrap_or(default.weight),
        move_penalty: args.move_penalty.unwrap_or(default.move_penalty),
        look_ahead: args.look_ahead.unwrap_or(default.look_ahead),
        tie_break: args.tie_break.unwrap_or(default.tie_break),
        limits: Limits { max_moves: args.max_moves, ..default.limits },
        ..default
    })
}

/// Returns the default options with these limits and threads. Only what is not said is looked up in
/// the system: `batch` says all for each of a million lines.
pub(super) fn with_limits(args: &LimitArgs) -> Options {
    Options {
        limits: Limits {
            time: args.time,
            memory_bytes: args.memory.or_else(|| Limits::default().memory_bytes),
            states: args.states,
            max_moves: None,
        },
        threads: args.threads.map_or_else(allowance::threads, usize::from),
        ..Options::sequential()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::super::args::{Cli, Command};
    use super::*;
    use crate::search::{Aim, Heuristic, Method, TieBreak};

    fn options(words: &str) -> Result<Options, String> {
        let words = ["mondrian", "solve", "x"].into_iter().chain(words.split_whitespace());
        match Cli::try_parse_from(words).unwrap().command {
            Some(Command::Solve(args)) => of_search(&args.search),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_word_reaches_the_search() {
        let words = "--aim any --method weighted-astar --heuristic manhattan --weight 1.5 \
                     --tie-break oldest --time 2m --memory 3MiB --states 7 --threads 2 --max-moves 30";
        let limits = Limits {
            time: Some(std::time::Duration::from_secs(120)),
            memory_bytes: Some(3 << 20),
            states: Some(7),
            max_moves: Some(30),
        };
        let expected = Options {
            aim: Aim::Any,
            method: Method::WeightedAstar,
            heuristic: Some(Heuristic::Manhattan),
            weight: 1.5,
            tie_break: TieBreak::Oldest,
            limits,
            threads: 2,
            ..Options::default()
        };
        assert_eq!(options(words), Ok(expected));
        let penalty = options("--method mondrian --move-penalty 0").unwrap().move_penalty;
        assert_eq!(penalty.to_bits(), 0.0_f64.to_bits());
        assert_eq!(options("--method mondrian --look-ahead 2").unwrap().look_ahead, 2);
    }

    #[test]
    fn what_would_be_ignored_is_refused() {
        let why = |words| options(words).unwrap_err();
        assert_eq!(why("--weight 2"), "the method engine takes no --weight");
        assert_eq!(
            why("--method astar --move-penalty 1"),
            "the method astar takes no --move-penalty"
        );
        assert_eq!(why("--method astar --look-ahead 1"), "the method astar takes no --look-ahead");
        assert_eq!(why("--tie-break newest"), "the method engine takes no --tie-break");
        let words = "--method breadth-first --heuristic misplaced";
        assert_eq!(why(words), "the method breadth-first takes no --heuristic");
    }
}
