# SPDX-License-Identifier: Apache-2.0
"""The tests' Varlink client, with a timeout that is long enough to judge a hundred thousand bundles."""

from varlink import Connection, VarlinkError  # noqa: F401


class Client(Connection):
    def __init__(self, path):
        super().__init__(path, timeout=600)
