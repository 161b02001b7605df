# SPDX-License-Identifier: Apache-2.0
"""Firefox, driven by Marionette: JSON messages preceded by their lengths, over a socket."""

import json
import os
import socket
import subprocess

from chromium import Failure
from waiting import LIMIT, wait_until

PREFERENCES = {
    "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "browser.startup.page": 0, "browser.startup.homepage_override.mstone": "ignore", "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "services.settings.server": "data:,#remote-settings-dummy/v1",
    "dom.ipc.processPrelaunch.enabled": False, "dom.disable_open_during_load": False,
    # Firefox chooses a free port, and writes it into its profile.
    "marionette.port": 0}


class Firefox:
    name = "firefox"
    desktop_entry = "firefox-esr.desktop"

    def __init__(self, profile, extension, environment, preferences=None):
        """`extension` is the extension's folder, or None."""
        os.makedirs(profile, exist_ok=True)
        # Removes the file of an earlier run.
        self.port_file = profile + "/MarionetteActivePort"
        if os.path.exists(self.port_file):
            os.remove(self.port_file)
        with open(profile + "/user.js", "w", encoding="utf-8") as file:
            for name, value in {**PREFERENCES, **(preferences or {})}.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile], env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.begin(extension)
        except BaseException:
            self.process.kill()
            self.process.wait()
            raise

    def begin(self, extension):
        # Longer than Firefox's own timeouts, whose errors say what it waited for.
        self.socket = socket.create_connection(("127.0.0.1", wait_until(self.port, "Firefox")), timeout=2 * LIMIT)
        self.stream = self.socket.makefile("rb")
        self.read()
        self.number = 0
        self.call("WebDriver:NewSession")
        self.call("WebDriver:SetTimeouts", script=1000 * LIMIT, pageLoad=1000 * LIMIT)
        self.first = self.call("WebDriver:GetWindowHandle")["value"]
        if extension:
            self.call("Addon:Install", path=extension, temporary=True)

    def port(self):
        """Marionette's port; None until it listens."""
        if self.process.poll() is not None:
            raise Failure("Firefox has gone.")
        try:
            with open(self.port_file, encoding="utf-8") as file:
                return int(file.read() or 0)
        except FileNotFoundError:
            return None

    def read(self):
        length = b""
        while not length.endswith(b":"):
            byte = self.stream.read(1)
            if not byte:
                raise Failure("Firefox has gone.")
            length += byte
        return json.loads(self.stream.read(int(length[:-1])))

    def call(self, method, **parameters):
        self.number += 1
        data = json.dumps([0, self.number, method, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, result = self.read()
        if error:
            raise Failure(f"{error['error']}: {error['message']}")
        return result

    def open(self, url):
        # The current tab may have been closed.
        self.call("WebDriver:SwitchToWindow", handle=self.first, focus=True)
        handle = self.call("WebDriver:NewWindow", type="tab")["handle"]
        tab = Tab(self, handle)
        tab.go(url)
        return tab

    def press_button(self, extension):
        """Presses an extension's button as its keyboard shortcut would, which gives it access to the current
        tab."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            self.call("WebDriver:ExecuteScript", args=[extension], sandbox="system", script="""
                const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
                const { extension } = WebExtensionPolicy.getByID(arguments[0]);
                ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window);""")
        finally:
            self.call("Marionette:SetContext", value="content")

    def close(self):
        try:
            self.call("Marionette:Quit", flags=["eForceQuit"])
        except (Failure, OSError):
            pass
        self.stream.close()
        self.socket.close()
        try:
            self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Tab:
    def __init__(self, browser, handle):
        self.browser, self.handle = browser, handle

    def call(self, method, **parameters):
        self.browser.call("WebDriver:SwitchToWindow", handle=self.handle, focus=True)
        return self.browser.call(method, **parameters)

    def go(self, url):
        """Waits until the page has been loaded."""
        self.call("WebDriver:Navigate", url=url)

    def run(self, script):
        """Runs the body of an asynchronous function in the page; returns its result, converted by JSON."""
        wrapped = f"const done = arguments[0]; (async () => {{ {script} }})().then((value) => done([value]), (error) => done(String(error)))"
        result = self.call("WebDriver:ExecuteAsyncScript", script=wrapped, args=[], sandbox=None)["value"]
        if isinstance(result, str):
            raise Failure(result)
        return result[0]

    def choose(self, selector, path):
        """Selects a file in the page's file input."""
        element = self.call("WebDriver:FindElement", using="css selector", value=selector)["value"]
        self.call("WebDriver:ElementSendKeys", id=next(iter(element.values())), text=path)

    def click(self, selector):
        """Clicks the middle of an element with the mouse."""
        element = self.call("WebDriver:FindElement", using="css selector", value=selector)["value"]
        self.call("WebDriver:ElementClick", id=next(iter(element.values())))

    def click_in(self, frame, x, y):
        """Clicks at an offset from the middle of a frame."""
        actions = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        element = self.call("WebDriver:FindElement", using="css selector", value=frame)["value"]
        self.call("WebDriver:SwitchToFrame", element=next(iter(element.values())))
        self.browser.call("WebDriver:PerformActions", actions=[{"type": "pointer", "id": "mouse", "actions": actions}])
        self.browser.call("WebDriver:SwitchToFrame", id=None)

    def close(self):
        self.call("WebDriver:CloseWindow")
