//! Settings that have no effect: a pattern that matches nothing, a name that is nobody's.
//!
//! Most are a slip of the pen, and who made it believes that points were changed or a case hidden.

use std::fmt;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::config::Tables;
use super::late::Called;
use super::scoring::{Credit, Rule, Scoring, is_match};
use super::{FILE, RUBRIC, Settings, Source, TEAMS};
use crate::ledger::State;
use crate::result::SubmissionRecord;
use crate::sheet::text;
use explain::some_of;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unused {
    pub path: String,
    /// From 1.
    pub line: usize,
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
        let untimed = known.class().filter(|it| it.submitted.is_none() && it.late_days == 0);
        Self {
            cases: known.suite.cases.iter().map(|it| it.name.as_str()).collect(),
            called: Called::of(class),
            untimed: untimed.map(named).collect(),
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

/// The settings of all files that have no effect, in the order of their lines.
pub fn unused(scoring: &Scoring, subjects: &Subjects<'_>) -> Vec<Unused> {
    // Tables were read before.
    let tables = Tables::of(scoring).unwrap_or_default();
    let mut unused = Vec::new();
    for source in scoring.settings.sources() {
        // Whatever does not parse was refused before.
        let Ok(root) = DeTable::parse(&source.text) else { continue };
        let root = DeValue::Table(root.into_inner());
        let mut found = of_cases(&root, scoring, subjects);
        found.extend(of_people(&root, subjects));
        found.extend(of_times(&root, &tables, subjects));
        let before = unused.len();
        unused.extend(found.into_iter().map(|(at, what)| Unused {
            path: source.path.clone(),
            line: source.line(at),
            what,
        }));
        unused[before..].sort_by_key(|it| it.line);
    }
    unused.dedup();
    if subjects.called.is_empty() {
        return unused;
    }
    let mut tell = |table: &str, line: usize, what: String| {
        let path = scoring.settings.tables.get(table).map_or("", |it| &it.path).to_owned();
        unused.push(Unused { path, line, what });
    };
    let is_known = |name: &String| subjects.called.meant(name).next().is_some();
    for (team, _) in tables.teams.iter().filter(|(_, names)| !names.iter().any(is_known)) {
        tell(TEAMS, 1, format!("nobody of team {team:?} handed anything in"));
    }
    let names: Vec<_> = subjects.called.names().map(text).collect();
    for (name, (line, _)) in tables.marks.iter().filter(|(name, _)| !names.contains(name)) {
        tell(RUBRIC, *line, format!("no submission is called {name:?}"));
    }
    unused
}

/// A file in a folder above that of the cases, which is not read: who grades a part of the cases by its
/// folder leaves their settings behind, and shows what they hide.
pub fn above(settings: &Settings, cases: &Path) -> Option<Unused> {
    let folder = cases.canonicalize().ok()?;
    let mut above = folder.ancestors().skip(1).map(|it| it.join(FILE));
    let path = above.find(|it| it.is_file())?;
    let is_it = |it: &Source| Path::new(&it.path).canonicalize().is_ok_and(|it| it == path);
    let is_read = settings.cases.is_some() || settings.sources().any(is_it);
    (!is_read).then(|| Unused {
        path: path.display().to_string(),
        line: 1,
        what: "is not read, as it lies above the cases that are given; --cases with its folder and --filter \
               take a part of them"
            .to_owned(),
    })
}

/// What has no effect, and where in the text it stands.
type Found = Vec<(usize, String)>;

/// The entries of a list of tables, such as `[[group]]`.
fn entries<'t>(
    root: &'t DeValue<'t>,
    list: &str,
) -> impl Iterator<Item = &'t Spanned<DeValue<'t>>> {
    root.get(list).and_then(|it| it.get_ref().as_array()).into_iter().flatten()
}

fn texts<'t>(
    root: &'t DeValue<'t>,
    list: &str,
    key: &'static str,
) -> impl Iterator<Item = (&'t str, usize)> {
    let found = entries(root, list).filter_map(move |it| it.get_ref().get(key));
    found.filter_map(|it| Some((it.get_ref().as_str()?, it.span().start)))
}

