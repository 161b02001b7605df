# SPDX-License-Identifier: Apache-2.0
"""The request on standard input, as activity-manifest(5) has it with "stdin": "request"."""
import codecs, functools, json, os, sys

from .composing import ComposedText
from .failing import fail
from .local_files import name_of, open_copy, open_file, path_of
from .words import said, speak


# How a text begins that says in which encoding it is (Unicode, 23.8); UTF-32's mark begins as UTF-16's does.
MARKS = [
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
]

NO_NAMES = (None, "", ".", "..")
# Endings that a text keeps (HandedItem.swift has the same). Others might come from a page, whose title is the name.
EXTENSIONS = {
    "txt", "text", "log", "md", "markdown", "rst", "tex", "html", "htm", "xml", "json", "csv", "tsv", "ics", "vcf", "srt", "vtt",
}


class Item:
    """One thing that was shared. What is not known of it is None; a uri or a text is always there."""

    def __init__(self, fields):
        self.type = fields["type"]
        self.uri, self.text = fields.get("uri"), fields.get("text")
        self.name, self.size = fields.get("name"), fields.get("size")
        # Its path, if it is a file of this machine. JSON holds no path that is not UTF-8; a URI holds every byte.
        path = fields.get("path") or path_of(self.uri)
        self.path = None if path is None else os.fsdecode(path)
        # The file is a private copy, which goes when the person's session ends.
        self.temporary = bool(fields.get("temporary"))
        # The same thing in other forms, with "representations": "all".
        self.alternatives = [Item(other) for other in fields.get("alternatives") or []]

    @property
    def file_name(self):
        """What a copy of it is called: as it was shared, which need not be what its path ends with."""
        # A name that is not UTF-8 is repaired on its way here; the path has it whole.
        if self.path is not None and (self.name in NO_NAMES or "\ufffd" in self.name):
            return name_of(self.path)
        name = "text" if self.name in NO_NAMES else self.name
        stem, _, extension = name.rpartition(".")
        if self.name and (self.path or self.is_file) or stem and extension.lower() in EXTENSIONS:
            return name
        return name + (".html" if self.type == "text/html" else ".txt")

    def open(self):
        """Its content, open for reading bytes: the file, or its text as one."""
        if self.path is None and self.text is not None:
            descriptor = os.memfd_create("text")
            file = open(descriptor, "w+b", buffering=0)
            file.write(self.text.encode())
            file.seek(0)
            return file
        path = self.path or fail(said("elsewhere", self.uri))
        return open_copy(path) if self.temporary else open_file(path)

    @property
    def is_link(self):
        return self.type.startswith("x-scheme-handler/")

    @property
    def address(self):
        """A link's address, which a client may have sent as its text alone."""
        return self.uri or self.text or fail(said("no_address"))

    @property
    def is_file(self):
        """Whether it is neither a link nor a selected text."""
        return self.text is None and not self.is_link

    @property
    def title(self):
        """What a link is called, on one line: its name, else what a page shows for it; empty where nobody knows."""
        return " ".join((self.name or (self.text if self.uri else None) or "").split()) if self.is_link else ""

    def read(self, most_bytes):
        """What is to be read of it: a link's address, a selection's text, or the content of a text file."""
        if self.is_link:
            return self.address
        if self.text is not None:
            return self.text
        with self.open() as file:
            content = file.read(most_bytes + 1)
        if len(content) > most_bytes:
            fail(said("too_large", self.path), f"{self.path!r} has more than {most_bytes} bytes.")
        mark, encoding = next(((mark, name) for mark, name in MARKS if content.startswith(mark)), (b"", "utf-8"))
        try:
            # The newline that ends a file is not part of what it says.
            return content[len(mark):].decode(encoding).rstrip("\r\n")
        except UnicodeDecodeError:
            fail(said("no_text", self.path), f"{self.path!r} is not text in UTF-8, and has no mark of another encoding.")


class Answers(dict):
    """The answers by the ids of their fields; those that were left empty are not there."""

    def __missing__(self, field):
        raise MissingAnswer(
            f"There is no answer to {field!r}: write answers.get({field!r}), or say that it is required in the form.")


class MissingAnswer(KeyError):
    def __str__(self):
        # A KeyError's own would quote the sentence.
        return self.args[0]


class Request:
    """What was shared: the items, the answers to the form by their ids, as str, and the person's locale."""

    def __init__(self, fields):
        self.items = [Item(item) for item in fields["items"]]
        self.answers = Answers(fields.get("answers") or {})
        self.locale = fields.get("locale")
        # What is said about the items, and what that is called, such as a mail.
        self.caption, self.subject = fields.get("caption"), fields.get("subject")

    def composed(self, read=lambda file: None):
        """What is shared in words, each part once: the caption, or a link's name; then texts and links, and what read(item) gives
        of files."""
        links = [item for item in self.items if item.is_link]
        composed = ComposedText()
        composed.add(self.caption or (links[0].title if len(links) == 1 else ""))
        for item in self.items:
            composed.add(read(item) if item.is_file else item.address if item.is_link else item.text, item.is_link)
        return composed.text

    def text(self, most_bytes=None):
        """The same, with text files by what they hold, up to so many bytes each; without a number of bytes files are left out. With
        one, the program fails where there is nothing."""
        if most_bytes is None:
            return self.composed()
        text = self.composed(lambda file: file.read(most_bytes))
        return text if text.strip() else fail(said("nothing"))


@functools.cache
def request():
    """The request; it is read once."""
    try:
        fields = json.load(sys.stdin.buffer)
    except ValueError:
        fields = None
    if not isinstance(fields, dict) or "items" not in fields:
        # Its author reads this, and not the person.
        fail('There is no request on standard input. Write "stdin": "request" in the manifest\'s "perform".')
    speak(fields.get("locale"))
    return Request(fields)
