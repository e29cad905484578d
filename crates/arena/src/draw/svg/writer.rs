//! Elements and attributes, escaped; a thin layer over `quick-xml` that cannot fail.

use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};

/// An attribute.
pub(super) type Attribute<'a> = (&'a str, &'a str);

pub(super) struct Writer(quick_xml::Writer<Vec<u8>>);

impl Writer {
    pub(super) fn new() -> Self {
        Self(quick_xml::Writer::new(Vec::new()))
    }

    pub(super) fn open(&mut self, name: &str, attributes: &[Attribute<'_>]) {
        self.write(Event::Start(element(name, attributes)));
    }

    pub(super) fn close(&mut self, name: &str) {
        self.write(Event::End(BytesEnd::new(name)));
        self.write(Event::Text(BytesText::from_escaped("\n")));
    }

    /// An element without content.
    pub(super) fn empty(&mut self, name: &str, attributes: &[Attribute<'_>]) {
        self.write(Event::Empty(element(name, attributes)));
        self.write(Event::Text(BytesText::from_escaped("\n")));
    }

    /// An element with nothing but text. Characters that XML cannot hold are replaced.
    pub(super) fn text(&mut self, name: &str, attributes: &[Attribute<'_>], text: &str) {
        let text: String = text.chars().map(legal).collect();
        self.open(name, attributes);
        self.write(Event::Text(BytesText::new(&text)));
        self.close(name);
    }

    pub(super) fn finish(self) -> String {
        String::from_utf8_lossy(&self.0.into_inner()).into_owned()
    }

    fn write(&mut self, event: Event<'_>) {
        // Writing to memory cannot fail.
        let _ = self.0.write_event(event);
    }
}

fn element<'a>(name: &'a str, attributes: &[Attribute<'a>]) -> BytesStart<'a> {
    BytesStart::new(name).with_attributes(attributes.iter().copied())
}

fn legal(c: char) -> char {
    let illegal =
        (c.is_control() && !matches!(c, '\n' | '\t')) || matches!(c, '\u{fffe}' | '\u{ffff}');
    if illegal {
        char::REPLACEMENT_CHARACTER
    } else {
        c
    }
}
