//! What the page takes in Chromium, beside the same work done natively: `cargo bench --bench page`.
//! See `benches/README.md`.
//!
//! Every figure is a time on the clock and, in brackets, the time of all processors that the browser
//! took, which says more where the machine is busy.

// A benchmark that cannot run has failed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[cfg(target_os = "linux")]
#[path = "../tests/suite/page/chromium.rs"]
#[allow(dead_code, reason = "tests ask a page for more")]
mod chromium;
#[cfg(target_os = "linux")]
#[path = "../tests/suite/skip.rs"]
mod skip;

#[cfg(target_os = "linux")]
fn main() {
    linux::report();
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("skipped: processes are told apart as Linux does");
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ops::ControlFlow;
    use std::time::Instant;

    use arena::{Game, GameRecord};
    use mancala::game::{Board, Kalah, Rules, Side};
    use mancala::homework::{Problem, Task};
    use mancala::solve::{Engine, Remaining, Resources};
    use nix::sys::resource::{UsageWho, getrusage};
    use page::html;
    use page_engine::walk::Walk;
    use serde_json::json;

    use crate::chromium::Page;

    /// The rows of minimax on 6 x 3 to cutoff 8.
    const ROWS: u64 = 200_186_989;

    pub(super) fn report() {
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        println!("load {}", load.trim());
        let page = html(None);
        assert!(page.len() <= 700_000);
        println!("file: {} bytes (goal 700,000)", page.len());
        let Some(()) = first_moments(&page) else {
            return;
        };
        // The opening book has the usual rules' game of four seeds.
        let other = "cits3001,takes=opposite".parse().unwrap();
        for (rules, seeds, value, goal) in [(Rules::CITS3001, 3, 2, 1), (other, 4, 8, 15)] {
            solve(&page, rules, seeds, value, goal);
        }
        walk(&page);
    }

    /// Five cold starts: a browser and a profile of its own each time.
    fn first_moments(page: &str) -> Option<()> {
        let mut paint = Vec::new();
        let mut ready = Vec::new();
        for _ in 0..5 {
            let mut page = Page::open(page, "")?;
            page.wait_for("performance.getEntriesByName('first-contentful-paint').length");
            let at = |page: &mut Page, name: &str| {
                let entry = format!("performance.getEntriesByName('{name}')[0].startTime");
                page.value(&entry).as_f64().unwrap()
            };
            paint.push(at(&mut page, "first-contentful-paint"));
            ready.push(at(&mut page, "first move possible"));
        }
        println!("first paint: {:.0} ms (goal 300)", middle(&mut paint));
        println!("first move possible: {:.0} ms (goal 500)", middle(&mut ready));
        Some(())
    }

    fn middle(times: &mut [f64]) -> f64 {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }

    /// A time on the clock and of the processors, in seconds.
    struct Took(f64, f64);

    impl Took {
        fn tell(&self, what: &str, native: &Took, goal: impl std::fmt::Display) {
            println!(
                "{what}: {:.2} s [{:.2} s] (goal {goal}); natively {:.2} s [{:.2} s], {:.1} times as long [{:.1}]",
                self.0,
                self.1,
                native.0,
                native.1,
                self.0 / native.0,
                self.1 / native.1
            );
        }
    }

    fn natively<T>(work: impl FnOnce() -> T) -> (T, Took) {
        // Of this process alone: the browser is a child of it.
        let own = || {
            let usage = getrusage(UsageWho::RUSAGE_SELF).unwrap();
            let times = [usage.user_time(), usage.system_time()];
            times.map(|it| it.tv_sec() as f64 + it.tv_usec() as f64 / 1e6)
        };
        let (begin, before) = (Instant::now(), own());
        let done = work();
        let took = own().iter().sum::<f64>() - before.iter().sum::<f64>();
        (done, Took(begin.elapsed().as_secs_f64(), took))
    }

    /// Has the page do something and put what comes of it into `found`.
    fn in_page(page: &mut Page, script: &str) -> Took {
        let (begin, before) = (Instant::now(), processors(page.process()));
        page.value(&format!("globalThis.found = undefined; {script}; 1"));
        page.wait_for("globalThis.found !== undefined");
        Took(begin.elapsed().as_secs_f64(), processors(page.process()) - before)
    }

    /// The exact value of an opening with six pits, and a line of best play.
    fn solve(page: &str, rules: Rules, seeds: u16, value: i32, goal: u32) {
        let start = Kalah::new(Board::opening(6, seeds), rules, Side::South).unwrap();
        let record = GameRecord::new(Game::new(start)).to_string();
        let mut page = Page::open(page, "").unwrap();
        let took = in_page(
            &mut page,
            &format!(
                "mancala.analyse.thinker.ask(['values', '', {}], (news) => {{ if (news.line) found ??= news.told; }}).catch(() => 0)",
                json!(record)
            ),
        );
        let told = page.value("found");
        assert_eq!(told, format!("With best play South ends {value} ahead."));
        drop(page);
        let resources = Resources { memory: 1 << 30, endgame: usize::MAX, threads: 1 };
        let (found, native) = natively(|| {
            let mut engine = Engine::new(&start, resources);
            engine.value(&start, Remaining::END, None, &()).bounds.value()
        });
        assert_eq!(found, Some(value));
        took.tell(&format!("Kalah(6,{seeds}) exactly"), &native, format!("{goal} s"));
    }

    /// The log of 1.7 GB that nobody stores.
    fn walk(page: &str) {
        let start = Kalah::new(Board::opening(6, 3), Rules::USC, Side::South).unwrap();
        let problem = Problem::new(start, Task::Minimax, Some(8));
        let mut page = Page::open(page, "").unwrap();
        page.value("document.getElementById('tab-walk').click()");
        let input = json!(problem.to_string());
        let open = format!(
            "globalThis.begun = performance.now(); mancala.walk.open({input}).then(() => {{ found = mancala.walk.info.rows; }}); \
             requestAnimationFrame(() => setTimeout(() => {{ globalThis.opened = performance.now() - begun; }}))"
        );
        let took = in_page(&mut page, &open);
        assert_eq!(page.value("found"), ROWS);
        let opened = page.value("opened").as_f64().unwrap();
        println!("log of {ROWS} rows opens: {opened:.0} ms (goal 500)");
        let (walk, native) = natively(|| Walk::new(problem).unwrap());
        assert_eq!(walk.rows(), ROWS);
        took.tell("the same indexed", &native, "3 s");
        rows(&mut page, &walk);
        let elements = page.value("document.querySelectorAll('#walk-body *').length");
        let elements = elements.as_u64().unwrap();
        assert!(elements <= 200, "{elements} elements");
        println!("elements of the walk: {elements} (goal 200)");
    }

    /// Rows here and there, each with its picture, its neighbours and the tree down to it.
    fn rows(page: &mut Page, walk: &Walk) {
        let numbers: Vec<u64> = (1..=200).map(|step| step * 998_877_661 % ROWS + 1).collect();
        let took = in_page(
            page,
            &format!(
                "globalThis.times = []; (async () => {{ for (const row of {numbers:?}) {{ const begin = performance.now(); \
                 await mancala.walk.select(row); times.push(performance.now() - begin); }} found = mancala.walk.shown.text; }})()"
            ),
        );
        let (last, native) = natively(|| {
            let texts = numbers.iter().map(|&row| {
                let text = walk.each_row(row, |row| ControlFlow::Break(row.text()));
                text.unwrap()
            });
            texts.last().unwrap()
        });
        assert_eq!(page.value("found"), last);
        let times = page.value("times");
        let mut times: Vec<_> =
            times.as_array().unwrap().iter().filter_map(serde_json::Value::as_f64).collect();
        let median = middle(&mut times);
        println!(
            "a row: median {median:.1} ms, longest {:.1} ms (goal 50)",
            times[times.len() - 1]
        );
        took.tell("200 rows, their texts natively", &native, "10 s");
    }

    /// Seconds that a process and all that came of it took so far.
    fn processors(process: u32) -> f64 {
        let mut all = Vec::new();
        for entry in std::fs::read_dir("/proc").unwrap().flatten() {
            let text = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            // The name, in brackets, may hold anything.
            let Some((id, rest)) = text.split_once(" (").and_then(|(id, rest)| {
                let (_, rest) = rest.rsplit_once(") ")?;
                Some((id.parse::<u32>().ok()?, rest))
            }) else {
                continue;
            };
            let fields: Vec<_> = rest.split(' ').collect();
            let number = |at: usize| fields[at].parse::<f64>().unwrap_or(0.0);
            all.push((id, fields[1].parse().unwrap_or(0), number(11) + number(12)));
        }
        let mut family = vec![process];
        let mut at = 0;
        while let Some(&parent) = family.get(at) {
            family.extend(all.iter().filter(|it| it.1 == parent).map(|it| it.0));
            at += 1;
        }
        let own = all.iter().filter(|it| family.contains(&it.0));
        // A hundred ticks a second, on every Linux there is.
        own.map(|it| it.2).sum::<f64>() / 100.0
    }
}
