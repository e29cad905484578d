//! Settings that have no effect: a pattern that matches nothing, a name that is nobody's.
//!
//! Most are a slip of the pen, and who made it believes that points were changed or a case hidden.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::late::Called;
use super::ledger::State;
use super::report::tables::text;
use super::result::SubmissionRecord;
use super::scoring::{Credit, Rule, Scoring, is_match};
use super::settings::{FILE, Settings, Source};
use super::tables::{RUBRIC, TEAMS, Tables};
use explain::some_of;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unused {
    pub path: String,
    /// From 1.
    pub line: usize,
    /// What has no effect, and why.
    pub what: String,
}

impl fmt::Display for Unused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}", self.path, self.line, self.what)
    }
}

/// What settings can be about. Where there are no cases or no submissions, nothing is said of them: a
/// single one is no measure for the settings of a class.
#[derive(Debug, Default)]
pub struct Subjects<'a> {
    pub cases: Vec<&'a str>,
    pub called: Called<'a>,
    /// The submissions of which neither the platform nor their files say when they were handed in.
    pub untimed: Vec<(&'a str, &'a [String])>,
}

impl<'a> Subjects<'a> {
    /// Everything that a ledger knows.
    pub fn of(known: &'a State) -> Self {
        let named = |it: &'a SubmissionRecord| (it.name.as_str(), &it.people[..]);
        let class = known.class().map(named);
        Self {
            cases: known.suite.cases.iter().map(|it| it.name.as_str()).collect(),
            called: Called::of(class),
            untimed: known.class().filter(|it| it.submitted.is_none()).map(named).collect(),
        }
    }

