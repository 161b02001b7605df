# SPDX-License-Identifier: Apache-2.0
"""The inspector: finds metadata in items that are about to be shared.

One ExifTool process reads the tags of all files. The rest is inspected here, with the functions that also remove it. Facts in
files within files count for the item. An item that cannot be read completely is not whole: a failed inspection never means
"nothing found".
"""
import math, os, resource, stat, struct, sys, tempfile
from collections import deque
from contextlib import contextmanager

from . import exif_tool, kinds, media, picture_parts, tags, tracking, vips
from .finding import Finding, Unread

# Items inspected together before any of them is reported, and files per ExifTool command.
GROUP, BATCH = 16, 32
# Types that may take long: documents, archives, films and folders.
SLOW = "application/pdf", "application/zip", "application/epub", "application/vnd.", "video/", "inode/"
# Maximum entries of a folder, files of an item, and bytes of files within files.
MOST_IN_FOLDER, MOST_FILES, MOST_BYTES = 1000, 20_000, 1 << 30
# Maximum bytes of a picture read into memory.
MOST_PICTURE = 64 << 20
# Maximum nesting of files within files.
DEEPEST = 5
# Seconds for an ExifTool command, besides those for its files; a sheet does not wait any longer.
PATIENCE = 8
# Memory limit of this process, in bytes: a picture may unpack to any size.
MEMORY = 4 << 30
# Maximum number of decoded pictures, and of their pixels together: 8 MP take half a second.
MOST_DECODED, MOST_PIXELS = 4, 32 << 20


class Part:
    """A file to inspect: an item's own, or one within it."""

    def __init__(self, finding, open_it, name="", depth=0, only_tags=False):
        self.finding, self.open, self.name, self.depth, self.only_tags = finding, open_it, name, depth, only_tags


