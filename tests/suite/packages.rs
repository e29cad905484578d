//! The packages for other registries have the name and the version that the workspace's manifest says.

use std::fs::read_to_string;

/// The text between quotes in the first line of `file` that begins with `key`, below the line `section`.
fn value(file: &str, section: &str, key: &str) -> String {
    let text = read_to_string(file).unwrap();
    let mut lines = text.lines().skip_while(|line| *line != section);
    let line = lines.find_map(|line| line.trim_start().strip_prefix(key)).unwrap();
    line.split('"').nth(1).unwrap().to_owned()
}

#[test]
fn packages_have_one_name_and_one_version() {
    let name = value("Cargo.toml", "[workspace.metadata.registry]", "name = ");
    let version = value("Cargo.toml", "[workspace.package]", "version = ");
    assert_eq!(value("Cargo.toml", "[package]", "name = "), name);
    assert_eq!(
        value("crates/sandbox/Cargo.toml", "[package]", "name = "),
        format!("{name}-sandbox")
    );
    assert_eq!(value("crates/python/pyproject.toml", "[project]", "name = "), name);
    assert_eq!(
        value("crates/python/pyproject.toml", "[tool.maturin]", "module-name = "),
        name.replace('-', "_")
    );
    assert_eq!(value("crates/page/npm/package.json", "{", "\"name\":"), name);
    assert_eq!(value("crates/page/npm/package.json", "{", "\"version\":"), version);
    // The wheel takes its version from its manifest, which inherits it.
    assert!(
        read_to_string("crates/python/Cargo.toml").unwrap().contains("version.workspace = true")
    );
}
