# SPDX-License-Identifier: Apache-2.0
"""Finds where the sound of an MP3, FLAC or OGG begins and ends: tags surround it, and anything may follow it."""
import mmap, struct

from .isobmff import Damaged

# Bit rates in kbit/s of MPEG-1 (True) and MPEG-2, layer 3, and sample rates in Hz of MPEG-1, 2 and 2.5, by a frame header's
# fields.
RATES = {
    True: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    False: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}
SAMPLES = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}
# Maximum distance of a FLAC's last frame from the end, in bytes.
LONGEST = 1 << 20


def of_mp3(file):
    """The start of the first frame, the end of the last, and whether only zeros and known tags follow."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        end = tags_start(data)
        start = place = first(data, tags_end(data))
        while place < end and (length := frame_length(data, place)):
            place = min(place + length, end)
        return start, place, not any(data[place:end])


def tags_end(data):
    """The end of the ID3 and APE tags at the beginning, of which there may be several."""
    place = 0
    while True:
        head = data[place : place + 32]
        if head.startswith(b"ID3") and len(head) == 32:
            size = sum(byte << shift for byte, shift in zip(head[6:10], (21, 14, 7, 0)))
            place += 10 + size + (10 if head[5] & 0x10 else 0)
        elif head.startswith(b"APETAGEX") and len(head) == 32:
            place += 32 + struct.unpack_from("<I", head, 12)[0]
        else:
            return place


def tags_start(data):
    """The start of the tags at the end of the file: ID3v1, APE and Lyrics3."""
    end = len(data)
    while True:
        if data[end - 128 : end].startswith(b"TAG"):
            end -= 128
        elif data[end - 32 : end].startswith(b"APETAGEX"):
            size, _, flags = struct.unpack_from("<3I", data, end - 20)
            end -= max(size, 32) + (32 if flags >> 31 else 0)
        elif data[end - 9 : end] == b"LYRICS200" and data[end - 15 : end - 9].isdigit():
            end -= 15 + int(data[end - 15 : end - 9])
        else:
            return end


def first(data, place):
    """The first frame that another one, or the end, follows; some programs leave padding behind their tags."""
    while (place := data.find(b"\xff", place)) >= 0:
        length = frame_length(data, place)
        if length and (frame_length(data, place + length) or place + length >= len(data)):
            return place
        place += 1
    raise Damaged("There is no sound.")


def frame_length(data, place):
    """The length of the frame at a position, in bytes; 0 if there is none."""
    head = data[place : place + 4]
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE6 != 0xE2:
        return 0
    version, rate, samples = head[1] >> 3 & 3, head[2] >> 4, head[2] >> 2 & 3
    if version == 1 or rate in (0, 15) or samples == 3:
        return 0
    bits = RATES[version == 3][rate] * 1000
    return (144 if version == 3 else 72) * bits // SAMPLES[version][samples] + (head[2] >> 1 & 1)


def ends_flac(file):
    """Whether a FLAC ends with a frame, verified by the frame's two checksums."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        start, end = sound_of_flac(data), tags_start(data)
        place, least = end, max(start, end - LONGEST)
        while (place := data.rfind(b"\xff", least, place)) >= 0:
            if is_head(data[place : place + 16]) and checked(data[place:end], 16, 0x8005) == 0:
                return True
        return start >= end


def sound_of_flac(data):
    """The start of the first frame, behind the metadata blocks."""
    place, is_last = tags_end(data) + 4, False
    while not is_last and place + 4 <= len(data):
        is_last = data[place] & 0x80
        place += 4 + int.from_bytes(data[place + 1 : place + 4], "big")
    return place


def streams(file):
    """The serial numbers of an OGG's streams; contains None if there is anything but pages."""
    found = set()
    file.seek(0)
    while head := file.read(27):
        if len(head) < 27 or head[:4] != b"OggS":
            return found | {None}
        found.add(struct.unpack_from("<I", head, 14)[0])
        lengths = file.read(head[26])
        file.seek(sum(lengths), 1)
    return found


def is_head(head):
    """Whether a frame header begins here; its last byte is the checksum of the others."""
    return head[1:2] in (b"\xf8", b"\xf9") and any(checked(head[:length], 8, 0x07) == 0 for length in range(6, len(head) + 1))


def checked(data, bits, polynomial):
    """The CRC of the data, which is 0 if the data ends with its own CRC."""
    table, mask = TABLES.setdefault(bits, [table_entry(byte, bits, polynomial) for byte in range(256)]), (1 << bits) - 1
    found = 0
    for byte in data:
        found = (found << 8 & mask) ^ table[found >> bits - 8 ^ byte]
    return found


TABLES = {}


def table_entry(byte, bits, polynomial):
    found = byte << bits - 8
    for _ in range(8):
        found = found << 1 ^ (polynomial if found >> bits - 1 else 0)
        found &= (1 << bits) - 1
    return found
