# SPDX-License-Identifier: Apache-2.0
"""The playbook of docs/administration.md, on two machines with different Debian releases."""

import os
import re
import subprocess
import tempfile
from contextlib import ExitStack

from machine import PACKAGE, ROOT, SUITES, Machine, MachineTestCase, wait_until

DROP_IN = "/etc/activityd/elections.d/50-company.json"


class AnsibleTests(MachineTestCase):
    """The tests run in the order of their names, on the same machines."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.stack = ExitStack()
        cls.addClassCleanup(cls.stack.close)
        cls.folder = cls.stack.enter_context(tempfile.TemporaryDirectory())
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", cls.folder + "/key"], check=True)
        cls.machines = [cls.stack.enter_context(Machine(name, suite, *PACKAGE))
                        for name, suite in [("one", SUITES[0]), ("two", SUITES[-1])]]
        with open(cls.folder + "/key.pub", encoding="ascii") as file:
            key = file.read()
        with open(cls.folder + "/inventory", "w", encoding="ascii") as inventory:
            inventory.write("[desktops]\n")
            for machine in cls.machines:
                machine.run("mkdir", "-p", "-m", "700", "/root/.ssh", "/run/sshd")
                machine.write("/root/.ssh/authorized_keys", key)
                # The machines have no network, so each connection starts its own sshd within the machine.
                proxy = " ".join(machine.inside("/usr/sbin/sshd", "-i"))
                inventory.write(
                    f"{machine.name} ansible_user=root ansible_ssh_private_key_file={cls.folder}/key "
                    f"ansible_python_interpreter=/usr/bin/python3 ansible_ssh_common_args='"
                    f"-o ProxyCommand=\"{proxy}\" -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null'\n")

    def play(self, *arguments):
        """Runs a playbook; returns each machine's numbers of changed and failed tasks, and the output."""
        end = subprocess.run(
            ["ansible-playbook", "-i", self.folder + "/inventory", *arguments], text=True, check=False,
            env={**os.environ, "ANSIBLE_HOME": self.folder, "ANSIBLE_NOCOLOR": "1", "ANSIBLE_LOCAL_TEMP": self.folder,
                 "LC_ALL": "C.UTF-8"}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        found = re.findall(r"^(\w+) +: ok=(\d+) +changed=(\d+) +unreachable=0 +failed=(\d+)", end.stdout, re.MULTILINE)
        self.assertEqual(len(found), 2, end.stdout)
        print(*(f"{name}: ok={ok} changed={changed} failed={failed}" for name, ok, changed, failed in found), sep="\n")
        return [(int(changed), int(failed)) for _, _, changed, failed in found], end.stdout

    def test_1_a_first_run_changes_each_machine_and_a_second_none(self):
        first, output = self.play(ROOT + "/examples/ansible/site.yml")
        self.assertEqual(first, [(3, 0), (3, 0)], output)
        second, output = self.play(ROOT + "/examples/ansible/site.yml")
        self.assertEqual(second, [(0, 0), (0, 0)], output)
        for machine in self.machines:
            listed = machine.run("activityctl", "list", "--all").stdout
            self.assertRegex(listed, r"org\.example\.resize")
            policy = machine.run("activityctl", "policy").stdout
            self.assertIn(DROP_IN, policy)
            self.assertEqual(machine.metric("activityd_problems"), 0)

    def test_2_a_wrong_file_leaves_what_it_said_in_force_and_raises_an_alarm(self):
        one, two = self.machines
        before = one.run("activityctl", "policy").stdout
        self.assertIn("io.activityd.post", before)
        one.write(DROP_IN, '{ "elections": {')
        wait_until(lambda: one.metric("activityd_problems") > 0, "a problem")
        self.assertEqual(one.run("activityctl", "show", "io.activityd.post").stdout.count("locked"), 1)
        self.assertIn(DROP_IN, one.run("activityctl", "status").stdout)
        self.assertIn(DROP_IN, one.run("journalctl", "-u", "activityd", "-p", "warning").stdout)
        self.assertIn("cannot be used", one.run("activityctl", "policy").stdout)
        self.assertEqual(two.metric("activityd_problems"), 0)
        # The next run corrects it, and reports the machine that was wrong.
        outcome, output = self.play(ROOT + "/examples/ansible/site.yml")
        self.assertEqual(outcome, [(1, 0), (0, 0)], output)
        wait_until(lambda: one.metric("activityd_problems") == 0, "the end of all problems")

    def test_3_a_wrong_file_fails_the_run_on_both_and_opens_nothing(self):
        subprocess.run(["cp", "-r", ROOT + "/examples/ansible", ROOT + "/examples/org.example.resize.activity",
                        self.folder], check=True)
        wrong = self.folder + "/ansible/policy/elections.d/60-more.json"
        for text, outcome in [('{ "elections": { "io.activityd.mail": { "election": "never" } } }', (1, 1)), ("{}", (1, 0))]:
            with open(wrong, "w", encoding="ascii") as file:
                file.write(text)
            found, output = self.play(self.folder + "/ansible/site.yml")
            self.assertEqual(found, [outcome, outcome], output)
            for machine in self.machines:
                self.assertEqual(machine.metric("activityd_problems") > 0, outcome[1] == 1)
                self.assertEqual(machine.run("activityctl", "show", "io.activityd.post").stdout.count("locked"), 1)

    def test_4_who_changed_what_is_in_the_journal(self):
        for machine in self.machines:
            lines = machine.run("journalctl", "-o", "cat", "MESSAGE_ID=5d5c06d6f2b64d0f8a3c5e0a4e7b1f90").stdout
            self.assertRegex(lines, r"Elect io.activityd.qr-code by user 0 \(process \d+.*\): default -> ignore\.")
            self.assertIn("unchanged, ignore.", lines)
