# SPDX-License-Identifier: Apache-2.0
"""What an activity's program needs: the request, progress, results, new files, and a way to fail.

A plug-in finds it by two lines:

    import sys
    sys.path.append("/usr/share/activityd/python")

The names listed in __all__ stay as they are: later versions add names and optional parameters, and take none away.
activity-manifest(5) describes what they speak. Paths and names of files may be str or bytes, and what comes back is
the same; as str they hold bytes that are no UTF-8 as Python's own do (PEP 383).
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
