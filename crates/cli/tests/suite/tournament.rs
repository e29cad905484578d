//! A class's tournament: everybody meets everybody, forfeits have reasons, nothing finished is lost.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use arena::player::searching::Random;

use crate::grade::{no_sandbox, open_folder};
use crate::program::{ends_with, mancala, succeeds, text};
use crate::skip::skip;

/// Answers with the first pit that gives a whole turn, by sowing as the homework does.
const FIRST_PIT: &str = r#"
lines = open("input.txt").read().split("\n")
assert lines[0] == "4", lines
me = int(lines[1])
north, south = [list(map(int, lines[at].split())) for at in (3, 4)]
stores = [int(lines[6]), int(lines[5])]
rows, width, over = [south, north], len(south), False
side = me - 1
def sow(pit):
    seeds, rows[side][pit] = rows[side][pit], 0
    row, at = side, pit
    while seeds:
        at += 1 if row == 0 else -1
        if row == 0 and at == width or row == 1 and at == -1:
            if row == side:
                stores[side] += 1
                seeds -= 1
                if not seeds:
                    return True
            row, at = 1 - row, (width if row == 0 else -1)
            continue
        rows[row][at] += 1
        seeds -= 1
    if row == side and rows[row][at] == 1 and rows[1 - row][at] >= 0 and side == row:
        stores[side] += rows[1 - row][at] + 1
        rows[row][at] = rows[1 - row][at] = 0
    return False
again = True
while again and any(rows[side]):
    again = sow(next(pit for pit in range(width) if rows[side][pit]))
    if not any(rows[0]) or not any(rows[1]):
        break
if not any(rows[0]) or not any(rows[1]):
    for each in (0, 1):
        stores[each] += sum(rows[each])
        rows[each] = [0] * width
show = lambda row: " ".join(map(str, row))
open("next_state.txt", "w").write("\n".join([show(rows[1]), show(rows[0]), str(stores[1]), str(stores[0])]) + "\n")
"#;

/// A class: one plays, one crashes at its first move, one has no program.
fn class(folder: &Path) {
    for (name, file, program) in [
        ("ann", "mancala.py", FIRST_PIT),
        ("bob", "mancala.py", "raise SystemExit('bob has no idea')\n"),
        ("carl", "notes.txt", "nothing\n"),
    ] {
        let path = folder.join("class").join(name);
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join(file), program).unwrap();
    }
}

fn tournament(folder: &Path) -> Command {
    let mut command = mancala(folder);
    command.args(["tournament", "class", "--players", "greedy", "random"]);
    command.args(["--pits", "3", "--seeds", "2", "--opening", "1", "--games", "4"]);
    command
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn everybody_meets_everybody_and_nothing_finished_is_played_again() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let here = folder.path();
    class(here);
    let output = succeeds(&mut tournament(here));
    let (table, said) = (text(&output.stdout), text(&output.stderr));
    assert!(said.contains("warning: carl does not play: "), "{said}");
    // Four players, six pairs of them, four games each.
    let kept = here.join("tournament/games.jsonl");
    let games = fs::read_to_string(&kept).unwrap();
    assert_eq!(games.lines().count(), 24, "{table}");
    let forfeits = games.matches("forfeits").count();
    assert_eq!(forfeits, 12, "bob's, and nobody else's: {games}");
    assert!(games.contains("bob has no idea"), "{games}");
    let trouble = ["bob forfeited 12 of 12 games, the first by: ", "carl does not play: "];
    let page = fs::read_to_string(here.join("tournament/index.html")).unwrap();
    for said in trouble {
        assert!(table.contains(said) && page.contains(said), "{table}");
    }
    assert!(page.contains("of two broken programs, the one that fails first loses"));
    let row = table.lines().find(|line| line.contains(" bob ")).unwrap();
    let words: Vec<_> = row.split_whitespace().collect();
    assert_eq!(words[..5], ["4", "bob", "0", "12", "12"], "{table}");
    for number in 1..=24 {
        let record = format!("games/{number:06}.game");
        let link = record.replace('/', "&#x2f;");
        assert!(page.contains(&link) && here.join("tournament").join(&record).is_file());
    }
    assert!(
        page.contains("play.html#game:%5BRules%20%22usc%22%5D%0A")
            && here.join("tournament/play.html").is_file()
    );

    // Killed: the last line is torn, and some games were not played.
    let half: String = games.lines().take(10).map(|line| format!("{line}\n")).collect();
    fs::write(&kept, format!("{half}{{\"key\": \"torn")).unwrap();
    let again = succeeds(&mut tournament(here));
    assert_eq!(text(&again.stdout), table, "the same games, the same table");
    let after = fs::read_to_string(&kept).unwrap();
    assert!(after.starts_with(&half) && after.lines().count() == 24);
    // All known: nothing is played.
    succeeds(&mut tournament(here));
    assert_eq!(fs::read_to_string(&kept).unwrap(), after);
    // A line that is none is no reason to lose the others.
    fs::write(&kept, format!("{half}rubbish\n")).unwrap();
    let refused = ends_with(&mut tournament(here), 2);
    assert!(text(&refused.stderr).contains("line 11: expected a finished game"));
    assert_eq!(fs::read_to_string(&kept).unwrap(), format!("{half}rubbish\n"));
}

