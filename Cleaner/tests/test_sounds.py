# SPDX-License-Identifier: Apache-2.0
"""Sound and films in other containers than a phone's, without metadata: as ffprobe and ExifTool read them."""
import os

import corpus
from cases import TransformTestCase

SAID = ["-metadata", "artist=Ada Example", "-metadata", "title=Secret", "-metadata", "comment=Ada's", "-metadata", "date=2024-05-01"]
SINE = ["-f", "lavfi", "-i", "sine=d=1"]
FILM = ["-f", "lavfi", "-i", "testsrc=d=1:s=64x48:r=5", *SINE, "-c:v", "mpeg4", "-shortest"]
SECRETS = [b"Ada Example", b"Ada's", b"Secret", b"2024-05", b"iPhone", b"Lavf5", b"libVorbis", b"Chapter of"]


class SoundTests(TransformTestCase):
    def made_by_ffmpeg(self, name, *arguments):
        corpus.run("ffmpeg", "-v", "error", *arguments, *SAID, path := self.path(name))
        return path

    def assertClean(self, path, heard):
        """It says nothing, and what is heard and seen is the same."""
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

    def test_what_mutagen_does_not_take_out_is_refused(self):
        path = self.made_by_ffmpeg("a.mp3", *SINE, "-write_id3v1", "1")
        with open(path, "r+b") as file:
            file.seek(-128, 2)
            tag = file.read()
            file.seek(-128, 2)
            words = b"LYRICSBEGININD0000200EAR00011Ada Example"
            file.write(words + b"%06dLYRICS200" % len(words) + tag)
        self.assertIn("could not be cleaned", self.fails("without-metadata", path))
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
    """What is heard, and what is seen but for covers."""
    return corpus.run("ffmpeg", "-v", "error", "-i", path, "-map", "0:V?", "-map", "0:a", "-f", "md5", "-")
