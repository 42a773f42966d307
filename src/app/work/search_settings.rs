//! What the user has chosen in the solver panel, as it stands in the fields, and
//! the options that follow from it. The panel writes it through
//! [`SettingsCommand`]; the solver reads it when a search starts.

use std::time::Duration;

use bevy::prelude::*;

use crate::app::kit::frame::FrameSystems;
use crate::app::settings::{Settings, SettingsSystems, SolverChoices};
use crate::search::allowance::threads;
use crate::search::{Aim, Heuristic, Limits, MAX_LOOK_AHEAD, Method, Options, TieBreak};

/// A field of the panel that holds a number.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Field {
    /// The most moves of the solutions looked for.
    #[default]
    MaxMoves,
    /// The time limit in seconds.
    Time,
    /// The memory limit in GiB.
    Memory,
    /// What each move adds to the score, for the method `mondrian`.
    MovePenalty,
    /// The weight of the heuristic, for `weighted-astar`.
    Weight,
    /// Moves of the look ahead, for the method `mondrian`.
    LookAhead,
}

impl Field {
    /// All, in the order of the panel.
    pub const ALL: [Self; 6] = [
        Self::MaxMoves,
        Self::Time,
        Self::Memory,
        Self::MovePenalty,
        Self::Weight,
        Self::LookAhead,
    ];

    /// Returns the words before the field, its unit included.
    pub const fn label(self) -> &'static str {
        match self {
            Self::MovePenalty => "Move",
            Self::Weight => "Weight",
            Self::MaxMoves => "Max moves",
            Self::Time => "Time, s",
            Self::Memory => "Memory, GiB",
            Self::LookAhead => "Look ahead",
        }
    }

    /// Returns what the field is for, in a sentence for somebody who has never searched.
    pub const fn explained(self) -> &'static str {
        match self {
            Self::MaxMoves => {
                "Looks only for solutions of at most so many moves; empty for any number"
            }
            Self::Time => {
                "Stops after so many seconds with what is known by then; empty for no limit"
            }
            Self::Memory => "Stops before it holds more memory than this; empty for no limit",
            Self::MovePenalty => {
                "What each move made adds to the score of a position: the more, the shorter the solutions and the longer the search"
            }
            Self::Weight => {
                "How much more the moves still to come count than those made: the more, the sooner a solution and the longer it is"
            }
            Self::LookAhead => {
                "Tries so many more moves from each position before judging it: fewer positions, each of which takes longer"
            }
        }
    }

    /// Says whether the field matters to `method`.
    pub const fn applies_to(self, method: Method) -> bool {
        match self {
            Self::MovePenalty | Self::LookAhead => matches!(method, Method::Mondrian),
            Self::Weight => matches!(method, Method::WeightedAstar),
            Self::MaxMoves | Self::Time | Self::Memory => true,
        }
    }
}

/// A request to change the settings.
#[derive(Message, Clone, Debug)]
pub enum SettingsCommand {
    /// Chooses when to stop.
    Aim(Aim),
    /// Chooses how to proceed; the heuristic becomes that of the method.
    Method(Method),
    /// Chooses how to estimate.
    Heuristic(Heuristic),
    /// Chooses which of equally good positions comes first.
    TieBreak(TieBreak),
    /// The text of a field has changed.
    Field(Field, String),
}

/// What stands in the panel.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct SolverSettings {
    /// When to stop.
    pub aim: Aim,
    /// How to proceed.
    pub method: Method,
    /// How to estimate; `None` for what the method brings.
    pub heuristic: Option<Heuristic>,
    /// Which of equally good positions comes first, for the methods that use it.
    pub tie_break: TieBreak,
    fields: [String; Field::ALL.len()],
}

impl Default for SolverSettings {
    fn default() -> Self {
        let options = Options::default();
        Self {
            aim: options.aim,
            method: options.method,
            heuristic: options.heuristic,
            tie_break: options.tie_break,
            // Without a memory limit a hard level would take the machine down.
            fields: [
                String::new(),
                String::new(),
                "2".to_owned(),
                options.move_penalty.to_string(),
                options.weight.to_string(),
                options.look_ahead.to_string(),
            ],
        }
    }
}

