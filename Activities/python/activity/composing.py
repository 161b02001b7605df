# SPDX-License-Identifier: Apache-2.0
"""What is shared in words, as the daemon composes it for "stdin": "text" (its ComposedText.swift)."""

# Characters around a word that belong to the sentence.
PUNCTUATION = "()[]{}<>\"'“”‘’„«»‹›.,;:!?…"


class ComposedText:
    """A text that grows by parts, each of which it holds once: one that stands there as a word is not said again."""

    def __init__(self):
        self.parts, self.words = [], set()
        # Whether a link may stand on the line: behind the words about it.
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
