//! Packed lanes play the same game as `Kalah`: every kind of lane, every mixture of rules.

use mancala::game::packed::{Narrow, Packed, Row, Sowing, Wide};
use mancala::game::perft::{Sows, count_sows};
use mancala::game::rules::{CaptureLanding, CaptureTakes, EmptyOpposite, EndTest, Remainder};
use mancala::game::{Board, Kalah, Pit, Position, Rules, Side};
use mancala::search::{Algorithm, Choice, FnObserver, Limits, Visit, search};
use proptest::prelude::*;

fn rules() -> impl Strategy<Value = Rules> {
    let landing = [CaptureLanding::Nowhere, CaptureLanding::OwnRow, CaptureLanding::EitherRow];
    let takes = [CaptureTakes::Opposite, CaptureTakes::OppositeAndLast];
    let empty = [EmptyOpposite::NoCapture, EmptyOpposite::CapturesLast];
    let end = [EndTest::EverySow, EndTest::EveryTurn];
    let remainder =
        [Remainder::RowOwner, Remainder::PlayerOut, Remainder::OtherPlayer, Remainder::Nobody];
    let pick = (0..3usize, 0..2usize, 0..2usize, 0..2usize, 0..4usize);
    pick.prop_map(move |(a, b, c, d, e)| Rules {
        capture_landing: landing[a],
        capture_takes: takes[b],
        empty_opposite: empty[c],
        end_test: end[d],
        remainder: remainder[e],
    })
}

/// Positions with few, some or many seeds, and with all of them in one pit.
fn positions() -> impl Strategy<Value = Kalah> {
    let seeds = prop_oneof![Just(0..=2u16), Just(0..=7u16), Just(0..=40u16), Just(0..=1000u16)];
    let rows = (1..=10usize, seeds).prop_flat_map(|(width, seeds)| {
        let sparse = prop_oneof![1 => Just(0), 2 => seeds];
        proptest::collection::vec(sparse, 2 * width)
    });
    let side = prop_oneof![Just(Side::South), Just(Side::North)];
    (rows, 0..=900u32, 0..=900u32, rules(), side).prop_map(
        |(rows, south_store, north_store, rules, mover)| {
            let (south, north) = rows.split_at(rows.len() / 2);
            let board = Board::new([south, north], [south_store, north_store]);
            Kalah::new(board, rules, mover).unwrap()
        },
    )
}

/// Plays a game on both and compares them after every sow; `choices` picks among the moves.
fn play<R: Row>(start: &Kalah, choices: &[usize]) -> Result<(), TestCaseError> {
    if !Sowing::<R>::fits(start) {
        return Ok(());
    }
    let sowing = Sowing::<R>::of(start);
    let (mut plain, mut packed) = (*start, Packed::new(start, &sowing));
    same(&plain, &packed)?;
    for &choice in choices {
        let moves: Vec<_> = plain.moves().collect();
        if moves.is_empty() {
            break;
        }
        let pit = moves[choice % moves.len()];
        let (next, sown) = plain.sow(pit);
        let (next_packed, captured) = packed.sow(pit);
        prop_assert_eq!(sown.captured, captured);
        (plain, packed) = (next, next_packed);
        same(&plain, &packed)?;
    }
    Ok(())
}

fn same<R: Row>(plain: &Kalah, packed: &Packed<'_, R>) -> Result<(), TestCaseError> {
    for side in Side::BOTH {
        for pit in plain.board().columns() {
            prop_assert_eq!(plain.board().seeds(side, pit), packed.seeds(side, pit));
        }
        prop_assert_eq!(plain.score(side), packed.score(side));
    }
    prop_assert_eq!(plain.mover(), packed.mover());
    prop_assert_eq!(plain.is_over(), packed.is_over());
    let moves = |moves: &mut dyn Iterator<Item = Pit>| moves.collect::<Vec<_>>();
    prop_assert_eq!(moves(&mut plain.moves()), moves(&mut packed.moves()));
    outcomes_are_what_is_played(packed)
}

/// What the moves lead to as a position knows it beforehand is what they lead to when they are played.
fn outcomes_are_what_is_played<R: Row>(position: &Packed<'_, R>) -> Result<(), TestCaseError> {
    for side in Side::BOTH {
        let Some(outcomes) = position.outcomes(side) else {
            continue;
        };
        let mut moves = position.moves();
        for (pit, outcome) in outcomes {
            prop_assert_eq!(moves.next(), Some(pit));
            let next = position.play(pit);
            prop_assert!(!next.is_over(), "{:?} ends the game", pit);
            prop_assert_eq!(outcome.score, next.score(side));
            prop_assert_eq!(outcome.same_mover, next.mover() == position.mover());
        }
        prop_assert_eq!(moves.next(), None);
    }
    Ok(())
}

/// All visits of a search, and then what it chose.
type Searched<M> = (Vec<Visit<M>>, Option<Choice<M>>);

fn visits<P: Position>(start: P, limits: Limits, algorithm: Algorithm) -> Searched<P::Move> {
    let mut visits = Vec::new();
    let mut take = |visit: &Visit<P::Move>| {
        visits.push(*visit);
        true
    };
    let choice = search(start, limits, algorithm, &mut FnObserver(&mut take)).continue_value();
    (visits, choice)
}

/// What `count_sows` counts, one sow at a time on the readable engine.
fn count(position: &Kalah, counts: &mut [Sows]) {
    let Some((here, deeper)) = counts.split_first_mut() else {
        return;
    };
    for pit in position.moves() {
        let (next, sown) = position.sow(pit);
        here.nodes += 1;
        here.extra_turns += u64::from(sown.earns_extra_turn());
        here.captures += u64::from(sown.captured > 0);
        here.game_overs += u64::from(next.is_over());
        if !next.is_over() {
            count(&next, deeper);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn lanes_play_the_same_game(
        start in positions(), choices in proptest::collection::vec(any::<usize>(), 60)
    ) {
        play::<Narrow>(&start, &choices)?;
        play::<Wide>(&start, &choices)?;
    }

    /// A `Kalah` does not know what its moves lead to, so its search is the textbook's alone.
    #[test]
    fn the_fast_search_visits_what_the_textbook_does(
        start in positions(), cutoff in 0..=3u32, mover_maximizes in any::<bool>()
    ) {
        // A wide board has too many leaves.
        let cutoff = cutoff.min(if start.board().width() > 4 { 1 } else { 3 });
        let mover = start.mover();
        let player = if mover_maximizes { mover } else { mover.opponent() };
        let limits = Limits { player, cutoff };
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            let textbook = visits(start, limits, algorithm);
            if Sowing::<Narrow>::fits(&start) {
                let sowing = Sowing::<Narrow>::of(&start);
                let fast = visits(Packed::new(&start, &sowing), limits, algorithm);
                prop_assert_eq!(&fast, &textbook);
            }
            let sowing = Sowing::<Wide>::of(&start);
            let wide = visits(Packed::new(&start, &sowing), limits, algorithm);
            prop_assert_eq!(&wide, &textbook);
        }
    }

    #[test]
    fn counts_are_the_same_on_every_path(start in positions(), depth in 0..=3usize) {
        let mut counts = vec![Sows::default(); depth];
        count(&start, &mut counts);
        prop_assert_eq!(&counts, &count_sows(&start, depth));
    }
}
