//! The program `checker`.

use std::process::ExitCode;

const USAGE: &str = "checker ATLAS [NODES]: proves each entry with at most NODES positions";

fn main() -> ExitCode {
    let code = run().unwrap_or_else(|error| {
        eprintln!("error: {error}");
        2
    });
    ExitCode::from(code)
}

fn run() -> Result<u8, String> {
    let mut words = std::env::args().skip(1);
    let file = words.next().ok_or(USAGE)?;
    let nodes = words.next().unwrap_or_else(|| "100000000".to_owned());
    let nodes = nodes.parse().map_err(|_| format!("{nodes}: expected a number\n{USAGE}"))?;
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let mut counts = [0; 3];
    for entry in checker::read(&text).map_err(|error| format!("{file}: {error}"))? {
        let begin = std::time::Instant::now();
        let (place, said) = match entry.check(nodes) {
            Some(Ok(())) => (0, "proved".to_owned()),
            Some(Err(why)) => (1, format!("WRONG: {why}")),
            None => (2, "given up".to_owned()),
        };
        counts[place] += 1;
        let time = begin.elapsed().as_secs_f64();
        println!("{}, value {}: {said}, {time:.1} s", entry.board, entry.value);
    }
    println!("{} proved, {} wrong, {} given up", counts[0], counts[1], counts[2]);
    Ok(if counts[1] > 0 { 1 } else { 3 * u8::from(counts[2] > 0) })
}
