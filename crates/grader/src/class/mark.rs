//! Points by rubric.

use serde::Serialize;

use crate::report::words::points;
use crate::scoring::Rubric;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mark {
    pub name: String,
    pub out_of: f64,
    /// `None` until somebody decides.
    pub points: Option<f64>,
    pub comment: String,
}

impl Mark {
    /// One that nobody has given yet.
    pub(crate) fn open(rubric: &Rubric) -> Self {
        let Rubric { name, out_of } = rubric.clone();
        Self { name, out_of, points: None, comment: String::new() }
    }

    pub fn text(&self) -> String {
        let Self { name, out_of, points: given, comment } = self;
        let text = match given {
            Some(given) => format!("{name}: {} of {} points.", points(*given), points(*out_of)),
            None => format!("{name}: not graded yet."),
        };
        format!("{text} {comment}").trim_end().to_owned()
    }
}

/// The heading of the column with the comments on a rubric.
pub fn comment_on(rubric: &str) -> String {
    format!("{rubric}: comment")
}
