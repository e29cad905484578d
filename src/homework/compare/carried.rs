//! A log as its difference from one that can be computed: a few lines of text in place of all of it.
//!
//! Left out: finding the difference (`difference`) and the log that can be computed ([`beside`](super::beside)).

use std::fmt;

/// A log as its difference from another one, its base.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Carried {
    /// Where it differs, in order.
    pub places: Vec<Place>,
    /// The first line of the base from which on nothing is known of the log; `None` if it is carried
    /// whole.
    pub until: Option<u64>,
}

/// Lines of the base that the log has others for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The first of those lines, from 1.
    pub line: u64,
    /// How many lines of the base are not in the log.
    pub removed: u64,
    /// The lines that the log has there.
    pub added: Vec<String>,
}

/// A line of the base, of the log or of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair<'a> {
    /// Its number in the base.
    pub base: Option<u64>,
    /// Its number in the log.
    pub line: Option<u64>,
    /// What only the log has.
    pub added: Option<&'a str>,
}

impl Pair<'_> {
    /// Whether base and log have the same line here.
    #[must_use]
    pub fn is_common(&self) -> bool {
        self.added.is_none() && self.line.is_some()
    }
}

impl Carried {
    /// Base and log side by side, from line `from` of the log on, without an end.
    pub fn pairs(&self, from: u64) -> impl Iterator<Item = Pair<'_>> {
        let mut places = self.places.iter();
        let mut place = places.next();
        // Past the places that end before the first line: the rest is no longer than what is shown.
        let (mut base, mut line) = (1, 1);
        while let Some(it) = place {
            let end = line + (it.line - base) + it.added.len() as u64;
            if end >= from {
                break;
            }
            (base, line) = (it.line + it.removed, end);
            place = places.next();
        }
        let skipped = from.saturating_sub(line);
        let skipped = place.map_or(skipped, |it| skipped.min(it.line - base));
        (base, line) = (base + skipped, line + skipped);
        let mut within = 0;
        let all = std::iter::from_fn(move || {
            let (at_base, at_line) = (base, line);
            let Some(it) = place.filter(|it| it.line + it.removed.min(within) <= at_base) else {
                (base, line) = (base + 1, line + 1);
                return Some(pair(Some(at_base), Some(at_line), None));
            };
            let removed = (within < it.removed).then_some(at_base);
            let added = it.added.get(within as usize).map(String::as_str);
            within += 1;
            base += u64::from(removed.is_some());
            line += u64::from(added.is_some());
            if within >= it.removed.max(it.added.len() as u64) {
                (place, within) = (places.next(), 0);
            }
            Some(pair(removed, added.map(|_| at_line), added))
        });
        all.skip_while(move |pair| pair.line.is_some_and(|line| line < from))
    }

    /// The line of the log that stands where line `base` of the base does.
    #[must_use]
    pub fn line_of(&self, base: u64) -> u64 {
        let before = self.places.iter().take_while(|place| place.line < base);
        before.fold(base, |line, place| {
            let missing = place.removed.min(base - place.line);
            line + (place.added.len() as u64).min(missing) - missing
                + (place.added.len() as u64).saturating_sub(place.removed)
        })
    }

    /// The lines of the log at which its places begin.
    pub fn lines(&self) -> impl Iterator<Item = u64> {
        let mut more = 0;
        self.places.iter().map(move |place| {
            let line = place.line.wrapping_add_signed(more);
            more += place.added.len() as i64 - place.removed as i64;
            line
        })
    }

    /// Reads what [`Display`](fmt::Display) has written.
    ///
    /// # Errors
    /// A sentence that names the line.
    pub fn parse(text: &str, until: Option<u64>) -> Result<Self, String> {
        let mut places = Vec::new();
        let mut lines = text.lines();
        while let Some(head) = lines.next() {
            let numbers: Vec<_> = head.split(' ').map(str::parse::<u64>).collect();
            let [Ok(line), Ok(removed), Ok(added)] = numbers[..] else {
                return Err(format!("expected three numbers, found {head}"));
            };
            let added = lines.by_ref().take(added as usize).map(str::to_owned);
            let added = added.collect();
            places.push(Place {
                line,
                removed,
                added,
            });
        }
        let in_order =
            places.is_sorted_by(|one, next| one.line.saturating_add(one.removed) <= next.line);
        match in_order && places.first().is_none_or(|place| place.line > 0) {
            true => Ok(Self { places, until }),
            false => Err("the places of a difference are not in order".to_owned()),
        }
    }
}

const fn pair(base: Option<u64>, line: Option<u64>, added: Option<&str>) -> Pair<'_> {
    Pair { base, line, added }
}

/// For each place its line, the lines that are not in the log, the number of those that are, and these.
impl fmt::Display for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in &self.places {
            writeln!(f, "{} {} {}", place.line, place.removed, place.added.len())?;
            for line in &place.added {
                writeln!(f, "{line}")?;
            }
        }
        Ok(())
    }
}
