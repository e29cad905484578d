//! What a run would do, and how long that takes by the results that there are. Nothing is built or run for it.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::Timestamp;
use serde::Serialize;

use super::prepare::planned;
use super::setup::Setup;
use crate::ledger::State;
use crate::result::CaseResult;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Plan {
    /// The submissions of which there is something to run.
    pub submissions: Vec<Planned>,
    pub reused: usize,
    pub jobs: usize,
    /// How long all of it takes on the clock; `None` where there is no earlier result to go by.
    pub seconds: Option<f64>,
    /// When it ends, if it begins now.
    pub ends: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Planned {
    pub submission: String,
    pub cases: usize,
    /// Whether this program was built before, or needed no building.
    pub is_known: bool,
    /// How long these cases take one after the other.
    pub seconds: Option<f64>,
}

/// What is to be done where all this is known. Builds are not counted: nobody records how long they take.
pub fn plan(setup: &Setup<'_>, known: &State) -> Plan {
    let times = Times::of(known);
    let (mut submissions, mut reused) = (Vec::new(), 0);
    for found in setup.submissions.found.iter().filter(|it| setup.grading.takes(&it.name)) {
        let Some((is_known, results, to_run)) = planned(setup, found, known) else { continue };
        reused += results;
        let seconds: Option<f64> =
            to_run.iter().map(|it| times.of_case(&found.name, &it.name)).sum();
        if !to_run.is_empty() {
            let (submission, cases) = (found.name.clone(), to_run.len());
            submissions.push(Planned { submission, cases, is_known, seconds });
        }
    }
    let jobs = setup.grading.jobs.max(1);
    let all: Option<f64> = submissions.iter().map(|it| it.seconds).sum();
    let seconds = all.map(|it| it / jobs as f64);
    let time = seconds.and_then(|it| Duration::try_from_secs_f64(it).ok());
    let ends = time.and_then(|it| Timestamp::now().checked_add(it).ok());
    let ends = ends.map(|it| it.strftime("%Y-%m-%d %H:%M UTC").to_string());
    Plan { submissions, reused, jobs, seconds, ends }
}

/// How long cases took, in seconds.
struct Times<'a> {
    each: BTreeMap<(&'a str, &'a str), f64>,
    /// By case, the usual time.
    usual: BTreeMap<&'a str, f64>,
    /// The usual time of all.
    all: Option<f64>,
}

impl<'a> Times<'a> {
    fn of(known: &'a State) -> Self {
        let time = |it: &'a CaseResult| {
            Some(((&*it.submission, &*it.case), it.used.wall_ms? as f64 / 1e3))
        };
        let each: BTreeMap<_, _> = known.results().filter_map(|it| time(it)).collect();
        let mut by_case: BTreeMap<_, Vec<f64>> = BTreeMap::new();
        for ((_, case), seconds) in &each {
            by_case.entry(*case).or_default().push(*seconds);
        }
        let usual = by_case.into_iter().filter_map(|(case, all)| Some((case, median(all)?)));
        Self { usual: usual.collect(), all: median(each.values().copied().collect()), each }
    }

    /// As long as before, else as long as with most programs.
    fn of_case(&self, submission: &str, case: &str) -> Option<f64> {
        self.each.get(&(submission, case)).or_else(|| self.usual.get(case)).copied().or(self.all)
    }
}

fn median(mut all: Vec<f64>) -> Option<f64> {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied()
}
