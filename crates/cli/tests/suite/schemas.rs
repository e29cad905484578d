//! Every document in JSON: its schema describes what the program really prints, and nothing is printed that no schema
//! describes.

use std::path::Path;

use serde_json::Value;

use crate::program::mancala;

/// What is wrong with a value by a schema, if anything is. A field that no schema describes is wrong too.
fn fault(schema: &Value, value: &Value, place: &str) -> Option<String> {
    if *schema == Value::Bool(true) {
        return None;
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let faults: Option<Vec<_>> = choices.iter().map(|it| fault(it, value, place)).collect();
        return faults.map(|faults| faults.join(" / "));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allowed = |it: &str| it == kind || (it == "number" && kind == "integer");
    let is_allowed = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).any(allowed),
        one => one.as_str().is_some_and(allowed),
    };
    if !is_allowed {
        return Some(format!("{place}: {kind}, expected {}", schema["type"]));
    }
    let is_choice = |choices: &Vec<Value>| choices.contains(value);
    if !schema["enum"].as_array().is_none_or(is_choice) {
        return Some(format!("{place}: {value} is none of {}", schema["enum"]));
    }
    match value {
        Value::Array(items) => {
            items.iter().find_map(|it| fault(&schema["items"], it, &format!("{place}[]")))
        }
        Value::Object(fields) => {
            let required = schema["required"].as_array().into_iter().flatten();
            let mut required = required.filter_map(Value::as_str);
            if let Some(missing) = required.find(|name| !fields.contains_key(*name)) {
                return Some(format!("{place}: no {missing}"));
            }
            fields.iter().find_map(|(name, field)| {
                let place = format!("{place}.{name}");
                let described = schema["properties"].get(name);
                match described.or_else(|| schema.get("additionalProperties")) {
                    Some(schema) => fault(schema, field, &place),
                    None => Some(format!("{place}: not described")),
                }
            })
        }
        _ => None,
    }
}

fn output(folder: &Path, line: &str) -> (String, String, Option<i32>) {
    let output = mancala(folder).args(line.split(' ')).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[track_caller]
pub fn fits(folder: &Path, name: &str, text: &str) {
    let (schema, ..) = output(folder, &format!("schema {name}"));
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert!(!text.is_empty(), "{name}: nothing is printed");
    for line in text.lines() {
        let document: Value = serde_json::from_str(line).expect(line);
        let fields = document.as_object().expect(line);
        let first = fields.iter().next().map(|(name, value)| (name.as_str(), value.as_u64()));
        assert_eq!(first, Some(("format_version", Some(1))), "{line}");
        if let Some(fault) = fault(&schema, &document, name) {
            panic!("{fault}\n{line}");
        }
    }
}

/// Commands whose documents need no sandbox; the exit codes may be any.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn documents_are_as_their_schemas_say() {
    let folder = crate::grade::open_folder();
    let folder = folder.path();
    for line in include_str!("schemas/commands.txt").lines() {
        let (name, line) = line.split_once(": ").unwrap();
        let (stdout, stderr, _) = output(folder, line);
        match name {
            "" => {}
            "error" => fits(folder, name, &stderr),
            name => fits(folder, name, &stdout),
        }
    }
}

#[test]
#[ignore = "grades and explains a class, which takes long without optimization"]
fn documents_of_grading_are_as_their_schemas_say() {
    if let Some(reason) = crate::readme::why_not_grade() {
        return crate::skip::skip(reason);
    }
    let folder = crate::grade::open_folder();
    let folder = folder.path();
    crate::grade::copy(&Path::new(crate::ROOT).join("examples/submissions"), &folder.join("class"));
    for line in include_str!("schemas/grading.txt").lines() {
        let (name, line) = line.split_once(": ").unwrap();
        fits(folder, name, &output(folder, line).0);
    }
}

/// Every command that has `--format json` has a schema, which is one of its own or of another command.
#[test]
fn every_command_with_json_has_a_schema() {
    let folder = Path::new(".");
    let (names, ..) = output(folder, "schema");
    for command in output(folder, "completions fish").0.lines() {
        let (Some(at), true) =
            (command.find("__fish_mancala_using_subcommand "), command.contains(" -l format "))
        else {
            continue;
        };
        let name = command[at..].split(['"', ';', ' ']).nth(1).unwrap();
        let has_schema = names.lines().any(|it| it == name);
        assert!(has_schema || ["draw", "help"].contains(&name), "{name}");
    }
    assert!(names.lines().count() > 15, "{names}");
}

