# SPDX-License-Identifier: Apache-2.0
"""The inspector's facts about items, and that it finds none of those that an option has removed from a
copy."""
import json, os, resource, signal, subprocess, sys, time, types, zipfile
from unittest import mock

import corpus, office_corpus
from cases import TransformTestCase
from support import ACTIVITIES, file_item, link_item, text_item
from waiting import LIMIT, wait_until

PRIVATE = {"location", "person", "device", "history", "preview", "text", "software", "time", "other"}
CLEAN_COPY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../clean-copy")


class ConsistencyTests(TransformTestCase):
    def media(self):
        """Yields pictures and films with all metadata that the corpus can write."""
        for kind, save in {"jpg": "", "png": "", "webp": "", "tif": "", "heic": "[compression=hevc]",
                           "avif": "[compression=av1,effort=0]"}.items():
            yield corpus.photo(self.path("photo." + kind), "-CreateDate=2024:05:01 10:00:00", "-Software=Acme", save=save)
            said = corpus.picture(self.path("said." + kind), save=save)
            yield corpus.exiftool(said, "-XMP-dc:Description=at 46.94809, 7.44744", "-XMP-dc:Subject=Places|Bern")
        thumbnail = corpus.photo(self.path("small.jpg"), width=32, height=20)
        for tag in ("ThumbnailImage", "Photoshop:PhotoshopThumbnail"):
            yield corpus.exiftool(corpus.picture(self.path(tag[:5] + "nail.jpg")), f"-{tag}<={thumbnail}")
        for number, field in enumerate((
            "IPTC:City=Bern", "EXIF:UserComment=46.94809 7.44744", "XMP-iptcExt:LocationShownCity=Bern", "XMP-dwc:DCLocality=Bern",
            "XMP-acdsee:Categories=<Categories><Category>Places<Category>Bern</Category></Category></Categories>",
            "GPSDateStamp=2024:05:01", "Comment=+46.9480+007.4474/",
        )):
            yield corpus.exiftool(corpus.picture(self.path(f"{number}.jpg")), "-" + field)
        with open(corpus.film(self.path("film.mp4"), b"SENSORS 46.9480 7.4474"), "rb") as file:
            film = file.read()
        yield os.fsdecode(self.file("film.mp4", film))
        yield corpus.film(self.path("film.mov"))
        yield corpus.append(corpus.photo(self.path("motion.jpg")), film)
        yield corpus.captions(self.path("captions.mp4"), corpus.film(self.path("b.mp4")), ["GPS(7.4474,46.9480)"])

    def assertGone(self, transform, paths, gone):
        before = self.inspected(*map(file_item, paths))
        for number, path in enumerate(paths):
            self.assertTrue(gone & before[number][0].keys(), path)
        copies = self.changed_each(transform, *paths)
        after = self.inspected(*map(file_item, copies))
        for number, path in enumerate(copies):
            values, is_whole = after[number]
            self.assertTrue(is_whole, path)
            self.assertEqual(gone & values.keys(), set(), (path, values))

    def test_no_copy_without_its_location_has_one(self):
        paths = [path for path in self.media() if os.path.basename(path) not in ("5.jpg",)]
        self.assertGone("without-location", paths, {"location"})

    def test_no_copy_without_metadata_has_any(self):
        photo = self.file("photo.jpg", self.read(corpus.photo(self.path("photo.jpg"))))
        documents = [
            os.fsdecode(self.file("logo.svg", corpus.SVG)), office_corpus.docx(self.path("a.docx"), self.read(photo)),
            office_corpus.odt(self.path("b.odt"), self.read(photo), "", {}), corpus.pdf(self.path("plan.pdf"), self.read(photo)),
        ]
        self.assertGone("without-metadata", [*self.media(), *documents], PRIVATE)

    @staticmethod
    def read(path):
        with open(path, "rb") as file:
            return file.read()


