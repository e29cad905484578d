//! A browser on the end of two pipes: the DevTools protocol, JSON messages that end in a zero byte.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::skip::{missing, skip};

/// How long a page may take for anything, on however busy a machine.
const LONGEST_WAIT: Duration = Duration::from_secs(180);

/// One page in a browser of its own.
pub(super) struct Page {
    browser: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    session: Value,
    asked: u64,
    /// What went wrong, as far as the browser tells, and every address that was asked for.
    pub(super) errors: Vec<String>,
    pub(super) addresses: Vec<String>,
    folder: TempDir,
}

/// One of the tabs of a browser.
pub(super) struct Tab(Value);

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}

impl Page {
    /// Opens the page, with `fragment` behind its address, and waits until it can be played on; `None`
    /// where there is no browser.
    pub(super) fn open(html: &str, fragment: &str) -> Option<Self> {
        let mut page = Self::open_at(html, &[], fragment, "")?;
        page.wait_for("globalThis.mancala?.play.game");
        Some(page)
    }

    /// Opens any HTML, with files beside it.
    pub(super) fn open_plain(html: &str, beside: &[(&str, &str)]) -> Option<Self> {
        Self::open_at(html, beside, "", "")
    }

    /// Opens any HTML in a browser in which a script has run first.
    pub(super) fn open_after(first: &str, html: &str) -> Option<Self> {
        Self::open_at(html, &[], "", first)
    }

