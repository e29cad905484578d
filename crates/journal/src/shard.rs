//! A part of the work: of all submissions, those that a hash gives to one of several machines.
//!
//! The hash depends on the name alone, so every machine finds the same parts without asking.

use std::fmt;
use std::str::FromStr;

use crate::digest;

/// One of several parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    index: u32,
    /// At least 1.
    count: u32,
}

/// The most parts there can be; more is a slip of the hand.
const MOST: u32 = 100_000;

impl Shard {
    /// Whether a submission belongs to it.
    pub fn takes(self, submission: &str) -> bool {
        let digest = digest([submission.as_bytes()]);
        // Sixteen hexadecimal digits are a number.
        let number = u64::from_str_radix(digest.get(..16).unwrap_or_default(), 16).unwrap_or(0);
        number % u64::from(self.count) == u64::from(self.index)
    }

    pub fn folder(self) -> String {
        format!("shard-{}-of-{}", self.index + 1, self.count)
    }

    /// The part that a batch system means by the variables that it sets, which `variable` reads. Some
    /// do not say how many there are, so `count` must.
    ///
    /// # Errors
    /// What is missing or makes no sense.
    pub fn of_batch_system(
        count: Option<u32>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, String> {
        let set = |system: &&System| variable(system.index).is_some_and(|it| it != "undefined");
        let system = SYSTEMS.iter().find(set).ok_or_else(|| {
            let names: Vec<_> = SYSTEMS.iter().map(|it| it.index).collect();
            format!("none of {} is set: say K/N", names.join(", "))
        })?;
        let number = |name: &str| -> Result<Option<u32>, String> {
            let text = variable(name).filter(|it| !it.is_empty() && it != "undefined");
            let number =
                text.map(|it| it.parse().map_err(|_| format!("{name} is {it}, not a number")));
            number.transpose()
        };
        let index = number(system.index)?.unwrap_or_default();
        let first = number(system.first)?.unwrap_or(system.usual_first);
        let step = number(system.step)?.unwrap_or(1).max(1);
        let told = match system.count {
            Count::Of(name) => number(name)?,
            Count::UpTo(name) => number(name)?.map(|last| last.saturating_sub(first) / step + 1),
        };
        let count = count.or(told).ok_or_else(|| {
            let name = system.name;
            format!("{name} does not say how many parts there are: say auto/N")
        })?;
        match index.checked_sub(first).map(|it| it / step) {
            // Where the numbers begin is not always known, but N in a row are all of them.
            Some(index) if index < count || told.is_none() => {
                Self::new(index % count.max(1), count)
            }
            _ => Err(format!(
                "{} is {index}, which is none of {count} parts in a row: say K/N",
                system.index
            )),
        }
    }

    /// The part of this index, from 0.
    fn new(index: u32, count: u32) -> Result<Self, String> {
        match index < count && count <= MOST {
            true => Ok(Self { index, count }),
            false => Err(format!("expected K/N with K from 1 to N and N at most {MOST}")),
        }
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            let index: u32 = index.parse().ok()?;
            Some((index.checked_sub(1)?, count.parse().ok()?))
        });
        let (index, count) = numbers.ok_or("expected K/N, such as 3/8, or auto")?;
        Self::new(index, count)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.index + 1, self.count)
    }
}

/// How a batch system numbers its tasks. A variable without a name is never set.
struct System {
    name: &'static str,
    /// The variable with the number of a task.
    index: &'static str,
    /// The variable with the first number.
    first: &'static str,
    /// The first number where that is not set.
    usual_first: u32,
    /// The variable with the distance between two numbers.
    step: &'static str,
    count: Count,
}

