//! JUnit's XML: a suite for each submission, a test for each case.
//!
//! Wrong outputs are failures; a program that does not get as far is an error, and so is a case that
//! could not be graded. The time is processor time.
//!
//! Characters that XML cannot hold are shown by symbols, as all invisible characters are.

use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::words::{Audience, tell};
use crate::class::{Cell, Class, Graded};
use mancala::homework::compare::Verdict;
use mancala::visible;

pub fn report(class: &Class) -> String {
    let title = match class.title.as_str() {
        "" => "mancala",
        title => title,
    };
    let mut xml = Xml(quick_xml::Writer::new_with_indent(Vec::new(), b' ', 4));
    xml.write(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    let cells = class.submissions.iter().flat_map(|it| &it.cells);
    xml.open("testsuites", &[("name", title)], Some(Count::of(cells)));
    for graded in &class.submissions {
        suite(&mut xml, graded);
    }
    xml.close("testsuites");
    let mut bytes = xml.0.into_inner();
    bytes.push(b'\n');
    // Of text, quick-xml makes text.
    String::from_utf8(bytes).unwrap_or_default()
}

fn suite(xml: &mut Xml, graded: &Graded) {
    let name = graded.submission.name.as_str();
    let count = Count::of(&graded.cells);
    xml.open("testsuite", &[("name", name)], Some(count));
    for cell in &graded.cells {
        case(xml, graded, cell);
    }
    if !graded.decisions.is_empty() {
        let texts: Vec<_> = graded.decisions.iter().map(|it| it.text.as_str()).collect();
        xml.open("system-out", &[], None);
        xml.write(Event::Text(BytesText::new(&visible::block(&texts.join("\n")))));
        xml.close("system-out");
    }
    xml.close("testsuite");
}

fn case(xml: &mut Xml, graded: &Graded, cell: &Cell) {
    let cpu = cell.result.as_ref().and_then(|it| it.used.cpu_ms);
    let time = cpu.map(|it| format!("{}.{:03}", it / 1000, it % 1000));
    let mut attributes =
        vec![("name", cell.case.name.as_str()), ("classname", graded.submission.name.as_str())];
    attributes.extend(time.as_deref().map(|time| ("time", time)));
    let Some(status) = Status::of(cell) else {
        return xml.write(Event::Empty(element("testcase", &attributes)));
    };
    xml.open("testcase", &attributes, None);
    let told = tell(&graded.submission, cell, Audience::Staff);
    let mut attributes = vec![("message", told.headline.as_str())];
    attributes.extend(cell.verdict.map(|verdict| ("type", verdict.code())));
    xml.open(status.element(), &attributes, None);
    xml.write(Event::Text(BytesText::new(&visible::block(&told.to_string()))));
    xml.close(status.element());
    xml.close("testcase");
}

/// How a test failed to pass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Skipped,
    Failure,
    Error,
}

impl Status {
    /// `None` for a test that passed.
    fn of(cell: &Cell) -> Option<Self> {
        match cell.verdict {
            Some(Verdict::Accepted) => None,
            None | Some(Verdict::Skipped) => Some(Self::Skipped),
            Some(
                Verdict::Partly
                | Verdict::WrongAnswer
                | Verdict::PresentationError
                | Verdict::NoOutput,
            ) => Some(Self::Failure),
            Some(_) => Some(Self::Error),
        }
    }

    fn element(self) -> &'static str {
        match self {
            Self::Skipped => "skipped",
            Self::Failure => "failure",
            Self::Error => "error",
        }
    }
}

/// How many tests there are, and how many did not pass.
struct Count([(&'static str, String); 4]);

impl Count {
    fn of<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Self {
        let all: Vec<_> = cells.into_iter().map(Status::of).collect();
        let count = |status| all.iter().filter(|it| **it == Some(status)).count().to_string();
        Self([
            ("tests", all.len().to_string()),
            ("skipped", count(Status::Skipped)),
            ("errors", count(Status::Error)),
            ("failures", count(Status::Failure)),
        ])
    }
}

/// A writer into memory, which cannot fail.
struct Xml(quick_xml::Writer<Vec<u8>>);

impl Xml {
    fn open(&mut self, name: &str, attributes: &[(&str, &str)], count: Option<Count>) {
        let mut start = element(name, attributes);
        for (name, number) in count.iter().flat_map(|count| &count.0) {
            start.push_attribute((*name, number.as_str()));
        }
        self.write(Event::Start(start));
    }

    fn close(&mut self, name: &str) {
        self.write(Event::End(BytesEnd::new(name)));
    }

    fn write(&mut self, event: Event<'_>) {
        let _ = self.0.write_event(event);
    }
}

fn element<'a>(name: &'a str, attributes: &[(&str, &str)]) -> BytesStart<'a> {
    let mut element = BytesStart::new(name);
    for (name, value) in attributes {
        element.push_attribute((*name, &*visible::line(value)));
    }
    element
}
