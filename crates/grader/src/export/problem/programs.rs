//! The wrong programs that a problem's answers know by what they print.
//!
//! One for each mistake of the catalogue; then some that make two or three, or one at some nodes only, as public
//! student programs did. A mistake that is made in some tasks or for one player only prints in each case what it
//! prints everywhere, or what is right, so it needs no fingerprint of its own.

use explain::mistakes::{Mistake, Scope, Switch, Switches};

/// More than one mistake, or one at some nodes: keys as `mancala mutate` takes them.
const MORE: [&str; 20] = [
    "start-pit-counted-full end-tested-for-next-player-only",
    "start-pit-counted-full window-overwritten",
    "start-pit-counted-full no-final-sweep",
    "end-tested-for-next-player-only window-overwritten",
    "no-final-sweep window-overwritten",
    "start-pit-counted-full end-tested-for-next-player-only window-overwritten",
    "start-pit-counted-full no-final-sweep window-overwritten",
    "ties-to-last sows-into-opponents-store",
    "ties-to-last start-pit-counted-full",
    "ties-to-last extra-turn-wrong-sign",
    "sows-into-opponents-store window-overwritten",
    "sows-into-opponents-store extra-turn-wrong-sign",
    "start-pit-counted-full extra-turn-wrong-sign",
    "extra-turn-wrong-sign window-overwritten",
    "game-over-is-inner@mid-turn",
    "game-over-is-inner@turn-end",
    "ties-to-last@max-nodes",
    "window-overwritten@max-nodes",
    "window-overwritten@min-nodes",
    "window-not-narrowed@root",
];

/// A program that an answer knows.
#[derive(Debug, Clone)]
pub(super) struct Wrong {
    /// Its mistakes' keys, with `+` between them.
    pub(super) name: String,
    pub(super) switches: Switches,
}

impl Wrong {
    fn new(switches: Switches) -> Self {
        let keys: Vec<_> = switches.iter().map(|it| it.to_string()).collect();
        Self { name: keys.join("+"), switches }
    }

    /// What students read of it, and what staff read.
    pub(super) fn sentences(&self) -> [String; 2] {
        let told = |sentence: fn(Mistake) -> &'static str| {
            let each = self.switches.iter().map(|it| match it.scope {
                Scope::EVERYWHERE => sentence(it.mistake).to_owned(),
                scope => format!("{} This happens {scope}.", sentence(it.mistake)),
            });
            each.collect::<Vec<_>>().join(" ")
        };
        [told(|it| it.entry().student), told(|it| it.entry().staff)]
    }
}

/// Those that make one mistake, everywhere.
pub(super) fn with_one() -> impl Iterator<Item = Wrong> {
    Mistake::all().map(|it| Wrong::new(it.into()))
}

pub(super) fn with_more() -> impl Iterator<Item = Wrong> {
    MORE.into_iter().map(|keys| {
        let switches = keys.split(' ').filter_map(|it| it.parse::<Switch>().ok());
        Wrong::new(switches.collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_a_mistake_and_no_program_is_there_twice() {
        for (program, keys) in with_more().zip(MORE) {
            assert_eq!(program.switches.len(), keys.split(' ').count(), "{keys}");
        }
        let mut names: Vec<_> = with_one().chain(with_more()).map(|it| it.name).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
