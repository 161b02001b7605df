# SPDX-License-Identifier: Apache-2.0
"""The list of tests, in the order of their definition, and its runner."""

import time
import traceback

_cases = []


def test(sentence):
    def register(function):
        _cases.append((sentence, function))
        return function
    return register


def run_all():
    """Runs every test, prints its result, and returns whether all passed."""
    failed = 0
    for sentence, function in _cases:
        start = time.monotonic()
        try:
            note = function()
            print(f"ok      {sentence} ({time.monotonic() - start:.1f} s){f': {note}' if note else ''}", flush=True)
        except Exception:  # any exception fails only this test
            failed += 1
            print(f"FAILED  {sentence}\n{traceback.format_exc()}", flush=True)
            if function is _cases[0][1]:
                print("Nothing is installed, so nothing else can be tested.", flush=True)
                return False
    print(f"{len(_cases) - failed} passed, {failed} failed", flush=True)
    return failed == 0
