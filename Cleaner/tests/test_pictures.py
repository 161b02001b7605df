# SPDX-License-Identifier: Apache-2.0
"""Realistic photos, films and sounds: the data that goes with their location, and data that is no
location."""
import os, struct

import corpus
from cases import TransformTestCase, digest, orientation, pixels, profile
from cleaner import picture_parts, places


class PlacesTests(TransformTestCase):
    def assertLeft(self, path, *words, stays=()):
        """Asserts that Without Location removes the words from a file, and keeps those in `stays`."""
        self.assertSays(path, *words, *stays)
        left = self.changed("without-location", path)
        self.assertSays(left, *words, says=False)
        self.assertSays(left, *stays)
        os.unlink(left)

    def test_a_word_that_is_a_place_goes(self):
        for fields in (
            ["XMP-lr:HierarchicalSubject=Wo?|Fuerteventura", "XMP-dc:Subject=Fuerteventura"],
            ["IPTC:City=Fuerteventura", "IPTC:Keywords=Fuerteventura"],
            ["XMP-iptcCore:Location=Fuerteventura", "XMP-lr:HierarchicalSubject=Urlaub|Fuerteventura",
             "XMP-dc:Subject=Fuerteventura"],
        ):
            path = corpus.picture(self.path("a.jpg"))
            corpus.exiftool(path, *map("-{}".format, fields), "-XMP-dc:Creator=Ada")
            self.assertLeft(path, b"Fuerteventura", stays=[b"Ada"])

    def test_a_word_that_is_no_place_stays(self):
        path = corpus.picture(self.path("a.jpg"))
        corpus.exiftool(path, "-IPTC:City=Bern", "-XMP-dc:Subject=Ada", "-XMP-lr:HierarchicalSubject=Wohnung|Ada")
        self.assertLeft(path, b"Bern", stays=[b"Ada", b"Wohnung"])

    def test_a_camera_s_home_town_is_a_place(self):
        said = {"MakerNotes:Pentax:HometownCity": "Berlin", "MakerNotes:Pentax:DestinationCity": "Paris"}
        self.assertEqual(places.places_in(said), said)

    def test_coordinates_in_words_go(self):
        pair = "46.94800, 7.44740"
        for kind, field in (
            ("jpg", "Comment"), ("jpg", "UserComment"), ("jpg", "ImageDescription"), ("jpg", "XMP-dc:Description"),
            ("png", "PNG:Comment"), ("png", "PNG:Description"), ("gif", "Comment"), ("tif", "ImageDescription"),
            ("webp", "XMP-dc:Description"),
        ):
            path = corpus.exiftool(corpus.picture(self.path("a." + kind)), f"-{field}=at {pair}", "-XMP-dc:Creator=Ada")
            self.assertLeft(path, b"46.948", stays=[b"Ada"])
        path = corpus.with_chunks(corpus.picture(self.path("a.png")), corpus.chunk(b"tEXt", b"Where\0" + pair.encode()))
        self.assertLeft(path, b"46.948")
        for name in ("a.mp4", "a.m4a"):
            for field in ("comment", "description"):
                path = self.path(name)
                corpus.run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-metadata", f"{field}=at {pair}",
                           "-metadata", "title=Talk", path)
                self.assertLeft(path, b"46.948", stays=[b"Talk"])

    def test_numbers_in_words_are_no_coordinates(self):
        path = corpus.exiftool(
            corpus.picture(self.path("a.jpg")), "-Comment=46.94, 7.44 and 1.23456", "-UserComment=95.1234 191.5678")
        self.assertEqual(digest(self.changed("without-location", path)), digest(path))
        self.assertEqual(list(places.positions("at -33.86880 151.20930")), [(-33.8688, 151.2093)])

    def test_what_is_no_place_is_none(self):
        composite = corpus.with_xmp(
            corpus.picture(self.path("a.jpg")), b'xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:CompositeImage="2"')
        dated = corpus.with_chunks(
            corpus.picture(self.path("a.png")), corpus.chunk(b"tEXt", b"date:create\x002024-05-01T10:00:00+00:00"))
        behind = corpus.append(corpus.picture(self.path("b.jpg")), bytes(300))
        camera = corpus.exiftool(corpus.picture(self.path("c.jpg")), *corpus.CAMERA)
        exif = b"Exif\0\0" + corpus.run("exiftool", "-b", "-Exif", camera)
        pillows = corpus.with_riff_chunk(corpus.picture(self.path("d.webp"), save="[strip]"), b"EXIF", exif)
        with open(corpus.picture(self.path("small.jpg"), 32, 20, save="[strip]"), "rb") as file:
            plain = file.read()
        small = os.fsdecode(self.file("small.jpg", plain[:2] + b"\xff\xed\0\x0cAdobe_CM\0\2" + plain[2:]))
        nailed = corpus.exiftool(corpus.picture(self.path("e.jpg")), f"-ThumbnailImage<={small}")
        for path in (composite, dated, behind, pillows, nailed):
            self.assertInside(path, "location", says=False)
        # Not of `behind`, whose trailing zeros ExifTool removes.
        for path in (composite, dated, nailed):
            left = self.changed("without-location", path)
            self.assertEqual(digest(left), digest(path), path)
            os.unlink(left)
        self.assertSays(self.changed("without-location", pillows), b"iPhone 15")

    def test_an_iphones_jpeg_with_a_picture_beside_it_is_not_damaged(self):
        path = corpus.photo(self.path("a.jpg"))
        with open(path, "r+b") as file:
            data = file.read()
            file.seek(0)
            jfif = b"\xff\xe0\0\x14JFIF\0\1\1\0\0\1\0\1\0\0AMPF"
            file.write(data[:2] + jfif + data[2:])
        for transform in ("without-location", "without-metadata"):
            left = self.changed(transform, path)
            self.assertSays(left, b"Bern", says=False)
            self.assertEqual(pixels(left), pixels(path))
            os.unlink(left)


