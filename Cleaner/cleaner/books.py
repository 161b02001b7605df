# SPDX-License-Identifier: Apache-2.0
"""EPUB, cleaned by mat2."""
import os

from .refusing import Refused


def clean(path):
    try:
        from libmat2.parser_factory import get_parser
    except ModuleNotFoundError:
        raise Refused("no_program", "mat2") from None
    try:
        parser, _ = get_parser(path)
        if parser is None or not parser.remove_all():
            raise Refused("contains", part="EPUB")
    except ValueError as error:
        raise Refused("damaged", details=str(error)) from None
    os.rename(parser.output_filename, path)
