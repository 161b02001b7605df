# SPDX-License-Identifier: Apache-2.0
"""Draws the pages of a PDF anew with mat2, keeping text as text, so that screen readers can read it. Links and forms are lost, so
this is the last resort."""
import os

from .refusing import Refused


def draw(path):
    """Replaces the file with its drawn pages; returns False if mat2 is not installed. Raises Refused if text was lost."""
    try:
        from libmat2.pdf import PDFParser
    except ModuleNotFoundError:
        return False
    parser = PDFParser(path)
    # Otherwise mat2 turns each page into a picture.
    parser.lightweight_cleaning = True
    parser.remove_all()
    if words(parser.output_filename) < words(path) * 0.9:
        raise Refused("text_lost")
    os.rename(parser.output_filename, path)
    return True


def words(path):
    """The number of words on the pages."""
    from gi.repository import Poppler
    document = Poppler.Document.new_from_file("file://" + os.path.abspath(path), None)
    return sum(len(document.get_page(number).get_text().split()) for number in range(document.get_n_pages()))
