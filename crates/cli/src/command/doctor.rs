//! `mancala doctor`.

use clap::Args;

use crate::Exit;
use crate::io::print::print_line;
use grader::submission::{Language, Toolchains};
use sandbox::{Backend, BackendRequest, BackendStatus, probe_all};

/// Say what grading can rely on here: which sandboxes work, and which languages
#[derive(Debug, Args)]
pub(super) struct DoctorArguments {}

pub(super) fn run(_: &DoctorArguments) -> anyhow::Result<Exit> {
    print_line(
        "Sandboxes, the strongest first (`mancala grade --require-backend` takes these names):",
    )?;
    let mut strongest = None;
    for BackendStatus { backend, available } in probe_all(&sandbox::this_program()) {
        let strength = match available {
            Err(reason) => reason,
            Ok(()) if strongest.is_none() => {
                strongest = Some(backend);
                "works, and is used unless another is demanded".to_owned()
            }
            Ok(()) => "works".to_owned(),
        };
        print_line(format_args!("  {backend:12}  {strength}"))?;
        if let Some(gap) = gap(backend) {
            print_line(format_args!("  {:12}  {gap}", ""))?;
        }
    }
    let accounting = sandbox::accounting();
    print_line(
        "\nLimits, in every sandbox but the last (docs/sandbox.md says what each promises):",
    )?;
    print_line(format_args!("  processor     {}", accounting.cpu))?;
    print_line(format_args!("  memory        {}", accounting.memory))?;
    print_line("  disk          best effort (looked at every 20 ms or so)")?;
    print_line("\nLanguages:")?;
    let toolchains = Toolchains::default();
    for language in Language::ALL {
        print_line(format_args!(
            "  {language:12}  {}",
            state(language, &toolchains)
        ))?;
    }
    let usable = sandbox::Sandbox::new(BackendRequest::Strongest);
    Ok(match usable {
        Ok(_) => Exit::Success,
        Err(_) => Exit::Failure,
    })
}

/// What a backend cannot promise.
fn gap(backend: Backend) -> Option<&'static str> {
    match backend {
        Backend::Namespaces => None,
        Backend::Landlock => Some(
            "(it hides neither the command lines of other processes nor whether a path exists)",
        ),
        Backend::Unprotected => Some("(no walls at all: programs can do what you may do)"),
    }
}

/// The versions of a language's tools, or why they cannot be used.
fn state(language: Language, toolchains: &Toolchains) -> String {
    let usual = language.usual();
    let commands = [usual.build, usual.run].into_iter();
    let tools = commands.filter_map(|command| command.split_whitespace().next());
    let tools: Vec<_> = tools.filter(|tool| !tool.starts_with('{')).collect();
    if tools.is_empty() {
        return "needs nothing".to_owned();
    }
    let versions = tools.into_iter().map(|tool| {
        let tool = toolchains.tool(tool)?;
        Ok(format!("{} ({})", tool.version, tool.path.display()))
    });
    let versions: Result<Vec<_>, String> = versions.collect();
    versions.map_or_else(|reason| format!("no: {reason}"), |it| it.join(", "))
}
