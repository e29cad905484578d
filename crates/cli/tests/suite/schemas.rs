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