fn keys(table: Option<&Spanned<DeValue<'_>>>) -> Vec<(String, usize)> {
    let table = table.and_then(|it| it.get_ref().as_table()).into_iter().flatten();
    table.map(|(key, _)| (key.get_ref().to_string(), key.span().start)).collect()
}

fn of_cases(root: &DeValue<'_>, scoring: &Scoring, subjects: &Subjects<'_>) -> Found {
    let mut found = Found::new();
    let patterns = texts(root, "group", "cases");
    let patterns = patterns.map(|it| (it, subjects.cases.iter().any(|case| is_match(it.0, case))));
    let names = texts(root, "override", "case").map(|it| (it, subjects.cases.contains(&it.0)));
    let unmet = patterns.chain(names).filter(|it| !it.1 && !subjects.cases.is_empty());
    found.extend(unmet.map(|((name, at), _)| (at, format!("no case is called {name:?}"))));
    for group in entries(root, "group").filter_map(|it| it.get_ref().as_table()) {
        if let (1, Some(cases)) = (group.len(), group.get("cases")) {
            let what = "this group sets nothing: expected points, weight, share, visible, visible_after or hint";
            found.push((cases.span().start, what.to_owned()));
        }
    }
    for group in entries(root, "group").filter_map(|it| it.get_ref().as_table()) {
        let pattern = group.get("cases").and_then(|it| it.get_ref().as_str()).unwrap_or_default();
        let is_shown = |case: &&&str| !scoring.worth(case).is_hidden;
        let cases: Vec<_> = subjects.cases.iter().filter(|it| is_match(pattern, it)).collect();
        if let Some(hint) = group.get("hint").filter(|_| !group.contains_key("visible_after"))
            && !cases.is_empty()
            && cases.iter().all(is_shown)
        {
            let what = "hint says nothing here, since none of these cases is hidden";
            found.push((hint.span().start, what.to_owned()));
        }
    }
    let Scoring { rule, late, .. } = scoring;
    let is_usual = rule.state_share == Rule::default().state_share;
    let is_on_time = late.deadline.is_none() && late.extensions.is_empty();
    let settings = [
        (
            "scoring",
            "state_share",
            !is_usual && rule.credit == Credit::All,
            "where credit is \"all\"",
        ),
        ("late", "grace_minutes", late.grace_minutes > 0 && is_on_time, "without a deadline"),
    ];
    for (table, key, _, so) in settings.iter().filter(|it| it.2) {
        let value = root.get(table).and_then(|it| it.get_ref().get(key));
        found.extend(value.map(|it| (it.span().start, format!("{key} says nothing {so}"))));
    }
    found
}

fn of_people(root: &DeValue<'_>, subjects: &Subjects<'_>) -> Found {
    let mut found = Found::new();
    let mut one = |name: &str, at, help: &str| {
        found.extend(subjects.means_not_one(name, help).map(|what| (at, what)));
    };
    for (name, at) in texts(root, "override", "submission") {
        one(name, at, "name one of these");
    }
    for (name, at) in keys(root.get("late").and_then(|it| it.get_ref().get("extensions"))) {
        one(&name, at, "give the extension to one of these");
    }
    for (name, at) in keys(root.get("submission")) {
        if !subjects.called.is_empty() && !subjects.called.meant(&name).any(|it| it == name) {
            found.push((at, format!("no submission is called {name:?}")));
        }
    }
    found
}

