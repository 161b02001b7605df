# SPDX-License-Identifier: Apache-2.0
"""Reduces MP3, OGG and FLAC to their sound: all tags go, with covers and the encoder's name."""
import struct

from mutagen import MutagenError
from mutagen.flac import FLAC, SeekTable, StreamInfo
from mutagen.oggflac import OggFLAC
from mutagen.oggopus import OggOpus
from mutagen.oggspeex import OggSpeex
from mutagen.oggvorbis import OggVorbis

from . import frames
from .isobmff import Damaged
from .package_parts import Unknown
from .refusing import Refused

# Signatures of the streams in an OGG.
CODECS = {b"\1vorbis": OggVorbis, b"OpusHead": OggOpus, b"Speex   ": OggSpeex, b"\x7fFLAC": OggFLAC}
# The signature of a LAME tag, and the offset of its program's name from there. Players trust the tag's lengths of silence at both
# ends only with certain names, so the name is replaced by one of them, without a version.
SIGNS, PROGRAM, NAME = (b"Xing", b"Info"), 120, b"Lavf".ljust(9, b"\0")


def clean(path):
    try:
        {"mp3": clean_mp3, "ogg": clean_ogg, "flac": clean_flac}[path.rpartition(".")[2]](path)
    except (MutagenError, Damaged, struct.error, IndexError) as error:
        raise Refused("damaged", details=str(error)) from None
    except Unknown as unknown:
        raise Refused("contains", part=str(unknown)) from None


def clean_mp3(path):
    """Keeps only the frames. Raises Unknown if something else follows them: there may be more frames behind it."""
    with open(path, "r+b") as file:
        start, end, is_all = frames.of_mp3(file)
        if not is_all:
            raise Unknown("MP3")
        file.seek(start)
        sound = bytearray(file.read(end - start))
        place = next((sound.index(sign, 0, 64) for sign in SIGNS if sign in sound[:64]), None)
        if place is not None:
            sound[place + PROGRAM : place + PROGRAM + len(NAME)] = NAME
        file.seek(0)
        file.write(sound)
        file.truncate()


def clean_flac(path):
    sound = FLAC(path)
    sound.metadata_blocks = [block for block in sound.metadata_blocks if isinstance(block, (StreamInfo, SeekTable))]
    sound.tags = sound.cuesheet = None
    sound.save(deleteid3=True, padding=lambda info: 0)
    with open(path, "rb") as file:
        if not frames.ends_flac(file):
            raise Unknown("FLAC")


def clean_ogg(path):
    with open(path, "rb") as file:
        head = file.read(64)
        found = frames.streams(file)
    codec = next((codec for sign, codec in CODECS.items() if head.startswith(sign, 28)), None)
    if codec is None or len(found) != 1:
        raise Unknown("OGG")
    sound = codec(path)
    sound.tags.clear()
    sound.tags.vendor = ""
    # mutagen keeps bytes behind the comments.
    sound.tags._pad_data = b""
    sound.save(padding=lambda info: 0)
