# SPDX-License-Identifier: Apache-2.0
"""Pictures on the clipboard: most programs paste PNG, and many nothing else.

A picture may be a stranger's, so it is decoded where there is nothing but the system's programs.
"""
import shutil, subprocess

from cleaner import vips
from x11_clipboard import LARGEST

PNG = "image/png"
SYSTEM = ["/usr", "/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache"]
SANDBOX = [
    "bwrap", "--unshare-all", "--die-with-parent", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
    *(word for path in SYSTEM for word in ("--ro-bind-try", path, path)),
    *(word for name in ("lib", "lib64", "bin") for word in ("--symlink", "usr/" + name, "/" + name)),
]
# The picture as it is looked at, since PNG does not say how it is turned; what is made in a hurry need not be small.
MAKE_PNG = ["vips", "autorot", "stdin", ".png[compression=1]"]


def pixels(item):
    """A picture's content by its types, and what makes PNG of it; nothing of one that is too large for the clipboard."""
    with item.open() as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        return {}
    made = {PNG: lambda: png(content)} if item.type != PNG and shutil.which("vips") and shutil.which("bwrap") else {}
    return {item.type: content, **made}


def png(content):
    """None where it is not to be had, or larger than the clipboard takes."""
    try:
        made = vips.start(*SANDBOX, *MAKE_PNG, content=content)
    except subprocess.TimeoutExpired:
        return None
    return made.stdout if made.returncode == 0 and len(made.stdout) <= LARGEST else None