/// Neither a deadline nor who was last says anything of those whose time is not known.
fn of_times(root: &DeValue<'_>, tables: &Tables, subjects: &Subjects<'_>) -> Found {
    const MAX_NAMED: usize = 5;
    let get = |table, key| root.get(table)?.get_ref().get(key);
    let latest = get("scoring", "several").filter(|it| it.get_ref().as_str() == Some("latest"));
    let untimed = subjects.untimed.iter().filter(|it| tables.time_of(it.0, it.1).is_none());
    let untimed: Vec<_> = untimed.map(|it| it.0).collect();
    if untimed.is_empty() {
        return Found::new();
    }
    let who = some_of(&untimed, MAX_NAMED);
    let settings = [
        (get("late", "deadline"), "are not late"),
        (latest.filter(|_| !tables.teams.is_empty()), "come first in their teams"),
    ];
    let told = |(value, what): (Option<&Spanned<DeValue<'_>>>, _)| {
        let what = format!("no time of submission is known for {who}, so they {what}");
        Some((value?.span().start, what))
    };
    settings.into_iter().filter_map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Source;
    use crate::settings::late::Late;

    #[test]
    fn what_has_no_effect_is_told_with_its_line() {
        let text = "[scoring]\nstate_share = 0.3\n[[group]]\ncases = 'hiden-*'\nvisible = false\n\
            [late]\ngrace_minutes = 5\n[[group]]\ncases = 'a*'\nhint = 'cuts'\n\
            [[group]]\ncases = 'a*'\n[[override]]\ncase = 'b'\n[late.extensions]\n\
            s1 = ''\nKim = ''\n'Jane Doe' = ''\n'jane doe' = ''\n";
        let (jane, kim) = (["Jane Doe".to_owned()], ["Kim".to_owned()]);
        let class = [("s1", &jane[..]), ("s2", &kim[..]), ("s3", &kim[..])];
        let cases = vec!["a1", "hidden-a"];
        let subjects = Subjects { cases, called: Called::of(class), ..Subjects::default() };
        let settings = Settings {
            cases: Some(Source { path: "cases/grade.toml".to_owned(), text: text.to_owned() }),
            ..Settings::default()
        };
        let rule = Rule { state_share: 0.3, ..Rule::default() };
        let late = Box::new(Late { grace_minutes: 5, ..Late::default() });
        let scoring = Scoring { settings, rule, late, ..Scoring::default() };
        let told: Vec<_> = unused(&scoring, &subjects).iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(told.join("\n"), @r#"
        cases/grade.toml, line 2: state_share says nothing where credit is "all"
        cases/grade.toml, line 4: no case is called "hiden-*"
        cases/grade.toml, line 7: grace_minutes says nothing without a deadline
        cases/grade.toml, line 10: hint says nothing here, since none of these cases is hidden
        cases/grade.toml, line 12: this group sets nothing: expected points, weight, share, visible, visible_after or hint
        cases/grade.toml, line 14: no case is called "b"
        cases/grade.toml, line 17: "Kim" handed in s2 and s3: give the extension to one of these
        cases/grade.toml, line 19: no submission and nobody is called "jane doe"
        "#);
        let nothing = Subjects::default();
        assert_eq!(unused(&scoring, &nothing).len(), 3);
    }

    /// A submission of no known time lost against every other of its team, without a word.
    #[test]
    fn who_was_last_is_not_known_without_times() {
        let source =
            |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
        let mut settings = Settings {
            cases: Some(source("grade.toml", "[scoring]\nseveral = 'latest'\n")),
            ..Settings::default()
        };
        let subjects = Subjects { untimed: vec![("s1", &[])], ..Subjects::default() };
        let told = |settings: &Settings| {
            let scoring = Scoring { settings: settings.clone(), ..Scoring::default() };
            unused(&scoring, &subjects).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(told(&settings).len(), 0);
        settings.tables.insert(TEAMS.to_owned(), source(TEAMS, "name,team\ns1,T1\n"));
        let told = told(&settings).join("\n");
        assert!(
            told.contains(
                "line 2: no time of submission is known for s1, so they come first in their teams"
            ),
            "{told}"
        );
    }
}
