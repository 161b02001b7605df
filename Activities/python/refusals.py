# SPDX-License-Identifier: Apache-2.0
"""Translates the cleaner's refusals to the person's language."""
from contextlib import contextmanager

from activity import fail
from activity.words import said
from cleaner.refusing import Refused


@contextmanager
def in_words():
    """Fails with the sentence of a Refused that is raised within the context."""
    try:
        yield
    except Refused as refused:
        sentence = said(refused.key, refused.name)
        for part, value in refused.parts.items():
            sentence = sentence.replace("{%s}" % part, value)
        fail(sentence, refused.details)
