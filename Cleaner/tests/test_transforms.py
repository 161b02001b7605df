# SPDX-License-Identifier: Apache-2.0
"""The results of transforms, read by programs other than the ones that changed them: exiv2, ffprobe, pdfinfo,
unzip, vips."""
import base64, os, struct, subprocess, unittest, zipfile
from types import SimpleNamespace
from unittest import mock

import corpus, office_corpus
from cases import TransformTestCase, decoded, digest, orientation, pixels, profile, stream_digests
from support import HOSTILE_NAMES, file_item
from cleaner import copies, metadata
from cleaner.refusing import Refused

class WithoutLocationTests(TransformTestCase):
    def test_photos_of_each_format_say_no_place_and_look_as_they_did(self):
        paths = [corpus.photo(self.path("photo." + kind), "-Orientation#=6") for kind in ("jpg", "png", "webp", "tif")]
        made = self.change("without-location", *paths)
        for path in paths:
            left = made[os.path.basename(path)]
            self.assertSays(path, b"iPhone 15", b"Bern")
            self.assertSays(left, b"iPhone 15", b"C0FFEE42")
            self.assertSays(left, b"GPSLatitude", b"Bern", b"Zytglogge", says=False)
            self.assertEqual(pixels(left), pixels(path))
            self.assertIn(b"right, top", corpus.run("exiv2", "-g", "Exif.Image.Orientation", left))

    def test_heif_too(self):
        formats = {"heic": "[compression=hevc]", "avif": "[compression=av1,effort=0]"}
        paths = [corpus.photo(self.path("photo." + kind), save=save) for kind, save in formats.items()]
        made = self.change("without-location", *paths)
        for path in paths:
            left = made[os.path.basename(path)]
            self.assertSays(left, b"iPhone 15")
            self.assertSays(left, b"Bern", says=False)
            self.assertNotIn(b"GPS", corpus.run("exiftool", "-a", "-G1", "-GPS*", left))
            self.assertEqual(pixels(left), pixels(path))

    def test_a_film_says_no_place_and_its_sensors_nothing(self):
        for name in ("film.mp4", "film.mov"):
            path = corpus.film(self.path(name), b"SENSORS 46.9480 7.4474")
            left = self.changed("without-location", path)
            self.assertSays(left, b"46.94", b"+46.9480", b"SENSORS", says=False)
            shown = corpus.run("ffprobe", "-v", "error", "-show_format", "-show_streams", left)
            self.assertNotRegex(shown, rb"TAG:.*location")
            self.assertNotIn(b"codec_type=data", shown)
            self.assertIn(b"iPhone 15", shown)
            self.assertEqual(stream_digests(left), stream_digests(path))
            os.unlink(left)

    def test_places_in_a_films_tracks_and_texts_go(self):
        loci = corpus.box(b"loci", bytes(6), b"Bern\0\0", bytes(12), b"earth\0\0")
        xyz = corpus.box(b"\xa9xyz", b"\0\x11\x15\xc7+47.0000+008.0000")
        plain = self.plain_film()
        cases = {
            b"Bern": lambda path: corpus.with_boxes(path, track=corpus.box(b"udta", loci)),
            b"+47.0000": lambda path: corpus.with_boxes(path, track=corpus.box(b"udta", xyz)),
            b"46:56:52": lambda path: corpus.with_boxes(path, top=corpus.SONY), b"4656.88": corpus.free_gps,
            b"46:56:5": lambda path: corpus.with_boxes(path, movie=corpus.box(b"udta", corpus.SONY)),
            b"4700.00": lambda path: corpus.free_gps(path, b"4700.00 800.00", listed=False),
        }
        for word, place in cases.items():
            path = place(os.fsdecode(self.file("film.mp4", plain)))
            self.assertSays(path, word)
            self.assertInside(path, "location")
            left = self.changed("without-location", path)
            self.assertSays(left, word, says=False)
            self.assertEqual(stream_digests(left), stream_digests(path))
            os.unlink(left)

    def test_exif_that_exiftool_does_not_read_goes_with_metadata(self):
        camera = corpus.exiftool(corpus.picture(self.path("camera.jpg")), *corpus.CAMERA)
        first, place = (corpus.run("exiftool", "-b", "-Exif", path) for path in (camera, corpus.photo(self.path("photo.jpg"))))
        twice = corpus.picture(self.path("twice.png"), save="[strip]")
        corpus.with_chunks(twice, corpus.chunk(b"eXIf", first), corpus.chunk(b"eXIf", place))
        small = corpus.with_riff_chunk(corpus.picture(self.path("small.webp"), save="[strip]"), b"exif", place)
        for path in (twice, small):
            self.assertSays(path, b"Exif.GPSInfo.GPSLatitude ")
            if path == twice:
                self.inside(path, is_whole=False)
            else:
                self.assertTold(path, "other")
            left = self.changed("without-metadata", path)
            self.assertSays(left, b"GPSLatitude", b"iPhone", place, says=False)
            self.assertEqual(pixels(left), pixels(path))
            os.unlink(left)

    def test_a_block_of_a_position_without_a_size_is_not_overlooked(self):
        path = corpus.free_gps(os.fsdecode(self.file("film.mp4", self.plain_film())), listed=False)
        with open(path, "r+b") as file:
            file.seek(file.read().find(b"freeGPS ") - 4)
            file.write(bytes(4))
        self.inside(path, is_whole=False)
        self.fails("without-location", path)

    def test_a_block_of_a_position_is_found_behind_one_without_room_for_a_size_and_behind_many_pictures(self):
        plain = self.plain_film()
        for before in (b"freeGPS ", b"\0freeGPS ", bytes(15 << 20)):
            path = corpus.free_gps(os.fsdecode(self.file("film.mp4", plain)), listed=False, before=before)
            self.assertInside(path, "location")
            left = self.changed("without-location", path)
            self.assertSays(left, b"4656.88", says=False)
            os.unlink(left)

    def test_more_positions_than_a_film_has_fail(self):
        listing = corpus.box(b"gps ", bytes(8), bytes(8 * 1_000_001))
        path = corpus.with_boxes(os.fsdecode(self.file("film.mp4", self.plain_film())), movie=listing)
        self.assertIn("damaged", self.fails("without-location", path))

    def test_a_films_captions_go(self):
        film = os.fsdecode(self.file("plain.mp4", self.plain_film()))
        positions = [
            "GPS(7.4474,46.9480)", "$GPRMC,095218.000,A,4656.8800,N,00726.8400,E", "$GNGGA,095218,4656.8800,N,00726.8400,E,1",
            "LATITUDE: 46.9480", "LAT: 46.9480 LON: 7.4474", "HOME(E: 7.4474, N: 46.9480)", "N46.9480 E7.4474",
        ]
        paths = []
        for number, captions in enumerate([[position] for position in positions] + [["no fix"] * 25 + positions[:1]]):
            paths.append(corpus.captions(self.path(f"{number}.mp4"), film, captions))
            self.assertIn("captions", self.inside(paths[-1])["text"])
            self.assertInside(paths[-1], "location", says=captions[0] != "LATITUDE: 46.9480")
        for transform in ("without-location", "without-metadata"):
            for left in self.changed_each(transform, *paths):
                self.assertSays(left, b"46.94", b"4656.88", says=False)
                self.assertEqual(stream_digests(left), stream_digests(film))

    def test_captions_in_fragments_are_not_overlooked(self):
        film = os.fsdecode(self.file("plain.mp4", self.plain_film()))
        path = corpus.captions(self.path("film.mp4"), film, ["GPS(7.4474,46.9480)"] * 25, "-movflags", "frag_keyframe+empty_moov")
        self.inside(path, is_whole=False)
        for transform in ("without-location", "without-metadata"):
            self.assertIn("could not be cleaned", self.fails(transform, path))

    def test_what_is_no_part_of_a_film_goes(self):
        place = corpus.box(b"udta", corpus.box(b"\xa9xyz", b"\0\x12\x15\xc7+46.9480+007.4474/"))
        plain, media = self.plain_film(), [b"mdia", b"minf", b"stbl"]
        ways = [media[:depth] for depth in (1, 2, 3)] + [[b"edts"], [b"mdia", b"minf", b"dinf"]]
        films = [{"track": place, "way": way} for way in ways]
        films += [{"movie": corpus.box(kind, place)} for kind in (b"udta", b"moov", b"mvex", b"clip")]
        films += [{"track": corpus.box(kind, place)} for kind in (b"tapt", b"matt", b"clip", b"trgr", b"imap")]
        times = corpus.box(b"gmhd", corpus.box(b"tmcd", place))
        films += [{"track": times, "way": [b"mdia", b"minf"]}, {"movie": corpus.box(b"mvex", corpus.box(b"trep", bytes(8), place))}]
        films += [{"top": corpus.box(b"moof", place)}, {"movie": corpus.box(b"GPMF", place)}]
        films += [{"movie": corpus.box(b"udta", corpus.box(b"GPMF", place))}, {"track": corpus.box(b"tref", place)}]
        films += [{"top": corpus.box(b"PICT", b"+46.9480")}, {"movie": corpus.box(b"uuid", corpus.XMP_UUID, b"+46.9480")}]
        self.assertInside(os.fsdecode(self.file("plain.mp4", plain)), "location", "other", says=False)
        paths = [corpus.with_boxes(os.fsdecode(self.file(f"{number}.mp4", plain)), **film) for number, film in enumerate(films)]
        played = [stream_digests(path) for path in paths]
        for film, path in zip(films, paths):
            self.assertTrue({"location", "other"} & self.inside(path).keys(), film)
        for transform in ("without-location", "without-metadata"):
            for film, left, digests in zip(films, self.changed_each(transform, *paths), played):
                self.assertSays(left, b"+46.9480", says=False)
                self.assertEqual(stream_digests(left), digests, film)

    @staticmethod
    def read(path):
        with open(path, "rb") as file:
            return file.read()

    def test_a_cover_stays_if_it_says_nothing(self):
        cover = self.read(corpus.picture(self.path("plain.jpg"), save="[strip]"))
        path = corpus.with_boxes(os.fsdecode(self.file("film.mp4", self.plain_film())), movie=corpus.cover(b"covr", cover))
        self.assertInside(path, "location", "other", says=False)
        self.assertSays(self.changed("without-location", path), cover)
        plain, cover = cover, self.read(corpus.photo(self.path("photo.jpg")))
        drawing = self.read(corpus.picture(self.path("plain.png"), save="[strip]"))
        behind, bitmap = drawing + cover, b"BM" + cover
        for pictures in ((b"covr", cover), (b"\0\0\0\1", cover), (b"covr", plain, cover), (b"covr", behind), (b"covr", bitmap)):
            path = corpus.with_boxes(os.fsdecode(self.file("film.mp4", self.plain_film())), movie=corpus.cover(*pictures))
            # The inspector does not read data behind a bitmap's pixels.
            self.assertInside(path, "other", is_whole=bitmap not in pictures)
            left = self.changed("without-location", path)
            self.assertSays(left, cover[:64], cover[-64:], says=False)
            os.unlink(left)

    def test_what_stands_in_a_codecs_entry_says_no_place(self):
        place = corpus.box(b"udta", corpus.box(b"\xa9xyz", b"\0\x12\x15\xc7+46.9480+007.4474/"))
        nested, played = b"", stream_digests(os.fsdecode(self.file("plain.mp4", self.plain_film())))
        for _ in range(1000):
            nested = corpus.box(b"wave", nested)
        inners = [corpus.box(b"sinf", corpus.box(b"schi", place)), corpus.box(b"edts", place), nested + place]
        # A box of an unknown kind; a box with the name of another one; boxes behind zeros and odd bytes; one
        # that is too long.
        inners += [corpus.box(b"abcd", place), corpus.box(b"name", place), bytes(4) + place]
        inners += [bytes(3) + place, corpus.box(b"sv3d", place), struct.pack(">I4s", 1 << 24, b"abcd") + place]
        paths = [corpus.in_codec(os.fsdecode(self.file(f"{number}.mp4", self.plain_film())), inner)
                 for number, inner in enumerate(inners)]
        for path in paths:
            self.assertInside(path, "other")
        for left in self.changed_each("without-location", *paths):
            self.assertSays(left, b"+46.9480", says=False)
            self.assertEqual(stream_digests(left), played, left)

    def test_a_tiffs_place_does_not_stay_behind_its_end(self):
        """ExifTool keeps data there, such as a directory to which nothing refers any more."""
        latitude = struct.pack("<6I", 46, 1, 56, 1, 264, 5)
        size = os.path.getsize(corpus.tiff(self.path("a.tif"), 1, [(34853, 4, bytes(4))]))
        path = corpus.tiff(self.path("photo.tif"), 1, [(34853, 4, struct.pack("<I", size))])
        corpus.append(path, struct.pack("<HHHI4sHHIII", 2, 1, 2, 2, b"N", 2, 5, 3, size + 30, 0) + latitude)
        self.assertEqual(corpus.run("exiftool", "-n", "-s3", "-GPS:GPSLatitude", path), b"46.948\n")
        left = self.changed("without-location", path)
        with open(left, "rb") as file:
            self.assertNotIn(latitude, file.read())
        self.assertInside(left, "location", says=False)
        self.assertEqual(pixels(left), pixels(path))

    def test_what_exiftool_gives_up_on_goes(self):
        """Exiv2 continues behind a field of an unknown type, and reads XMP with ">" in an attribute."""
        bad = corpus.photo(self.path("bad.jpg"))
        with open(bad, "r+b") as file:
            file.seek(file.read().index(b"Exif\0\0") + 18)
            file.write(b"cc")
        named = b'xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="A > B" xmlns:exif="http://ns.adobe.com/exif/1.0/"'
        odd = corpus.with_xmp(corpus.picture(self.path("odd.jpg")), named + b' exif:GPSLatitude="46,56.88N"')
        for path in (bad, odd):
            self.assertIn(b"GPSLatitude", corpus.run("exiv2", "-pa", path))
            self.inside(path, is_whole=False)
            left = self.changed("without-location", path)
            self.assertNotIn(b"GPS", subprocess.run(["exiv2", "-pa", left], capture_output=True).stdout)
            self.assertEqual(pixels(left), pixels(path))
            os.unlink(left)

    def test_what_decoders_read_in_a_codecs_entry_stays(self):
        colours = ["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-movflags", "write_colr"]
        times = ["-timecode", "01:02:03:04"]
        codecs = {
            "hevc.mp4": [
                "-c:v", "libx265", "-pix_fmt", "yuv420p10le", *colours, "-x265-params", "log-level=none:hdr10=1:max-cll=9,4"
                ":master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,500)"],
            "vp9.mp4": ["-c:v", "libvpx-vp9", "-c:a", "libopus", *colours], "h264.mov": ["-vf", "setsar=4/3", *colours, *times],
            "palette.mov": ["-c:v", "qtrle", "-pix_fmt", "pal8", "-c:a", "adpcm_ms"],
            "sound.mov": ["-c:v", "mjpeg", "-c:a", "alac"],
            "second.mov": ["-c:v", "prores", "-c:a", "pcm_s24le"], "wide.mov": ["-ac", "6", "-c:a", "pcm_f64be", *times],
            "ac3.mp4": ["-c:v", "mpeg4", "-c:a", "eac3"], "flac.mp4": ["-c:a", "flac", "-sample_fmt", "s32", "-strict", "-2"],
        }
        paths = {self.path(name): options for name, options in codecs.items()}
        for path, options in paths.items():
            corpus.run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=d=1:s=64x48:r=5", "-f", "lavfi",
                       "-i", "sine=d=1:r=48000", *options, path)
            self.assertInside(path, "location", "other", says=False)
        before = [decoded(path) for path in paths]
        for transform in ("without-location", "without-metadata"):
            for left, shown in zip(self.changed_each(transform, *paths), before):
                self.assertEqual(decoded(left), shown, left)

    def test_sensors_go_whatever_their_track_is_called(self):
        path = corpus.film(self.path("film.mp4"), b"SENSORS 46.9480 7.4474")
        corpus.patch(path, b"\0\0\0\0meta\0\0\0\0\0\0\0\0\0\0\0\0GoPro", b"\0\0\0\0vide")
        self.assertEqual(self.inside(path)["other"], ["sensor data"])
        for transform in ("without-location", "without-metadata"):
            self.assertSays(self.changed(transform, path), b"SENSORS", says=False)
            os.unlink(*self.made().values())

    def test_positions_in_a_films_texts_go(self):
        says = corpus.box(b"data", b"\0\0\0\1", bytes(4), b"+46.9480+007.4474/")
        handler = corpus.box(b"hdlr", bytes(8), b"mdirappl", bytes(9))
        items = [corpus.box(b"----", corpus.box(b"name", bytes(4), name), says[:16] + b"46.9480, 7.44740/ ")
                 for name in (b"where", b"Recording Location", b"GEO")] + [corpus.box(b"\xa9cmt", says)]
        texts = [corpus.box(b"meta", bytes(4), handler, corpus.box(b"ilst", item)) for item in items]
        texts += [corpus.box(kind, b"\0\x12\x15\xc7", says[16:]) for kind in (b"\xa9cmt", b"\xa9loc")]
        paths = [
            corpus.with_boxes(os.fsdecode(self.file(f"{number}.mp4", self.plain_film())), movie=corpus.box(b"udta", text))
            for number, text in enumerate(texts)]
        for path, text in zip(paths, texts):
            self.assertInside(path, "location")
        for left in self.changed_each("without-location", *paths):
            self.assertSays(left, b"46.9480", says=False)

    def test_the_picture_of_a_tiff_is_no_preview(self):
        """ExifTool calls JPEG strips a preview."""
        scan = corpus.jpeg_tiff(self.path("scan.tif"))
        self.assertInside(scan, "location", says=False)
        left = self.changed("without-location", scan)
        self.assertEqual(pixels(left), pixels(scan))
        os.unlink(left)
        strange = corpus.picture(self.path("strange.tif"), save="[compression=jpeg]")
        packet = os.fsdecode(self.file("strange.xmp", corpus.xmp(b'xmlns:acme="urn:acme" acme:Latitude="46.9480"')))
        corpus.exiftool(strange, "-XMP<=" + packet)
        self.assertEqual(pixels(self.changed("without-location", strange)), pixels(strange))

    def test_a_track_of_two_kinds_and_a_packed_index_are_not_overlooked(self):
        film = os.fsdecode(self.file("plain.mp4", self.plain_film()))
        corpus.with_boxes(film, track=corpus.box(b"hdlr", bytes(8), b"sbtl", bytes(13)), way=[b"mdia"])
        self.assertIn("captions", self.inside(film)["text"])
        self.fails("without-location", corpus.with_boxes(film, movie=corpus.box(b"cmov", b"46.9480")))

    def test_a_film_in_a_heic_says_no_place(self):
        film = corpus.film(self.path("film.mp4"), b"SENSORS 46.9480 7.4474")
        with open(film, "rb") as file:
            data = file.read()
        path = corpus.picture(self.path("photo.heic"), save="[compression=hevc]")
        corpus.append(path, corpus.box(b"PICT", b"+46.9480"))
        corpus.append(path, corpus.moved(data, os.path.getsize(path)))
        self.assertInside(path, "location")
        for transform in ("without-location", "without-metadata"):
            left = self.changed(transform, path)
            self.assertSays(left, b"46.94", b"SENSORS", says=False)
            os.unlink(left)

    def test_a_heic_whose_picture_is_of_an_unknown_kind_fails(self):
        path = corpus.picture(self.path("photo.heic"), save="[compression=hevc]")
        corpus.patch(path, b"\0\0hvc1", b"\0\0tili")
        for transform in ("without-location", "without-metadata"):
            self.fails(transform, path)

    def test_exif_of_a_heic_that_exiftool_does_not_read_goes(self):
        """libheif reads EXIF wherever it is, and cannot decode protected items."""
        path = corpus.photo(self.path("photo.heic"), save="[compression=hevc]")
        corpus.patch(path, b"\0\0Exif", b"\0\1Exif")
        self.assertIn(b"GPSLatitude", corpus.run("vipsheader", "-a", path))
        for transform in ("without-location", "without-metadata"):
            self.assertInside(path, "other")
            left = self.changed(transform, path)
            self.assertNotIn(b"GPSLatitude", corpus.run("vipsheader", "-a", left))
            self.assertEqual(pixels(left), pixels(path))
            os.unlink(left)

    def test_a_heic_with_properties_or_names_that_nobody_knows_is_refused(self):
        path = corpus.picture(self.path("photo.heic"), save="[compression=hevc]")
        corpus.patch(path, b"pixi", b"Bern")
        corpus.patch(path, b"\x81\x02\x83", b"\x81\x02\x03")
        for transform in ("without-location", "without-metadata"):
            self.inside(path, is_whole=False)
            self.fails(transform, path)
        path = corpus.with_item(
            corpus.picture(self.path("photo.heic"), save="[compression=hevc]"), b"hvc1Bern.jpg\0", b"picture")
        self.fails("without-metadata", path)

    def test_extents_without_length_in_a_heic_take_no_time(self):
        path = corpus.endless_extents(self.path("photo.heic"), 5000)
        for transform in ("without-location", "without-metadata"):
            self.assertIn("damaged", self.fails(transform, path))

    def test_free_space_in_a_films_index_says_nothing(self):
        place = b"+46.9480+007.4474/"
        path = corpus.with_boxes(
            os.fsdecode(self.file("film.mp4", self.plain_film())), track=corpus.box(b"skip", place),
            movie=corpus.box(b"free", place) + corpus.box(b"udta", corpus.box(b"free", place), self.with_free_space(place)))
        corpus.in_codec(path, corpus.box(b"free", place) + corpus.box(b"skip", place) + b"+46.948")
        left = self.changed("without-location", path)
        self.assertSays(left, b"+46.948", says=False)
        self.assertEqual(stream_digests(left), stream_digests(path))

    @staticmethod
    def with_free_space(content):
        """Metadata of a film with free space in it, in its list of items and in an item."""
        space, title = corpus.box(b"free", content), corpus.box(b"data", b"\0\0\0\1", bytes(4), b"Title")
        items = corpus.box(b"ilst", space, corpus.box(b"\xa9nam", title, space))
        return corpus.box(b"meta", bytes(4), corpus.box(b"hdlr", bytes(8), b"mdirappl", bytes(9)), space, items)

    def plain_film(self):
        """The content of a film without a location."""
        path = self.path("plain.mp4")
        corpus.run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=d=1:s=64x48:r=5", "-f", "lavfi", "-i", "sine=d=1", path)
        with open(path, "rb") as file:
            return file.read()

    def test_bytes_behind_a_film_hide_nothing(self):
        path = corpus.append(corpus.film(self.path("film.mp4")), b"TRAILER JUNK" * 20)
        self.assertEqual(self.inspected(file_item(path))[0][0]["location"], ["46.95° N, 7.45° E"])
        self.assertSays(self.changed("without-location", path), b"TRAILER", says=False)

    def test_thumbnails_say_no_place(self):
        small = corpus.photo(self.path("small.jpg"), width=32, height=20)
        for tag in ("ThumbnailImage", "Photoshop:PhotoshopThumbnail"):
            path = corpus.exiftool(corpus.picture(self.path("photo.jpg")), f"-{tag}<={small}")
            self.assertEqual(self.inside(path)["location"], ["46.95° N, 7.45° E"])
            left = self.changed("without-location", path)
            self.assertSays(left, b"Bern", says=False)
            os.unlink(left)
        plain = corpus.picture(self.path("bare.jpg"), 32, 20, save="[strip]")
        path = corpus.photo(self.path("photo.jpg"), f"-ThumbnailImage<={plain}")
        self.assertIn(b"ThumbnailImage", corpus.run("exiftool", "-s", "-ThumbnailImage", self.changed("without-location", path)))

    def test_a_map_says_no_place(self):
        tags = ["-ModelTiePoint=0 0 0 7.4474 46.948 0", "-PixelScale=0.001 0.001 0", "-GDALMetadata=<Item>Bern</Item>"]
        path = corpus.exiftool(corpus.picture(self.path("map.tif")), *tags)
        self.assertInside(path, "location")
        left = self.changed("without-location", path)
        self.assertEqual(corpus.run("exiftool", "-ModelTiePoint", "-PixelScale", "-GDALMetadata", left), b"")
        self.assertEqual(pixels(left), pixels(path))

    def test_names_of_places_in_further_fields_go(self):
        fields = [
            "XMP-xmpDM:ShotLocation=Bern", "XMP-dc:Coverage=Bern", "XMP-drone-dji:AbsoluteAltitude=+540.10",
            "XMP-lr:HierarchicalSubject=Places|Bern", "XMP-digiKam:TagsList=Places/Bern",
            "XMP-dwc:DCLocality=Bern",
        ]
        for field in fields:
            path = corpus.exiftool(corpus.picture(self.path("photo.jpg")), "-" + field)
            self.assertInside(path, "location")
            left = self.changed("without-location", path)
            self.assertSays(left, b"Bern", b"540.10", says=False)
            os.unlink(left)

    def test_the_number_of_a_telephones_cell_goes(self):
        attributes = b'xmlns:cell="http://developer.sonyericsson.com/cell/1.0/" cell:cgi="22801-4711"'
        path = corpus.with_xmp(corpus.picture(self.path("photo.jpg")), attributes)
        self.assertInside(path, "location")
        left = self.changed("without-location", path)
        self.assertSays(left, b"22801", says=False)
        self.assertEqual(pixels(left), pixels(path))

    def test_keywords_go_if_one_is_a_place(self):
        path = corpus.picture(self.path("photo.jpg"))
        corpus.exiftool(path, "-XMP-lr:HierarchicalSubject=Places|Bern", "-XMP-dc:Subject=Bern", "-IPTC:Keywords=Bern")
        self.assertSays(self.changed("without-location", path), b"Bern", says=False)
        os.unlink(os.path.join(self.output, "photo.jpg"))
        # Places as written by ACDSee and digiKam, the Metadata Working Group and IDimager.
        for field in (
            "XMP-acdsee:Categories=<Categories><Category>People</Category><Category>Places<Category>Bern</Category></Category>",
            "XMP-acdsee:Categories=<Categories>\n <Category>Places\n  <Category>Bern</Category>\n </Category>\n</Categories>",
            "EXIF:XPKeywords=Ada;Places/Bern",
            "XMP-photoshop:SupplementalCategories=Places|Bern", "XMP-lr:HierarchicalSubject=GeoData|Bern",
            "XMP-dc:Subject=geo:lon=7.4474, Bern",
            "XMP-mwg-kw:KeywordInfo={Hierarchy=[{Keyword=Places,Children=[{Keyword=Bern}]}]}",
            "XMP-ics:TagStructure={LabelName=Places,SubLabels=[{LabelName=Bern}]}",
        ):
            path = corpus.exiftool(corpus.picture(self.path("photo.jpg")), "-" + field)
            self.assertInside(path, "location")
            self.assertSays(self.changed("without-location", path), b"Bern", says=False)
            os.unlink(os.path.join(self.output, "photo.jpg"))
        path = corpus.exiftool(
            corpus.picture(self.path("photo.jpg")), "-XMP-lr:HierarchicalSubject=People|Ada", "-Subject=Ada",
            "-XMP-acdsee:Categories=<Categories><Category>People<Category>Georg</Category></Category></Categories>",
            "-XMP-mwg-kw:KeywordInfo={Hierarchy=[{Keyword=People,Children=[{Keyword=Georg,Children=[{Keyword=2019}]}]}]}")
        self.assertInside(path, "location", says=False)
        self.assertEqual(digest(self.changed("without-location", path)), digest(path))

    def test_a_place_in_a_directory_that_says_it_is_empty_does_not_stay(self):
        """libexif reads such a directory anyway."""
        path = corpus.photo(self.path("photo.jpg"))
        with open(path, "r+b") as file:
            content = file.read()
            header = content.index(b"Exif\0\0") + 6
            order = "<" if content[header:header + 2] == b"II" else ">"
            entry = content.index(struct.pack(order + "HHI", 0x8825, 4, 1), header)
            file.seek(header + struct.unpack_from(order + "I", content, entry + 8)[0])
            file.write(b"\0\0")
        self.assertEqual(corpus.run("exiftool", "-EXIF:GPSLatitude", path), b"")
        place = struct.pack(order + "6I", 46, 1, 56, 1, 264, 5)
        self.assertSays(path, place)
        self.assertSays(self.changed("without-location", path), place, says=False)

    def test_iptc_in_a_block_of_another_kind_than_photoshops_goes(self):
        """exiv2 reads IPTC in most of these blocks, and ExifTool in none."""
        paths = []
        for kind in (b"PHUT", b"AgHg", b"DCSR", b"MeSa"):
            block = corpus.photoshop_block(kind, 0x0404, b"\x1c\2\x5a\0\4Bern")
            paths.append(corpus.with_photoshop(corpus.picture(self.path(kind.decode() + ".jpg")), block))
            paths.append(corpus.tiff(self.path(kind.decode() + ".tif"), 1, [(0x8649, 1, block)]))
        self.assertIn(b"City", corpus.run("exiv2", "-pi", paths[0]))
        for transform in ("without-location", "without-metadata"):
            made = self.change(transform, *paths)
            for path in paths:
                left = made[os.path.basename(path)]
                self.assertSays(left, b"Bern", says=False)
                self.assertEqual(pixels(left), pixels(path))
                os.unlink(left)
        self.assertInside(paths[0], "other")

    def test_what_is_behind_a_photo_goes(self):
        film = self.path("film.mp4")
        with open(corpus.film(film), "rb") as file:
            content = file.read()
        for kind in ("jpg", "webp", "heic", "tif"):
            save = "[compression=hevc]" if kind == "heic" else ""
            tail = corpus.box(b"mpvd", content) if kind == "heic" else content
            path = corpus.append(corpus.picture(self.path("motion." + kind), save=save), tail)
            self.assertEqual(self.inside(path)["location"], ["46.95° N, 7.45° E"])
            left = self.changed("without-location", path)
            self.assertSays(left, b"+46.9480", b"moov", b"ftypisom", says=False)
            self.assertEqual(pixels(left), pixels(path))
            os.unlink(left)

    def test_settings_of_exiftools_hide_nothing(self):
        """With FastScan, ExifTool would stop before a photo's XMP."""
        with open(os.path.join(self.home, ".ExifTool_config"), "w") as file:
            file.write("%Image::ExifTool::UserDefined::Options = (FastScan => 4); 1;")
        path = corpus.photo(self.path("photo.jpg"), "-XMP-iptcExt:LocationShownCity=Bern")
        self.assertSays(self.changed("without-location", path), b"Bern", says=False)

    def test_a_file_without_a_place_is_copied_as_it_is(self):
        path = corpus.picture(self.path("plain.jpg"))
        self.assertEqual(digest(self.changed("without-location", path)), digest(path))


