//! The commands that build and run a program, from their templates.
//!
//! A template is a command line as a shell would split it, with places such as `{program}`; it is
//! filled after it is split, so that no name of a file can add a word.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::language::{Commands, Language};
use super::recognise::Recognised;
use super::toolchain::{Packages, Tool, Toolchains};
use super::unpack::{EXECUTABLE, mode_of};
use mancala::homework::INPUT;
use sandbox::tree::Tree;
use sandbox::{FileLocks, Job, Limits, Outcome};

/// A command line whose tool is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub(crate) template: String,
    /// Whether it is the language's own. What others need of the system is not known.
    is_usual: bool,
    /// `None` if the program itself is what is run.
    tool: Option<Tool>,
    words: Vec<String>,
}

/// A program with its commands, ready to be built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    pub folder: PathBuf,
    pub recognised: Recognised,
    pub(crate) build: Option<Command>,
    /// Builds to try if that fails.
    pub(crate) older: Vec<Command>,
    pub(crate) run: Command,
    /// What it is given besides what the homework says.
    pub repair: Option<Repair>,
    pub packages: Option<Packages>,
}

/// What makes a program answer that does not keep to the homework's command line and files; beside another command
/// line, if that is all, nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Repair {
    /// The input lies under this name too.
    pub input_as: Option<String>,
    /// What it writes is taken by its looks, whatever its name.
    pub outputs_by_look: bool,
}

impl Program {
    /// The program in `folder`, with its usual commands or those of `grade.toml`.
    ///
    /// # Errors
    /// A tool that is not installed, or a template that cannot be split: the grader's fault.
    pub fn new(
        folder: &Path,
        recognised: Recognised,
        commands: &Commands,
        toolchains: &Toolchains,
    ) -> Result<Self, String> {
        let usual = recognised.language.usual();
        let build = commands.build.as_deref().unwrap_or(usual.build);
        let run = commands.run.as_deref().unwrap_or(usual.run);
        let build = Some(build.trim()).filter(|it| !it.is_empty());
        let build = build.map(|it| Command::new(it, usual.build, toolchains)).transpose()?;
        let is_usual = build.as_ref().is_some_and(|it| it.is_usual);
        let older = if is_usual { recognised.language.older_builds() } else { &[] };
        let older = older.iter().map(|it| Command::new(it, it, toolchains));
        Ok(Self {
            folder: folder.to_owned(),
            older: older.collect::<Result<_, _>>()?,
            recognised,
            build,
            run: Command::new(run, usual.run, toolchains)?,
            repair: None,
            packages: None,
        })
    }

    /// What installs its packages, by the interpreter that runs it, in their folder.
    pub fn install_job(&self, packages: &Packages) -> Option<Job> {
        const PIP: &str = "-m pip install --no-index --no-cache-dir --disable-pip-version-check --quiet --target . --find-links";
        let tool = self.run.tool.as_ref()?;
        let mut job = Job::new(&tool.path, &packages.folder).readable(&tool.prefix);
        job.system = self.recognised.language.system();
        let job = job.readable(&packages.wheels).env("TMPDIR", &packages.folder);
        Some(job.args(PIP.split(' ')).args([&packages.wheels]).args(&packages.names))
    }

    /// Whether its commands are its language's own.
    pub fn is_usual(&self) -> bool {
        self.build.iter().chain([&self.run]).all(|it| it.is_usual)
    }

    /// The commands, as a line of text each; a result depends on them.
    pub fn commands(&self) -> String {
        let commands = self.build.iter().chain([&self.run]);
        let lines = commands.map(|command| command.template.as_str());
        let repair = self.repair.iter();
        let by_look = |it: &Repair| it.outputs_by_look.then_some("outputs by their looks");
        let files = repair.flat_map(|it| it.input_as.as_deref().into_iter().chain(by_look(it)));
        let packages = self.packages.as_ref().map(|it| it.key.as_str());
        lines.chain(files).chain(packages).collect::<Vec<_>>().join("\n")
    }

    /// The versions of the tools, a line each.
    pub fn toolchain(&self) -> String {
        let commands = self.build.iter().chain([&self.run]);
        let tools = commands.filter_map(|command| command.tool.as_ref());
        let mut versions: Vec<_> = tools.map(|tool| tool.version.as_str()).collect();
        versions.dedup();
        versions.join("\n")
    }

    /// What builds it, if anything has to; then what may do so where that fails.
    pub fn build_jobs(&self, limits: &Limits) -> impl Iterator<Item = Job> {
        self.build.iter().chain(&self.older).map(|build| {
            // A compiler's messages should not tell where the grader works.
            let mut job = build.job(self, Path::new(""), &self.folder);
            job.locks = FileLocks::Allowed;
            self.with_environment(job, limits)
        })
    }

