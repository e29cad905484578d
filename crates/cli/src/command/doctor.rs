//! `mancala doctor`.

use clap::Args;
use serde_json::{Value, json};

use crate::io::{Exit, print_laid_out};
use crate::options::Format;
use grader::submission::language::Language;
use grader::submission::toolchain::Toolchains;
use sandbox::{Backend, BackendStatus, Sandbox, probe_all};

const TEMPLATE: (&str, &str) = ("doctor.txt", include_str!("../../templates/doctor.txt"));

/// Check which sandboxes and languages work on this machine
#[derive(Debug, Args)]
pub struct DoctorArguments {
    /// How the findings are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &DoctorArguments) -> anyhow::Result<Exit> {
    let backends = probe_all(&sandbox::this_program());
    let toolchains = Toolchains::default();
    let languages = Language::ALL.map(|language| (language, tools(language, &toolchains)));
    let document = json_of(&backends, &languages);
    print_laid_out(arguments.format, TEMPLATE, &document)?;
    Ok(if Sandbox::new(None).is_ok() { Exit::Success } else { Exit::Failure })
}

/// A language with its tools, or why it cannot be used.
type Found = (Language, Result<Vec<String>, String>);

fn json_of(backends: &[BackendStatus], languages: &[Found]) -> Value {
    let backends = backends.iter().map(|BackendStatus { backend, available }| {
        json!({
            "name": backend.to_string(),
            "works": available.is_ok(),
            "why_not": available.as_ref().err(),
            "gap": gap(*backend),
        })
    });
    let languages = languages.iter().map(|(language, tools)| {
        json!({
            "name": language.to_string(),
            "works": tools.is_ok(),
            "why_not": tools.as_ref().err(),
            "tools": tools.as_deref().unwrap_or_default(),
        })
    });
    let accounting = sandbox::accounting();
    json!({
        "sandboxes": backends.collect::<Vec<_>>(),
        "limits": {
            "processor": accounting.cpu.to_string(),
            "memory": accounting.memory.to_string(),
        },
        "languages": languages.collect::<Vec<_>>(),
    })
}

/// What a backend cannot promise.
fn gap(backend: Backend) -> Option<&'static str> {
    match backend {
        Backend::Namespaces => None,
        Backend::Landlock => {
            Some("programs can still see other processes' command lines and whether a path exists")
        }
        Backend::Unprotected => Some("no sandbox: programs run with your own permissions"),
    }
}

/// A language's tools with their versions, or why they cannot be used.
fn tools(language: Language, toolchains: &Toolchains) -> Result<Vec<String>, String> {
    let usual = language.usual();
    let commands = [usual.build, usual.run].into_iter();
    let tools = commands.filter_map(|command| command.split_whitespace().next());
    let tools = tools.filter(|tool| !tool.starts_with('{')).map(|tool| {
        let tool = toolchains.tool(tool)?;
        Ok(format!("{} ({})", tool.version, tool.path.display()))
    });
    tools.collect()
}
