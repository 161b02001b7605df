# SPDX-License-Identifier: Apache-2.0
"""Why a file is not changed, for whoever has words for it."""


class Refused(Exception):
    """Nothing comes of a file: a key for the sentence, what the sentence names, and what a tool or the system said."""

    def __init__(self, key, name="", details=None, **parts):
        super().__init__(key, name, details)
        self.key, self.name, self.details, self.parts = key, name, details or None, parts