    /// What tries, in `dir`, whether the tools of commands other than the language's can be executed there at all.
    pub fn trials(&self, dir: &Path) -> impl Iterator<Item = (&str, Job)> {
        let commands = self.build.iter().chain([&self.run]);
        commands.filter(|it| !it.is_usual).filter_map(move |it| {
            let tool = it.tool.as_ref()?;
            let job = Job::new(&tool.path, dir).readable(&tool.prefix);
            Some((it.template.as_str(), job.args(["--version"])))
        })
    }

    /// Why a program that is built cannot be run by a command that is not the language's own, and that is
    /// to execute one of its files.
    pub fn not_executable(&self) -> Option<String> {
        let run = Some(&self.run).filter(|it| !it.is_usual && it.tool.is_none())?;
        let first = fill(run.words.first()?, self, &self.folder);
        let is_there = is_executable(&self.folder, Path::new(first.first()?));
        let why = "there is no such file in the submission that can be executed";
        (!is_there).then(|| format!("`{}` of grade.toml: {why}", run.template))
    }

    /// The command by whose fault a run ended so, and not by the submission's: what it names cannot be
    /// executed, or is not there, which shells say by 126 and 127.
    pub fn at_fault(&self, outcome: &Outcome) -> Option<&str> {
        let Command { is_usual, tool, .. } = &self.run;
        let is_at_fault = match outcome {
            Outcome::NotExecutable(_) => !is_usual || tool.is_some(),
            Outcome::Exited(126 | 127) => !is_usual,
            _ => false,
        };
        is_at_fault.then_some(&self.run.template)
    }

    /// What runs it in `dir`, which holds the input.
    pub fn run_job(&self, dir: &Path, limits: &Limits) -> Job {
        let job = self.run.job(self, &self.folder, dir).readable(&self.folder);
        self.with_environment(job, limits)
    }

    /// The same, run with the input's name as each of `count` arguments; `None` if its command names the input in
    /// another way than the homework.
    fn with_arguments(&self, count: usize) -> Option<Self> {
        let mut other = self.clone();
        let words = &mut other.run.words;
        let option = words.windows(2).position(|it| it == ["-i", INPUT])?;
        words.splice(option..option + 2, std::iter::repeat_n(INPUT.to_owned(), count));
        other.run.template = words.join(" ");
        Some(other)
    }

    fn with_environment(&self, job: Job, limits: &Limits) -> Job {
        let job = match &self.packages {
            Some(it) => job.readable(&it.folder).env("PYTHONPATH", &it.folder),
            None => job,
        };
        match self.recognised.language {
            Language::Java => {
                // The machine sizes itself by the computer's memory unless it is told otherwise.
                let heap = (limits.memory_bytes >> 20) * 3 / 4;
                let options = format!(
                    "-Xmx{heap}m -Xss64m -XX:+UseSerialGC -XX:-UsePerfData -Dfile.encoding=UTF-8"
                );
                job.env("JAVA_TOOL_OPTIONS", options)
            }
            Language::Go => job.env("GO111MODULE", "off").env("GOFLAGS", "-buildvcs=false"),
            _ => job,
        }
    }

    /// Other ways to run it than the homework's, those first that change least, each with what is said of it; `adopted` is
    /// added where it has to be adopted. `inputs` are the names in its sources.
    pub fn other_ways(&self, inputs: &[String], adopted: &str) -> Vec<(Self, Option<String>)> {
        let mut ways = Vec::new();
        for (arguments, of_call, is_adopted) in CALLS {
            let called = arguments.map_or(Some(self.clone()), |it| self.with_arguments(it));
            let Some(called) = called else { continue };
            // Who is given the name of the input opens no other.
            let inputs = inputs.iter().filter(|_| matches!(arguments, None | Some(0))).map(Some);
            for input_as in std::iter::once(None).chain(inputs) {
                for outputs_by_look in [false, true] {
                    let repair = Repair { input_as: input_as.cloned(), outputs_by_look };
                    let is_adopted = is_adopted || repair != Repair::default();
                    if arguments.is_none() && !is_adopted {
                        continue;
                    }
                    let input =
                        input_as.map(|it| format!("it opens {it}, so it is given its input there"));
                    let outputs = outputs_by_look.then_some(OTHER_NAMES);
                    let of_call = Some(of_call).filter(|it| !it.is_empty());
                    let said = of_call.into_iter().chain(input.as_deref()).chain(outputs);
                    let said: Vec<_> = said.collect();
                    let adopted = if is_adopted { adopted } else { "" };
                    let repair = is_adopted.then_some(repair);
                    let way = (Self { repair, ..called.clone() }, Some(said.join("; ") + adopted));
                    ways.push(((is_adopted, said.len()), way));
                }
            }
        }
        ways.sort_by_key(|(cost, _)| *cost);
        ways.into_iter().map(|(_, way)| way).collect()
    }
}

/// How often a program is given the name of the input, in place of the homework's arguments, what is said of that, and
/// whether it has to be adopted.
const CALLS: [(Option<usize>, &str, bool); 4] = [
    (
        Some(1),
        "the program takes its first argument as the name of the input, although the homework says `-i input.txt`; it is \
         run with `input.txt` alone",
        false,
    ),
    (None, "", false),
    (Some(0), "it answers only without arguments, so it is run without any", true),
    // As many as any program was seen to look at.
    (
        Some(4),
        "it takes an argument that the homework does not give as the name of the input, so it is given `input.txt` four \
         times",
        true,
    ),
];

