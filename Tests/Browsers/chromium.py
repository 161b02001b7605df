# SPDX-License-Identifier: Apache-2.0
"""Chromium, driven by its DevTools protocol over a pair of pipes."""

import itertools
import json
import os
import select
import subprocess
import time

from waiting import LIMIT, wait_until

# Without Chromium's own sandbox, which root cannot use, and without background requests to the network.
ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--password-store=basic", "--remote-debugging-pipe"]


class Failure(Exception):
    """The browser's error for a command or a script."""


class Chromium:
    name = "chromium"
    desktop_entry = "chromium.desktop"

    def __init__(self, profile, extension, environment, arguments=()):
        """`extension` is the extension's folder, or None."""
        to_browser, commands = os.pipe()
        answers, from_browser = os.pipe()
        loading = [f"--load-extension={extension}", f"--disable-extensions-except={extension}"] if extension else []

        def descriptors():
            # Chromium uses descriptors 3 and 4. A pipe may already have one of them, so both are duplicated
            # first.
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            ["chromium", *ARGUMENTS, f"--user-data-dir={profile}", *loading, *arguments, "about:blank"],
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=descriptors, close_fds=False)
        os.close(to_browser)
        os.close(from_browser)
        self.commands, self.answers = commands, answers
        self.numbers = itertools.count(1)
        self.unread = b""
        self.replies = {}

    def call(self, method, session=None, **parameters):
        return self.reply(self.send(method, session, **parameters))

    def send(self, method, session=None, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data):]
        return number

    def reply(self, number):
        end = time.monotonic() + LIMIT
        while number not in self.replies:
            if not select.select([self.answers], [], [], max(0, end - time.monotonic()))[0]:
                raise Failure(f"Chromium does not answer call {number}.")
            part = os.read(self.answers, 1 << 20)
            if not part:
                raise Failure("Chromium has gone.")
            *messages, self.unread = (self.unread + part).split(b"\0")
            self.replies.update((message["id"], message) for message in map(json.loads, messages) if "id" in message)
        reply = self.replies.pop(number)
        if "error" in reply:
            raise Failure(reply["error"]["message"])
        return reply["result"]

    def open(self, url):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        tab = Tab(self, target)
        tab.go(url)
        return tab

    def close(self):
        os.close(self.commands)
        try:
            self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.answers)


class Tab:
    def __init__(self, browser, target):
        self.browser, self.target = browser, target
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def go(self, url):
        """Waits until the page has been loaded."""
        self.call("Page.navigate", url=url)
        wait_until(lambda: self.run("return document.readyState + location.href") == "complete" + url, url)

    def run(self, script):
        """Runs the body of an asynchronous function in the page; returns its result, converted by JSON."""
        result = self.call("Runtime.evaluate", expression=f"(async () => {{ {script} }})()", awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in result:
            raise Failure(result["exceptionDetails"])
        return result["result"].get("value")

    def choose(self, selector, path):
        """Selects a file in the page's file input."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[path])

    def click(self, selector):
        """Clicks the middle of an element with the mouse."""
        x, y, width, height = self.box(selector)
        self.press(x + width / 2, y + height / 2)

    def click_in(self, frame, x, y):
        """Clicks at a position within a frame."""
        left, top, _, _ = self.box(frame)
        self.press(left + x, top + y)

    def box(self, selector):
        return self.run(f"""const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
                            return [box.x, box.y, box.width, box.height]""")

    def press(self, x, y):
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)


class Worker(Tab):
    """The extension's service worker."""

    def __init__(self, browser):
        targets = browser.call("Target.getTargets")["targetInfos"]
        super().__init__(browser, next(target["targetId"] for target in targets if target["type"] == "service_worker"))