class FurtherPartsTests(TransformTestCase):
    """Parts beside a picture's metadata that other programs than ExifTool read, or that ExifTool cannot
    write."""

    def assertGoes(self, path, *words, stays=(), location=("other",), transforms=("without-location", "without-metadata")):
        """Asserts that the transforms remove the words, that the picture looks the same, and that Without
        Location keeps those in `stays`."""
        self.assertSays(path, *words, *stays)
        if location is not None:
            self.assertTold(path, *location)
        for transform in transforms:
            left = self.changed(transform, path)
            self.assertSays(left, *words, says=False)
            self.assertEqual(pixels(left), pixels(path))
            if not path.endswith(".heic"):
                self.assertEqual(orientation(left), orientation(path))
            if transform == "without-location":
                self.assertSays(left, *stays)
            os.unlink(left)

    def camera(self, name, *arguments, **options):
        """A photo without a location, rotated by a quarter."""
        path = corpus.picture(self.path(name), **options)
        return corpus.exiftool(path, *corpus.CAMERA, "-Orientation#=6", *arguments)

    def test_makers_segments_of_a_jpeg_go(self):
        segments = {0xE6: corpus.GPMF, 0xEB: b"JP\0\1\0\0\0\1" + corpus.jumbf(), 0xE1: b"FLIR\0\1\0\0of Bern"}
        for marker, content in segments.items():
            # No reader of metadata finds a location in it, so Without Location keeps it.
            transforms = ["without-metadata"] if marker == 0xE1 else ["without-location", "without-metadata"]
            path = corpus.with_segment(self.camera("a.jpg", "-Comment=Ada", "-XMP-dc:Title=Plan", "-IPTC:Headline=News"),
                                       marker, content)
            self.assertGoes(path, content, stays=(b"iPhone 15", b"C0FFEE42", b"Ada", b"Plan", b"News"), location=None,
                            transforms=transforms)
        path = corpus.with_segment(corpus.photo(self.path("a.jpg"), save="[profile=p3]"), 0xE6, corpus.GPMF)
        self.assertGoes(path, b"GPSLatitude", b"GPS5", b"Bern", location=("location",), stays=[b"iPhone 15"])
        self.assertEqual(profile(self.changed("without-metadata", path)), profile(path))

    def test_chunks_of_a_png_that_exiftool_does_not_write_go(self):
        content = b"exif:GPSLatitude\x0046/1, 56/1, 52/1"
        path = corpus.with_chunks(self.camera("a.png"), corpus.chunk(b"tEXt", content))
        self.assertGoes(path, content, stays=[b"iPhone 15"], location=None)
        path = corpus.with_chunks(self.camera("a.png"), corpus.chunk(b"caBX", corpus.jumbf()))
        self.fails("without-location", path)
        self.assertSays(self.changed("without-metadata", path), corpus.jumbf(), says=False)

    def test_a_part_of_another_length_than_its_kind_has_fails(self):
        exif = b"Exif\0\0" + corpus.run("exiftool", "-b", "-Exif", corpus.photo(self.path("place.jpg")))
        hidden = b"\1\1\0\0\x3f\0\xff\xd8\xff\xe1" + struct.pack(">H", 2 + len(exif)) + exif
        path = corpus.with_segment(corpus.picture(self.path("a.jpg")), 0xDA, hidden, -2)
        self.assertIn(b"GPSLatitude", corpus.run("exiftool", "-ee", "-s", path))
        paths = [path]
        for marker in (0xC4, 0xCC, 0xDB, 0xDC, 0xDD):
            paths.append(corpus.with_segment(corpus.picture(self.path("a.jpg")), marker, bytes(3000) + exif, -2))
        for name in (b"PLTE", b"tRNS", b"bKGD", b"sBIT"):
            paths.append(corpus.with_chunks(corpus.picture(self.path("a.png")), corpus.chunk(name, bytes(1000) + exif)))
        paths.append(corpus.with_riff_chunk(corpus.picture(self.path("a.webp")), b"ANIM", exif))
        for path in paths:
            self.assertIn("damaged", self.fails("without-location", path))
        self.assertIn("damaged", self.fails("without-metadata", path))

    def test_parts_that_no_decoder_reads_go(self):
        said = b"in Bern"
        cases = [
            (corpus.picture, "a.png", lambda path: corpus.with_chunks(path, corpus.chunk(b"fdAT", bytes(4) + said))),
            (corpus.picture, "a.jpg", lambda path: corpus.with_segment(path, 0xC8, said)),
            (corpus.picture, "a.jpg", lambda path: corpus.with_segment(path, 0xEE, b"Adobe\0\x64\0\0\0\0\1" + said)),
        ]
        for name in (b"VP8 ", b"ALPH"):
            cases.append((corpus.picture, "a.webp", lambda path, name=name: corpus.with_riff_chunk(path, name, said)))
            cases.append((corpus.moving_webp, "a.webp", lambda path, name=name: corpus.with_frame_chunk(path, name, said)))
        for make, name, change in cases:
            plain, path = make(self.path(name)), change(make(self.path(name)))
            left = self.changed("without-metadata", path)
            self.assertSays(left, said, says=False)
            self.assertEqual(pixels(left), pixels(plain))
            os.unlink(left)

    def test_profiles_in_texts_of_a_png_say_no_place(self):
        exif = b"Exif\0\0" + corpus.run("exiftool", "-b", "-Exif", corpus.photo(self.path("a.jpg")))
        for kind in (b"exif", b"APP1"):
            text = b"Raw profile type %s\0\n%s\n%8d\n%s\n" % (kind, kind, len(exif), exif.hex().encode())
            path = corpus.with_chunks(corpus.picture(self.path("a.png"), save="[strip]"), corpus.chunk(b"tEXt", text))
            for transform in ("without-location", "without-metadata"):
                left = self.changed(transform, path)
                self.assertEqual(corpus.run("exiftool", "-GPS:all", left), b"")
                self.assertSays(left, exif.hex().encode(), says=False)
                self.assertEqual(pixels(left), pixels(path))
                os.unlink(left)

    def test_metadata_in_the_pictures_of_a_webp_goes(self):
        exif = corpus.run("exiftool", "-b", "-Exif", corpus.photo(self.path("a.jpg")))
        for name, content in {b"EXIF": exif, b"XMP ": corpus.xmp(b'photoshop:City="Bern"'), b"prVt": b"odd"}.items():
            path = corpus.with_frame_chunk(corpus.moving_webp(self.path("a.webp")), name, content)
            self.assertEqual(corpus.run("vipsheader", "-f", "n-pages", path).strip(), b"2")
            before = [pixels(f"{path}[page={page}]") for page in range(2)]
            self.assertGoes(path, content, transforms=["without-metadata"])
            left = self.changed("without-metadata", path)
            self.assertEqual([pixels(f"{left}[page={page}]") for page in range(2)], before)
            os.unlink(left)

    def test_xmp_of_a_webp_by_another_name_goes(self):
        path = corpus.with_riff_chunk(self.camera("a.webp"), b"XMP\0", corpus.xmp(b'photoshop:City="Bern"'))
        # No reader of metadata looks there, so it is no location.
        self.assertGoes(path, b"Bern", location=None, transforms=["without-metadata"])

    def test_items_of_a_heic_that_are_no_picture_go(self):
        with open(corpus.photo(self.path("a.jpg")), "rb") as file:
            photo = file.read()
        exif = bytes(4) + corpus.run("exiftool", "-b", "-Exif", corpus.photo(self.path("inner.jpg")))
        items = {
            b"jpeg": photo, b"mime\0application/xml\0": corpus.xmp(b'photoshop:City="Bern"'), b"Exif": exif,
            b"uri \0http://example.org/place\0": b"geo:46.948,7.4474 in Bern",
        }
        for kind, content in items.items():
            path = corpus.with_item(self.camera("a.heic", save="[compression=hevc]"), kind, content)
            word = b"Bern" if b"Bern" in content else exif
            self.assertGoes(path, word, stays=[b"iPhone 15"], location=None)

    def test_places_in_further_xmp_go(self):
        with open(corpus.photo(self.path("eye.jpg"), width=32, height=20), "rb") as file:
            eye = base64.b64encode(file.read())
        source = b'xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="Scanner 9" '
        place = b'xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#" geo:lat="46.9480" geo:long="7.4474"'
        right = b'xmlns:GImage="http://ns.google.com/photos/1.0/image/" GImage:Mime="image/jpeg" GImage:Data="%s"' % eye
        strange = b'xmlns:own="http://example.org/own/" own:Lng="7.4474" own:Latitude="46.9480"'
        for attributes, word in ((place, b"46.9480"), (right, eye[:400]), (strange, b"7.4474")):
            self.assertGoes(corpus.with_xmp(self.camera("a.jpg"), source + attributes), word, stays=[b"Scanner 9"])

    def test_long_xmp_that_no_packet_names_goes(self):
        name, city = b"0123456789ABCDEF" * 2, b'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:%s="Bern"'
        orphan = corpus.with_segment(self.camera("a.jpg"), 0xE1, corpus.long_xmp(city % b"City", name))
        self.assertGoes(orphan, b"Bern", location=None, transforms=["without-metadata"])
        path = corpus.with_segment(self.camera("a.jpg"), 0xE1, corpus.long_xmp(city % b"Headline", name))
        corpus.with_xmp(path, b'xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="%s"' % name)
        self.assertEqual(digest(self.changed("without-location", path)), digest(path))


