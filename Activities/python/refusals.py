# SPDX-License-Identifier: Apache-2.0
"""The cleaner's refusals in the person's language."""
from contextlib import contextmanager

from activity import fail
from activity.words import said
from cleaner.refusing import Refused


@contextmanager
def in_words():
    """Fails where a file is refused, with a sentence that says why."""
    try:
        yield
    except Refused as refused:
        sentence = said(refused.key, refused.name)
        for part, value in refused.parts.items():
            sentence = sentence.replace("{%s}" % part, value)
        fail(sentence, refused.details)
