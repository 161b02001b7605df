# SPDX-License-Identifier: Apache-2.0
"""Installs the package on a new machine and uses it."""

import os
import re
import stat

from cases import test
from host import (PHOTO, UNIT, as_person, install, journal, log_in, main_pid, property_of, run, user_socket,
                  wait_until)
from varlink import REGISTRY, SHEET, SYSTEM_SOCKET, Connection


@test("apt installs it, the sockets listen for everybody, and no process stays")
def installs():
    log_in("alice")
    install()
    assert property_of("activityd.socket", "ActiveState") == "active"
    for socket in ["activityd.socket", "activityd-sheet.socket"]:
        assert property_of(socket, "ActiveState", "alice") == "active", socket
    assert property_of("activityd.path", "ActiveState") == "active"
    # The daemon that was started to check the policy ends by itself.
    wait_until(lambda: run("pgrep", "--exact", "activityd", check=False).status == 1, "the idle exit")


@test("the units verify, and the service is closed off")
def verifies():
    units = run("dpkg", "--listfiles", "activityd").out.split()
    system = [path for path in units if re.search("systemd/system/.*\\.", path)]
    user = [path for path in units if re.search("systemd/user/.*\\.", path)]
    assert len(system) == 3 and len(user) == 3
    assert repr(run("systemd-analyze", "verify", *system)) == "status 0\n"
    assert repr(as_person("alice", "systemd-analyze", "--user", "verify", *user)) == "status 0\n"
    exposure = run("systemd-analyze", "security", "--threshold=10", UNIT).out.splitlines()[-1]
    return exposure[2:].rstrip(" 😀")


@test("a sheet comes to a person who was logged in before, with nothing started by hand")
def first_sheet():
    sheet = as_person("alice", "activityctl", "sheet", PHOTO)
    assert "io.activityd.save" in sheet.out, sheet
    assert main_pid("alice") > 0 and property_of(UNIT, "ActiveState") == "inactive"


@test("a sheet comes to a person who logs in afterwards")
def later_sheet():
    run("useradd", "--create-home", "--shell", "/bin/sh", "bob")
    assert "io.activityd.save" in run("su", "-", "bob", "-c", f"activityctl sheet {PHOTO}").out
    log_in("bob")


@test("status and STATUS tell counts and generation, in both scopes")
def status():
    assert "Scope" in as_person("alice", "activityctl", "--system", "status").out
    for person, path in [(None, SYSTEM_SOCKET), ("alice", user_socket("alice"))]:
        with Connection(path) as connection:
            now = connection.call(f"{REGISTRY}.Status")
            text = property_of(UNIT, "StatusText", person)
        assert text == (f"{now['system']} system and {now['custom']} custom activities, "
                        f"generation {now['generation']}"), text
        assert now["system"] > 3
    return text


@test("the sockets are found by their interfaces, and have the modes they should")
def registry_links():
    for interface in [SHEET, REGISTRY]:
        assert os.path.realpath(f"/run/varlink/registry/{interface}") == SYSTEM_SOCKET
        link = f"/run/user/{os.stat(user_socket('alice')).st_uid}/varlink/registry/{interface}"
        assert os.path.realpath(link) == user_socket("alice")
    modes = {SYSTEM_SOCKET: 0o666, "/run/activityd": 0o755, user_socket("alice"): 0o600,
             os.path.dirname(user_socket("alice")): 0o700, "/var/lib/activityd": 0o755,
             "/var/cache/activityd": 0o700}
    for path, mode in modes.items():
        assert stat.S_IMODE(os.stat(path).st_mode) == mode, path


@test("the sandboxes' socket lists and shows, and refuses the rest")
def sandbox_socket():
    path = os.path.dirname(os.path.dirname(user_socket("alice"))) + "/activityd-sheet/io.activityd.Sheet"
    with Connection(path) as connection:
        assert "io.activityd.save" in connection.list()[1]
        try:
            connection.call(f"{REGISTRY}.Status")
            assert False, "Status was answered"
        except Exception as error:
            assert "org.varlink.service" in str(error), error


@test("each change of policy is seen and kept, without a client")
def policy():
    drop_in = "/etc/activityd/elections.d/90-seen.json"

    def is_kept():
        with open("/var/lib/activityd/last-good.json", encoding="utf-8") as file:
            return drop_in in file.read()

    run("systemctl", "stop", UNIT)
    os.makedirs(os.path.dirname(drop_in))
    with open(drop_in, "w", encoding="ascii") as file:
        file.write("{}")
    wait_until(is_kept, "the policy to be kept")
    run("systemctl", "stop", UNIT)
    os.remove(drop_in)
    wait_until(lambda: not is_kept(), "the policy to be forgotten")
    os.rmdir(os.path.dirname(drop_in))


@test("pages, completions and schema are where they are looked for")
def documentation():
    for page in ["1 activityctl", "5 activity-manifest", "5 activityd.json", "8 activityd"]:
        section, name = page.split()
        assert os.path.exists(f"/usr/share/man/man{section}/{name}.{section}.gz"), page
    assert "sheet" in run("bash", "-c", """
        source /usr/share/bash-completion/bash_completion
        source /usr/share/bash-completion/completions/activityctl
        COMP_WORDS=(activityctl she) COMP_CWORD=1 COMP_LINE="activityctl she" COMP_POINT=15
        $(complete -p activityctl | sed 's/.*-F \\([^ ]*\\).*/\\1/') activityctl she activityctl
        echo "${COMPREPLY[@]}" """).out
    for shell, path in [("bash", "bash-completion/completions/activityctl"), ("zsh", "zsh/vendor-completions/_activityctl"),
                        ("fish", "fish/vendor_completions.d/activityctl.fish")]:
        generated = run("activityctl", "--generate-completion-script", shell).out
        with open(f"/usr/share/{path}", encoding="utf-8") as file:
            assert generated.endswith(file.read()), f"the completions for {shell} are old; run make completions"
    assert os.path.exists("/usr/share/activityd/activity-manifest.schema.json")
    assert os.path.exists("/usr/share/activityd/interfaces/io.activityd.Sheet.varlink")
    assert os.path.exists("/usr/share/activityd/activities/verdicts.json")
    assert "d645a19c8a984fc08bedb82f4d926764" in run("journalctl", "--list-catalog").out
    assert not journal("MESSAGE_ID=7c44130aaf664131a477be84c8048958"), "the shipped configuration is faulty"
