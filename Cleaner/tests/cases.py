# SPDX-License-Identifier: Apache-2.0
"""Changes files by performing a transform's activity, and reads the results with other programs."""
import hashlib, json, os, subprocess, sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Tests/ActivitiesTests"))
from support import ACTIVITIES, ActivityTestCase, file_item
from waiting import LIMIT
import corpus


class TransformTestCase(ActivityTestCase):
    def setUp(self):
        super().setUp()
        for program, package in {
            "exiftool": "libimage-exiftool-perl", "vips": "libvips-tools", "exiv2": "exiv2", "ffmpeg": "ffmpeg",
            "mat2": "mat2", "pdfinfo": "poppler-utils",
        }.items():
            self.need(program, package)
        self.output = self.environment["ACTIVITY_OUTPUT"] = self.folder()

    def path(self, name):
        return os.path.join(self.folder(), name)

    def change(self, transform, *paths, **options):
        """Performs the transform on the files; returns its results by name. Asserts that the originals are
        unchanged."""
        before = [digest(path) for path in paths if os.path.isfile(path)]
        self.succeed(transform, [file_item(path) for path in paths], **options)
        self.assertEqual([digest(path) for path in paths if os.path.isfile(path)], before)
        return self.made()

    def changed(self, transform, *paths, **options):
        """Like `change` with a single result; returns its path."""
        (_, made), = self.change(transform, *paths, **options).items()
        return made

    def changed_each(self, transform, *paths):
        """Changes several files with different names at once; returns the results' paths, in a new folder."""
        made, folder = self.change(transform, *paths), self.folder()
        for name, path in made.items():
            os.rename(path, os.path.join(folder, name))
        self.assertEqual(set(made), set(map(os.path.basename, paths)))
        return [os.path.join(folder, os.path.basename(path)) for path in paths]

    def made(self):
        made = {name: os.path.join(self.output, name) for name in os.listdir(self.output)}
        for path in made.values():
            self.assertTrue(os.path.isfile(path) and os.stat(path).st_nlink == 1)
        return made

    def fails(self, transform, *paths, **options):
        sentence = self.refuse(transform, [file_item(path) for path in paths], **options)
        self.assertEqual(os.listdir(self.output), [])
        return sentence

    def inspected(self, *items, language="en", **more):
        """The inspector's output: for each item, its values by kind, and whether it was read completely."""
        request = json.dumps({"items": list(items), **more}).encode()
        ended = subprocess.run(
            [f"{ACTIVITIES}/io.activityd.inspect.activity/bin/inspect"], input=request, capture_output=True, timeout=LIMIT,
            cwd=self.home, env={**self.environment, "LANGUAGE": language})
        self.assertEqual((ended.returncode, b"Traceback" in ended.stderr), (0, False), ended.stderr)
        found = {index: [{}, False] for index in range(-1, len(items))}
        for line in ended.stdout.decode().splitlines():
            index, kind, *value = line.split("\t")
            self.assertFalse(found[int(index)][1], "an item goes on behind its end")
            if kind == "end":
                found[int(index)][1] = True
            else:
                found[int(index)][0].setdefault(kind, []).extend(value)
        return found

    def inside(self, path, is_whole=True, **options):
        """The values of one file by kind. Asserts whether it was read completely."""
        values, whole = self.inspected(file_item(path), **options)[0]
        self.assertEqual(whole, is_whole, path)
        return values

    def assertInside(self, path, *kinds, says=True, is_whole=True):
        """Asserts that the file has facts of these kinds; or none, with `says` False."""
        found = self.inside(path, is_whole)
        for kind in kinds:
            self.assertEqual(kind in found, says, (path, kind, found))

    def assertTold(self, path, *kinds):
        """Asserts that there are facts of these kinds, even if the file was not read completely."""
        found, _ = self.inspected(file_item(path))[0]
        self.assertGreaterEqual(found.keys(), set(kinds), path)

    def assertSays(self, path, *words, says=True):
        """Asserts that these words are in exiv2's output or in the bytes; or in neither, with `says`
        False."""
        with open(path, "rb") as file:
            content = file.read()
        printed = subprocess.run(["exiv2", "-pa", path], capture_output=True).stdout
        for word in words:
            self.assertEqual(word in printed or word in content, says, word)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def orientation(path):
    return int(corpus.run("vipsheader", "-f", "orientation", path))


def profile(path):
    """The colour profile, which must exist."""
    content = corpus.run("exiv2", "-pC", path)
    assert b"acsp" in content
    return content


def pixels(path):
    """A digest of the decoded pixels, without rotation."""
    with subprocess.Popen(["vips", "rawsave", path, "/dev/stdout"], stdout=subprocess.PIPE) as process:
        return hashlib.file_digest(process.stdout, "sha256").hexdigest()


def stream_digests(path):
    """A digest of the content of a film's packets."""
    return corpus.run("ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-map", "0:a", "-c", "copy", "-f", "md5", "-")


def decoded(path):
    """A digest of a film's pictures and sound, and ffprobe's description of its streams without tags."""
    shown = corpus.run("ffprobe", "-v", "error", "-show_streams", path)
    frames = corpus.run("ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-map", "0:a?", "-f", "md5", "-")
    return frames, [line for line in shown.splitlines() if not line.startswith(b"TAG:")]
