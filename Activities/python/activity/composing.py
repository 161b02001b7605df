# SPDX-License-Identifier: Apache-2.0
"""The shared text, composed as the daemon composes it for "stdin": "text" (ComposedText.swift)."""

# Punctuation around a word, which is not part of it.
PUNCTUATION = "()[]{}<>\"'“”‘’„«»‹›.,;:!?…"


class ComposedText:
    """Text built from parts; a part that is already in it, as a part or as a word, is not added again."""

    def __init__(self):
        self.parts, self.words = [], set()
        # Whether a link may follow on the same line: the text is a single line and has no link yet.
        self.is_open = False

    @property
    def text(self):
        return "".join(self.parts)

    def add(self, part, is_link=False):
        if not part or part in self.words:
            return
        is_first = not self.parts
        self.parts.append(("" if is_first else " " if is_link and self.is_open else "\n") + part)
        self.is_open = is_first and not is_link and part.splitlines() == [part]
        for word in part.split():
            self.words |= {word, word.strip(PUNCTUATION)}
        self.words.add(part)