class WithoutMetadataTests(TransformTestCase):
    def test_photos_say_nothing_and_look_as_they_did(self):
        kinds = ("jpg", "png", "webp", "tif")
        paths = [corpus.photo(self.path("photo." + kind), "-Orientation#=6", "-Comment=Ada") for kind in kinds]
        corpus.with_chunks(paths[1], corpus.chunk(b"tEXt", b"Author\0Ada Example"), corpus.chunk(b"prVt", b"Ada Example"))
        for path in paths[:3]:
            corpus.append(path, b"TAIL Ada Example")
        made = self.change("without-metadata", *paths)
        for path in paths:
            left = made[os.path.basename(path)]
            self.assertSays(left, b"iPhone", b"Apple", b"C0FFEE42", b"Ada", b"Bern", b"GPS", b"TAIL", says=False)
            self.assertEqual(pixels(left), pixels(path))
            self.assertIn(b"right, top", corpus.run("exiv2", "-g", "Exif.Image.Orientation", left))

    def test_heif_too(self):
        path = corpus.photo(self.path("photo.heic"), save="[compression=hevc]")
        left = self.changed("without-metadata", path)
        self.assertSays(left, b"iPhone", b"Bern", b"Ada", says=False)
        self.assertEqual(pixels(left), pixels(path))

    def test_pictures_beside_a_photo_say_nothing_either(self):
        """ExifTool reads the XMP of a phone's depth map, but does not remove it."""
        path = corpus.with_strange_xmp(corpus.photo(self.path("photo.heic"), save="[compression=hevc]"))
        self.assertIn(b"Bern", corpus.run("exiftool", "-XMP:City", path))
        left = self.changed("without-metadata", path)
        self.assertSays(left, b"iPhone", b"Bern", b"Ada", says=False)
        self.assertEqual(corpus.run("exiftool", "-XMP:all", left), b"")

    def test_all_eight_orientations_and_the_profile_stay(self):
        first = corpus.photo(self.path("1.jpg"), "-Orientation#=1", save="[profile=p3]")
        with open(first, "rb") as file:
            content = file.read()
        # The tag of the orientation, a short in little-endian order, as libvips writes it.
        tag = b"\x12\x01\x03\0\x01\0\0\0"
        self.assertEqual(content.count(tag + b"\x01"), 1)
        paths = [self.file(f"{n}.jpg", content.replace(tag + b"\x01", tag + bytes([n]))) for n in range(1, 9)]
        made = self.change("without-metadata", *map(os.fsdecode, paths))
        for number in range(1, 9):
            left = made[f"{number}.jpg"]
            self.assertEqual((orientation(left), pixels(left)), (number, pixels(first)))
        self.assertEqual(profile(left), profile(first))

    def test_a_map_and_each_page_of_a_tiff_say_nothing(self):
        named = [
            (270, 2, b"Invoice\0"), (305, 2, b"Scanner 9\0"), (306, 2, b"2024:05:01 10:00:00\0"),
            (315, 2, b"Ada Example\0"),
        ]
        place = struct.pack("<2d", 7.4474, 46.948)
        for pages, fields, words in (
                (1, corpus.MAP, [place, b"WGS 84", b"Bern"]),
                (3, named, [b"Invoice", b"Scanner", b"2024:", b"Ada"])):
            path = corpus.append(corpus.tiff(self.path("map.tif"), pages, fields), b"TAIL")
            self.assertSays(path, *words, b"TAIL")
            left = self.changed("without-metadata", path)
            self.assertSays(left, *words, b"TAIL", says=False)
            # vips reads the pages with libtiff.
            self.assertEqual(int(corpus.run("vipsheader", "-f", "n-pages", left)), pages)
            for page in range(pages):
                self.assertEqual(pixels(f"{left}[page={page}]"), pixels(f"{path}[page={page}]"))
            os.unlink(left)

    def test_a_map_of_several_pages_is_refused(self):
        path = corpus.tiff(self.path("map.tif"), 2, corpus.MAP)
        self.assertIn("could not be cleaned", self.fails("without-metadata", path))

    def test_a_thumbnail_that_shows_more_goes(self):
        thumbnail = corpus.picture(self.path("small.jpg"), 32, 20)
        path = corpus.photo(self.path("photo.jpg"), f"-ThumbnailImage<={thumbnail}")
        self.assertEqual(self.inside(path)["preview"], ["thumbnail"])
        self.assertEqual(corpus.run("exiftool", "-b", "-ThumbnailImage", self.changed("without-metadata", path)), b"")

    def test_a_film_says_nothing_and_plays_as_it_did(self):
        path = corpus.film(self.path("film.mov"), b"SENSORS")
        self.assertSays(path, b"FFMP", b"DataHandler")
        left = self.changed("without-metadata", path)
        self.assertSays(left, b"FFMP", b"DataHandler", b"iPhone", b"Ada Example", b"SENSORS", b"46.94", b"Lavf", says=False)
        shown = corpus.run("ffprobe", "-v", "error", "-show_format", "-show_streams", left)
        self.assertNotIn(b"creation_time", shown)
        self.assertEqual(stream_digests(left), stream_digests(path))

    def test_a_film_names_no_program_font_or_reel(self):
        path = self.path("film.mov")
        corpus.run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=d=1:s=64x48:r=5", "-timecode", "01:02:03:04",
                   "-metadata:s:v", "reel_name=REEL", path)
        globe = corpus.box(b"proj", corpus.box(b"prhd", bytes(16)), corpus.box(b"equi", bytes(20)))
        corpus.in_codec(path, corpus.box(b"sv3d", corpus.box(b"svhd", bytes(4), b"Acme\0"), globe))
        self.assertSays(path, b"Lucida Grande", b"REEL", b"Acme")
        left = self.changed("without-metadata", path)
        self.assertSays(left, b"Lucida Grande", b"REEL", b"Acme", says=False)
        self.assertEqual(decoded(left), decoded(path))

    def test_a_film_does_not_say_where_it_lay(self):
        path = corpus.film(self.path("film.mov"))
        alias = corpus.box(b"alis", b"\0\0\0\1", bytes(150), b"/Users/ada/film.mov")
        corpus.with_boxes(path, way=[b"mdia", b"minf", b"dinf", b"dref"], track=alias)
        left = self.changed("without-metadata", path)
        self.assertSays(left, b"Users", says=False)
        self.assertEqual(stream_digests(left), stream_digests(path))

    def photo_content(self):
        with open(corpus.photo(self.path("inner.jpg")), "rb") as file:
            return file.read()

    def test_a_drawing_keeps_what_is_seen_of_it(self):
        path = self.file("logo.svg", corpus.SVG)
        left = self.changed("without-metadata", os.fsdecode(path))
        self.assertSays(left, b"Ada", b"ada", b"inkscape", b"sodipodi", says=False)
        self.assertEqual(pixels(left), pixels(os.fsdecode(path)))

    def test_a_drawing_may_begin_with_a_long_comment(self):
        path = self.file("logo.svg", b"<!-- %s -->\n" % (b"Generator: Ada Example " * 8) + corpus.SVG.split(b"\n", 1)[1])
        self.assertInside(path, "other")
        self.assertSays(self.changed("without-metadata", os.fsdecode(path)), b"Ada", says=False)

    def test_a_pdf_keeps_its_text_and_its_photos_say_nothing(self):
        path = corpus.pdf(self.path("plan.pdf"), self.photo_content())
        self.assertEqual(self.inside(path)["person"], ["Ada Example"])
        left = self.changed("without-metadata", path)
        self.assertNotRegex(corpus.run("pdfinfo", left), b"Author|Title|Creator|Producer|Date")
        self.assertIn(b"Words on a page", corpus.run("pdftotext", left, "-"))
        self.assertSays(left, b"Ada", b"Secret", b"iPhone", says=False)
        self.assertIn(b"jpeg", corpus.run("pdfimages", "-list", left))


