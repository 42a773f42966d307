//! Sizes in bytes as the command line takes them, `512MiB`, `4GB`, `1000000`, and numbers within limits.

/// Units, in lower case, and their bytes.
const UNITS: [(&str, u64); 10] = [
    ("", 1),
    ("b", 1),
    ("kb", 1_000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("tb", 1_000_000_000_000),
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("tib", 1 << 40),
];

/// Reads a number of at least `least`.
///
/// # Errors
/// Says what is wrong.
pub(in crate::cli) fn number_from(least: f64, text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number >= least && number.is_finite() => Ok(number),
        _ => Err(format!("expected a number of at least {least}")),
    }
}

/// Reads a number from `least` to `most`.
///
/// # Errors
/// Says what is wrong.
pub(in crate::cli) fn number_within(least: f64, most: f64, text: &str) -> Result<f64, String> {
    let number = number_from(least, text)?;
    if number > most { Err(format!("expected a number of at most {most}")) } else { Ok(number) }
}

/// Reads a number of bytes with or without a unit, in either case.
///
/// # Errors
/// Says what is wrong, for the usage error of the command line.
pub(in crate::cli) fn parse_size(text: &str) -> Result<u64, String> {
    let digits_end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits_end);
    if number.is_empty() {
        return Err("expected a whole number and a unit, such as 512MiB or 4GiB".into());
    }
    let unit = unit.trim_start().to_ascii_lowercase();
    let Some((_, bytes)) = UNITS.iter().find(|(name, _)| *name == unit) else {
        return Err(format!(
            "`{unit}` is not a unit: use KiB, MiB, GiB, TiB, kB, MB, GB, TB or none"
        ));
    };
    let size = number.parse::<u64>().ok().and_then(|number| number.checked_mul(*bytes));
    match size {
        None => Err("that is more than any machine has".into()),
        Some(0) => Err("nothing can be searched in no memory".into()),
        Some(size) => Ok(size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [
            ("512MiB", 512 << 20),
            ("4GiB", 4 << 30),
            ("4GB", 4_000_000_000),
            ("1000000", 1_000_000),
            ("7 kib", 7 << 10),
            ("2tb", 2_000_000_000_000),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_says_why() {
        let why = |text| parse_size(text).unwrap_err();
        assert!(why("").contains("whole number"));
        assert!(why("-1GiB").contains("whole number"));
        assert!(why("GiB").contains("whole number"));
        assert!(why("4XiB").contains("`xib` is not a unit"));
        assert!(why("1.5GiB").contains("not a unit"));
        assert!(why("0").contains("no memory"));
        assert!(why("99999999999GiB").contains("more than any machine"));
        assert!(why("99999999999999999999999").contains("more than any machine"));
    }
}