#[test]
fn a_tournament_needs_two_players_and_no_people() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    class(folder.path());
    fs::remove_dir_all(folder.path().join("class/ann")).unwrap();
    fs::remove_dir_all(folder.path().join("class/bob")).unwrap();
    let refused = |players: &[&str], expected: &str| {
        let mut command = mancala(folder.path());
        command.args(["tournament", "class"]).args(players);
        let said = text(&ends_with(&mut command, 2).stderr);
        assert!(said.contains(expected), "{said}");
    };
    refused(&[], "expected two players or more, found 0");
    refused(&["--players", "human", "greedy"], "a person cannot play here");
}

/// The games of a tournament that may be running, but for a line that is torn.
fn games_so_far(results: &Path) -> String {
    let mut games = fs::read_to_string(results.join("games.jsonl")).unwrap_or_default();
    games.truncate(games.rfind('\n').map_or(0, |end| end + 1));
    games
}

/// All that is shown of a tournament: every file, but for the games in the order in which they ended.
fn shown(results: &Path) -> BTreeMap<PathBuf, String> {
    let files = walkdir::WalkDir::new(results).into_iter().map(Result::unwrap);
    let files = files.filter(|it| it.file_type().is_file());
    let named = files.map(|it| it.path().strip_prefix(results).unwrap().to_owned());
    let named = named.filter(|it| it != Path::new("games.jsonl"));
    named.map(|it| (it.clone(), fs::read_to_string(results.join(it)).unwrap())).collect()
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_tournament_that_is_killed_again_and_again_loses_no_finished_game() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let here = folder.path();
    class(here);
    let whole = succeeds(&mut tournament(here));
    fs::rename(here.join("tournament"), here.join("whole")).unwrap();

    let results = here.join("tournament");
    // Other moments every time; those of a failure are told.
    let seed = u64::from(std::process::id());
    let mut chance = Random::new(seed);
    let mut before = String::new();
    for kill in 0..4 {
        let enough = before.lines().count() + 1 + chance.below(4);
        let mut playing =
            tournament(here).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while games_so_far(&results).lines().count() < enough {
            if let Some(ended) = playing.try_wait().unwrap() {
                panic!("seed {seed}, kill {kill}: {ended} before {enough} games");
            }
            std::thread::sleep(Duration::from_millis(1 + chance.below(5) as u64));
        }
        playing.kill().unwrap();
        playing.wait().unwrap();
        let after = games_so_far(&results);
        assert!(after.starts_with(&before), "seed {seed}, kill {kill}: a game was lost");
        assert!(after.lines().count() < 24, "seed {seed}: killed before its end");
        before = after;
    }
    let resumed = succeeds(&mut tournament(here));
    assert_eq!(text(&resumed.stdout), text(&whole.stdout), "seed {seed}");
    assert!(games_so_far(&results).starts_with(&before), "seed {seed}");
    assert_eq!(shown(&results), shown(&here.join("whole")), "seed {seed}");
}
