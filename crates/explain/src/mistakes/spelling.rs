//! Mistakes about the form of files: what is read and written in another order, and spelling.
//!
//! Left out: what the files say.

use super::{Entry, Group, Known, Mistake};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        mistake: Mistake::RowsReadSwapped,
        key: "rows-read-swapped",
        group: Group::Input,
        known: Known::Conceived,
        student: "Your program reads the two rows of pits in the other order.",
        staff: "Takes line 4 for player 1 and line 5 for player 2.",
        rule: "Line 4 holds player 2's pits, line 5 player 1's.",
    },
    Entry {
        mistake: Mistake::StoresReadSwapped,
        key: "stores-read-swapped",
        group: Group::Input,
        known: Known::Conceived,
        student: "Your program reads the two mancalas in the other order.",
        staff: "Takes line 6 for player 1 and line 7 for player 2.",
        rule: "Line 6 holds player 2's mancala, line 7 player 1's.",
    },
    Entry {
        mistake: Mistake::StateRowsSwapped,
        key: "state-rows-swapped",
        group: Group::State,
        known: Known::Conceived,
        student: "Your next state has the two rows of pits in the other order.",
        staff: "Writes player 1's row first.",
        rule: "Player 2's row comes first.",
    },
    Entry {
        mistake: Mistake::StateStoresSwapped,
        key: "state-stores-swapped",
        group: Group::State,
        known: Known::Conceived,
        student: "Your next state has the two mancalas in the other order.",
        staff: "Writes player 1's mancala first.",
        rule: "Player 2's mancala comes before player 1's.",
    },
    Entry {
        mistake: Mistake::InfinityText,
        key: "infinity-text",
        group: Group::Format,
        known: Known::Conceived,
        student: "Your log says inf and -inf; the words are Infinity and -Infinity.",
        staff: "Writes `inf` and `-inf`, as C++ and Python do by themselves.",
        rule: "The infinities are spelled Infinity and -Infinity.",
    },
    Entry {
        mistake: Mistake::InfinityTextCapital,
        key: "infinity-text-capital",
        group: Group::Format,
        known: Known::Conceived,
        student: "Your log says Inf and -Inf; the words are Infinity and -Infinity.",
        staff: "Writes `Inf` and `-Inf`, as R, Julia and MATLAB do by themselves.",
        rule: "The infinities are spelled Infinity and -Infinity.",
    },
    Entry {
        mistake: Mistake::InfinityTextNumber,
        key: "infinity-text-number",
        group: Group::Format,
        known: Known::Conceived,
        student: "Your log shows a very large number; the words are Infinity and -Infinity.",
        staff: "Writes 2147483647 and -2147483648, the limits of a 32-bit integer.",
        rule: "The infinities are spelled Infinity and -Infinity.",
    },
    Entry {
        mistake: Mistake::NamesFrom1,
        key: "names-from-1",
        group: Group::Format,
        known: Known::Conceived,
        student: "Your log counts the pits from 1; the leftmost are A2 and B2.",
        staff: "Names the pits A1 to AN and B1 to BN.",
        rule: "Column 1 is the left mancala, so the numbers of the pits start at 2.",
    },
    Entry {
        mistake: Mistake::OneDigitNames,
        key: "one-digit-names",
        group: Group::Format,
        known: Known::Seen,
        student: "Your log cuts the names of pits to one digit: A10 comes out as A1.",
        staff: "Writes the first digit only of a number of two.",
        rule: "The numbers of the pits have as many digits as they need.",
    },
];
