//! `mancala grade --plan`: what would be run, and for how long.

use serde_json::json;

use super::in_words;
use crate::Exit;
use crate::io::print_as;
use crate::options::Format;
use explain::pluralize;
use grader::run::plan::{Plan, Planned};
use grader::{Grading, plan};
use mancala::visible;

pub fn run(grading: &Grading, format: Format) -> anyhow::Result<Exit> {
    let plan = plan(grading).map_err(in_words)?;
    print_as(format, || text(&plan), || json!(plan))?;
    Ok(Exit::Success)
}

fn text(plan: &Plan) -> String {
    let Plan { submissions, reused, jobs, seconds, ends } = plan;
    let mut text = String::new();
    for Planned { submission, cases, is_known, seconds } in submissions {
        let name = visible::line(submission);
        let time = seconds.map_or(String::new(), |it| format!(", {}", in_time(it)));
        let new = if *is_known { "" } else { ", new program" };
        text += &format!("{name}  {}{time}{new}\n", pluralize(*cases, "case"));
    }
    let to_run: usize = submissions.iter().map(|it| it.cases).sum();
    text +=
        &format!("{} to run, {} known\n", pluralize(to_run, "case"), pluralize(*reused, "result"));
    text + &match (seconds, ends) {
        (Some(0.0), _) => String::new(),
        (Some(seconds), Some(ends)) => {
            let jobs = pluralize(*jobs, "job");
            format!("About {} with {jobs}, without builds: until {ends}\n", in_time(*seconds))
        }
        _ => "There is no earlier result to tell how long that takes.\n".to_owned(),
    }
}

/// "1 h 5 min", "2 min 10 s" or "0.4 s".
fn in_time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..10 => format!("{seconds:.1} s"),
        10..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}
