# SPDX-License-Identifier: Apache-2.0
"""The error for a file that is not changed; callers have the sentences."""


class Refused(Exception):
    """A file was refused: the sentence's key, the name and parts to insert, and the raw message of a tool or the system."""

    def __init__(self, key, name="", details=None, **parts):
        super().__init__(key, name, details)
        self.key, self.name, self.details, self.parts = key, name, details or None, parts