/// What is said of a program whose outputs have other names.
const OTHER_NAMES: &str =
    "it writes files of other names, so what looks like a state or a log is taken for it";

impl Command {
    fn new(template: &str, usual: &str, toolchains: &Toolchains) -> Result<Self, String> {
        let is_usual = template == usual;
        let words = shlex::split(template)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| format!("not a command line: {template}"))?;
        let is_missing = |word: &&String| word.starts_with('/') && !Path::new(word).exists();
        if let Some(missing) = words.iter().skip(1).find(is_missing) {
            return Err(format!("`{template}` of grade.toml: there is no {missing}"));
        }
        let named = if is_usual { "" } else { &format!("grade.toml has `{template}`, and ") };
        let tool = Some(&words[0]).filter(|it| !it.starts_with('{')).map(|it| toolchains.tool(it));
        let tool = tool.transpose().map_err(|why| format!("{named}{why}"))?;
        Ok(Self { template: template.to_owned(), is_usual, tool, words })
    }

    /// The job of this command in `dir`; the program's files are named from `folder`.
    fn job(&self, program: &Program, folder: &Path, dir: &Path) -> Job {
        let mut words = self.words.iter().flat_map(|word| fill(word, program, folder));
        let first = words.next().unwrap_or_default();
        let mut job = match &self.tool {
            Some(tool) => Job::new(&tool.path, dir).readable(&tool.prefix),
            None => Job::new(first, dir),
        };
        if !self.is_usual {
            // What a command of `grade.toml` names by its whole path, it needs.
            let named = self.words.iter().skip(1).filter(|it| it.starts_with('/'));
            job.readable.extend(named.map(PathBuf::from));
        }
        if program.is_usual() {
            job.system = program.recognised.language.system();
        }
        job.args(words)
    }
}

/// Whether the file at `path`, which may lie in `folder`, can be executed as far as its mode says.
fn is_executable(folder: &Path, path: &Path) -> bool {
    let file = match path.strip_prefix(folder) {
        Ok(below) => Tree::open(folder).ok().and_then(|tree| tree.file(below, u64::MAX).ok()),
        Err(_) => Tree::open_file(path, u64::MAX).ok(),
    };
    file.and_then(|file| file.metadata().ok()).is_some_and(|it| mode_of(&it) == EXECUTABLE)
}

/// Fails if the words of a template have a place that is none, or a sign of a shell. Quoted words may be a script.
pub fn check(template: &str) -> Result<(), String> {
    let words = shlex::split(template).unwrap_or_default();
    let bare = words.iter().filter(|word| !word.contains(' '));
    let places = bare.flat_map(|word| word.split('{').skip(1));
    let mut places = places.filter_map(|it| Some(it.split_once('}')?.0));
    let is_name = |it: &&str| !it.is_empty() && it.chars().all(|c| c.is_ascii_lowercase());
    if let Some(unknown) = places.find(|it| is_name(it) && !PLACES.contains(it)) {
        let known = PLACES.map(|it| format!("{{{it}}}")).join(", ");
        return Err(format!("`{template}`: expected one of {known}, not {{{unknown}}}"));
    }
    match words.iter().find(|word| SIGNS.contains(&word.as_str())) {
        Some(sign) => Err(format!("`{template}`: no shell reads {sign}; one does in sh -c '...'")),
        None => Ok(()),
    }
}

const PLACES: [&str; 4] = ["program", "sources", "folder", "class"];

/// What only a shell understands.
const SIGNS: [&str; 8] = ["|", "||", "&", "&&", ";", "<", ">", ">>"];

/// A word of a template with its places filled; `{sources}` stands for as many words.
fn fill(word: &str, program: &Program, folder: &Path) -> Vec<OsString> {
    let Recognised { program: main, sources, class, .. } = &program.recognised;
    // `./` keeps a name that begins with a dash from being taken for an option.
    let path = |path: &Path| match folder.as_os_str().is_empty() {
        true => Path::new(".").join(path),
        false => folder.join(path),
    };
    if word == "{sources}" {
        return sources.iter().map(|source| path(source).into_os_string()).collect();
    }
    let places = [
        ("{folder}", folder.as_os_str().to_owned()),
        ("{program}", path(main).into_os_string()),
        ("{class}", class.into()),
    ];
    let mut filled = OsString::new();
    let mut rest = word;
    // From left to right, so that nothing is filled in what a student called a file.
    let next = |rest: &str| {
        let found = places.iter().filter_map(|place| Some((rest.find(place.0)?, place)));
        found.min_by_key(|(at, _)| *at)
    };
    while let Some((at, (place, text))) = next(rest) {
        filled.push(&rest[..at]);
        filled.push(text);
        rest = &rest[at + place.len()..];
    }
    filled.push(rest);
    vec![filled]
}