class InspectorTests(TransformTestCase):
    def test_a_photo_says_where_by_whom_and_with_what(self):
        path = corpus.photo(self.path("a.jpg"))
        found = self.inside(path)
        self.assertEqual(found, {
            "location": ["46.95° N, 7.45° E"], "person": ["Ada Example"], "device": ["serial number", "iPhone 15"],
            "software": [found["software"][0]]})
        self.assertEqual(self.inside(path, language="de_AT:de")["location"], ["46,95° N, 7,45° O"])
        self.assertEqual(self.inside(path, locale="ja")["device"], ["シリアル番号", "iPhone 15"])
        south = corpus.exiftool(corpus.picture(self.path("b.jpg")), *(f"-GPS{name}" for name in (
            "Latitude=33.5", "LatitudeRef=S", "Longitude=70", "LongitudeRef=W")))
        self.assertEqual(self.inside(south, locale="ja")["location"], ["南緯33.5°、西経70°"])
        self.assertEqual(self.inside(corpus.picture(self.path("plain.jpg"), save="[strip]")), {})

    def test_what_programs_write_where_nothing_is_known_is_no_fact(self):
        path = corpus.exiftool(
            corpus.picture(self.path("a.jpg"), save="[strip]"), "-OwnerName=unknown", "-Artist=(not set)", "-XMP-dc:Rights=none",
            "-XMP-iptcExt:PersonInImageId=urn:uuid:840a7d7e", "-UserComment=None", "-IPTC:City=Unknown",
            "-XMP-dc:Creator=xmp.did:12", "-XMP-dc:Title=x-default", "-IPTC:Headline=False", "-XMP-dc:Description=0decd391f7ffc8e96184efdd1e8fe4b8")
        self.assertEqual(self.inside(path).keys(), {"software"})
        height = corpus.exiftool(corpus.picture(self.path("b.jpg")), "-GPSAltitude=540", "-GPSAltitudeRef=0", "-GPSLatitudeRef=N")
        self.assertInside(height, "location", says=False)
        self.assertInside(self.changed("without-location", height), "other", says=False)
        way = b'<gpx xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="nan" lon="7"/></gpx>'
        self.assertEqual(self.inside(self.file("a.gpx", way)), {})
        packet = b'xmlns:w="http://ns.adobe.com/AcrobatAdhocWorkflow/1.0/" w:state="1" w:version="1.1"'
        self.assertInside(self.file("a.xmp", corpus.xmp(packet)), "location", says=False)

    def test_names_of_faces_are_persons(self):
        path = corpus.exiftool(
            corpus.picture(self.path("a.jpg"), save="[strip]"), "-XMP-mwg-rs:RegionInfo={RegionList=[{Name=Ada Example,Type=Face}]}")
        self.assertEqual(self.inside(path)["person"], ["Ada Example"])

    def test_tags_of_one_name_are_all_told(self):
        path = corpus.exiftool(
            corpus.picture(self.path("a.jpg"), save="[strip]"), "-EXIF:Artist=Ada", "-XMP-tiff:Artist=Berta",
            "-XMP-exif:GPSLatitude=10", "-XMP-exif:GPSLongitude=20", *(f"-EXIF:GPS{name}" for name in (
                "Latitude=46.948", "LatitudeRef=N", "Longitude=7.4474", "LongitudeRef=E")))
        found = self.inside(path)
        self.assertEqual(set(found["person"]), {"Ada", "Berta"})
        self.assertEqual(set(found["location"]), {"46.95° N, 7.45° E", "10° N, 20° E"})
        home = corpus.exiftool(corpus.picture(self.path("b.jpg")), "-XMP-iptcExt:LocationShownProvinceState=Bern")
        self.assertEqual(self.inside(home)["location"], ["Bern"])
        from cleaner import finding, tags
        for tag in ("MakerNotes:Casio:HometownCity", "XML:ContentDescriptionLocationAddressAddrComp"):
            tags.look({tag: "Tokyo"}, told := finding.Finding())
            self.assertEqual(list(told.facts()), [("location", "Tokyo")])

    def test_values_are_lines(self):
        path = corpus.exiftool(corpus.picture(self.path("a.jpg")), "-E", "-XMP-dc:Creator=Ada&#x9;&#xa;\u202eExample")
        self.assertEqual(self.inside(path)["person"], ["Ada Example"])

    def test_unknown_parts_are_no_location(self):
        path = corpus.append(corpus.picture(self.path("a.png"), save="[strip]"), b"TAIL")
        self.assertEqual(self.inside(path), {"other": [""], "format": ["PNG"]})

    def test_folders_and_archives_are_walked(self):
        folder = self.folder()
        os.mkdir(folder + "/below")
        with open(corpus.photo(self.path("a.jpg")), "rb") as file:
            photo = file.read()
        self.file("a.jpg", photo, folder + "/below")
        self.file("notes.txt", "Grüße".encode(), folder)
        os.symlink(corpus.exiftool(corpus.picture(self.path("b.jpg")), "-Artist=Berta"), folder + "/link")
        self.assertInside(folder, "location", "device")
        self.assertNotIn("Berta", self.inside(folder)["person"])
        archive = corpus.package(self.path("a.zip"), {"below/a.jpg": photo})
        self.assertInside(archive, "location", "device")
        self.assertInside(corpus.package(self.path("b.zip"), {"a.zip": self.content(archive)}), "location")

    @staticmethod
    def content(path):
        with open(path, "rb") as file:
            return file.read()

    def test_what_cannot_be_read_whole_has_no_end(self):
        photo = corpus.photo(self.path("a.jpg"))
        cut = self.file("cut.jpg", self.content(photo)[:-2])
        many = self.folder()
        for number in range(1001):
            self.file(f"{number}.txt", b"", many)
        locked = self.path("locked.zip")
        with zipfile.ZipFile(locked, "w") as archive:
            archive.writestr("a.txt", "a")
        with open(locked, "r+b") as file:
            data = bytearray(file.read())
            data[6] |= 1
            data[data.index(b"PK\1\2") + 8] |= 1
            file.seek(0)
            file.write(data)
        pipe = self.path("pipe")
        os.mkfifo(pipe)
        unread = [cut, many, locked, pipe, "/nowhere.jpg", self.file("a.exe", b"MZ\0\0" * 9), self.file("a.html", b"<html></html>"),
                  corpus.package(self.path("c.zip"), {"a.bin": b"\0\1\2", "a.jpg": self.content(photo)})]
        link = self.path("link")
        os.symlink(self.folder(), link)
        unread.append(link)
        found = self.inspected(*map(file_item, unread), file_item(photo), {"type": "image/jpeg", "uri": "sftp://host/a.jpg"})
        self.assertEqual([is_whole for _, is_whole in list(found.values())[1:]], [False] * len(unread) + [True, False])
        self.assertIn("location", found[len(unread) - 2][0])

    def test_nothing_is_concluded_where_exiftool_fails(self):
        self.program("exiftool", "exit 1")
        photo = file_item(corpus.picture(self.path("a.jpg")))
        found = self.inspected(photo, text_item("Hello"), photo)
        self.assertEqual([is_whole for _, is_whole in list(found.values())[1:]], [False, True, False])

    def test_exiftool_is_told_no_name_of_a_file(self):
        given = self.path("given")
        self.program("exiftool", f"echo \"$@\" >>{given}\ntee -a {given} | setpriv --pdeathsig KILL /usr/bin/exiftool \"$@\"")
        for path in (corpus.photo(self.path("secret.jpg")), self.file("secret.mp3", b"ID3\4\0\0\0\0\0\0")):
            self.inspected(file_item(path))
        said = self.content(given)
        self.assertEqual((b"-stay_open" in said, b"/proc/" in said, b"secret" in said), (True, True, False))

    def test_exiftool_that_hangs_is_waited_for_once_and_not_long(self):
        from cleaner import exif_tool, inspecting
        program, photo = self.program("exiftool", "exec sleep 60"), corpus.picture(self.path("a.jpg"))
        item = types.SimpleNamespace(
            is_link=False, path=photo, type="image/jpeg", alternatives=(), file_name="a.jpg", open=lambda: open(photo, "rb", buffering=0))
        started = time.monotonic()
        with mock.patch.object(exif_tool, "PROGRAM", program), mock.patch.object(inspecting, "PATIENCE", 1):
            with inspecting.Inspector() as inspector:
                self.assertEqual([finding.is_whole for _, finding in inspector.findings([item])], [False])
        self.assertLess(time.monotonic() - started, 4)
        self.assertLess(inspecting.PATIENCE, 10)

    def test_an_archive_is_held_on_the_disk_and_memory_has_a_bound(self):
        from cleaner import inspecting
        archive = corpus.package(self.path("a.zip"), dict.fromkeys((f"{number}.bin" for number in range(20)), bytes(24 << 20)))
        script = (
            "import re, sys; from cleaner.inspecting import Inspector; from types import SimpleNamespace as Item\n"
            "with Inspector() as inspector: list(inspector.findings([Item(is_link=False, path=sys.argv[1], type='', alternatives=(),"
            " file_name='a', open=lambda: open(sys.argv[1], 'rb', buffering=0))]))\n"
            "print(re.search('VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1])")
        command, room = [sys.executable, "-B", "-c", script, archive], os.path.dirname(CLEAN_COPY)
        used = subprocess.run(command, capture_output=True, cwd=room)
        self.assertLess(int(used.stdout), 200 << 10)
        before = resource.getrlimit(resource.RLIMIT_AS)
        with inspecting.Inspector():
            self.assertEqual(resource.getrlimit(resource.RLIMIT_AS)[0], inspecting.MEMORY)
        self.assertEqual(resource.getrlimit(resource.RLIMIT_AS), before)

    def program(self, name, script):
        """Writes a shell script that replaces a program in PATH."""
        with open(path := os.path.join(self.programs, name), "w") as file:
            file.write("#!/bin/sh\n" + script + "\n")
        os.chmod(path, 0o755)
        return path

    def test_what_takes_long_holds_up_none_of_the_others(self):
        photo = corpus.photo(self.path("a.jpg"))
        items = [file_item(corpus.pdf(self.path("b.pdf"), self.content(photo)), "application/pdf"), file_item(photo, "image/jpeg")]
        request = json.dumps({"items": items}).encode()
        ended = subprocess.run(
            [f"{ACTIVITIES}/io.activityd.inspect.activity/bin/inspect"], input=request, capture_output=True, cwd=self.home,
            env=self.environment)
        ends = [line for line in ended.stdout.splitlines() if line.endswith(b"end")]
        self.assertEqual(ends, [b"1\tend", b"0\tend"], ended.stderr)

    def test_all_representations_are_looked_into(self):
        item = text_item("Hello") | {"alternatives": [file_item(corpus.photo(self.path("a.jpg")))]}
        self.assertIn("location", self.inspected(item)[0][0])

    def test_links_say_who_shared_them(self):
        link = link_item("https://youtu.be/abc?si=Zm9v&t=30")
        found = self.inspected(
            link, text_item("See https://a.example/?id=1&utm_source=x and https://b.example/?si=1"),
            link_item("mailto:ada@example.org"), caption="https://a.example/?fbclid=1", subject="Hello")
        self.assertEqual([values for values, _ in found.values()], [
            {"tracking": ["fbclid"]}, {"tracking": ["si"]}, {"tracking": ["utm_source"]}, {}])
        self.assertTrue(all(is_whole for _, is_whole in found.values()))

    def test_a_link_without_its_trackers_is_otherwise_as_it_was(self):
        from cleaner import tracking
        for link, left in {
            "https://youtu.be/abc?si=Zm9v&t=30": "https://youtu.be/abc?t=30",
            "https://a.example/?utm_source=x#top": "https://a.example/#top",
            "https://a.example/?b=%20&a&utm_medium=1&c=": "https://a.example/?b=%20&a&c=",
            "https://b.example/?si=1": "https://b.example/?si=1",
        }.items():
            self.assertEqual(tracking.without(link), left)

    def test_a_way_and_a_raw_packet(self):
        gpx = self.file("a.gpx", b'<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1" creator="Acme">'
                        b'<wpt lat="46.9480" lon="7.4474"><time>2024-05-01T10:00:00Z</time></wpt></gpx>')
        self.assertEqual(self.inside(gpx), {
            "location": ["46.95° N, 7.45° E"], "software": ["Acme"], "time": ["2024-05-01T10:00:00Z"]})
        packet = self.path("a.xmp")
        photo = corpus.photo(self.path("a.jpg"))
        corpus.run("exiftool", "-q", "-o", packet, "-tagsfromfile", photo, "-xmp:all", "-Make>XMP-tiff:Make")
        self.assertInside(packet, "location", "device")

    def test_what_smaller_and_as_jpeg_change(self):
        path = corpus.picture(self.path("a.png"), 700, 500)
        self.assertEqual((self.inside(path)["pixels"], self.inside(path)["format"]), (["700 × 500"], ["PNG"]))
        os.rename(corpus.picture(self.path("a.jpg"), save="[strip]"), renamed := self.path("a.heic"))
        self.assertEqual(self.inside(renamed), {"format": ["JPEG"]})


