//! A student's feedback, as Markdown.
//!
//! Of a hidden case it shows what became of it and not a byte of input, expected or actual output:
//! a program can print its input.
//!
//! Left out: what to say ([`words`](super::words)).

use super::markdown::{escaped, fenced};
use super::words::{Audience, Item, MOST_TOLD, Told, points, tell};
use crate::grade::class::{Class, Graded};
use crate::grade::result::Build;
use crate::grade::scoring::Visibility;
use crate::judge::verdict::Verdict;

/// The feedback on a submission.
#[must_use]
pub fn markdown(class: &Class, graded: &Graded) -> String {
    let title = match class.title.as_str() {
        "" => escaped(&graded.submission.name),
        title => format!("{}: {}", escaped(title), escaped(&graded.submission.name)),
    };
    let mut text = format!("# {title}\n\n{}\n", standing(graded));
    if let Build::Failed(words) | Build::Fault(words) = &graded.submission.build {
        text += &format!("\nThere is no program to run:\n\n{}", fenced(words));
    }
    for sentence in &graded.explanation {
        text += &format!("\n{}\n", escaped(sentence));
    }
    for warning in &graded.submission.warnings {
        text += &format!("\nNote: {}.\n", escaped(warning));
    }
    text += "\n| case | verdict | points |\n|---|---|---|\n";
    for cell in &graded.cells {
        let verdict = cell.verdict.map_or("not run yet", Verdict::words);
        let hidden = match cell.visibility {
            Visibility::Visible => "",
            Visibility::Hidden => " (hidden)",
        };
        let (got, most) = (points(cell.points), points(cell.out_of));
        let name = escaped(&cell.case.name);
        text += &format!("| {name}{hidden} | {verdict} | {got} of {most} |\n");
    }
    if graded.submission.build != Build::Ready {
        return text;
    }
    let told = graded.cells.iter().filter_map(|cell| {
        let told = tell(&graded.submission, cell, Audience::Student);
        let is_worth_it = cell.verdict != Some(Verdict::Accepted) || !told.items.is_empty();
        is_worth_it.then_some((cell, told))
    });
    let told: Vec<_> = told.collect();
    for (cell, told) in told.iter().take(MOST_TOLD) {
        let name = escaped(&cell.case.name);
        text += &format!("\n## {name}\n\n{}", markdown_of(told));
    }
    if told.len() > MOST_TOLD {
        let more = told.len() - MOST_TOLD;
        text += &format!("\n{more} more cases are not told in detail.\n");
    }
    text
}

fn standing(graded: &Graded) -> String {
    let mut text = format!(
        "{} of {} points",
        points(graded.score()),
        points(graded.out_of)
    );
    if graded.late_factor < 1.0 {
        text += &format!(" ({} before what lateness costs)", points(graded.points));
    }
    text += match (graded.ungraded(), graded.count(Verdict::InternalError)) {
        (0, _) => ".",
        (_, 1..) => {
            ", as far as could be graded; what could not be stays open until a person decides."
        }
        _ => ", as far as could be graded; the other cases cost nothing.",
    };
    text
}

/// What is to be said of a case, as Markdown.
#[must_use]
pub fn markdown_of(told: &Told) -> String {
    let mut text = format!("{}\n", escaped(&told.headline));
    for item in &told.items {
        text += "\n";
        match item {
            Item::Text(sentences) => text += &format!("{}\n", escaped(sentences)),
            Item::Block(lines) => text += &fenced(lines),
        }
    }
    text
}