class SmallerTests(TransformTestCase):
    def test_pictures_become_smaller_upright_and_keep_their_colours(self):
        path = corpus.photo(self.path("a.jpg"), "-Orientation#=6", width=1600, height=1000, save="[profile=p3]")
        left = self.changed("smaller", path, answers={"size": "640"})
        self.assertEqual(corpus.run("vipsheader", "-f", "width", left).strip(), b"400")
        self.assertLess(os.path.getsize(left), os.path.getsize(path))
        self.assertEqual((orientation(left), profile(left)), (1, profile(path)))
        self.assertSays(left, b"iPhone 15")

    def test_nothing_becomes_larger(self):
        small = corpus.picture(self.path("small.png"), 300, 200)
        tight = corpus.picture(self.path("tight.jpg"), 700, 500, save="[Q=3]")
        for path in (small, tight):
            left = self.changed("smaller", path, answers={"size": "640"})
            self.assertLessEqual(os.path.getsize(left), os.path.getsize(path))
            os.unlink(left)
        self.assertInside(small, "pixels", says=False)
        self.assertEqual(self.inside(tight)["pixels"], ["700 × 500"])

    def test_a_damaged_picture_hides_no_other(self):
        large = corpus.picture(self.path("large.png"), 700, 500)
        damaged = os.fsdecode(self.file("damaged.png", b"\x89PNG\r\n\x1a\n damaged"))
        found = self.inspected(file_item(damaged), file_item(large))
        self.assertEqual((found[0][1], found[1][0]["pixels"]), (False, ["700 × 500"]))

    def test_a_preview_stands_for_no_photo(self):
        layers = corpus.picture(self.path("layers.tif"), 700, 500, save="[tile,pyramid,subifd]")
        preview = corpus.exiftool(corpus.picture(self.path("preview.tif"), 700, 500), "-SubfileType#=1")
        for path in (layers, preview):
            self.assertInside(path, "format", says=False)
            self.assertIn("several pages", self.fails("as-jpeg", path))
            left = self.changed("smaller", path, answers={"size": "640"})
            self.assertEqual(digest(left), digest(path))
            os.unlink(left)


