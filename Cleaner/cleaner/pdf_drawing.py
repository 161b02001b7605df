# SPDX-License-Identifier: Apache-2.0
"""The pages of a PDF drawn anew by mat2, with their text as text: drawn as pictures they could not be read aloud. Links and forms
are lost, so that is for what nothing else cleans."""
import os

from .refusing import Refused


def draw(path):
    """Draws the file in place; False where mat2 is not installed."""
    try:
        from libmat2.pdf import PDFParser
    except ModuleNotFoundError:
        return False
    parser = PDFParser(path)
    # What is else a picture of each page.
    parser.lightweight_cleaning = True
    parser.remove_all()
    if words(parser.output_filename) < words(path) * 0.9:
        raise Refused("text_lost")
    os.rename(parser.output_filename, path)
    return True


def words(path):
    """How many words its pages have."""
    from gi.repository import Poppler
    document = Poppler.Document.new_from_file("file://" + os.path.abspath(path), None)
    return sum(len(document.get_page(number).get_text().split()) for number in range(document.get_n_pages()))
