//! Numbers as people write them.

use std::time::Duration;

pub use crate::search::grouped;

/// Returns a count short enough for a narrow column: `75,819`, `12.3 M`.
pub fn short_count(number: u64) -> String {
    match number {
        0..10_000_000 => grouped(number),
        10_000_000..10_000_000_000 => format!("{:.1} M", number as f64 / 1e6),
        _ => format!("{:.1} G", number as f64 / 1e9),
    }
}

/// Returns a size of memory, three digits or so: `1.5 KiB`, `300 MiB`, `2.5 GiB`.
pub fn memory(bytes: u64) -> String {
    let kib = bytes as f64 / 1024.0;
    let scaled = [("GiB", kib / 1_048_576.0), ("MiB", kib / 1024.0)];
    let (unit, value) = scaled.into_iter().find(|&(_, value)| value >= 1.0).unwrap_or(("KiB", kib));
    if value < 10.0 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

/// Returns a time: `0.42 s`, `12.3 s`, `3:07 min`, `1:02:09 h`.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("{:.2} s", time.as_secs_f64()),
        10..60 => format!("{:.1} s", time.as_secs_f64()),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02} h", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// Returns a score: `0`, `3.41`, `12`.
pub fn score(score: f64) -> String {
    if score.fract().abs() < 1e-9 { format!("{score:.0}") } else { format!("{score:.2}") }
}

/// Returns `1 move`, `22 moves`.
pub fn moves(count: u32) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{} moves", grouped(count.into())) }
}

/// Returns `1 level`, `1,200 levels`.
pub fn levels(count: u64) -> String {
    if count == 1 { "1 level".to_owned() } else { format!("{} levels", grouped(count)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_people_do() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(75_819), "75,819");
        assert_eq!(grouped(1_000_000), "1,000,000");
        assert_eq!(short_count(61_100_000), "61.1 M");
        assert_eq!(moves(1), "1 move");
        assert_eq!(moves(7_670), "7,670 moves");
        assert_eq!((levels(1), levels(1_200)), ("1 level".into(), "1,200 levels".into()));
        for (bytes, text) in
            [(0, "0.0 KiB"), (1536, "1.5 KiB"), (300 << 20, "300 MiB"), (5 << 29, "2.5 GiB")]
        {
            assert_eq!(memory(bytes), text);
        }
        assert_eq!(time(Duration::from_millis(420)), "0.42 s");
        assert_eq!(time(Duration::from_secs(187)), "3:07 min");
        assert_eq!(time(Duration::from_secs(3_729)), "1:02:09 h");
    }
}