class AsJPEGTests(TransformTestCase):
    def test_each_becomes_one_under_a_name_of_its_own(self):
        paths = [corpus.photo(self.path("a." + kind)) for kind in ("png", "webp", "tif")]
        made = self.change("as-jpeg", *paths)
        self.assertEqual(set(made), {"a.jpg", "a (1).jpg", "a (2).jpg"})
        for path in made.values():
            self.assertEqual(corpus.run("vipsheader", "-f", "vips-loader", path).strip(), b"jpegload")
        self.assertSays(made["a.jpg"], b"iPhone 15", b"Bern")
        self.assertEqual([self.inside(path)["format"] for path in paths], [["PNG"], ["WebP"], ["TIFF"]])

    def test_heic_stands_upright_once(self):
        path = corpus.picture(self.path("a.heic"), 96, 64, save="[compression=hevc]")
        left = self.changed("as-jpeg", path)
        self.assertEqual(corpus.run("vipsheader", "-f", "width", left).strip(), b"96")

    def test_transparency_is_not_lost(self):
        path = self.path("glass.png")
        corpus.picture(path)
        corpus.run("vips", "bandjoin_const", path, path + ".v", "128")
        corpus.run("vips", "pngsave", path + ".v", path)
        self.assertIn("transparent", self.fails("as-jpeg", path))
        self.assertInside(path, "format", says=False)

    def test_a_band_in_which_nothing_is_transparent_is_no_transparency(self):
        """Pillow#2724, wagtail/Willow#66: screenshots of GNOME."""
        path = self.path("shot.png")
        corpus.picture(path)
        corpus.run("vips", "bandjoin_const", path, path + ".v", "255")
        corpus.run("vips", "pngsave", path + ".v", path)
        self.assertEqual(corpus.run("vipsheader", "-f", "bands", path).strip(), b"4")
        self.assertInside(path, "format")
        left = self.changed("as-jpeg", path)
        self.assertEqual(corpus.run("vipsheader", "-f", "bands", left).strip(), b"3")

    def test_pictures_with_more_pixels_than_there_is_time_for_are_not_offered(self):
        """4K screenshots are offered, as many as the inspector decodes."""
        sizes = {"4k.png": (3840, 2160), "large.png": (6000, 6000)}
        paths = {name: self.path(name) for name in sizes}
        for name, size in sizes.items():
            made = paths[name] + ".v"
            corpus.run("vips", "black", made, *map(str, size), "--bands", "2")
            corpus.run("vips", "linear", made, paths[name], "1 1", "0 255", "--uchar")
        self.assertInside(paths["large.png"], "format", says=False)
        found = self.inspected(*(file_item(paths[name]) for name in ["4k.png"] * 4 + ["large.png"]))
        self.assertEqual([found[index][0].get("format") for index in range(5)], [["PNG"]] * 4 + [None])

    def test_a_picture_that_moves_is_not_offered(self):
        path = corpus.with_chunks(corpus.picture(self.path("film.png")), corpus.chunk(b"acTL", bytes(8)))
        self.assertInside(path, "format", says=False)
        self.fails("as-jpeg", path)