    fn open_at(html: &str, beside: &[(&str, &str)], fragment: &str, first: &str) -> Option<Self> {
        let is_there = |name: &&str| missing(name).is_none();
        let Some(name) =
            ["chromium", "chromium-browser", "google-chrome"].into_iter().find(is_there)
        else {
            skip("there is no chromium");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.html");
        std::fs::write(&file, html).unwrap();
        for (name, text) in beside {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let profile = folder.path().join("profile");
        let script = format!(
            "exec {name} --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
             --disable-background-networking --disable-component-update --disable-sync \
             --force-prefers-reduced-motion --user-data-dir={} --remote-debugging-pipe about:blank \
             3<&0 4>&1 0</dev/null 1>/dev/null",
            profile.display()
        );
        let mut browser = Command::new("sh")
            .args(["-c", &script])
            // A browser that is killed leaves its temporary files.
            .env("TMPDIR", folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut page = Self {
            to: browser.stdin.take().unwrap(),
            from: BufReader::new(browser.stdout.take().unwrap()),
            browser,
            session: Value::Null,
            asked: 0,
            errors: Vec::new(),
            addresses: Vec::new(),
            folder,
        };
        page.open_tab(fragment, first);
        Some(page)
    }

    /// Opens the page in a tab of its own, which is the one that is asked from now on; the one of before. A
    /// script has run there first.
    pub(super) fn open_tab(&mut self, fragment: &str, first: &str) -> Tab {
        let before = std::mem::replace(&mut self.session, Value::Null);
        let target = self.send("Target.createTarget", json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        self.session = self.send("Target.attachToTarget", target)["sessionId"].clone();
        for domain in [
            "Runtime.enable",
            "Log.enable",
            "Network.enable",
            "Page.enable",
            "Accessibility.enable",
        ] {
            self.send(domain, json!({}));
        }
        let script = json!({ "source": first });
        self.send("Page.addScriptToEvaluateOnNewDocument", script);
        let file = self.folder.path().join("page.html");
        let address = format!("file://{}{fragment}", file.display());
        self.send("Page.navigate", json!({ "url": address }));
        Tab(before)
    }

    /// Asks another tab from now on; the one of before.
    pub(super) fn turn_to(&mut self, tab: Tab) -> Tab {
        Tab(std::mem::replace(&mut self.session, tab.0))
    }

    /// Loads the page again, as its key does, and waits until it can be played on.
    #[track_caller]
    pub(super) fn reload(&mut self) {
        self.value("globalThis.isOld = true; location.reload(); 1");
        self.wait_for("!globalThis.isOld && globalThis.mancala?.play.game");
    }

    /// Sets what the page is told of its user, such as `forced-colors`.
    pub(super) fn prefers(&mut self, feature: &str, value: &str) {
        let features = json!({ "features": [{ "name": feature, "value": value }] });
        self.send("Emulation.setEmulatedMedia", features);
    }

    /// The browser's number among processes.
    #[allow(dead_code, reason = "for the benchmark")]
    pub(super) fn process(&self) -> u32 {
        self.browser.id()
    }

    /// Where the page lies, for files beside it.
    pub(super) fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Gives the page another size, as a window or a phone has it.
    pub(super) fn resize(&mut self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true });
        self.send("Emulation.setDeviceMetricsOverride", size);
        self.wait_for(&format!("innerWidth === {width}"));
    }

    /// Sends a command and waits for its answer; events on the way are taken note of.
    pub(super) fn send(&mut self, method: &str, parameters: Value) -> Value {
        let answer = self.ask(method, parameters);
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Result<Value, Value> {
        self.asked += 1;
        let mut message = json!({ "id": self.asked, "method": method, "params": parameters });
        if !self.session.is_null() {
            message["sessionId"] = self.session.clone();
        }
        write!(self.to, "{message}\0").unwrap();
        loop {
            let mut bytes = Vec::new();
            self.from.read_until(0, &mut bytes).unwrap();
            bytes.pop();
            let message: Value = serde_json::from_slice(&bytes).expect("the browser is alive");
            if message["id"] == self.asked {
                return match &message["error"] {
                    Value::Null => Ok(message["result"].clone()),
                    error => Err(error.clone()),
                };
            }
            self.note(&message);
        }
    }

    fn note(&mut self, event: &Value) {
        let what = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => self.errors.push(what.to_string()),
            Some("Runtime.consoleAPICalled") if what["type"] == "error" => {
                self.errors.push(what.to_string())
            }
            Some("Log.entryAdded") if what["entry"]["level"] == "error" => {
                self.errors.push(what.to_string())
            }
            Some("Network.requestWillBeSent") => {
                let address = what["request"]["url"].as_str().unwrap_or_default();
                self.addresses.push(address.chars().take(60).collect());
            }
            _ => {}
        }
    }

    /// The value of an expression, awaited.
    #[track_caller]
    pub(super) fn value(&mut self, expression: &str) -> Value {
        let asked =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.send("Runtime.evaluate", asked);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {}",
            answer["exceptionDetails"]
        );
        answer["result"]["value"].clone()
    }

    /// The value of an expression that is a text, awaited.
    #[track_caller]
    pub(super) fn text(&mut self, expression: &str) -> String {
        serde_json::from_value(self.value(expression)).unwrap()
    }

    /// Clicks the element with this `id`.
    #[track_caller]
    pub(super) fn click(&mut self, id: &str) {
        self.value(&format!("document.getElementById('{id}').click()"));
    }

    /// Waits until an expression holds; while a page loads it may fail.
    #[track_caller]
    pub(super) fn wait_for(&mut self, expression: &str) {
        let begin = Instant::now();
        loop {
            let asked = json!({ "expression": format!("!!({expression})"), "returnByValue": true });
            let answer = self.ask("Runtime.evaluate", asked);
            if answer.is_ok_and(|answer| answer["result"]["value"] == true) {
                return;
            }
            if begin.elapsed() > LONGEST_WAIT {
                panic!("never: {expression}; {:?}", self.errors);
            }
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Presses keys by their names; letters and digits as they are.
    pub(super) fn press(&mut self, keys: &[&str]) {
        for key in keys {
            let text = if key.chars().count() == 1 { *key } else { "" };
            let text = if *key == "Enter" { "\r" } else { text };
            let code = match *key {
                "Enter" => 13,
                "Escape" => 27,
                _ => 0,
            };
            for kind in ["keyDown", "keyUp"] {
                let mut event = json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code });
                if kind == "keyDown" && !text.is_empty() {
                    event["text"] = json!(text);
                }
                self.send("Input.dispatchKeyEvent", event);
            }
        }
    }

    /// Roles and names of everything that is exposed to who cannot see it.
    pub(super) fn accessible(&mut self) -> Vec<(String, String)> {
        let tree = self.send("Accessibility.getFullAXTree", json!({}));
        let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
        let shown = nodes.iter().filter(|node| node["ignored"] != true);
        let word = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
        shown.map(|node| (word(&node["role"]), word(&node["name"]))).collect()
    }

    /// Nothing was wrong and nothing was asked of any network.
    #[track_caller]
    pub(super) fn ends_clean(&mut self) {
        self.value("1");
        assert_eq!(self.errors, Vec::<String>::new());
        let local = ["file:", "blob:", "data:"];
        let foreign = |address: &&String| !local.iter().any(|kind| address.starts_with(kind));
        assert_eq!(self.addresses.iter().find(foreign), None);
    }
}