/// The variable that tells how many tasks there are.
enum Count {
    Of(&'static str),
    /// By the last number.
    UpTo(&'static str),
}

impl System {
    /// One that numbers its tasks from 0 and may tell how many there are, and no more.
    const fn from_zero(name: &'static str, index: &'static str, count: &'static str) -> Self {
        Self { name, index, first: "", usual_first: 0, step: "", count: Count::Of(count) }
    }
}

const SYSTEMS: [System; 6] = [
    System {
        first: "SLURM_ARRAY_TASK_MIN",
        step: "SLURM_ARRAY_TASK_STEP",
        ..System::from_zero("Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT")
    },
    System::from_zero("Kubernetes", "JOB_COMPLETION_INDEX", ""),
    System::from_zero("PBS", "PBS_ARRAY_INDEX", ""),
    System {
        name: "Grid Engine",
        index: "SGE_TASK_ID",
        first: "SGE_TASK_FIRST",
        usual_first: 1,
        step: "SGE_TASK_STEPSIZE",
        count: Count::UpTo("SGE_TASK_LAST"),
    },
    System::from_zero("AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE"),
    System { usual_first: 1, ..System::from_zero("GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL") },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_submission_belongs_to_one_part() {
        for count in [1, 2, 3, 8] {
            let parts: Vec<_> = (0..count).filter_map(|it| Shard::new(it, count).ok()).collect();
            let mut sizes = vec![0_usize; parts.len()];
            for number in 0..4000 {
                let submission = format!("s{number}");
                let takers = parts.iter().enumerate();
                let takers = takers.filter(|(_, part)| part.takes(&submission));
                let takers: Vec<_> = takers.map(|(at, _)| at).collect();
                assert_eq!(takers.len(), 1);
                sizes[takers[0]] += 1;
            }
            let fair = 4000 / parts.len();
            assert!(sizes.iter().all(|size| size.abs_diff(fair) < fair / 4), "{sizes:?}");
        }
    }

    #[test]
    fn parts_as_they_are_typed() {
        for (text, found) in [
            ("1/1", "1 of 1"),
            ("3/8", "3 of 8"),
            ("0/8", "expected K/N, such as 3/8, or auto"),
            ("9/8", "expected K/N with K from 1 to N and N at most 100000"),
            ("1/0", "expected K/N with K from 1 to N and N at most 100000"),
            ("3", "expected K/N, such as 3/8, or auto"),
            ("-1/8", "expected K/N, such as 3/8, or auto"),
        ] {
            let shard = text.parse().map(|it: Shard| it.to_string());
            assert_eq!(shard.unwrap_or_else(|error| error), found, "{text}");
        }
    }

    /// Variables, the count that is given, and the part or a piece of the error.
    const BATCH_SYSTEMS: [(&str, Option<u32>, &str); 15] = [
        ("SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=1", None, "4 of 4"),
        ("SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=0", None, "1 of 4"),
        (
            "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=2",
            None,
            "3 of 3",
        ),
        (
            "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=3",
            None,
            "none of 2 parts",
        ),
        (
            "SLURM_ARRAY_TASK_ID=x SLURM_ARRAY_TASK_COUNT=2",
            None,
            "SLURM_ARRAY_TASK_ID is x, not a number",
        ),
        ("JOB_COMPLETION_INDEX=0", Some(3), "1 of 3"),
        ("JOB_COMPLETION_INDEX=2", Some(3), "3 of 3"),
        (
            "JOB_COMPLETION_INDEX=2",
            None,
            "Kubernetes does not say how many parts there are: say auto/N",
        ),
        ("PBS_ARRAY_INDEX=8", Some(8), "1 of 8"),
        ("SGE_TASK_ID=3 SGE_TASK_FIRST=1 SGE_TASK_LAST=9 SGE_TASK_STEPSIZE=2", None, "2 of 5"),
        ("SGE_TASK_ID=undefined SGE_TASK_LAST=undefined", None, "is set: say K/N"),
        ("AWS_BATCH_JOB_ARRAY_INDEX=9 AWS_BATCH_JOB_ARRAY_SIZE=10", None, "10 of 10"),
        ("CI_NODE_INDEX=1 CI_NODE_TOTAL=5", None, "1 of 5"),
        ("CI_NODE_INDEX=1", None, "GitLab does not say"),
        ("", None, "is set: say K/N"),
    ];

    #[test]
    fn parts_as_batch_systems_mean_them() {
        for (variables, count, wanted) in BATCH_SYSTEMS {
            let variable = |name: &str| {
                let mut all = variables.split_whitespace().filter_map(|it| it.split_once('='));
                all.find_map(|(key, value)| (key == name).then(|| value.to_owned()))
            };
            let found = Shard::of_batch_system(count, variable);
            let found = found.map_or_else(|error| error, |it| it.to_string());
            assert!(found.contains(wanted), "{variables}: {found}, not {wanted}");
        }
    }
}
