# SPDX-License-Identifier: Apache-2.0
"""Pictures on the clipboard: most programs paste PNG, and many nothing else.

A picture may be hostile, so it is decoded in a sandbox that contains only the system's programs.
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
# Rotated as it is displayed, since readers of PNG ignore an orientation; lightly compressed, because speed matters more than
# size.
MAKE_PNG = ["vips", "autorot", "stdin", ".png[compression=1]"]


def pixels(item):
    """A picture's content by type, and a function that converts it to PNG; empty if the picture is too large for the
    clipboard."""
    with item.open() as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        return {}
    made = {PNG: lambda: png(content)} if item.type != PNG and shutil.which("vips") and shutil.which("bwrap") else {}
    return {item.type: content, **made}


def png(content):
    """Converts a picture to PNG; None if that fails, or the result is too large for the clipboard."""
    try:
        made = vips.start(*SANDBOX, *MAKE_PNG, content=content)
    except subprocess.TimeoutExpired:
        return None
    return made.stdout if made.returncode == 0 and len(made.stdout) <= LARGEST else None
