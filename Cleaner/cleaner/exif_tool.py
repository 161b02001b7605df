# SPDX-License-Identifier: Apache-2.0
"""ExifTool, started once for many files: Perl and its tables take longer to load than a photo to read.

It is given its arguments by a pipe, one a line (`-stay_open`). No name of a person's file is ever among them: the files are
copies that have names of ours, or descriptors.
"""
import json, os, re, resource, selectors, subprocess, tempfile, time

# Most memory of the process, in bytes: a text chunk of a megabyte may unpack to a thousand.
MEMORY = 1 << 30
# As many files as one command has; between two of them the work tells how far it is.
BATCH = 128
# Seconds that a command may take, and further ones for each of its files and for each ten megabytes.
PATIENCE = 60

# It would wait for commands for ever when we are killed: the kernel ends it then.
WITH_US = ["setpriv", "--pdeathsig", "KILL"]
PROGRAM = "exiftool"
COPY = re.compile(r"\bCopy\d+:")
# How tags are printed, to be understood by tags_of.
AS_READ = ["-j", "-a", "-G0:4:1"]
ALWAYS = ["-q", "-q", "-api", "LargeFileSupport=1", "-charset", "filename=utf8"]


class ExifTool:
    """One process, which reads no settings of the person's; a with statement ends it. It is given up at a time of the monotonic
    clock, if there is one, or else when a command takes longer than its files explain."""

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
        """Sends a command; its answer is to be read before the next one."""
        lines = [*ALWAYS, *arguments, *files, "-echo3", "{ready}", "-execute"]
        patience = self.patience + len(files) + sum(map(os.path.getsize, files)) / 1e7
        self.deadline = self.given_up or time.monotonic() + patience
        try:
            self.process.stdin.write(os.fsencode("".join(line + "\n" for line in lines)))
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Stopped(self.printed()) from None

    def end(self):
        """The command's answer."""
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
        """What it has printed as errors."""
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
    """ExifTool has ended before its answer, or was given up."""


def read(tools, files, tags, told=lambda count: None):
    """The tags of each file, by its path; a file that is not read is not there. What several tags of one name say is a list."""
    answers = {}
    for answer in each_batch(tools, [*AS_READ, *tags], files, told):
        answers |= tags_of(answer)
    return answers


def tags_of(answer):
    """The same of one answer."""
    found = json.loads(answer or b"[]", strict=False, object_pairs_hook=merged)
    return {file["SourceFile"]: file for file in found}


def merged(pairs):
    """The tags without the number that each of several of one name has."""
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
    """What a tag says, as a list."""
    return value if isinstance(value, list) else [value]


def text(value):
    """What a tag says, for people."""
    return ", ".join(dict.fromkeys(map(str, values(value))))


def write(tools, files, changes, told=lambda count: None):
    """Has the files changed in their places. Whether they were is for the caller to read. What a directory of a TIFF has led to
    lies behind its end afterwards, and goes."""
    for _ in each_batch(tools, ["-m", "-overwrite_original", "-trailer:all=", *changes], files, told):
        pass


def each_batch(tools, arguments, files, told):
    """The answers to a command for all files, which are divided among the processes."""
    size = max(1, min(BATCH, -(-len(files) // len(tools))))
    batches = [files[first : first + size] for first in range(0, len(files), size)]
    for first in range(0, len(batches), len(tools)):
        busy = list(zip(tools, batches[first : first + len(tools)]))
        for tool, batch in busy:
            tool.begin(arguments, batch)
        for tool, batch in busy:
            yield tool.end()
            told(len(batch))
