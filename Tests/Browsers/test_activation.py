# SPDX-License-Identifier: Apache-2.0
"""A click opens one sheet only. A test cannot choose how long a message takes, so it calls the extension's
function directly."""

import json

from cases import BrowserTestCase, Chromium


class ActivationInChromium(BrowserTestCase):
    browser_class = Chromium

    def test_a_click_opens_one_sheet(self):
        worker = self.worker()
        # The times at which a frame asks and was last clicked, in milliseconds, and whether it gets a sheet.
        for what, *requests in [
                ("the same click", (1010, 1000, True), (1900, 1000, False)),
                ("the same click, at its last moment", (1001, 1000, True), (6000, 1000, False)),
                ("another click", (1010, 1000, True), (1500, 1400, True), (1600, 1400, False)),
                ("a click that another frame has used", (1010, 1000, True), (5900, None, False)),
                ("a click that another frame had before", (1010, None, True), (1020, 1000, False)),
                ("a later click in another frame", (1010, 1000, True), (61000, 1000, True), (61010, None, False))]:
            asked = [{"asked": asked, "activated": activated} for asked, activated, _ in requests]
            answers = worker.run(f"spent.delete(-1); return {json.dumps(asked)}.map((times) => spend(-1, times))")
            self.assertEqual(answers, [expected for *_, expected in requests], what)
