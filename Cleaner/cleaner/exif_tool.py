# SPDX-License-Identifier: Apache-2.0
"""ExifTool, started once for many files: Perl and its tables take longer to load than a photo to read.

It receives its arguments through a pipe, one a line (`-stay_open`). They never contain the name of a person's file: the files are
copies with our own names, or descriptors.
"""
import json, os, re, resource, selectors, subprocess, tempfile, time

# Memory limit of the process, in bytes: a text chunk of a megabyte may unpack to a gigabyte.
MEMORY = 1 << 30
# Maximum files per command; progress is reported between commands.
BATCH = 128
# Seconds that a command may take, plus one for each file and for each ten megabytes.
PATIENCE = 60

# The kernel kills it when we are killed; it would wait for commands forever otherwise.
WITH_US = ["setpriv", "--pdeathsig", "KILL"]
PROGRAM = "exiftool"
COPY = re.compile(r"\bCopy\d+:")
# Output options, for tags_of.
AS_READ = ["-j", "-a", "-G0:4:1"]
ALWAYS = ["-q", "-q", "-api", "LargeFileSupport=1", "-charset", "filename=utf8"]


class ExifTool:
    """An ExifTool process without the person's configuration, which a with statement ends. A command raises Stopped at `end` on
    the monotonic clock, or by default when it has taken too long for the number and size of its files."""

    def __init__(self, end=None, patience=PATIENCE):
        self.given_up, self.patience = end, patience
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [*WITH_US, PROGRAM, "-config", "", "-stay_open", "True", "-@", "-"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)

    def begin(self, arguments, files):
        """Sends a command. Call end() before the next one."""
        lines = [*ALWAYS, *arguments, *files, "-echo3", "{ready}", "-execute"]
        patience = self.patience + len(files) + sum(map(os.path.getsize, files)) / 1e7
        self.deadline = self.given_up or time.monotonic() + patience
        try:
            self.process.stdin.write(os.fsencode("".join(line + "\n" for line in lines)))
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Stopped(self.printed()) from None

    def end(self):
        """Returns the command's output. Raises Stopped if ExifTool ends or takes too long."""
        answer = bytearray()
        while not answer.endswith(b"{ready}\n"):
            if not self.selector.select(max(self.deadline - time.monotonic(), 0)):
                raise Stopped("exiftool takes too long.")
            portion = os.read(self.process.stdout.fileno(), 1 << 16)
            if not portion:
                raise Stopped(self.printed())
            answer += portion
        return bytes(answer[: -len(b"{ready}\n")])

    def printed(self):
        """The end of its standard error."""
        self.errors.seek(0)
        return self.errors.read()[-4000:].decode(errors="replace").rstrip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for file in (self.process.stdin, self.process.stdout, self.errors):
            try:
                file.close()
            except BrokenPipeError:
                pass
        self.selector.close()


class Stopped(Exception):
    """ExifTool ended before its answer, or took too long."""


def read(tools, files, tags, told=lambda count: None):
    """The tags of each file, by path; files that could not be read are absent. The values of several tags with one name are a
    list."""
    answers = {}
    for answer in each_batch(tools, [*AS_READ, *tags], files, told):
        answers |= tags_of(answer)
    return answers


def tags_of(answer):
    """The tags in the output of one command, by path."""
    found = json.loads(answer or b"[]", strict=False, object_pairs_hook=merged)
    return {file["SourceFile"]: file for file in found}


def merged(pairs):
    """The tags with equal names merged, without the "Copy" number that tells them apart."""
    tags = {}
    for name, value in pairs:
        name = COPY.sub("", name)
        if name in tags:
            tags[name] = values(tags[name])
            tags[name] += values(value)
        else:
            tags[name] = value
    return tags


def values(value):
    """A tag's value as a list."""
    return value if isinstance(value, list) else [value]


def text(value):
    """A tag's value as text, for people."""
    return ", ".join(dict.fromkeys(map(str, values(value))))


def write(tools, files, changes, told=lambda count: None):
    """Changes the files in place. The caller must read them again to see whether that succeeded. Removes trailers: after a
    change, the former values of a TIFF are behind its end."""
    for _ in each_batch(tools, ["-m", "-overwrite_original", "-trailer:all=", *changes], files, told):
        pass


def each_batch(tools, arguments, files, told):
    """Yields the output of a command for all files, which are divided among the processes."""
    size = max(1, min(BATCH, -(-len(files) // len(tools))))
    batches = [files[first : first + size] for first in range(0, len(files), size)]
    for first in range(0, len(batches), len(tools)):
        busy = list(zip(tools, batches[first : first + len(tools)]))
        for tool, batch in busy:
            tool.begin(arguments, batch)
        for tool, batch in busy:
            yield tool.end()
            told(len(batch))
