//! `mancala doctor`.

use clap::Args;
use serde_json::{Value, json};

use crate::Exit;
use crate::io::print_as;
use crate::options::Format;
use grader::submission::{Language, Toolchains};
use sandbox::{Backend, BackendRequest, BackendStatus, probe_all};

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
    print_as(arguments.format, || text(&backends, &languages), || json_of(&backends, &languages))?;
    let usable = sandbox::Sandbox::new(BackendRequest::Strongest);
    Ok(match usable {
        Ok(_) => Exit::Success,
        Err(_) => Exit::Failure,
    })
}

/// A language with its tools, or why it cannot be used.
type Found = (Language, Result<Vec<String>, String>);

fn text(backends: &[BackendStatus], languages: &[Found]) -> String {
    let mut lines = vec![
        "Sandboxes, the strongest first (`mancala grade --require-backend` takes these names):"
            .to_owned(),
    ];
    let strongest = backends.iter().position(|it| it.available.is_ok());
    for (place, BackendStatus { backend, available }) in backends.iter().enumerate() {
        let strength = match available {
            Err(reason) => reason,
            Ok(()) if strongest == Some(place) => "works, and is used unless another is demanded",
            Ok(()) => "works",
        };
        lines.push(format!("  {backend:12}  {strength}"));
        lines.extend(gap(*backend).map(|gap| format!("  {:12}  ({gap})", "")));
    }
    let accounting = sandbox::accounting();
    lines.push(format!(
        "\nLimits, in every sandbox but the last (docs/sandbox.md says what each promises):\n\
         \x20 processor     {}\n\
         \x20 memory        {}\n\
         \x20 disk          best effort (looked at every 20 ms or so)\n\
         \nLanguages:",
        accounting.cpu, accounting.memory
    ));
    for (language, tools) in languages {
        let state = match tools {
            Ok(tools) if tools.is_empty() => "needs nothing".to_owned(),
            Ok(tools) => tools.join(", "),
            Err(reason) => format!("no: {reason}"),
        };
        lines.push(format!("  {language:12}  {state}"));
    }
    lines.join("\n") + "\n"
}

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
