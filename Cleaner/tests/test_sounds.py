# SPDX-License-Identifier: Apache-2.0
"""Sound and films in other containers than a phone's, without metadata: read by ffprobe and ExifTool."""
import json, os, struct

import corpus
from cases import TransformTestCase
from support import file_item

SAID = ["-metadata", "artist=Ada Example", "-metadata", "title=Secret", "-metadata", "comment=Ada's", "-metadata", "date=2024-05-01"]
SINE = ["-f", "lavfi", "-i", "sine=d=1"]
FILM = ["-f", "lavfi", "-i", "testsrc=d=1:s=64x48:r=5", *SINE, "-c:v", "mpeg4", "-shortest"]
SECRETS = [b"Ada Example", b"Ada's", b"Secret", b"2024-05", b"iPhone", b"Lavf5", b"libVorbis", b"Chapter of"]


class SoundTests(TransformTestCase):
    def made_by_ffmpeg(self, name, *arguments):
        corpus.run("ffmpeg", "-v", "error", *arguments, *SAID, path := self.path(name))
        return path

    def assertClean(self, path, heard):
        """Asserts that the copy contains no secret, and that its sound and pictures are unchanged."""
        left = self.changed("without-metadata", path)
        with open(left, "rb") as file:
            content = file.read()
        for word in SECRETS:
            self.assertFalse(word in content, (word, path))
        self.assertNotRegex(corpus.run("exiftool", "-a", "-G1", left), rb"Ada|Secret|2024-|Encoder|Writing App +: \w")
        self.assertEqual(decoded(left), heard)
        os.unlink(left)

    def test_sound_says_nothing_and_is_heard_as_before(self):
        cover = corpus.photo(self.path("cover.jpg"))
        with_cover = [*SINE, "-i", cover, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic"]
        for name, arguments in {
            "a.mp3": [*with_cover, "-c:a", "libmp3lame", "-write_id3v1", "1"], "a.flac": with_cover,
            "a.ogg": [*SINE, "-c:a", "libvorbis"], "a.opus": [*SINE, "-c:a", "libopus"],
        }.items():
            path = self.made_by_ffmpeg(name, *arguments)
            self.assertClean(path, decoded(path))

    def test_films_say_nothing_and_are_seen_as_before(self):
        attached = ["-attach", corpus.photo(self.path("cover.jpg")), "-metadata:s:t", "mimetype=image/jpeg"]
        chapters = self.file("chapters.txt", b";FFMETADATA1\n[CHAPTER]\nSTART=0\nEND=500000000\ntitle=Chapter of Ada\n")
        with_chapters = [*FILM[:-1], "-i", os.fsdecode(chapters), "-map_chapters", "2", "-shortest"]
        for name, arguments in {
            "a.mkv": [*with_chapters, "-c:a", "libvorbis", *attached], "a.avi": FILM,
            "a.webm": [*FILM[:8], "-c:v", "libvpx", "-c:a", "libopus", "-shortest"],
        }.items():
            path = self.made_by_ffmpeg(name, *arguments)
            self.assertClean(path, decoded(path))

    def test_films_keep_languages_flags_fonts_and_transparency(self):
        font = self.file("Ada Example.ttf", b"\0\1\0\0" + bytes(60))
        captions = self.file("a.srt", b"1\n00:00:00,000 --> 00:00:01,000\nHello\n")
        film = self.made_by_ffmpeg(
            "a.mkv", *FILM[:-1], *SINE, "-i", os.fsdecode(captions), *(word for place in "01233" for word in ("-map", place)),
            "-metadata:s:1", "language=deu", "-metadata:s:2", "language=heb", "-metadata:s:3", "language=fra", "-metadata:s:v",
            "stereo_mode=left_right", "-disposition:a:0", "0", "-disposition:a:1", "default", "-disposition:s:1", "forced",
            "-metadata:s:1", "title=Ada's", "-attach", os.fsdecode(font), "-metadata:s:t", "mimetype=font/ttf")
        before = decoded(film)
        self.assertEqual([stream["tags"].get("language") for stream in before[1]][:4], [None, "deu", "heb", "fra"])
        self.assertIn("ttf", str(before[1]))
        self.assertClean(film, before)
        clear = self.made_by_ffmpeg(
            "b.webm", "-f", "lavfi", "-i", "testsrc=d=1:s=64x48:r=5,format=yuva420p", "-c:v", "libvpx", "-auto-alt-ref", "0")
        before = decoded(clear)
        self.assertEqual(before[1][0]["tags"], {"alpha_mode": "1"})
        self.assertClean(clear, before)
        no_font = self.made_by_ffmpeg("c.mkv", *FILM, "-attach", self.file("Ada Example.txt", b"Ada Example"), "-metadata:s:t",
                                      "mimetype=font/ttf")
        self.assertNotIn(b"Ada Example", self.content(self.changed("without-metadata", no_font)))

    def content(self, path):
        with open(path, "rb") as file:
            return file.read()

    def test_tags_at_both_ends_go_and_what_else_stands_there_is_refused(self):
        sound = self.content(self.made_by_ffmpeg("a.mp3", *SINE, "-write_id3v1", "1"))
        plain, last = sound[:-128], sound[-128:]
        words = b"LYRICSBEGININD0000200EAR00011Ada Example"
        lyrics = words + b"%06dLYRICS200" % len(words)
        item = struct.pack("<2I", 11, 0) + b"Artist\0Ada Example"
        footer = b"APETAGEX" + struct.pack("<4I8x", 1000, len(item) + 32, 1, 0)
        for number, tail in enumerate((lyrics + last, item + footer, item + footer + last)):
            path = os.fsdecode(self.file(f"{number}.mp3", plain + tail))
            self.assertInside(path, "person")
            self.assertClean(path, decoded(path))
        twice = os.fsdecode(self.file("twice.mp3", plain[: plain.index(b"\xff\xfb")] + plain))
        self.assertClean(twice, decoded(twice))
        sounds = {kind: self.content(self.made_by_ffmpeg("a." + kind, *SINE)) for kind in ("flac", "ogg")} | {"mp3": plain}
        words = b"Ada Example, Bern"
        for name, tail in {"a.mp3": words, "b.mp3": sound[:60], "c.flac": words, "d.ogg": words}.items():
            path = os.fsdecode(self.file(name, sounds[name.partition(".")[2]] + tail))
            self.assertInside(path, "other")
            self.assertIn("cannot be cleaned", self.fails("without-metadata", path))

    def test_a_persons_own_words_are_told_and_covers_are_looked_into(self):
        cover = corpus.photo(self.path("cover.jpg"))
        with_cover = [*SINE, "-i", cover, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic"]
        for name, codec in {"a.mp3": "libmp3lame", "a.flac": "flac", "a.m4a": "aac"}.items():
            found = self.inside(self.made_by_ffmpeg(name, *with_cover, "-c:a", codec))
            self.assertEqual((found["location"], "iPhone 15" in found["device"]), (["46.95° N, 7.45° E"], True), name)
        place = self.inside(self.made_by_ffmpeg("b.mp3", *SINE, "-metadata", "Location=Bern"))
        self.assertEqual(place["location"], ["Bern"])
        bare = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact"]
        for name, kind, words in (
            ("c.flac", "other", ["-metadata", "KONTAKT=079 123 45 67"]),
            ("c.ogg", "person", ["-metadata", "ORGANIZATION=Acme"]),
            ("d.mkv", "text", ["-metadata:s:a", "title=Of Ada"]),
            ("e.mkv", "history", ["-attach", self.file("a.txt", b"Ada"), "-metadata:s:t", "mimetype=text/plain"]),
        ):
            corpus.run("ffmpeg", "-v", "error", *SINE, *bare, *words, path := self.path(name))
            self.assertIn(kind, self.inspected(file_item(path))[0][0], name)

    def test_what_films_say_at_their_ends_is_told(self):
        film = self.path("a.avi")
        corpus.run("ffmpeg", "-v", "error", *FILM, "-map_metadata", "-1", "-fflags", "+bitexact", film)
        corpus.with_riff_chunk(film, b"LIST", b"INFOIART\x0c\0\0\0Ada Example\0")
        self.assertInside(film, "person")
        film = self.path("a.mkv")
        corpus.run("ffmpeg", "-v", "error", *FILM, "-map_metadata", "-1", "-fflags", "+bitexact", film)
        data, element = bytearray(self.content(film)), lambda name, content: name + bytes([0x80 | len(content)]) + content
        tag = element(b"\x67\xc8", element(b"\x45\xa3", b"ARTIST") + element(b"\x44\x87", b"Ada Example"))
        tags = element(b"\x12\x54\xc3\x67", element(b"\x73\x73", element(b"\x63\xc0", b"") + tag))
        size = data.index(b"\x18\x53\x80\x67") + 5
        data[size : size + 7] = (int.from_bytes(data[size : size + 7], "big") + len(tags)).to_bytes(7, "big")
        self.assertInside(self.file("b.mkv", data + tags), "person")
        picture = self.path("a.gif")
        corpus.run("vips", "copy", corpus.picture(self.path("a.png")), picture)
        corpus.exiftool(picture, "-Comment=hello", "-XMP-dc:Creator=Ada Example")
        self.assertInside(picture, "person")

    def test_what_has_several_streams_or_lists_files_is_refused(self):
        two = self.made_by_ffmpeg("b.ogg", *SINE, *SINE, "-map", "0", "-map", "1", "-c:a", "libvorbis")
        self.assertIn("OGG", self.fails("without-metadata", two))
        list_of_files = self.file("c.mkv", b"ffconcat version 1.0\nfile /etc/passwd\n")
        self.assertIn("is damaged", self.fails("without-metadata", os.fsdecode(list_of_files)))

    def test_without_its_program_a_film_is_refused(self):
        path = self.made_by_ffmpeg("a.avi", *FILM)
        programs = self.folder()
        for folder in reversed(self.environment["PATH"].split(":")):
            for name in set(os.listdir(folder)) - {"ffmpeg"} if os.path.isdir(folder) else []:
                link = os.path.join(programs, name)
                if os.path.lexists(link):
                    os.unlink(link)
                os.symlink(os.path.join(folder, name), link)
        self.environment["PATH"] = programs
        self.assertEqual(self.fails("without-metadata", path), "The program “ffmpeg” is missing.")


def decoded(path):
    """A digest of sound and pictures without covers, and the streams with captions, languages and flags."""
    frames = corpus.run("ffmpeg", "-v", "error", "-i", path, "-map", "0:V?", "-map", "0:a?", "-f", "md5", "-")
    asked = "stream=index,codec_type,codec_name:stream_disposition:stream_tags=language,alpha_mode,stereo_mode,mimetype"
    printed = corpus.run("ffprobe", "-v", "error", "-show_entries", asked, "-of", "json", path)
    streams = [
        stream for stream in json.loads(printed)["streams"]
        if not stream["disposition"]["attached_pic"] and stream.get("tags", {}).get("mimetype") != "image/jpeg"]
    for number, stream in enumerate(streams):
        stream["index"], stream["tags"] = number, {name.lower(): value for name, value in stream.get("tags", {}).items()}
    has_captions = any(stream["codec_type"] == "subtitle" for stream in streams)
    return frames, streams, has_captions and corpus.run("ffmpeg", "-v", "error", "-i", path, "-map", "0:s:0", "-f", "srt", "-")
