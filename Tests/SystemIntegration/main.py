# SPDX-License-Identifier: Apache-2.0
"""Tests the packages on this booted machine, on which they have never been installed. See tools/integration."""

import sys

import installing  # noqa: F401  each brings its tests, in this order
import deciding  # noqa: F401
import performing  # noqa: F401
import escaping  # noqa: F401
import translating  # noqa: F401
import sharing  # noqa: F401
import ending  # noqa: F401
import counting  # noqa: F401
import surviving  # noqa: F401
import clients  # noqa: F401
import removing  # noqa: F401
import extending  # noqa: F401
from cases import run_all

sys.exit(0 if run_all() else 1)
