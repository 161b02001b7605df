# SPDX-License-Identifier: Apache-2.0
"""A session bus for one test or run."""

import os
import pathlib
import shutil
import subprocess

from program import Program

CONFIGURATION = pathlib.Path(__file__).with_name("bus.conf")


class Bus(Program):
    def __init__(self, folder):
        (folder / "services").mkdir(parents=True)
        shutil.copy("/usr/share/dbus-1/services/org.a11y.Bus.service", folder / "services")
        (folder / "bus.conf").write_text(CONFIGURATION.read_text().replace("@FOLDER@", str(folder)))
        super().__init__(
            ["dbus-daemon", f"--config-file={folder}/bus.conf", "--nofork", "--print-address"], os.environ, folder / "log",
            stdout=subprocess.PIPE, text=True)
        self.address = self.stdout.readline().strip()