class Inspector:
    """Inspects items, which have the attributes of activity.Item. A with statement ends its ExifTool."""

    def __init__(self, language="en"):
        self.language, self.tool, self.links, self.decoded = language, None, None, []

    def __enter__(self):
        self.memory = resource.getrlimit(resource.RLIMIT_AS)
        most = self.memory[1]
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most), most))
        return self

    def __exit__(self, *_):
        resource.setrlimit(resource.RLIMIT_AS, self.memory)
        self.end_tool()

    def end_tool(self):
        if self.tool:
            self.tool.__exit__()
            self.tool = None
        if self.links:
            self.links.cleanup()
            self.links = None

    def findings(self, items):
        """Yields pairs of an item's index and its Finding. Items that may take long come last, one by one, so that a sheet does
        not wait for the others' facts."""
        places = range(len(items))
        quick = [place for place in places if not items[place].type.startswith(SLOW)]
        groups = [quick[first : first + GROUP] for first in range(0, len(quick), GROUP)]
        for group in groups + [[place] for place in places if items[place].type.startswith(SLOW)]:
            yield from zip(group, self.of_group([items[place] for place in group]))

    def of_group(self, group):
        try:
            yield from self.look_into(group)
        except exif_tool.Stopped as error:
            self.end_tool()
            if len(group) > 1:
                # One of the items ended ExifTool.
                for item in group:
                    yield from self.of_group([item])
                return
            print(error, file=sys.stderr)
            finding = Finding(self.language)
            finding.is_whole = False
            yield finding

    def links_in(self, *texts):
        """The Finding for the links in texts that are not items, such as a caption."""
        finding = Finding(self.language)
        for text in filter(None, texts):
            look_at_links(text, finding)
        return finding

    def look_into(self, items):
        """The Findings of a few items. Raises Stopped if ExifTool has ended."""
        findings, self.queue = [Finding(self.language) for _ in items], deque()
        self.count, self.bytes, self.within = dict.fromkeys(findings, 0), 0, None
        for item, finding in zip(items, findings):
            for form in [item, *item.alternatives]:
                with guarded(finding):
                    self.begin(form, finding)
        while self.queue:
            self.look_at([self.queue.popleft() for _ in range(min(BATCH, len(self.queue)))])
        return findings

    def begin(self, item, finding):
        if item.is_link:
            look_at_links(item.address, finding)
        elif item.path is None and item.text is not None:
            look_at_links(item.text, finding)
        elif item.path is None:
            raise Unread(item.type)
        elif os.path.isdir(item.path):
            self.add_folder(item.path, finding)
        else:
            self.add(Part(finding, item.open, item.file_name))

    def add_folder(self, path, finding):
        """Adds all regular files in a folder. Links in it are skipped: their targets are not shared."""
        if os.path.islink(path):
            raise Unread("link")
        # Each file needs a descriptor, and there may be more files than the default limit.
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        found = 0
        for _, folders, names, folder in os.fwalk(path, onerror=throw):
            found += len(names) + len(folders)
            if found > MOST_IN_FOLDER:
                raise Unread("folder")
            for name in names:
                if stat.S_ISREG(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
                    file = open(os.open(name, flags, dir_fd=folder), "rb", buffering=0)
                    self.add(Part(finding, lambda file=file: file, depth=1))

    def add(self, part):
        self.count[part.finding] += 1
        if self.count[part.finding] > MOST_FILES or part.depth > DEEPEST:
            raise Unread("depth")
        self.queue.append(part)

    def add_within(self, part, data, only_tags=False):
        """Adds a file within a file; its data waits in a temporary file."""
        start, length = self.bytes, len(data)
        self.bytes += length
        if self.bytes > MOST_BYTES:
            raise Unread("size")
        self.within = self.within or tempfile.TemporaryFile()
        self.within.write(data)
        self.within.flush()
        self.add(Part(part.finding, lambda: self.taken_out(start, length), depth=part.depth + 1, only_tags=only_tags))

    def taken_out(self, start, length):
        file = media.spooled(b"")
        while length and (amount := os.sendfile(file.fileno(), self.within.fileno(), start, length)):
            start, length = start + amount, length - amount
        return file

    def look_at(self, parts):
        opened = []
        for part in parts:
            with guarded(part.finding):
                file = part.open()
                opened.append((part, file, kinds.sniff(file)))
        read = {self.path_for(file, kind): (part, file, kind) for part, file, kind in opened if kind not in kinds.OURS}
        streams = [path for path, (_, _, kind) in read.items() if kind in kinds.STREAMS]
        others = [path for path in read if path not in streams]
        if read:
            self.tool = self.tool or exif_tool.ExifTool(patience=PATIENCE)
        if others:
            self.tool.begin([*exif_tool.AS_READ, *tags.READ], others)
        # In the meantime, except for possible raw photos: nothing cleans those, and only ExifTool can tell them.
        for part, file, kind in opened:
            if kind not in kinds.RAW:
                self.look_ourselves(part, file, kind)
        answers = exif_tool.tags_of(self.tool.end()) if others else {}
        answers |= exif_tool.read([self.tool], streams, tags.READ_STREAMS)
        for path, (part, file, kind) in read.items():
            found = answers.get(path, {})
            with guarded(part.finding):
                tags.look(found, part.finding)
                tags.check(found)
            if kind in kinds.RAW and not tags.is_raw(found):
                self.look_ourselves(part, file, kind)
            with guarded(part.finding):
                self.look_at_pictures(part, file, path, found)
                if part.depth == 0 and not tags.is_raw(found):
                    self.look_at_format(part, file, kind, found)
        for _, file, _ in opened:
            file.close()

    def path_for(self, file, kind):
        """A path for ExifTool, which reads all tags of an MP3 only if the path ends in .mp3."""
        if kind != "mp3":
            return path_of(file)
        self.links = self.links or tempfile.TemporaryDirectory()
        link = os.path.join(self.links.name, f"{len(os.listdir(self.links.name))}.mp3")
        os.symlink(path_of(file), link)
        return link

    def look_ourselves(self, part, file, kind):
        """Inspects what ExifTool does not read, or not by default."""
        with guarded(part.finding):
            if not part.only_tags:
                self.look_by_kind(part, file, kind, lambda data: self.add_within(part, data))

    def look_by_kind(self, part, file, kind, look_into):
        if kind == "text":
            look_at_links(part_of(file), part.finding)
        elif kind == "gpx":
            from . import texts
            texts.look_at_way(file, part.finding)
        elif kind == "svg":
            from . import packages
            packages.look_at_drawing(file, part.finding, look_into)
        elif kind == "zip":
            from . import packages
            packages.look_at_archive(file, part.finding, look_into)
        elif kind == "pdf":
            from . import portable
            portable.look_at_pdf(file, part.finding, look_into)
        elif kind == "gif":
            from . import embedded
            file.seek(0)
            data = file.read(MOST_PICTURE + 1)
            if len(data) > MOST_PICTURE:
                raise Unread("GIF")
            part.finding.has_more |= embedded.cleaned(data) != data
        elif kind in kinds.STREAMS:
            media.look_at_end(file, kind, part.finding)
        elif kind == "unknown":
            raise Unread("type")
        elif kind:
            if media.look(file, kind, part.finding, look_into):
                path = path_of(file)
                tags.look(exif_tool.read([self.tool], [path], tags.READ_SENSORS).get(path, {}), part.finding)

    def look_at_pictures(self, part, file, path, found):
        """Inspects thumbnails and other pictures in tags, which may have their own metadata, such as a location."""
        names = tags.pictures(found)
        if not names:
            return
        data = tags.thumbnail(file, found) if names == ["ThumbnailImage"] else None
        for picture in [data] if data else self.pictures(path, names):
            if picture_parts.says_more(picture):
                self.add_within(part, picture, only_tags=True)

    def pictures(self, path, names):
        import base64
        from . import embedded
        answer = exif_tool.read([self.tool], [path], ["-b", *(f"-{name}" for name in names)])
        for name, value in answer.get(path, {}).items():
            for picture in exif_tool.values(value):
                data = base64.b64decode(picture.removeprefix("base64:")) if str(picture).startswith("base64:") else b""
                # A font attached to a film reveals nothing about the person.
                if data and not data.startswith(embedded.FONTS):
                    yield data

    def look_at_format(self, part, file, kind, found):
        """Reports size and format of a picture that Smaller or As JPEG would change."""
        if kind in kinds.PICTURES and (size := tags.size(found)) and max(size) > media.SMALLEST:
            part.finding.add("pixels", "{} × {}".format(*size))
        suffix = os.path.splitext(part.name)[1].lower()
        shows_behind = lambda: self.may_show_behind(file)
        if media.makes_jpeg(file, kind, found, shows_behind) or kind == "jpg" and suffix not in (".jpg", ".jpeg"):
            part.finding.add("format", kinds.FORMATS[kind])

    def may_show_behind(self, file):
        """Whether a PNG has transparent pixels; also True for a PNG that would take too long."""
        # From the header, because a text chunk named ImageWidth changes ExifTool's value.
        pixels = math.prod(struct.unpack(">II", os.pread(file.fileno(), 8, 16)))
        if len(self.decoded) == MOST_DECODED or sum(self.decoded) + pixels > MOST_PIXELS:
            return True
        self.decoded.append(pixels)
        return vips.may_show_behind(path_of(file))


def throw(error):
    raise error


@contextmanager
def guarded(finding):
    """Marks the item as not whole after any error, which is printed; only Stopped is passed on."""
    try:
        yield
    except exif_tool.Stopped:
        raise
    except Exception as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        finding.is_whole = False


def look_at_links(text, finding):
    for name in tracking.trackers(text):
        finding.add("tracking", name)


def part_of(file):
    file.seek(0)
    return file.read(64 << 20).decode(errors="replace")


def path_of(file):
    """A path to the descriptor, so that ExifTool's arguments never contain the name of a person's file."""
    return f"/proc/{os.getpid()}/fd/{file.fileno()}"
