# SPDX-License-Identifier: Apache-2.0
"""Where the sound of an MP3, a FLAC and an OGG begins and ends: tags stand around it, and anything may stand behind it."""
import mmap, struct

from .isobmff import Damaged

# Kilobits a second of MPEG-1 and MPEG-2, layer 3, and samples a second of MPEG-1, 2 and 2.5, by the numbers in a frame's head.
RATES = {
    True: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    False: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}
SAMPLES = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}
# As far from its end a FLAC's last frame may begin.
LONGEST = 1 << 20


def of_mp3(file):
    """Where the first frame begins, where the last one ends, and whether nothing but tags that players know stands behind."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        end = tags_start(data)
        start = place = first(data, tags_end(data))
        while place < end and (length := frame_length(data, place)):
            place = min(place + length, end)
        return start, place, not any(data[place:end])


def tags_end(data):
    """Where ID3 tags end, of which there may be several, and APE's in front."""
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
    """Where tags begin that end the file: ID3's first version, APE's and Lyrics3's."""
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
    """The first frame that another one follows; some programs leave room behind their tags."""
    while (place := data.find(b"\xff", place)) >= 0:
        length = frame_length(data, place)
        if length and (frame_length(data, place + length) or place + length >= len(data)):
            return place
        place += 1
    raise Damaged("There is no sound.")


def frame_length(data, place):
    """The length of a frame; 0 where none begins."""
    head = data[place : place + 4]
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE6 != 0xE2:
        return 0
    version, rate, samples = head[1] >> 3 & 3, head[2] >> 4, head[2] >> 2 & 3
    if version == 1 or rate in (0, 15) or samples == 3:
        return 0
    bits = RATES[version == 3][rate] * 1000
    return (144 if version == 3 else 72) * bits // SAMPLES[version][samples] + (head[2] >> 1 & 1)


def ends_flac(file):
    """Whether a FLAC ends with a frame, by the sums that each frame has of its head and of itself."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        start, end = sound_of_flac(data), tags_start(data)
        place, least = end, max(start, end - LONGEST)
        while (place := data.rfind(b"\xff", least, place)) >= 0:
            if is_head(data[place : place + 16]) and checked(data[place:end], 16, 0x8005) == 0:
                return True
        return start >= end


def sound_of_flac(data):
    """Where the first frame begins, behind the blocks of metadata."""
    place, is_last = tags_end(data) + 4, False
    while not is_last and place + 4 <= len(data):
        is_last = data[place] & 0x80
        place += 4 + int.from_bytes(data[place + 1 : place + 4], "big")
    return place


def streams(file):
    """The serial numbers of an OGG's streams, with None where something else stands among its pages."""
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
    """Whether a frame's head begins so: its last byte is the sum of the others."""
    return head[1:2] in (b"\xf8", b"\xf9") and any(checked(head[:length], 8, 0x07) == 0 for length in range(6, len(head) + 1))


def checked(data, bits, polynomial):
    """A cyclic sum, which is 0 of data that ends with its own."""
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