class CleanCopyTests(TransformTestCase):
    def run_it(self, *words):
        return subprocess.run([CLEAN_COPY, *words], capture_output=True, text=True, env=self.environment, timeout=LIMIT)

    def test_a_copy_says_no_place_and_is_written_over_nothing(self):
        path, folder = corpus.photo(self.path("a.jpg")), self.folder()
        for name in ("a.jpg", "a (1).jpg"):
            ended = self.run_it("--without", "location", path, folder)
            self.assertEqual((ended.returncode, ended.stderr), (0, ""))
            self.assertSays(os.path.join(folder, name), b"iPhone 15")
            self.assertInside(os.path.join(folder, name), "location", says=False)
        self.assertEqual(sorted(os.listdir(folder)), ["a (1).jpg", "a.jpg"])

    def test_what_is_refused_has_no_copy(self):
        path, folder = os.fsdecode(self.file("a.jpg", b"no picture")), self.folder()
        ended = self.run_it("--without", "metadata", path, corpus.photo(self.path("b.jpg")), folder)
        self.assertEqual((ended.returncode, os.listdir(folder)), (1, ["b.jpg"]))
        self.assertIn("a.jpg is damaged", ended.stderr)

    def test_it_says_what_is_inside(self):
        path = corpus.photo(self.path("a.jpg"))
        ended = self.run_it("--inspect", path, "/nowhere")
        self.assertIn(f"{path}\tdevice\tiPhone 15\n", ended.stdout)
        self.assertEqual((ended.returncode, "/nowhere was not looked into" in ended.stderr), (1, True))

    def test_a_failure_is_a_line_and_stops_no_other_file(self):
        """A pipe, a folder, a file that is missing, a name that is too long, and a program that is not installed."""
        folder, pipe, below, long = self.folder(), self.path("pipe"), self.path("below"), "/" + "a" * 300
        photo = corpus.photo(self.path("b.jpg"))
        os.mkfifo(pipe)
        os.mkdir(below)
        ended = self.run_it("--without", "location", pipe, below, "/nowhere", long, photo, folder)
        self.assertEqual((ended.returncode, os.listdir(folder)), (1, ["b.jpg"]))
        lines = ended.stderr.splitlines()
        self.assertEqual(
            [line.startswith(f"clean-copy: {path}: ") for line, path in zip(lines, (pipe, below, "/nowhere", long), strict=True)],
            [True] * 4, ended.stderr)
        ended = self.run_it("--inspect", pipe, photo)
        self.assertIn("b.jpg\tdevice\tiPhone 15\n", ended.stdout)
        self.assertIn(f"{pipe} was not looked into", ended.stderr)
        os.symlink(sys.executable, os.path.join(programs := self.folder(), "python3"))
        self.environment["PATH"] = programs
        for words in (("--inspect", photo), ("--without", "location", photo, folder)):
            ended = self.run_it(*words)
            self.assertEqual((ended.returncode, ended.stderr), (1, "clean-copy: setpriv: No such file or directory.\n"))

    def test_a_name_forges_no_line(self):
        path, folder = corpus.photo(self.path("a.jpg")), self.folder()
        os.rename(path, name := os.path.join(folder, "a\tperson\tBob\n\udcff\\.jpg"))
        ended = self.run_it("--inspect", name)
        self.assertEqual(
            {line.split("\t")[0] for line in ended.stdout.splitlines()}, {folder + r"/a\tperson\tBob\n\udcff\\.jpg"})
        self.assertEqual(ended.returncode, 0)
        self.assertEqual(self.run_it("--without", "location", name, self.folder()).returncode, 0)

    def test_a_copy_has_its_originals_mode_and_time_where_that_stays(self):
        path, folder = corpus.photo(self.path("a.jpg")), self.folder()
        os.chmod(path, 0o600)
        os.utime(path, (1e9, 1e9))
        self.assertEqual(self.run_it("--without", "location", path, folder).returncode, 0)
        self.assertEqual(self.run_it("--without", "metadata", path, folder).returncode, 0)
        found = [os.stat(os.path.join(folder, name)) for name in ("a.jpg", "a (1).jpg")]
        self.assertEqual([status.st_mode & 0o777 for status in found], [0o600, 0o600])
        self.assertEqual([status.st_mtime == 1e9 for status in found], [True, False])

    def test_a_file_system_without_hard_links(self):
        without = b"import os\ndef link(*_): raise PermissionError(1, 'link')\nos.link = link\n"
        self.file("sitecustomize.py", without, modules := self.folder())
        self.environment["PYTHONPATH"] = modules
        path, folder = corpus.photo(self.path("a.jpg")), self.folder()
        self.assertEqual((self.run_it("--without", "location", path, folder).stderr, os.listdir(folder)), ("", ["a.jpg"]))

    def test_one_that_is_ended_leaves_no_private_copy(self):
        """While ExifTool has the copy, and does not answer."""
        os.chmod(self.file("exiftool", b"#!/bin/sh\nexec sleep 60\n", self.programs), 0o755)
        path, folder = corpus.photo(self.path("a.jpg")), self.folder()
        with subprocess.Popen([CLEAN_COPY, "--without", "location", path, folder], env=self.environment) as process:
            wait_until(lambda: any(os.listdir(os.path.join(folder, name)) for name in os.listdir(folder)), "a copy")
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(LIMIT), 128 + signal.SIGTERM)
        self.assertEqual(os.listdir(folder), [])
