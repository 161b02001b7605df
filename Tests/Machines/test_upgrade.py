# SPDX-License-Identifier: Apache-2.0
"""An upgrade and a downgrade while fifty clients list, watch and perform.

OLD_DEBS is a folder with packages of an earlier version; without it, the same version is reinstalled."""

import glob
import json
import os
import subprocess
import unittest

from machine import PACKAGE, ROOT, SUITES, Machine, MachineTestCase, wait_until

OLD = glob.glob(os.environ["OLD_DEBS"] + "/activityd_*.deb") if "OLD_DEBS" in os.environ else PACKAGE
IDENTIFIER = "org.example.load"
FOLDER = "/root/load"


class UpgradeTests(MachineTestCase):
    def test_no_call_fails_and_no_decision_is_lost(self):
        for suite in SUITES:
            with self.subTest(suite), Machine("upgrade", suite, *OLD) as machine:
                self.upgrade(machine)

    def upgrade(self, machine):
        self.machine = machine
        machine.run("mkdir", FOLDER)
        machine.run("chmod", "a+rx", "/root", FOLDER)
        for name in ["Machines/load.py", "Harness/varlink.py", "Harness/waiting.py"]:
            with open(f"{ROOT}/Tests/{name}", encoding="utf-8") as file:
                machine.write(f"{FOLDER}/{os.path.basename(name)}", file.read())
        self.person = machine.log_in("alice")
        self.socket = f"/run/user/{machine.run('id', '-u', 'alice').stdout.strip()}/activityd/io.activityd"
        self.decide()
        before = self.decisions()
        load = subprocess.Popen(machine.inside(*self.person, "python3", "-B", FOLDER + "/load.py", self.socket,
                                               "/tmp/stop", IDENTIFIER), text=True, stdout=subprocess.PIPE)
        try:
            self.install(PACKAGE[0])
            after = self.decisions()
            self.install(OLD[0])
            back = self.decisions()
        finally:
            machine.run("touch", "/tmp/stop")
            output = load.communicate(timeout=60)[0]
        self.assertEqual(before, after)
        self.assertEqual(before, back)
        result = json.loads(output)
        print(output.strip())
        self.assertEqual(result["faults"], [])
        # Earlier versions could lose a unit's result when systemd unloaded the unit first, and reported that to the client.
        self.assertLessEqual(result["unknown"], 0 if OLD == PACKAGE else result["calls"]["perform"] // 100)
        self.assertGreater(min(result["calls"].values()), 0)
        self.assertGreater(result["reconnects"], 0)

    def decide(self):
        machine = self.machine
        for prefix, name in [([], "org.example.all"), (self.person, IDENTIFIER)]:
            machine.run(*prefix, "sh", "-c", f"cd && activityctl new {name} && activityctl register {name}.activity")
        machine.run("activityctl", "elect", "io.activityd.print", "ignore", "--lock")
        machine.run("activityctl", "arrange", "org.example.all")
        machine.run(*self.person, "activityctl", "elect", "io.activityd.post", "ignore")
        machine.run(*self.person, "activityctl", "arrange", IDENTIFIER, "org.example.all")

    def decisions(self):
        """The registered activities and decisions in both scopes, except the decision that the load's clients change."""
        found = []
        for prefix in [[], self.person]:
            listed = json.loads(self.machine.run(*prefix, "activityctl", "list", "--all", "--json").stdout)
            found.append([
                (each["identifier"], each["path"], each["election"], each["locked"], each.get("decidedBy"))
                for each in listed["activities"] if each["identifier"] != "io.activityd.message"])
        return found

    def install(self, package):
        name = "/root/next.deb"
        with open(package, "rb") as file:
            subprocess.run(self.machine.inside("tee", name), stdin=file, stdout=subprocess.DEVNULL, check=True)
        pid = self.pid()
        self.machine.run("dpkg", "--install", name)
        wait_until(lambda: self.pid() not in ("0", pid), "another daemon")

    def pid(self):
        return self.machine.run(*self.person, "systemctl", "--user", "show", "-P", "MainPID",
                                "activityd.service").stdout.strip()


if __name__ == "__main__":
    unittest.main()