class LooksTests(TransformTestCase):
    def test_a_profile_behind_the_frame_header_stays(self):
        path = corpus.photo(self.path("a.jpg"), "-Orientation#=6", save="[profile=p3]")
        with open(path, "r+b") as file:
            parts = list(picture_parts.jpeg_segments(data := file.read(), 0))
            frame = next(end for marker, _, end in parts if marker in picture_parts.FRAMES)
            start, end = next((start, end) for marker, start, end in parts if marker == 0xE2)
            file.seek(0)
            file.write(data[:start] + data[end:frame] + data[start:end] + data[frame:])
        for transform in ("without-location", "without-metadata"):
            left = self.changed(transform, path)
            self.assertEqual((profile(left), orientation(left), pixels(left)), (profile(path), 6, pixels(path)))
            os.unlink(left)

    def test_a_profile_that_exiftool_does_not_know_stays(self):
        """A profile in two segments, one behind the frame header, as in a file of Pillow's tests."""
        path = corpus.with_segment(corpus.picture(self.path("a.jpg"), save="[strip]"), 0xE2, b"ICC_PROFILE\0\1\1profile")
        self.assertSays(self.changed("without-metadata", path), b"ICC_PROFILE\0\1\1profile")

    def test_a_gif_moves_as_it_did_and_says_nothing(self):
        pages, path = corpus.tiff(self.path("a.tif"), 2, []), self.path("a.gif")
        corpus.run("vips", "gifsave", pages + "[n=-1]", path)
        corpus.exiftool(path, "-XMP-photoshop:City=Bern", "-XMP-dc:Title=Plan", "-Comment=Ada")
        corpus.append(path, b"TAIL")
        cases = {"without-location": [b"Bern", b"TAIL"], "without-metadata": [b"Bern", b"Plan", b"Ada", b"TAIL"]}
        for transform, goes in cases.items():
            self.assertSays(path, *goes)
            left = self.changed(transform, path)
            self.assertSays(left, *goes, says=False)
            self.assertSays(left, b"NETSCAPE2.0")
            self.assertEqual(pixels(left + "[n=-1]"), pixels(path + "[n=-1]"))
            os.unlink(left)

    def test_a_sound_is_heard_as_it_was_and_says_nothing(self):
        path = self.path("a.m4a")
        corpus.run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-metadata", "location=+46.9480+007.4474/",
                   "-metadata", "artist=Ada", path)
        heard = lambda path: corpus.run("ffmpeg", "-v", "error", "-i", path, "-f", "md5", "-")
        for transform, goes in (("without-location", [b"loci"]), ("without-metadata", [b"loci", b"Ada", b"Lavf"])):
            self.assertSays(path, *goes)
            left = self.changed(transform, path)
            self.assertSays(left, *goes, says=False)
            self.assertEqual(heard(left), heard(path))
            os.unlink(left)

    def test_a_heic_becomes_a_smaller_jpeg(self):
        path = corpus.photo(self.path("IMG_0001.HEIC"), width=720, height=480, save="[compression=hevc,Q=95]")
        left = self.changed("smaller", path, answers={"size": "640"})
        self.assertEqual(os.path.basename(left), "IMG_0001.jpg")
        self.assertEqual(corpus.run("vipsheader", "-f", "vips-loader", left).strip(), b"jpegload")
        self.assertEqual([corpus.run("vipsheader", "-f", side, left).strip() for side in ("width", "height")], [b"640", b"427"])
        self.assertSays(left, b"iPhone 15")

    def test_a_jpeg_that_is_called_heic_is_called_a_jpeg(self):
        photo = corpus.photo(self.path("a.jpg"))
        os.rename(photo, path := os.path.join(os.path.dirname(photo), "IMG_0001.HEIC"))
        left = self.changed("as-jpeg", path)
        self.assertEqual((os.path.basename(left), digest(left)), ("IMG_0001.jpg", digest(path)))