class WarningTests(unittest.TestCase):
    def test_what_hides_something_counts(self):
        """ExifTool's warnings; a name in one is from the file."""
        for warning, counts in {
            "Bad format (99) for IFD0 entry 0": True, "GPS pointer references previous ExifIFD directory": True,
            "[minor] Empty XMP": True, "XMP format error (no closing tag for exif:MakerNote)": True,
            "[minor] Unrecognized MakerNotes": False, "[minor] Adjusted MakerNoteCanon base by -54": False,
            "[minor] Suspicious MakerNotePanasonic offset for City": True,
            "Invalid EXIF text encoding for UserComment": False, "[minor] ThumbnailImage is not a valid JPEG image": False,
        }.items():
            said = ["IPTCDigest is not current. XMP may be out of sync", warning]
            self.assertEqual(metadata.is_warning("ExifTool:Warning", said), counts, warning)


class ChangingTests(TransformTestCase):
    def test_a_file_that_changes_while_it_is_copied_is_refused(self):
        path = self.file("a.jpg", b"\xff\xd8\xff")
        item = SimpleNamespace(open=lambda: open(path, "rb"), file_name=b"a.jpg")
        self.assertEqual(copies.copy_of(item, os.fsencode(self.folder()), 0, {"jpg"}).kind, "jpg")

        def append(*_):
            corpus.append(path, b"more")

        with mock.patch.object(copies, "copy_data", append), self.assertRaises(Refused):
            copies.copy_of(item, os.fsencode(self.folder()), 0, {"jpg"})


