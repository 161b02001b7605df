# SPDX-License-Identifier: Apache-2.0
"""The list of tests, in the order in which they were written down, and how it is run."""

import time
import traceback

_cases = []


def test(sentence):
    def register(function):
        _cases.append((sentence, function))
        return function
    return register


def run_all():
    """Runs every test, says how it went, and returns whether all passed."""
    failed = 0
    for sentence, function in _cases:
        start = time.monotonic()
        try:
            note = function()
            print(f"ok      {sentence} ({time.monotonic() - start:.1f} s){f': {note}' if note else ''}", flush=True)
        except Exception:  # whatever goes wrong is that test's failure alone
            failed += 1
            print(f"FAILED  {sentence}\n{traceback.format_exc()}", flush=True)
            if function is _cases[0][1]:
                print("Nothing is installed, so nothing else can be tested.", flush=True)
                return False
    print(f"{len(_cases) - failed} passed, {failed} failed", flush=True)
    return failed == 0
