# SPDX-License-Identifier: Apache-2.0
"""Malicious pages, and browsers in which something is missing: no sheet opens, and the page gets the error
that the specification requires."""

import json
import os
import shutil

from cases import EXTENSION, INSECURE, BrowserTestCase, Chromium, Firefox, wait_until

# Sends the message that page.js would send, and returns the answer.
FORGED = """const answers = [];
    const number = Math.random();
    const listener = (event) => { if (event.data?.activityShare === "answer" && event.data.number === number) answers.push(event.data.error); };
    addEventListener("message", listener);
    window.postMessage({ activityShare: "share", number, data: %s }, "*");
    while (!answers.length) await new Promise((resolve) => setTimeout(resolve, 20));
    return answers[0];"""


def forged(data='{ text: "a" }'):
    return FORGED % data


class Hostile(BrowserTestCase):
    def assert_no_sheet(self):
        self.assertEqual(self.windows(), 0)

    def share(self, tab, data='{ text: "a" }'):
        return tab.run(f"return navigator.share({data}).then(() => 'shared', (error) => error.name)")

    def test_without_a_click(self):
        tab = self.open_page()
        self.assertEqual(self.share(tab), "NotAllowedError")
        tab.run("document.querySelector('#share').click()")
        self.assertEqual(self.result(tab), "NotAllowedError")
        # The page can deceive page.js, but not the bridge.
        tab.run("Object.defineProperty(UserActivation.prototype, 'isActive', { get: () => true, configurable: true })")
        self.assertEqual(tab.run("return navigator.userActivation.isActive"), True)
        self.assertEqual(self.share(tab), "NotAllowedError")
        self.assertEqual(tab.run(forged()), "NotAllowedError")
        self.assert_no_sheet()

    def test_a_hundred_times_for_one_click(self):
        tab = self.open_page()
        tab.run("""document.querySelector("#share").onclick = () => {
            window.names = [];
            for (let count = 0; count < 100; count += 1) navigator.share({ text: `${count}` }).catch((error) => names.push(error.name));
        }""")
        tab.click("#share")
        self.wait_for_windows(1)
        names = tab.run("return names")
        self.assertEqual(names, ["InvalidStateError"] * 99)
        self.assertEqual(tab.run(forged()), "InvalidStateError")
        self.leave()
        wait_until(lambda: tab.run("return names.length") == 100, "the end")
        self.assertEqual(tab.run("return names[99]"), "AbortError")
        # To the browser the click is still recent, but the bridge has used it.
        self.assertEqual(self.share(tab), "NotAllowedError")
        self.assertEqual(tab.run(forged()), "NotAllowedError")
        self.assert_no_sheet()

    def frame(self, allow):
        tab = self.open_page()
        tab.run(f"""const frame = document.createElement("iframe");
            frame.allow = {json.dumps(allow)};
            frame.id = "other";
            frame.style = "position: fixed; left: 200px; top: 100px; width: 300px; height: 200px";
            frame.src = {json.dumps(self.sites.url("/frame", "127.0.0.1"))};
            window.said = [];
            addEventListener("message", (event) => said.push(event.data));
            document.body.append(frame);
            while (!said.includes("here")) await new Promise((resolve) => setTimeout(resolve, 20));""")

        def is_reached():
            tab.click_in("#other", 250, 150)
            return tab.run("return said.includes('pressed')")

        # A loaded frame accepts clicks only after a while.
        wait_until(is_reached, "the frame")
        return tab

    def said(self, tab):
        return wait_until(lambda: tab.run("return said.find((message) => message.result)"), "the frame's word")

    def test_a_frame_of_another_origin_without_permission(self):
        tab = self.frame("")
        tab.click_in("#other", 70, 40)
        self.assertEqual(self.said(tab), {"can": False, "result": "NotAllowedError"})
        self.assert_no_sheet()

    def test_a_frame_of_another_origin_with_permission(self):
        tab = self.frame("camera; web-share")
        page = self.sheet(lambda: tab.click_in("#other", 70, 40))
        self.assert_asked_by(page, "127.0.0.1")
        self.leave()
        self.assertEqual(self.said(tab), {"can": True, "result": "AbortError"})

    def test_a_frame_cannot_speak_for_the_page_around_it(self):
        tab = self.frame("")
        tab.run("""frames[0].postMessage("speak", "*");
            while (!said.includes("spoken")) await new Promise((resolve) => setTimeout(resolve, 20));""")
        # If the bridge had accepted the frame's message as the page's, this would be the second share.
        tab.click("#share")
        self.wait_for_windows(1)
        self.leave()
        self.assertEqual(self.result(tab), "AbortError")

    def test_a_frame_that_takes_its_bridge_s_part(self):
        tab = self.frame("")
        tab.run("""frames[0].postMessage("speak", "*");
            while (!said.includes("spoken")) await new Promise((resolve) => setTimeout(resolve, 20));""")
        tab.click_in("#other", 70, 40)
        # The frame's own page.js accepts the message, but the bridge does not.
        self.assertEqual(self.said(tab), {"can": True, "result": "NotAllowedError"})
        self.assert_no_sheet()

    def test_a_frame_that_is_taken_away_takes_its_sheet_along(self):
        tab = self.open_page()
        tab.run("""const frame = document.createElement("iframe");
            frame.style = "position: fixed; left: 200px; top: 100px; width: 300px; height: 200px";
            frame.id = "same";
            frame.src = "/?frame";
            document.body.append(frame);
            await new Promise((resolve) => { frame.onload = resolve; });
            window.inner = frame.contentWindow.navigator;""")

        def opened():
            # A loaded frame accepts clicks only after a while.
            tab.click_in("#same", 70, 40)
            return self.windows() == 1

        wait_until(opened, "the frame's sheet")
        # A tab has one sheet at a time, whichever frame asks.
        tab.click("#share")
        self.assertEqual(self.result(tab), "InvalidStateError")
        tab.run('document.querySelector("#same").remove()')
        self.wait_for_windows(0)
        # Firefox runs no more code of a removed frame, not even a promise's callbacks.
        if self.browser_class is Chromium:
            answer = tab.run('return inner.share({ text: "a" }).then(() => "shared", (error) => error.name)')
            self.assertEqual(answer, "InvalidStateError")
        self.assertEqual(tab.run("return inner.canShare({ text: 'a' })"), False)

    def test_an_answer_that_the_page_makes_up_ends_its_own_promise_alone(self):
        tab = self.open_page()
        tab.run("""document.querySelector("#share").addEventListener("click", () =>
            window.postMessage({ activityShare: "answer", number: 1, error: null }, "*"));""")
        tab.click("#share")
        self.assertEqual(self.result(tab), "shared")
        self.wait_for_windows(1)
        self.assertEqual(tab.run(forged()), "InvalidStateError")
        self.assertEqual(self.windows(), 1)
        self.leave()

    def test_a_page_s_own_words_for_everything(self):
        tab = self.open_page()
        tab.run("""Array.prototype.every = Array.prototype.some = () => true;
            Array.prototype.find = Array.prototype.filter = Array.prototype.map = function () { return this; };
            Array.from = (list) => list;
            Array.isArray = () => true;
            Object.prototype.toString = () => "[object File]";
            Object.prototype.origin = "https://bank.example";
            Object.prototype.url = "file:///etc/passwd";
            RegExp.prototype.test = () => false;
            String.prototype.startsWith = () => false;
            String.prototype.toWellFormed = () => "well formed";
            URL.canParse = () => true;
            URL.parse = () => ({ protocol: "https:", href: "file:///etc/passwd" });
            for (const name of ["type", "name", "size"]) {
                Object.defineProperty(name === "name" ? File.prototype : Blob.prototype, name, { get: () => "../../etc/passwd" });
            }""")
        for data, expected in [
                ('{ files: ["/etc/passwd"] }', "TypeError"), ('{ files: { length: 1, 0: new File(["a"], "a.txt") } }', "TypeError"),
                ('{ files: [new File(["a"], "../a.txt", { type: "text/plain" })] }', "TypeError"),
                ('{ url: "javascript:1" }', "TypeError"), ("{}", "TypeError")]:
            self.assertEqual(self.forge(tab, data), expected, data)
        self.assert_no_sheet()
        # Valid content is shared as it is, and the sheet names the origin that the browser reports.
        page = self.sheet(lambda: tab.run(self.FORGE % forged(
            '{ files: [new File(["a"], "a.txt", { type: "text/plain" })] }')) or tab.click("#share"))
        self.assertIn("a.txt", self.texts(page))
        self.assert_asked_by(page)
        self.leave()

    def test_data_that_changes_between_two_looks(self):
        tab = self.open_page()
        tab.run("""window.data = () => {
                window.looks = 0;
                return {
                    get text() { return (window.looks += 1) % 10 === 1 ? "at first" : "later"; },
                    get files() { window.looks += 10; return undefined; },
                };
            };""")
        self.assertEqual(tab.run("return navigator.canShare(data())"), True)
        self.assertEqual(tab.run("return window.looks"), 11)
        page = self.click(tab)
        self.assertIn("at first", self.texts(page))
        self.assertEqual(tab.run("return window.looks"), 11)
        self.leave()

    def test_data_that_throws(self):
        tab = self.open_page()
        tab.run('window.data = () => ({ get url() { throw new RangeError("not this"); } })')
        tab.click("#share")
        self.assertEqual(self.result(tab), "RangeError")
        self.assertEqual(
            tab.run("try { navigator.canShare(data()); } catch (error) { return error.name; }"), "RangeError")
        self.assert_no_sheet()

    def test_a_file_that_changes_before_it_is_read(self):
        path = self.file("report.txt", b"0123456789" * 200000)
        tab = self.open_page()
        tab.run("""const chooser = document.createElement("input");
            chooser.type = "file";
            chooser.id = "chooser";
            chooser.style = "position: fixed; left: 20px; top: 200px";
            document.body.append(chooser);
            window.data = () => ({ files: [...chooser.files] });""")
        tab.choose("#chooser", path)
        self.assertEqual(tab.run("return navigator.canShare(data()) && data().files[0].size"), 2000000)
        self.file("report.txt", b"short")
        tab.click("#share")
        self.assertEqual(self.result(tab), "DataError")
        self.assert_no_sheet()

    def test_over_http(self):
        tab = self.open_page(host=INSECURE)
        self.assertEqual(tab.run("return [isSecureContext, typeof navigator.share, typeof navigator.canShare]"),
                         [False, "undefined", "undefined"])
        tab.run(self.FORGE % forged())
        tab.click("#share")
        # After another page's share has ended, this page still has no answer.
        other = self.open_page()
        other.click("#share")
        self.wait_for_windows(1)
        self.leave()
        self.assertEqual(self.result(other), "AbortError")
        self.assertIsNone(tab.run("return window.result"))
        self.assert_no_sheet()

    FORGE = """window.result = null; document.querySelector("#share").onclick = async () => {
            window.result = await (async () => { %s })();
        }"""

    def forge(self, tab, data):
        """The result of a click whose handler sends page.js's message itself."""
        tab.run(self.FORGE % forged(data))
        tab.click("#share")
        return self.result(tab)

    def test_forged_messages_gain_nothing(self):
        tab = self.open_page()
        for data, expected in [
                ("{}", "TypeError"), ("null", "TypeError"), ("[]", "TypeError"), ("{ text: 5 }", "TypeError"),
                ('new Map([["text", "a"]])', "TypeError"), ('{ text: new String("a") }', "TypeError"), ("7", "TypeError"),
                ('{ text: "a".repeat((1 << 20) + 1) }', "TypeError"), ('{ files: new Array(2 ** 31) }', "TypeError"),
                ('{ files: [new Blob(["a"])] }', "TypeError"), ('{ text: "a", files: "a.txt" }', "TypeError"),
                ('{ files: [new File(["a"], "a.txt", { type: "text/plain;" + "a".repeat(1 << 20) })] }', "NotAllowedError"),
                ('{ text: "a".repeat(9 << 20) }', "TypeError"),
                ('{ url: "file:///etc/passwd" }', "TypeError"), ('{ url: "javascript:1" }', "TypeError"),
                ('{ files: ["/etc/passwd"] }', "TypeError"), ('{ files: { length: 1e9 } }', "TypeError"),
                ('{ files: [new File(["a"], "a.desktop", { type: "text/plain" })] }', "NotAllowedError"),
                ('{ files: [new File(["a"], "../a.txt", { type: "text/plain" })] }', "TypeError"),
                ('{ files: [new File([new Uint8Array(51 << 20)], "a.txt", { type: "text/plain" })] }', "TypeError"),
                ('{ files: Array.from({ length: 11 }, () => new File(["a"], "a.txt", { type: "text/plain" })) }', "TypeError")]:
            self.assertEqual(self.forge(tab, data), expected, data)
        self.assert_no_sheet()

    def test_the_heading_is_the_browser_s_word(self):
        tab = self.open_page()
        tab.run(f"""document.querySelector("#share").onclick = async () => {{
            const data = {{ origin: "https://bank.example", title: "bank.example", text: "Your account" }};
            window.result = await (async () => {{ {forged("data")} }})();
        }}""")
        page = self.click(tab)
        self.assert_asked_by(page)
        self.leave()
        self.assertEqual(self.result(tab), "AbortError")

    def test_what_cannot_be_shared(self):
        tab = self.open_page()
        for data, can in [
                ("{}", False), ("{ files: [] }", False), ('{ text: "" }', True), ('{ text: "a", files: [] }', True),
                ('{ url: "" }', True), ('{ url: "https://example.org" }', True), ('{ url: "http://[" }', False),
                ('{ url: "ws://a" }', False), ('{ url: "data:,a" }', False), ('{ unknown: 1 }', False),
                ('{ files: [new File(["a"], "a.png", { type: "image/png" })] }', True),
                ('{ files: [new File(["a"], "../a.png", { type: "image/png" })] }', False),
                ('{ files: [new File(["a"], "a.exe", { type: "application/x-msdownload" })] }', True),
                ('{ files: [new File(["a"], ".a.png", { type: "image/png" })] }', False),
                ('{ files: [new File(["a"], "a\\nb.png", { type: "image/png" })] }', False),
                ('{ files: [new File(["a"], "\\u202egnp.png", { type: "image/png" })] }', False),
                ('{ files: [new File(["a"], "a".repeat(252) + ".png", { type: "image/png" })] }', False),
                ('{ files: [new File(["a"], "\\ud800.png", { type: "image/png" })] }', True)]:
            self.assertEqual(tab.run(f"return navigator.canShare({data})"), can, data)


