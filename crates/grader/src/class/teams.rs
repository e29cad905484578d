//! Teams, and people with several submissions: one counts for all of them.

use std::collections::BTreeSet;

use super::Graded;
use crate::late::Called;
use crate::scoring::Several;
use crate::tables::Tables;

/// Says of each team's submissions which one counts, and for whom.
pub(super) fn count_once(
    class: &mut [Graded],
    tables: &Tables,
    called: &Called<'_>,
    several: Several,
) {
    for (team, names) in &tables.teams {
        let meant: BTreeSet<_> = names.iter().flat_map(|it| called.meant(it)).collect();
        let is_theirs = |it: &&Graded| meant.contains(it.submission.name.as_str());
        // Of equal ones the first by name.
        let theirs = class.iter().filter(is_theirs).rev();
        let counts = match several {
            Several::Best => theirs.max_by(|one, other| one.score().total_cmp(&other.score())),
            Several::Latest => theirs.max_by_key(|it| tables.submitted(&it.submission)),
        };
        let Some(counts) = counts.map(|it| it.submission.name.clone()) else { continue };
        for graded in class.iter_mut().filter(|it| meant.contains(it.submission.name.as_str())) {
            if graded.submission.name != counts {
                let note =
                    format!("The submission of {counts} counts for {team} in place of this one.");
                graded.notes.push(note);
                graded.counts_instead = Some(counts.clone());
                continue;
            }
            let has_none = |name: &&String| called.meant(name).next().is_none();
            graded.team = names.iter().filter(has_none).cloned().collect();
            let all = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            graded.notes.push(format!("It counts for {team}: {all}."));
        }
    }
}
