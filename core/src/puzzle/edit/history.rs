//! The undo history of the document: every state of the draft since the level was
//! opened, by name, and the one that is shown.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::puzzle::rules::Draft;

/// States that can be gone back to: the oldest are forgotten beyond this.
pub const MAX_STEPS: usize = 4096;

/// One state of the draft.
#[derive(Clone, Debug)]
pub struct Step {
    /// What made it, such as `Blue × 5`.
    pub name: String,
    draft: Arc<Draft>,
}

/// All states, one of them shown.
#[derive(Clone, Debug)]
pub struct History {
    /// From the oldest; never empty.
    steps: VecDeque<Step>,
    /// The one that is shown.
    at: usize,
}

impl History {
    /// Returns a history of one state.
    pub fn new(draft: Arc<Draft>, name: &str) -> Self {
        let first = Step { name: name.to_owned(), draft };
        Self { steps: VecDeque::from([first]), at: 0 }
    }

    /// Returns the state that is shown.
    pub fn draft(&self) -> &Arc<Draft> {
        &self.steps[self.at].draft
    }

    /// Returns all states, the oldest first.
    pub const fn steps(&self) -> &VecDeque<Step> {
        &self.steps
    }

    /// Returns the place of the state that is shown, from 0.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Says whether there is a state before the one that is shown.
    pub const fn can_undo(&self) -> bool {
        self.at > 0
    }

    /// Says whether there is one after it.
    pub fn can_redo(&self) -> bool {
        self.at + 1 < self.steps.len()
    }

    /// Adds a state after the one that is shown and shows it; those that came after
    /// are forgotten.
    pub fn push(&mut self, draft: Arc<Draft>, name: String) {
        self.steps.truncate(self.at + 1);
        if self.steps.len() == MAX_STEPS {
            self.steps.pop_front();
        }
        self.steps.push_back(Step { name, draft });
        self.at = self.steps.len() - 1;
    }

    /// Puts `draft` in the place of the state that is shown, as no step of its own.
    pub fn replace(&mut self, draft: Arc<Draft>) {
        self.steps[self.at].draft = draft;
    }

    /// Shows another state, and returns whether there is such a one.
    pub fn go_to(&mut self, at: usize) -> bool {
        let exists = at < self.steps.len();
        if exists {
            self.at = at;
        }
        exists
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Size;

    fn draft(width: u8) -> Arc<Draft> {
        Arc::new(Draft::new(Size::new(width, 1)))
    }

    #[test]
    fn what_was_taken_back_is_forgotten_by_the_next_edit() {
        let mut history = History::new(draft(1), "New");
        for width in 2..=4 {
            history.push(draft(width), width.to_string());
        }
        assert!(history.go_to(1) && history.can_redo());
        history.push(draft(9), "9".into());
        let names: Vec<_> = history.steps().iter().map(|step| step.name.as_str()).collect();
        assert_eq!(names, ["New", "2", "9"]);
        assert!(!history.can_redo() && !history.go_to(3));
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut history = History::new(draft(1), "New");
        for step in 0..MAX_STEPS {
            history.push(draft(1 + (step % 30) as u8), step.to_string());
        }
        assert_eq!(history.steps().len(), MAX_STEPS);
        assert_eq!(history.steps()[0].name, "0");
        assert_eq!(history.at(), MAX_STEPS - 1);
    }
}