class WithoutTheProgram(BrowserTestCase):
    program = None

    def test_the_page_learns_what_it_would_if_the_person_had_left(self):
        tab = self.open_page()
        tab.click("#share")
        self.assertEqual(self.result(tab), "AbortError")


class AnotherExtension(BrowserTestCase):
    """The same code under another extension identifier, for which the browser does not start the program."""

    @classmethod
    def start_browser(cls):
        cls.extension = cls.folder_of_browser + "/extension"
        shutil.copytree(EXTENSION, cls.extension)
        with open(cls.extension + "/manifest.json", encoding="utf-8") as file:
            manifest = json.load(file)
        del manifest["key"]
        manifest["browser_specific_settings"]["gecko"]["id"] = "other@example.org"
        with open(cls.extension + "/manifest.json", "w", encoding="utf-8") as file:
            json.dump(manifest, file)
        cls.program = cls.folder_of_browser + "/program"
        with open(cls.program, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\ntouch {cls.program}.started\n")
        os.chmod(cls.program, 0o755)
        return super().start_browser()

    def test_it_is_refused(self):
        tab = self.open_page()
        tab.click("#share")
        self.assertEqual(self.result(tab), "AbortError")
        self.assertFalse(os.path.exists(self.program + ".started"))


for case in [Hostile, WithoutTheProgram, AnotherExtension]:
    for browser in [Firefox, Chromium]:
        name = f"{case.__name__}In{browser.__name__}"
        globals()[name] = type(name, (case,), {"browser_class": browser, "__module__": __name__})
del case, browser, name, Hostile, WithoutTheProgram, AnotherExtension
