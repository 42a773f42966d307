//! Names of what can be chosen, and the way back: `"astar".parse::<Method>()`.

/// A name that is none of those that there are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} `{name}`; there are {}", .known.join(", "))]
pub struct UnknownName {
    /// What it should be the name of, such as `method`.
    pub what: &'static str,
    /// What was said.
    pub name: String,
    /// The names that there are.
    pub known: Vec<&'static str>,
}

/// Implements `Display` and `FromStr` for types with `ALL` and `name`.
macro_rules! named {
    ($($what:literal: $type:ty;)+) => {$(
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::puzzle::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.into_iter().find(|known| known.name() == name);
                found.ok_or_else(|| $crate::puzzle::UnknownName {
                    what: $what,
                    name: name.to_owned(),
                    known: Self::ALL.iter().map(|known| known.name()).collect(),
                })
            }
        }
    )+};
}

pub(crate) use named;