/// What the parser says to a `grade.toml`, if it refuses it.
fn refused(settings: &toml::Table) -> Option<String> {
    use grader::settings::{Settings, Source};
    let source = Source { path: "grade.toml".to_owned(), text: settings.to_string() };
    let settings = Settings { results: Some(source), ..Settings::default() };
    grader::settings::config::Config::of(&settings).err().map(|it| it.to_string())
}

/// A `grade.toml` with this table at this place of the schema.
fn settings(place: &str, list: bool, table: toml::Table) -> toml::Table {
    let value = match (place, list) {
        ("", _) => return table,
        ("language", _) => {
            toml::Value::from(toml::Table::from_iter([("python3".to_owned(), table.into())]))
        }
        ("submission", _) => {
            toml::Value::from(toml::Table::from_iter([("ann".to_owned(), table.into())]))
        }
        (_, true) => toml::Value::Array(vec![table.into()]),
        (_, false) => table.into(),
    };
    toml::Table::from_iter([(place.to_owned(), value)])
}

/// An unknown key is refused with those that the parser knows, so the parser itself says what the schema has to have.
/// Every range and every type is held against it as well.
#[test]
fn the_schema_of_grade_toml_is_what_the_parser_takes() {
    let (schema, ..) = output(Path::new("."), "schema grade.toml");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let mut tables = vec![("", false, &schema)];
    for (name, table) in schema["properties"].as_object().unwrap() {
        match (name.as_str(), table["type"].as_str().unwrap()) {
            (name @ ("language" | "submission"), _) => {
                tables.push((name, false, &table["additionalProperties"]));
            }
            (name, "array") => tables.push((name, true, &table["items"])),
            (name, "object") => tables.push((name, false, table)),
            _ => {}
        }
    }
    for (place, list, table) in tables {
        let unknown = toml::Table::from_iter([("zzz".to_owned(), 1.into())]);
        let said = refused(&settings(place, list, unknown)).unwrap();
        let (_, expected) =
            said.split_once("expected").unwrap_or_else(|| panic!("{place}: {said}"));
        let mut known: Vec<_> = expected.split('`').skip(1).step_by(2).collect();
        // Packages are those of a language.
        known.retain(|it| place != "submission" || !["packages", "wheels"].contains(it));
        known.sort_unstable();
        let described = table["properties"].as_object().unwrap();
        let mut described: Vec<_> = described.keys().map(String::as_str).collect();
        described.sort_unstable();
        assert_eq!(described, known, "[{place}]");
        for (key, leaf) in table["properties"].as_object().unwrap() {
            for (value, is_good) in values(key, leaf) {
                let mut with: toml::Table = toml::from_str(around(place)).unwrap();
                with.insert(key.clone(), value.clone());
                let said = refused(&settings(place, list, with));
                assert_eq!(said.is_none(), is_good, "[{place}] {key} = {value}: {said:?}");
            }
        }
    }
}

/// What a table needs besides what is tried.
fn around(place: &str) -> &str {
    match place {
        "group" => "cases = 'a'",
        "override" => "submission = 'a'\ncomment = 'c'\nreason = 'r'",
        "rubric" => "name = 'a'\nout_of = 1",
        "language" => "wheels = 'w'",
        _ => "",
    }
}

/// Values that a leaf of the schema takes or refuses.
fn values(key: &str, leaf: &Value) -> Vec<(toml::Value, bool)> {
    let text = match key {
        "deadline" | "visible_after" => "2026-11-23 23:59",
        "time_zone" => "Europe/Berlin",
        "line" => "a.py:1",
        _ => "text",
    };
    let wrong = (toml::Value::from(1), false);
    match leaf["type"].as_str().unwrap() {
        "string" => match leaf["enum"].as_array() {
            Some(choices) => {
                let choices = choices.iter().map(|it| (it.as_str().unwrap().into(), true));
                choices.chain([("other".into(), false), wrong]).collect()
            }
            None => vec![(text.into(), true), wrong],
        },
        "boolean" => vec![(true.into(), true), ("yes".into(), false)],
        "integer" => {
            let least = leaf["minimum"].as_i64().unwrap();
            vec![(least.into(), true), ((least - 1).into(), false), (1.5.into(), false)]
        }
        "number" => {
            let range = [&leaf["minimum"], &leaf["maximum"]].map(Value::as_f64);
            let ends = range.into_iter().flatten().map(|it| (it.into(), true));
            let beyond = [range[0].map(|it| it - 0.001), range[1].map(|it| it + 0.001)];
            let beyond = beyond.into_iter().flatten().map(|it| (it.into(), false));
            ends.chain(beyond).chain([("1".into(), false)]).collect()
        }
        _ => Vec::new(),
    }
}
