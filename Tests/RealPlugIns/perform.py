# SPDX-License-Identifier: Apache-2.0
"""Translates plug-ins of every foreign format, performs them with the real programs, and checks the results.

The plug-ins are those in data/, and Debian's own Thunar entry of KDE Connect. The session's daemon translates them, and
activityctl performs them.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile

sys.path.insert(0, "/source/Tests/FileManagers")
from desktop import LIMIT, processes, wait_until, windows  # noqa: E402

HOME = "/home/person/"
FILES = HOME + "some files/"
PICTURES = ["it's \"q\" 100% ü.png", "-two; `id` $HOME.png"]
SOUND = "a 'sound' 50%.wav"
HERE = os.path.dirname(os.path.abspath(__file__))
DATA = HOME + ".local/share/"


def run(*command):
    return subprocess.run(command, check=True, capture_output=True).stdout


def activityctl(*arguments):
    result = subprocess.run(["activityctl", *arguments], check=False, capture_output=True, text=True)
    assert result.returncode == 0, (arguments, result.stdout, result.stderr)
    return result.stdout


def perform(identifier, *names):
    return activityctl("perform", identifier, *(FILES + name for name in names))


def content(path):
    with open(path, "rb") as file:
        return file.read()


def size(path):
    return run("identify", "-format", "%m %wx%h", "./" + os.path.relpath(path)).decode()


def prepare():
    os.makedirs(FILES)
    os.makedirs(HOME + "box")
    os.chdir(FILES)
    for index, name in enumerate(PICTURES):
        run("convert", "-size", f"{40 + index}x20", "gradient:red-blue", "png:./" + name)
    run("ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "sine=duration=1", "./" + SOUND)
    shutil.copytree(HERE + "/data", DATA, dirs_exist_ok=True)
    # KDE trusts a file in the home folder only if it is executable.
    for name in os.listdir(DATA + "kio/servicemenus"):
        os.chmod(DATA + "kio/servicemenus/" + name, 0o755)


def listed():
    return {one["identifier"] for one in json.loads(activityctl("list", "--all", "--json"))["activities"]}


def converter():
    perform("servicemenu.convert.webp", *PICTURES)
    for name, wanted in zip(PICTURES, ["40x20", "41x20"]):
        assert size(FILES + name[:-4] + ".webp") == "WEBP " + wanted, name


def sound():
    perform("servicemenu.sound.vorbis", SOUND)
    made = json.loads(run("ffprobe", "-loglevel", "error", "-of", "json", "-show_streams", FILES + SOUND + ".ogg"))
    assert made["streams"][0]["codec_name"] == "vorbis", made
    assert 0.9 < float(made["streams"][0]["duration"]) < 1.1, made


def archive():
    """Packs with one action and unpacks with another."""
    before = set(os.listdir(FILES))
    perform("servicemenu.archives.pack", *PICTURES)
    made = wait_until(
        lambda: [name for name in os.listdir(FILES) if name not in before and zipfile.is_zipfile(FILES + name)], "the archive")[0]
    with zipfile.ZipFile(FILES + made) as packed:
        assert sorted(packed.namelist()) == sorted(PICTURES), packed.namelist()
        for name in PICTURES:
            assert packed.read(name) == content(FILES + name), name
    originals = {name: content(FILES + name) for name in PICTURES}
    os.makedirs(FILES + "apart")
    shutil.move(FILES + made, FILES + "apart/it's \"packed\" 100%.zip")
    perform("servicemenu.unpack.unpack", "apart/it's \"packed\" 100%.zip")
    found = {name: os.path.join(folder, name) for folder, _, names in os.walk(FILES + "apart") for name in names}
    for name in PICTURES:
        assert content(found[name]) == originals[name], name


def checksums():
    perform("servicemenu.archives.sums", *PICTURES)
    told = content(HOME + "sums").decode().splitlines()
    for line, name in zip(told, PICTURES):
        assert line.startswith(hashlib.sha256(content(FILES + name)).hexdigest()), line
        assert line.endswith(name), line


def beside():
    """Performs a Nemo action with a script in the folder beside it."""
    perform("nemo.sums", *PICTURES)
    for name in PICTURES:
        assert content(FILES + name + ".md5").decode() == hashlib.md5(content(FILES + name)).hexdigest(), name


def resize():
    perform("nemo.resize", *PICTURES)
    for name, wanted in zip(PICTURES, ["20x10", "21x10"]):
        assert size(FILES + "small/" + name) == "PNG " + wanted, (name, size(FILES + "small/" + name))


def send_to():
    perform("sendto.box", *PICTURES)
    for name in PICTURES:
        assert content(HOME + "box/" + name) == content(FILES + name), name


def contract():
    perform("contract.pack", *PICTURES)
    os.makedirs(HOME + "unpacked")
    run("7z", "x", "-bd", f"-o{HOME}unpacked", HOME + "packed.7z")
    for name in PICTURES:
        assert content(HOME + "unpacked/" + name) == content(FILES + name), name


def copy():
    perform("filemanager.copy", PICTURES[0])
    assert content(FILES + PICTURES[0][:-4] + "-copy.png") == content(FILES + PICTURES[0])


def kde_connect():
    """Performs Debian's own entry, whose window asks for a device."""
    # The test ends the program, which activityctl reports as a failure.
    handler = subprocess.Popen(
        ["activityctl", "perform", "sendto.kdeconnect-thunar", FILES + PICTURES[0]], stderr=subprocess.DEVNULL)
    try:
        wanted = os.fsencode(FILES + PICTURES[0])
        wait_until(lambda: processes("kdeconnect-handler", wanted), "KDE Connect")
        wait_until(lambda: windows("kdeconnect"), "the window of KDE Connect")
    finally:
        for pid in processes("kdeconnect-handler", os.fsencode(FILES + PICTURES[0])):
            os.kill(pid, 15)
        handler.wait(LIMIT)


def main():
    prepare()
    wanted = {
        "servicemenu.convert.webp", "servicemenu.sound.vorbis", "servicemenu.archives.pack", "servicemenu.archives.sums",
        "servicemenu.unpack.unpack", "nemo.sums", "nemo.resize", "sendto.box", "contract.pack", "sendto.kdeconnect-thunar",
        "filemanager.copy"}
    activityctl("reload")
    try:
        wait_until(lambda: wanted <= listed(), "the translated plug-ins")
    except TimeoutError:
        print(wanted - listed(), activityctl("generators"))
        raise
    for one in [converter, sound, archive, checksums, beside, resize, send_to, contract, copy, kde_connect]:
        one()
        print(f"{one.__name__}: as it should be")


sys.exit(main())
