# SPDX-License-Identifier: Apache-2.0
"""The tests' Varlink client, which waits here as long as a hundred thousand bundles take to be judged."""

from varlink import Connection, VarlinkError  # noqa: F401


class Client(Connection):
    def __init__(self, path):
        super().__init__(path, timeout=600)
