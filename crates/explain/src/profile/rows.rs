//! A log read leniently: what can be told of its rows whatever else is wrong with them.
//!
//! Left out: whether a row is well written ([`look`](super::look) has that), and which is right.

/// A row of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    /// `root` or a pit, its letter in upper case.
    pub(super) name: String,
    pub(super) depth: i64,
    pub(super) value: Number,
    /// Alpha and beta; `None` where a column is missing.
    pub(super) window: Option<[Number; 2]>,
    /// The row says that it may be left out.
    pub(super) optional: bool,
}

/// A number of a log. Ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Number {
    MinusInfinity,
    Finite(i64),
    Infinity,
}

/// No board has so many seeds: such a number stands for infinity.
const INFINITE: i64 = 100_000;

impl Number {
    /// The number that a cell begins with: `3`, `-3.0`, `Infinity`, `-inf`, `-2147483648`.
    pub(super) fn read(cell: &str) -> Option<Self> {
        let cell = cell.trim().trim_start_matches("+/");
        let digits = cell.trim_start_matches(['-', '+']);
        let is_negative = cell.starts_with('-');
        let signed = |is_negative| match is_negative {
            true => Self::MinusInfinity,
            false => Self::Infinity,
        };
        if digits
            .get(..3)
            .is_some_and(|it| it.eq_ignore_ascii_case("inf"))
        {
            return Some(signed(is_negative));
        }
        let end = digits
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(digits.len());
        if end == 0 {
            return None;
        }
        // More digits than a number has are an infinity too.
        let number: i64 = digits[..end].parse().unwrap_or(i64::MAX);
        Some(match number {
            INFINITE.. => signed(is_negative),
            _ => Self::Finite(if is_negative { -number } else { number }),
        })
    }

    pub(super) fn is_finite(self) -> bool {
        matches!(self, Self::Finite(_))
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::MinusInfinity => f.write_str("-Infinity"),
            Self::Finite(number) => write!(f, "{number}"),
            Self::Infinity => f.write_str("Infinity"),
        }
    }
}

impl Row {
    fn read(line: &str) -> Option<Self> {
        let mut cells = line.split(',').map(str::trim);
        let name = cells.next()?.to_ascii_uppercase();
        let pit = || {
            name.strip_prefix(['A', 'B'])
                .is_some_and(|it| it.parse::<u32>().is_ok())
        };
        let name = match name.as_str() {
            "ROOT" => "root".to_owned(),
            _ if pit() => name,
            _ => return None,
        };
        let depth = cells.next()?.parse().ok()?;
        let value = Number::read(cells.next()?)?;
        let mut bound = || cells.next().and_then(Number::read);
        let window = bound().zip(bound()).map(|(alpha, beta)| [alpha, beta]);
        let optional = line.trim_end().ends_with("OPTIONAL");
        Some(Self {
            name,
            depth,
            value,
            window,
            optional,
        })
    }
}

/// The rows of a log that can be read, in its order.
pub(super) fn rows(log: &str) -> Vec<Row> {
    log.lines().filter_map(Row::read).collect()
}

/// Gives the pits of a log their right names, if they have others throughout: numbered from 0 or 1,
/// or by their first digit. `right` has the names that may occur.
pub(super) fn rename(rows: &mut [Row], right: &[String]) {
    type Spelling = fn(u32) -> u32;
    let first_digit: Spelling = |number| if number < 10 { number } else { number / 10 };
    let spellings: [Spelling; 4] = [|it| it, |it| it - 1, |it| it - 2, first_digit];
    let spelled = |name: &str, spelling: Spelling| match name[1..].parse() {
        Ok(number) => format!("{}{}", &name[..1], spelling(number)),
        Err(_) => name.to_owned(),
    };
    for spelling in spellings {
        let names: Vec<_> = right.iter().map(|name| spelled(name, spelling)).collect();
        let places: Option<Vec<_>> = rows
            .iter()
            .map(|row| names.iter().position(|name| *name == row.name))
            .collect();
        if let Some(places) = places {
            for (row, at) in rows.iter_mut().zip(places) {
                row.name.clone_from(&right[at]);
            }
            return;
        }
    }
}
