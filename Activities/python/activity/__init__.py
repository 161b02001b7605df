# SPDX-License-Identifier: Apache-2.0
"""Helpers for an activity's program: the request, progress, results, new files and errors.

A plug-in imports the module after these two lines:

    import sys
    sys.path.append("/usr/share/activityd/python")

The names in __all__ are stable: later versions add names and optional parameters, and remove none.
activity-manifest(5) describes the protocol. Paths and file names may be str or bytes, and a function returns the type
that it was given; in str, bytes that are not UTF-8 are surrogates (PEP 383).
"""
from .failing import fail
from .lasting import lasting
from .local_files import name_of, open_file, uri_of
from .new_files import NewFiles, user_folder
from .options import localised, offer
from .performing import perform
from .progress import Progress, made, tell
from .content import Item, Request, request

__all__ = [
    "Item", "NewFiles", "Progress", "Request", "fail", "lasting", "localised", "made", "name_of", "offer", "open_file",
    "perform", "request", "tell", "uri_of", "user_folder",
]