impl SolverSettings {
    /// Returns the text of a field.
    pub fn text(&self, field: Field) -> &str {
        &self.fields[field as usize]
    }

    /// Returns what is to be remembered.
    pub fn choices(&self) -> SolverChoices {
        SolverChoices {
            aim: self.aim.name().to_owned(),
            method: self.method.name().to_owned(),
            heuristic: self.heuristic.map(|heuristic| heuristic.name().to_owned()),
            tie_break: Some(self.tie_break.name().to_owned()),
            fields: self.fields.to_vec(),
        }
    }

    /// Takes what was remembered. A name that is not known, of another version of
    /// the program, leaves that choice as it is.
    pub fn restore(&mut self, choices: &SolverChoices) {
        self.aim = choices.aim.parse().unwrap_or(self.aim);
        if let Ok(method) = choices.method.parse() {
            self.method = method;
            self.heuristic = choices.heuristic.as_deref().and_then(|name| name.parse().ok());
        }
        let tie_break = choices.tie_break.as_deref().and_then(|name| name.parse().ok());
        self.tie_break = tie_break.unwrap_or(self.tie_break);
        for (field, text) in self.fields.iter_mut().zip(&choices.fields) {
            field.clone_from(text);
        }
    }

    /// Does what was asked for.
    pub fn apply(&mut self, command: &SettingsCommand) {
        match command {
            SettingsCommand::Aim(aim) => self.aim = *aim,
            SettingsCommand::Method(method) => {
                self.method = *method;
                self.heuristic = None;
            }
            SettingsCommand::Heuristic(heuristic) => self.heuristic = Some(*heuristic),
            SettingsCommand::TieBreak(tie_break) => self.tie_break = *tie_break,
            SettingsCommand::Field(field, text) => {
                text.trim().clone_into(&mut self.fields[*field as usize]);
            }
        }
    }

    /// Returns the options for a search.
    ///
    /// # Errors
    /// Says which field holds what it cannot, for the user.
    pub fn options(&self) -> Result<Options, String> {
        Ok(Options { threads: threads(), ..self.on_one_thread()? })
    }

    /// Says which field holds what it cannot. In each frame that is asked, and how many processors
    /// there are is not: the system is slow to say it.
    pub fn fault(&self) -> Option<String> {
        self.on_one_thread().err()
    }

    fn on_one_thread(&self) -> Result<Options, String> {
        let max_moves = self.number(Field::MaxMoves, 1.0)?;
        let seconds = self.number(Field::Time, 0.0)?;
        let gibibytes = self.number(Field::Memory, 0.01)?;
        let look_ahead = self.number(Field::LookAhead, 0.0)?.unwrap_or(0.0) as u32;
        if look_ahead > MAX_LOOK_AHEAD {
            return Err(format!("{}: at most {MAX_LOOK_AHEAD}", Field::LookAhead.label()));
        }
        let defaults = Options::sequential();
        Ok(Options {
            look_ahead,
            aim: self.aim,
            method: self.method,
            heuristic: self.heuristic,
            move_penalty: self.number(Field::MovePenalty, 0.0)?.unwrap_or(defaults.move_penalty),
            weight: self.number(Field::Weight, 1.0)?.unwrap_or(defaults.weight),
            tie_break: self.tie_break,
            limits: Limits {
                time: seconds.map(Duration::from_secs_f64),
                memory_bytes: gibibytes.map(|number| (number * (1_u64 << 30) as f64) as u64),
                states: None,
                max_moves: max_moves.map(|number| number as u32),
            },
            threads: defaults.threads,
        })
    }

    /// Returns the options for a search beside the panel: a field that holds what it
    /// cannot must not be in the way, nor take the memory limit along.
    pub fn options_or_default(&self) -> Options {
        self.options().or_else(|_| Self::default().options()).unwrap_or_default()
    }

