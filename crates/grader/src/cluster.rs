//! Wrong programs that no known mistake explains, grouped by what they wrote: the same cases are wrong, in the same way,
//! from the same row on, with the same found there. A teacher looks at one of them, and what is said of it, an
//! [`Annotation`](super::result::Annotation) in the ledger, is true of all. What a program said to standard error is left out, since
//! it names its lines.

use super::class::{Cell, Class, Graded};

/// A cluster that is larger than this share of the class is no longer rare.
const RARE: f64 = 0.05;

/// Submissions that wrote the same wrong things.
#[derive(Debug, Clone, PartialEq)]
pub struct Cluster<'a> {
    pub id: String,
    /// Its members, in the order of the class.
    pub members: Vec<&'a Graded>,
}

impl Cluster<'_> {
    pub fn sentence(&self) -> Option<&str> {
        self.members.iter().find_map(|graded| graded.named.as_deref())
    }

    pub fn first_wrong(&self) -> Option<&Cell> {
        self.members.first()?.cells.iter().find(|cell| cell.is_telling())
    }

    /// Whether few share something that nothing known explains.
    pub fn is_rare_and_shared(&self, class: &Class) -> bool {
        let few = (class.submissions.len() as f64 * RARE).max(2.0);
        (2.0..=few).contains(&(self.members.len() as f64)) && self.sentence().is_none()
    }
}

/// The clusters of a class, the largest first.
pub fn clusters(class: &Class) -> Vec<Cluster<'_>> {
    let mut clusters: Vec<Cluster<'_>> = Vec::new();
    for graded in &class.submissions {
        let Some(id) = &graded.cluster else { continue };
        match clusters.iter_mut().find(|it| it.id == *id) {
            Some(cluster) => cluster.members.push(graded),
            None => clusters.push(Cluster { id: id.clone(), members: vec![graded] }),
        }
    }
    // Stable: of the same size in the order of the class.
    clusters.sort_by_key(|cluster| std::cmp::Reverse(cluster.members.len()));
    clusters
}
