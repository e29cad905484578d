//! Trees that somebody has typed, held against the library's search.

use mancala::game::{Position, Side};
use mancala::search::{Algorithm, FnObserver, Limits, Visit, search};
use page::html;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::page::chromium::Page;

/// A node of a tree in a list of nodes: its children, or its value.
enum Node {
    Inner(Vec<usize>),
    Leaf(i32),
}

#[derive(Clone, Copy)]
struct At<'a> {
    nodes: &'a [Node],
    here: usize,
    mover: Side,
}

impl Position for At<'static> {
    type Move = usize;

    fn mover(&self) -> Side {
        self.mover
    }

    fn is_over(&self) -> bool {
        matches!(self.nodes[self.here], Node::Leaf(_))
    }

    fn moves(&self) -> impl Iterator<Item = usize> + use<> {
        let Node::Inner(children) = &self.nodes[self.here] else { return Vec::new().into_iter() };
        children.clone().into_iter()
    }

    fn play(&self, here: usize) -> Self {
        Self { here, mover: self.mover.opponent(), ..*self }
    }

    fn score(&self, side: Side) -> i32 {
        let Node::Leaf(value) = self.nodes[self.here] else { return 0 };
        if side == Side::South { value } else { -value }
    }
}

/// A random tree below `depth`, as text and as nodes; its root is the last one.
fn grown(chance: &mut Pcg32, depth: u32, nodes: &mut Vec<Node>) -> String {
    let is_leaf = depth > 0 && (depth == 4 || chance.next_u32().is_multiple_of(4));
    if is_leaf {
        let value = (chance.next_u32() % 19) as i32 - 9;
        nodes.push(Node::Leaf(value));
        return value.to_string();
    }
    let (mut children, mut texts) = (Vec::new(), Vec::new());
    for _ in 0..1 + chance.next_u32() % 4 {
        texts.push(grown(chance, depth + 1, nodes));
        children.push(nodes.len() - 1);
    }
    nodes.push(Node::Inner(children));
    format!("[{}]", texts.join(", "))
}

/// The rows of the library's search: depth, value and window of each.
fn rows(nodes: Vec<Node>, algorithm: Algorithm) -> Vec<String> {
    let here = nodes.len() - 1;
    let start = At { nodes: nodes.leak(), here, mover: Side::South };
    let mut rows = Vec::new();
    let mut take = |visit: &Visit<usize>| {
        let window = visit.window.map(|it| format!(",{},{}", it.alpha, it.beta));
        rows.push(format!("{},{}{}", visit.depth, visit.value, window.unwrap_or_default()));
        true
    };
    let limits = Limits { player: Side::South, cutoff: u32::MAX };
    let ended = search(start, limits, algorithm, &mut FnObserver(&mut take));
    assert!(ended.is_continue());
    rows
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_typed_tree_has_the_rows_of_the_search() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    let mut chance = Pcg32::seed_from_u64(32);
    page.click("tab-walk");
    page.wait_for("mancala.walk.shown");
    for (name, algorithm) in [("minimax", Algorithm::Minimax), ("alpha-beta", Algorithm::AlphaBeta)]
    {
        for _ in 0..40 {
            let mut nodes = Vec::new();
            let text = grown(&mut chance, 0, &mut nodes);
            page.value(&format!("mancala.walk.open('{name} {text}')"));
            let shown = "mancala.walk.own.rows.map((row) => mancala.walk.own.textOf(row).split(',').slice(1).join(','))";
            assert_eq!(page.value(shown), json!(rows(nodes, algorithm)), "{name} {text}");
        }
    }
    page.ends_clean();
}

/// The tree of a link is walked by the same page: its cut with the reason, practice, and back to a game.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_link_opens_a_tree_that_is_walked() {
    let Some(mut page) = Page::open(
        &html(None),
        "#walk:%5B%5B3%2C12%2C8%5D%2C%5B2%2C4%2C6%5D%2C%5B14%2C5%2C2%5D%5D",
    ) else {
        return;
    };
    page.wait_for("mancala.walk.info && mancala.walk.shown");
    assert_eq!(page.value("location.hash"), "");
    assert_eq!(
        page.value("document.getElementById('walk-say').textContent"),
        "Alpha-beta looks at 11 of 13 nodes."
    );
    page.value("mancala.walk.go('cut')");
    page.wait_for("mancala.walk.why");
    let said = page.text("document.getElementById('walk-sentence').textContent");
    assert!(
        said.contains(
            "2 <= alpha (3), so B2, B3 are pruned.Max can already reach 3 with A (line 10)."
        ),
        "{said}"
    );
    let struck = "document.querySelectorAll('.own-tree .stroke').length";
    assert_eq!(page.value(struck), 2);
    // A question does not show its answer in the picture.
    page.click("practice");
    page.wait_for("!document.getElementById('quiz').hidden");
    assert_eq!(page.value(struck), 0);
    page.value("[...document.querySelectorAll('#quiz button')].find((it) => it.textContent === 'prune').click()");
    assert_eq!(page.value(struck), 2);
    page.click("practice");
    // The link that is copied holds the same tree, and so does a reload.
    let link = page.text("mancala.walk.link()");
    assert!(
        link.ends_with(
            "#walk:alpha-beta%20max%20%5B%5B3%2C12%2C8%5D%2C%5B2%2C4%2C6%5D%2C%5B14%2C5%2C2%5D%5D"
        ),
        "{link}"
    );
    page.reload();
    page.wait_for("mancala.walk.shown && mancala.walk.at === 12");
    // Its algorithm is chosen beside the text.
    page.value("document.getElementById('walk-task').value = '2'; document.getElementById('walk-open').click()");
    page.wait_for("mancala.walk.info?.task === 'minimax' && mancala.walk.info.rows === 25");
    page.value("document.getElementById('walk-task').value = '3'; document.getElementById('walk-open').click()");
    page.wait_for("mancala.walk.info?.task === 'alpha-beta'");
    // What is no tree says where, and changes nothing.
    page.value("mancala.walk.open('[[1, 2], [3')");
    let said = page.text("document.getElementById('walk-say').textContent");
    assert_eq!(
        said,
        "The tree goes wrong at character 12, its end: expected a number, a list or ]."
    );
    assert_eq!(page.value("mancala.walk.info.rows"), 21);
    page.value("mancala.walk.open('2\\n1\\n1\\n1 0 2\\n2 0 1\\n0\\n0\\n')");
    page.wait_for(
        "mancala.walk.info?.task === 'minimax' && document.querySelector('#walk-board .count')",
    );
    assert_eq!(page.value("document.querySelector('.own-tree')"), Value::Null);
    page.ends_clean();
}