    /// Returns the number in a field, at least `least`; `None` when it is empty or
    /// does not matter to the method.
    fn number(&self, field: Field, least: f64) -> Result<Option<f64>, String> {
        /// Larger numbers mean nothing for any field, and would overflow.
        const MOST: f64 = 1e6;
        let text = self.text(field);
        if text.is_empty() || !field.applies_to(self.method) {
            return Ok(None);
        }
        // Half of the world writes a comma.
        match text.replace(',', ".").parse::<f64>() {
            Ok(number) if !number.is_finite() => {
                Err(format!("{}: '{text}' is not a number", field.label()))
            }
            Ok(number) if (least..=MOST).contains(&number) => Ok(Some(number)),
            Ok(number) if number < least => {
                Err(format!("{}: {text} is less than {least}", field.label()))
            }
            Ok(_) => Err(format!("{}: {text} is too large", field.label())),
            Err(_) => Err(format!("{}: '{text}' is not a number", field.label())),
        }
    }
}

fn restore(settings: Res<Settings>, mut solver: ResMut<SolverSettings>) {
    if let Some(choices) = &settings.solver {
        solver.restore(choices);
    }
}

fn remember(solver: Res<SolverSettings>, mut settings: ResMut<Settings>) {
    let choices = Some(solver.choices());
    if settings.solver != choices {
        settings.solver = choices;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SolverSettings>()
        .add_systems(PreStartup, restore.after(SettingsSystems::Read))
        .add_systems(
            Update,
            remember.run_if(resource_changed::<SolverSettings>).in_set(FrameSystems::Views),
        );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(field: Field, text: &str) -> SolverSettings {
        let mut settings = SolverSettings::default();
        settings.apply(&SettingsCommand::Method(Method::Mondrian));
        settings.apply(&SettingsCommand::Field(field, text.into()));
        settings
    }

    #[test]
    fn fields_become_options() {
        assert_eq!(with(Field::MaxMoves, "22").options().unwrap().limits.max_moves, Some(22));
        assert_eq!(with(Field::MaxMoves, " ").options().unwrap().limits.max_moves, None);
        let half = Some(Duration::from_millis(500));
        assert_eq!(with(Field::Time, "0,5").options().unwrap().limits.time, half);
        assert_eq!(with(Field::Memory, "2").options().unwrap().limits.memory_bytes, Some(2 << 30));
        assert_eq!(with(Field::LookAhead, "3").options().unwrap().look_ahead, 3);
        assert_eq!(with(Field::LookAhead, "9").options(), Err("Look ahead: at most 8".into()));
        assert_eq!(with(Field::MovePenalty, "0.3").options().unwrap().move_penalty, 0.3);
        let mut settings = SolverSettings::default();
        assert_eq!(settings.options().unwrap().tie_break, TieBreak::LowH);
        settings.apply(&SettingsCommand::TieBreak(TieBreak::Newest));
        assert_eq!(settings.options().unwrap().tie_break, TieBreak::Newest);
    }

    #[test]
    fn what_was_remembered_comes_back() {
        let mut settings = with(Field::Time, "10");
        settings.apply(&SettingsCommand::Heuristic(Heuristic::Manhattan));
        settings.apply(&SettingsCommand::Aim(Aim::Improve));
        settings.apply(&SettingsCommand::TieBreak(TieBreak::Oldest));
        let mut restored = SolverSettings::default();
        restored.restore(&settings.choices());
        assert_eq!(restored, settings);
        let unknown = SolverChoices { method: "oracle".into(), ..SolverChoices::default() };
        restored.restore(&unknown);
        assert_eq!(restored, settings);
    }

    #[test]
    fn what_is_no_number_is_named() {
        assert_eq!(
            with(Field::Time, "soon").options(),
            Err("Time, s: 'soon' is not a number".into())
        );
        assert_eq!(with(Field::MaxMoves, "0").options(), Err("Max moves: 0 is less than 1".into()));
        assert!(with(Field::Time, "inf").options().is_err());
        assert!(with(Field::Memory, "NaN").options().is_err());
    }

    #[test]
    fn a_field_that_does_not_apply_is_not_looked_at() {
        let mut settings = with(Field::MovePenalty, "x");
        assert!(settings.options().is_err());
        settings.apply(&SettingsCommand::Method(Method::Astar));
        assert!(settings.options().is_ok());
    }
}