class HostileTests(TransformTestCase):
    TRANSFORMS = {"without-location": "jpg", "without-metadata": "jpg", "smaller": "jpg", "as-jpeg": "png"}

    def test_names(self):
        for transform, kind in self.TRANSFORMS.items():
            with open(corpus.photo(self.path("a." + kind)), "rb") as file:
                content = file.read()
            names = [*HOSTILE_NAMES, "a\u202eb".encode()] if transform == "without-location" else HOSTILE_NAMES[1:10:4]
            paths = [os.fsdecode(self.file(name[:250] + b"." + kind.encode(), content)) for name in names]
            made = self.change(transform, *paths)
            self.assertEqual(len(made), len(paths))
            for name, path in made.items():
                name.encode()
                self.assertNotRegex(name, "[\0-\x1f\u202e]")
                os.unlink(path)

    def test_what_is_no_file_is_refused_at_once(self):
        pipe, link = self.path("pipe.jpg"), self.path("link.jpg")
        os.mkfifo(pipe)
        os.symlink(corpus.picture(self.path("real.jpg")), link)
        for transform in self.TRANSFORMS:
            self.assertIn("is not a file", self.fails(transform, pipe))
        self.assertIn("is a link now", self.fails("without-location", link))
        self.fails("smaller", "/nowhere.jpg")

    def test_what_is_something_else_than_it_says_is_refused(self):
        script = os.fsdecode(self.file("a.jpg", b"push graphic-context\nviewbox 0 0 1 1\n"))
        archive = corpus.package(self.path("b.docx"), {"a": b"1"})
        for transform in self.TRANSFORMS:
            self.assertIn("is damaged", self.fails(transform, script))
        self.assertIn("is damaged", self.fails("without-metadata", archive))

    def test_a_cut_off_picture_is_refused(self):
        for kind in ("jpg", "webp", "mp4"):
            path = self.path("a." + kind)
            if kind == "mp4":
                corpus.film(path)
            else:
                corpus.photo(path)
            with open(path, "r+b") as file:
                file.truncate(os.path.getsize(path) - 200)
            for transform in ("without-location", "without-metadata"):
                self.assertIn("is damaged", self.fails(transform, path))

    def test_a_photo_without_an_end_may_not_hide_a_film(self):
        with open(corpus.film(self.path("film.mp4")), "rb") as file:
            content = file.read()
        path = corpus.picture(self.path("a.jpg"))
        for behind in (b"SECRET", content, content + b"\xff\xd9"):
            os.truncate(corpus.picture(path), os.path.getsize(path) - 2)
            for transform in ("without-location", "without-metadata"):
                self.assertIn("is damaged", self.fails(transform, corpus.append(path, behind)))

    def test_a_film_that_names_its_samples_over_and_over_is_refused(self):
        path = corpus.tangled_film(self.path("a.mp4"))
        self.assertIn("is damaged", self.fails("without-location", path))

    def test_a_million_bytes_of_chunks_take_no_minutes(self):
        path = corpus.with_chunks(corpus.picture(self.path("a.png")), *[corpus.chunk(b"tEXt", b"a\0b")] * 70_000)
        for transform in ("without-location", "without-metadata"):
            self.assertIn("is damaged", self.fails(transform, path))
        comments = self.file("a.jpg", b"\xff\xd8" + b"\xff\xfe\0\2" * 300_000 + b"\xff\xd9")
        self.assertIn("is damaged", self.fails("without-location", os.fsdecode(comments)))

    def test_a_large_film_is_not_read_into_memory(self):
        path = corpus.film(self.path("film.mp4"))
        with open(path, "r+b") as file:
            size = file.seek(0, os.SEEK_END)
            file.write((1).to_bytes(4, "big") + b"free" + (2 << 30).to_bytes(8, "big"))
            file.truncate(size + (2 << 30))
        usage = (
            "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
        lines = self.succeed("without-location", [file_item(path)], before=["python3", "-c", usage])
        self.assertLess(int(lines[-1]), 200_000)
        (_, left), = self.made().items()
        self.assertEqual(os.path.getsize(left), os.path.getsize(path))
        self.assertNotRegex(corpus.run("ffprobe", "-v", "error", "-show_format", left), rb"TAG:.*location")

    def test_a_full_disk_is_said(self):
        path = corpus.noise(self.path("a.png"))
        for transform in ("without-location", "as-zip"):
            sentence = self.refuse(transform, [file_item(path)], before=self.small_disk(self.output))
            self.assertEqual(sentence, "There is no room left on the disk.")

    def test_a_trap_in_a_drawing_or_document_ends_soon(self):
        bomb = b'<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">' + b"".join(
            b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10 if n else b"&a;" * 10) for n in range(12)
        ) + b']><svg xmlns="http://www.w3.org/2000/svg"><text>&a11;</text></svg>'
        deep = b'<svg xmlns="http://www.w3.org/2000/svg">' + b"<g>" * 200_000 + b"</g>" * 200_000 + b"</svg>"
        for content in (bomb, deep, b"<svg>", b"<svg xmlns='http://www.w3.org/2000/svg' a='1' a='2'/>"):
            self.assertIn("is damaged", self.fails("without-metadata", os.fsdecode(self.file("a.svg", content))))