    /// Why a name means no submission, if there are any; where it could mean several, `help` says what to do.
    fn means_not_one(&self, name: &str, help: &str) -> Option<String> {
        let meant: Vec<_> = self.called.meant(name).collect();
        match meant.as_slice() {
            [_] => None,
            [] if self.called.is_empty() => None,
            [] => Some(format!("no submission and nobody is called {name:?}")),
            several => Some(format!("{name:?} handed in {}: {help}", several.join(" and "))),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Places {
    scoring: RulePlaces,
    group: Vec<GroupPlaces>,
    excuse: Vec<ExcusePlaces>,
    late: LatePlaces,
    submission: BTreeMap<Spanned<String>, toml::Value>,
    r#override: Vec<OverridePlaces>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RulePlaces {
    state_share: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
struct GroupPlaces {
    cases: Spanned<String>,
    points: Option<f64>,
    weight: Option<f64>,
    share: Option<f64>,
    hint: Option<String>,
    visible: Option<bool>,
}

#[derive(Deserialize)]
struct ExcusePlaces {
    submissions: Spanned<String>,
    cases: Spanned<String>,
}

#[derive(Deserialize)]
struct OverridePlaces {
    submission: Spanned<String>,
    case: Option<Spanned<String>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct LatePlaces {
    days: BTreeMap<String, Spanned<u32>>,
    extensions: BTreeMap<String, Spanned<String>>,
    deadline: Option<Spanned<String>>,
}

/// The settings of all files that have no effect, in the order of their lines.
pub fn unused(scoring: &Scoring, subjects: &Subjects<'_>) -> Vec<Unused> {
    // Tables were read before.
    let tables = Tables::of(scoring).unwrap_or_default();
    let sources = scoring.settings.sources();
    let mut unused: Vec<_> = sources
        .flat_map(|source| {
            let mut unused = of_source(source, &scoring.rule, &tables, subjects);
            unused.sort_by_key(|it| it.line);
            unused
        })
        .collect();
    unused.dedup();
    if let (Some(teams), false) = (scoring.settings.tables.get(TEAMS), subjects.called.is_empty()) {
        let is_known = |name: &String| subjects.called.meant(name).next().is_some();
        let unknown = tables.teams.iter().filter(|(_, names)| !names.iter().any(is_known));
        let path = &teams.path;
        unused.extend(unknown.map(|(team, _)| Unused {
            path: path.clone(),
            line: 1,
            what: format!("nobody of team {team:?} handed anything in"),
        }));
    }
    if let (Some(rubric), false) = (scoring.settings.tables.get(RUBRIC), subjects.called.is_empty())
    {
        let names: Vec<_> = subjects.called.names().map(text).collect();
        let unknown = tables.marks.iter().filter(|(name, _)| !names.contains(name));
        unused.extend(unknown.map(|(name, (line, _))| Unused {
            path: rubric.path.clone(),
            line: *line,
            what: format!("no submission is called {name:?}"),
        }));
    }
    unused
}

/// A file in a folder above that of the cases, which is not read: who grades a part of the cases by its
/// folder leaves their settings behind, and shows what they hide.
pub fn above(settings: &Settings, cases: &Path) -> Option<Unused> {
    let folder = cases.canonicalize().ok()?;
    let read = settings.sources();
    let read: Vec<_> = read.map(|it| Path::new(&it.path).canonicalize().ok()).collect();
    let mut above = folder.ancestors().skip(1).map(|it| it.join(FILE));
    let path = above.find(|it| it.is_file())?;
    let is_read = settings.cases.is_some() || read.contains(&Some(path.clone()));
    (!is_read).then(|| Unused {
        path: path.display().to_string(),
        line: 1,
        what: "is not read, as it lies above the cases that are given; --cases with its folder and --filter \
               take a part of them"
            .to_owned(),
    })
}

fn of_source(
    source: &Source,
    rule: &Rule,
    tables: &Tables,
    subjects: &Subjects<'_>,
) -> Vec<Unused> {
    // Whatever does not parse was refused before.
    let places: Places = toml::from_str(&source.text).unwrap_or_default();
    let mut unused = Vec::new();
    let mut tell = |at: usize, what: String| {
        let before = source.text.get(..at).unwrap_or_default();
        unused.push(Unused {
            path: source.path.clone(),
            line: before.matches('\n').count() + 1,
            what,
        });
    };
    let mut matches_no = |what: &str, pattern: &Spanned<String>, names: &[&str]| {
        let (text, at) = (pattern.get_ref(), pattern.span().start);
        if !names.is_empty() && !names.iter().any(|name| is_match(text, name)) {
            tell(at, format!("no {what} is called {text:?}"));
        }
    };
    let people: Vec<_> = subjects.called.names().collect();
    for group in &places.group {
        matches_no("case", &group.cases, &subjects.cases);
    }
    for excuse in &places.excuse {
        matches_no("submission", &excuse.submissions, &people);
        matches_no("case", &excuse.cases, &subjects.cases);
    }
    for name in places.submission.keys() {
        let is_known = subjects.called.meant(name.get_ref()).any(|it| it == name.get_ref());
        if !is_known && !subjects.called.is_empty() {
            tell(name.span().start, format!("no submission is called {:?}", name.get_ref()));
        }
    }
    for group in &places.group {
        let numbers = [group.points, group.weight, group.share];
        let is_bare = numbers.iter().all(Option::is_none) && group.visible.is_none();
        if is_bare && group.hint.is_none() {
            let what =
                "this group sets neither points nor weight, share, visible or hint".to_owned();
            tell(group.cases.span().start, what);
        }
    }
    for it in &places.r#override {
        if let Some(what) = subjects.means_not_one(it.submission.get_ref(), "name one of these") {
            tell(it.submission.span().start, what);
        }
        if let Some(case) = it.case.as_ref().filter(|_| !subjects.cases.is_empty()) {
            let name = case.get_ref();
            if !subjects.cases.contains(&name.as_str()) {
                tell(case.span().start, format!("no case is called {name:?}"));
            }
        }
    }
    let days = places.late.days.iter().map(|(name, it)| (name, it.span(), "days"));
    let extensions = places.late.extensions.iter().map(|(name, it)| (name, it.span(), "extension"));
    for (name, place, what) in days.chain(extensions) {
        let help = format!("give the {what} to one of these");
        if let Some(what) = subjects.means_not_one(name, &help) {
            tell(place.start, what);
        }
    }
    let untimed = subjects.untimed.iter().filter(|it| tables.submitted(it.0, it.1).is_none());
    let untimed: Vec<_> = untimed.map(|it| it.0).collect();
    if let (Some(deadline), false) = (places.late.deadline, untimed.is_empty()) {
        const MAX_NAMED: usize = 5;
        let who = some_of(&untimed, MAX_NAMED);
        let what = format!("no time of submission is known of {who}; without one nobody is late");
        tell(deadline.span().start, what);
    }
    let usual = Rule::default().state_share;
    let share = places.scoring.state_share;
    if let Some(share) = share.filter(|it| rule.credit == Credit::All && *it.get_ref() != usual) {
        let what = "state_share says nothing where credit is \"all\"".to_owned();
        tell(share.span().start, what);
    }
    unused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_effect_is_told_with_its_line() {
        let text = "[scoring]\nstate_share = 0.3\n[[group]]\ncases = 'hiden-*'\nvisible = false\n\
            [[group]]\ncases = 'a*'\n[[excuse]]\nsubmissions = 'Jane*'\ncases = 'b'\n[late.days]\n\
            s1 = 1\nKim = 2\n'Jane Doe' = 1\n'jane doe' = 3\n";
        let (jane, kim) = (["Jane Doe".to_owned()], ["Kim".to_owned()]);
        let class = [("s1", &jane[..]), ("s2", &kim[..]), ("s3", &kim[..])];
        let cases = vec!["a1", "hidden-a"];
        let subjects = Subjects { cases, called: Called::of(class), ..Subjects::default() };
        let settings = Settings {
            cases: Some(Source { path: "cases/grade.toml".to_owned(), text: text.to_owned() }),
            ..Settings::default()
        };
        let scoring = Scoring { settings, ..Scoring::default() };
        let told: Vec<_> = unused(&scoring, &subjects).iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(told.join("\n"), @r#"
        cases/grade.toml, line 2: state_share says nothing where credit is "all"
        cases/grade.toml, line 4: no case is called "hiden-*"
        cases/grade.toml, line 7: this group sets neither points nor weight, share, visible or hint
        cases/grade.toml, line 10: no case is called "b"
        cases/grade.toml, line 13: "Kim" handed in s2 and s3: give the days to one of these
        cases/grade.toml, line 15: no submission and nobody is called "jane doe"
        "#);
        let nothing = Subjects::default();
        assert_eq!(unused(&scoring, &nothing).len(), 2);
    }
}
