# SPDX-License-Identifier: Apache-2.0
"""The request on standard input, in the format of "stdin": "request" (activity-manifest(5))."""
import codecs, functools, json, os, sys

from .composing import ComposedText
from .failing import fail
from .local_files import name_of, open_copy, open_file, path_of
from .words import said, speak


# Byte order marks (Unicode, 23.8). UTF-32's come before UTF-16's, as UTF-32-LE's begins with UTF-16-LE's.
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
    """One shared item. Unknown attributes are None; an item has a uri, a text, or both."""

    def __init__(self, fields):
        self.type = fields["type"]
        self.uri, self.text = fields.get("uri"), fields.get("text")
        self.name, self.size = fields.get("name"), fields.get("size")
        # The path of a local file. JSON cannot carry a path that is not UTF-8, so such a path comes from the URI.
        path = fields.get("path") or path_of(self.uri)
        self.path = None if path is None else os.fsdecode(path)
        # Whether the file is a private copy, which is deleted when the person's session ends.
        self.temporary = bool(fields.get("temporary"))
        # The same item in other types, with "representations": "all".
        self.alternatives = [Item(other) for other in fields.get("alternatives") or []]

    @property
    def file_name(self):
        """The name for a copy: the shared name, which may differ from the end of the path."""
        # JSON replaces bytes that are not UTF-8 in a name; the path has the original.
        if self.path is not None and (self.name in NO_NAMES or "\ufffd" in self.name):
            return name_of(self.path)
        name = "text" if self.name in NO_NAMES else self.name
        stem, _, extension = name.rpartition(".")
        if self.name and (self.path or self.is_file) or stem and extension.lower() in EXTENSIONS:
            return name
        return name + (".html" if self.type == "text/html" else ".txt")

    def open(self):
        """Opens the content for reading bytes: the file, or a memory file that holds the text."""
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
        """A link's address; a client may have sent it only as the text."""
        return self.uri or self.text or fail(said("no_address"))

    @property
    def is_file(self):
        """Whether it is neither a link nor a selected text."""
        return self.text is None and not self.is_link

    @property
    def title(self):
        """A link's name on one line, else the text that the page shows for it; empty if there is neither."""
        return " ".join((self.name or (self.text if self.uri else None) or "").split()) if self.is_link else ""

    def read(self, most_bytes):
        """A link's address, a selection's text, or a text file's content without trailing newlines; fails if the file is longer
        than most_bytes or not text."""
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
            # Trailing newlines end the file and are not part of the text.
            return content[len(mark):].decode(encoding).rstrip("\r\n")
        except UnicodeDecodeError:
            fail(said("no_text", self.path), f"{self.path!r} is not text in UTF-8, and has no mark of another encoding.")


class Answers(dict):
    """The answers by field id; fields that were left empty are absent."""

    def __missing__(self, field):
        raise MissingAnswer(
            f"There is no answer to {field!r}: write answers.get({field!r}), or say that it is required in the form.")


class MissingAnswer(KeyError):
    def __str__(self):
        # KeyError.__str__ would quote the sentence.
        return self.args[0]


class Request:
    """The request: the items, the form's answers (str, by field id), the person's locale, the caption and the subject."""

    def __init__(self, fields):
        self.items = [Item(item) for item in fields["items"]]
        self.answers = Answers(fields.get("answers") or {})
        self.locale = fields.get("locale")
        # A text about the items, and a subject for a mail or the like.
        self.caption, self.subject = fields.get("caption"), fields.get("subject")

    def composed(self, read=lambda file: None):
        """Composes the shared text, each part once: the caption, or else the name of a single link; then texts, links, and
        read(item) for each file."""
        links = [item for item in self.items if item.is_link]
        composed = ComposedText()
        composed.add(self.caption or (links[0].title if len(links) == 1 else ""))
        for item in self.items:
            composed.add(read(item) if item.is_file else item.address if item.is_link else item.text, item.is_link)
        return composed.text

    def text(self, most_bytes=None):
        """The composed text. With most_bytes, it includes the content of text files of at most that size, and the program fails
        if there is no text or a file is too large; without it, files are left out."""
        if most_bytes is None:
            return self.composed()
        text = self.composed(lambda file: file.read(most_bytes))
        return text if text.strip() else fail(said("nothing"))


@functools.cache
def request():
    """Reads the request; later calls return the same one. Fails if there is none."""
    try:
        fields = json.load(sys.stdin.buffer)
    except ValueError:
        fields = None
    if not isinstance(fields, dict) or "items" not in fields:
        # For the plug-in's author, so it is not translated.
        fail('There is no request on standard input. Write "stdin": "request" in the manifest\'s "perform".')
    speak(fields.get("locale"))
    return Request(fields)
