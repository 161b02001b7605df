# SPDX-License-Identifier: Apache-2.0
"""Inspects a PDF beyond the document information and XMP, which ExifTool reads: finds earlier versions in its bytes, and
everything else that a copy would lose with pdf.py's walk."""
import mmap, re

from . import apart
from .finding import Unread

START = re.compile(rb"startxref\s+(\d+)")


def look_at_pdf(file, finding, look_into):
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        # A linearized PDF has two cross-reference tables from the start, the first for its first page.
        starts = [found for found in START.findall(data) if found != b"0"]
        if len(starts) > 1 and not (len(starts) == 2 and b"/Linearized" in data[:2048]):
            finding.name("history", "revision")
    unread = []
    for method, *values in apart.look("pdf", file):
        if method == "unread":
            unread += values
        elif method == "file":
            look_into(*values)
        else:
            getattr(finding, method)(*values)
    if unread:
        raise Unread(unread[0])
