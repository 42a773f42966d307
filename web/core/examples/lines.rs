//! The core as a program: a request a line in, an answer a line out. For the tests, which
//! compare them with those of the module and of the command line.

use std::io::{BufRead as _, Write as _};

fn main() -> std::io::Result<()> {
    let mut session = mondrian_web::Session::default();
    for request in std::io::stdin().lock().lines() {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", session.answer(&request?))?;
        out.flush()?;
    }
    Ok(())
}
