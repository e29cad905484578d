//! JUnit's XML: a suite for each submission, a test for each case.
//!
//! Wrong outputs are failures; a program that does not get as far is an error, and so is a case that
//! could not be graded. The time is processor time.
//!
//! Characters that XML cannot hold are shown by symbols, as all invisible characters are.

use std::io;

use quick_xml::events::{BytesDecl, BytesText, Event};

use super::words::{Audience, tell};
use crate::class::{Cell, Class, Graded};
use mancala::homework::compare::Verdict;
use mancala::visible;

type Xml = quick_xml::Writer<Vec<u8>>;

pub fn report(class: &Class) -> String {
    let mut xml = Xml::new_with_indent(Vec::new(), b' ', 4);
    // Writing to memory cannot fail, and of text, quick-xml makes text.
    let _ = write(&mut xml, class);
    String::from_utf8(xml.into_inner()).unwrap_or_default() + "\n"
}

fn write(xml: &mut Xml, class: &Class) -> io::Result<()> {
    let title = match class.title.as_str() {
        "" => "mancala",
        title => title,
    };
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let cells = class.submissions.iter().flat_map(|it| &it.cells);
    let suites = |xml: &mut Xml| class.submissions.iter().try_for_each(|it| suite(xml, it));
    counted(xml, "testsuites", title, cells, suites)
}

fn suite(xml: &mut Xml, graded: &Graded) -> io::Result<()> {
    let cases = |xml: &mut Xml| {
        graded.cells.iter().try_for_each(|it| case(xml, graded, it))?;
        let texts: Vec<_> = graded.by_hand().collect();
        if !texts.is_empty() {
            let text = visible::block(&texts.join("\n")).into_owned();
            xml.create_element("system-out").write_text_content(BytesText::new(&text))?;
        }
        Ok(())
    };
    counted(xml, "testsuite", &graded.submission.name, &graded.cells, cases)
}

/// An element with how many tests there are below it, and how many of them did not pass.
fn counted<'a>(
    xml: &mut Xml,
    element: &str,
    name: &str,
    cells: impl IntoIterator<Item = &'a Cell>,
    content: impl Fn(&mut Xml) -> io::Result<()>,
) -> io::Result<()> {
    let all: Vec<_> = cells.into_iter().map(status).collect();
    let count = |of: &str| all.iter().filter(|it| **it == Some(of)).count().to_string();
    xml.create_element(element)
        .with_attribute(("name", &*visible::line(name)))
        .with_attribute(("tests", all.len().to_string().as_str()))
        .with_attribute(("skipped", count("skipped").as_str()))
        .with_attribute(("errors", count("error").as_str()))
        .with_attribute(("failures", count("failure").as_str()))
        .write_inner_content(content)?;
    Ok(())
}

fn case(xml: &mut Xml, graded: &Graded, cell: &Cell) -> io::Result<()> {
    let cpu = cell.result.as_ref().and_then(|it| it.used.cpu_ms);
    let time = cpu.map(|it| format!("{}.{:03}", it / 1000, it % 1000));
    let test = xml
        .create_element("testcase")
        .with_attribute(("name", &*visible::line(&cell.case.name)))
        .with_attribute(("classname", &*visible::line(&graded.submission.name)))
        .with_attributes(time.as_deref().map(|time| ("time", time)));
    let Some(status) = status(cell) else {
        test.write_empty()?;
        return Ok(());
    };
    let told = tell(&graded.submission, cell, Audience::Staff);
    test.write_inner_content(|xml| {
        xml.create_element(status)
            .with_attribute(("message", &*visible::line(&told.headline)))
            .with_attributes(cell.verdict.map(|verdict| ("type", verdict.code())))
            .write_text_content(BytesText::new(&visible::block(&told.to_string())))?;
        Ok(())
    })?;
    Ok(())
}

/// The element that says how a test failed to pass; `None` for one that passed.
fn status(cell: &Cell) -> Option<&'static str> {
    use Verdict::{Accepted, NoOutput, Partly, PresentationError, Skipped, WrongAnswer};
    match cell.verdict {
        Some(Accepted) => None,
        None | Some(Skipped) => Some("skipped"),
        Some(Partly | WrongAnswer | PresentationError | NoOutput) => Some("failure"),
        Some(_) => Some("error"),
    }
}
