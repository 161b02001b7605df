# SPDX-License-Identifier: Apache-2.0
"""The extension's scripts in browsers that lack a function. Each runs in gjs, with replacements for the
browser's objects."""

import json
import re
import subprocess
import unittest

from entries import ROOT

SCRIPTS = ROOT + "/Integrations/Browsers/extension/"
PAGE = """
globalThis.window = globalThis;
Object.assign(globalThis, {
    isSecureContext: true, origin: "https://a.example", top: {}, addEventListener() {}, document: { defaultView: {}, baseURI: "" },
    File: class {}, DOMException: class {}, location: LOCATION, activityShareRules: { fault: () => null },
});
globalThis.Navigator = class { userActivation = {} };
globalThis.navigator = new Navigator();
LOAD("page.js");
print(JSON.stringify([typeof navigator.share, navigator.canShare({})]));
"""
MENUS = """
globalThis.URL = class { static canParse(text) { return text !== undefined; } constructor() { throw Error("no address"); } };
globalThis.sheets = new Map();
globalThis.showFault = (message, reason, tab) => print(JSON.stringify([message, tab]));
LOAD("menus.js");
openForPerson({ id: 1 }, undefined, {});
"""
SHEET = """
const shown = [];
let tell;
const port = () => ({ onMessage: { addListener(take) { tell = take; } }, onDisconnect: { addListener() {} },
                      postMessage() {}, disconnect() {} });
globalThis.browser = { runtime: { connectNative: port }, i18n: { getMessage: (name) => name },
                       action: { setBadgeText({ text }) { shown.push(text); }, setTitle() {} } };
LOAD("sheet.js");
for (const outcome of OUTCOMES) {
    shown.length = 0;
    new Sheet(1, {}, () => {}, () => {});
    tell({ outcome });
    shown.push(outcome);
    print(JSON.stringify(shown));
}
"""


def run(script):
    """Runs a script and returns its output. LOAD("…"); in it inserts a script of the extension."""
    def text(match):
        with open(SCRIPTS + match[1], encoding="utf-8") as file:
            return file.read()

    script = re.sub(r'LOAD\("(.*)"\);', text, script)
    output = subprocess.run(["gjs", "-c", script], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


class ScriptTests(unittest.TestCase):
    def test_a_frame_in_a_firefox_that_names_no_ancestors_shares_when_it_is_told_that_it_may(self):
        self.assertEqual(run(PAGE.replace("LOCATION", "{}")), [["function", False]])
        self.assertEqual(run(PAGE.replace("LOCATION", '{ ancestorOrigins: ["https://a.example"] }')), [["function", True]])
        self.assertEqual(run(PAGE.replace("LOCATION", '{ ancestorOrigins: ["https://b.example"] }')), [["function", False]])

    def test_a_page_of_the_browsers_own_is_not_shared_and_the_button_says_so(self):
        self.assertEqual(run(MENUS), [["noWebPage", 1]])

    def test_the_button_says_that_no_sheet_can_be_shown_until_one_was(self):
        outcomes = ["unavailable", "failed", "refused", "left", "performed"]
        self.assertEqual(run(SHEET.replace("OUTCOMES", json.dumps(outcomes))),
                         [["!", "unavailable"], ["failed"], ["!", "refused"], ["", "left"], ["", "performed"]])
