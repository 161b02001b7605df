# SPDX-License-Identifier: Apache-2.0
"""How to pass files to mail programs, as observed in the programs themselves; `make test-mail` checks it.

Other programs receive no files. Many open an empty mail for a mailto: link with attachments, and exit with success: such links
are not part of RFC 6068, and web pages could steal files with them.
"""
import dataclasses
from typing import Callable
from urllib.parse import quote

from activity import uri_of

# Maximum bytes of an argument: Linux rejects 128 KiB or more.
LONGEST = 128 * 1024 - 1


@dataclasses.dataclass(frozen=True)
class Mail:
    subject: str
    body: str
    paths: list

    @property
    def link(self):
        """Subject and body as a mailto: link (RFC 6068), whose lines end with CR LF."""
        return "mailto:?" + "&".join(self.fields("\r\n"))

    def fields(self, line_end):
        words = {"subject": self.subject, "body": self.body.replace("\n", line_end)}
        return [f"{name}={quote(value, safe='')}" for name, value in words.items() if value]


@dataclasses.dataclass(frozen=True)
class MailProgram:
    name: str
    # The arguments that open a mail.
    arguments: Callable[[Mail], list]
    # Maximum bytes of an argument.
    longest: int = LONGEST
    # Whether it can attach a file whose path contains a newline, or is not UTF-8.
    takes_lines: bool = True
    takes_bytes: bool = True

    def takes(self, path):
        return (self.takes_lines or "\n" not in path) and (self.takes_bytes or is_text(path))


def is_text(path):
    """Whether the path is UTF-8; other bytes are surrogates in it (PEP 383)."""
    return not any("\udc80" <= character <= "\udcff" for character in path)


def thunderbird(mail):
    """Thunderbird's fields end at commas, and quotation marks protect a value; percent-encoding leaves neither in one."""
    # Thunderbird reads a body as HTML if the person composes HTML, and "a < b" would be lost. Format 2 is plain text.
    plain = ["format=2"] if mail.body else []
    files = ["attachment='" + ",".join(map(uri_of, mail.paths)) + "'"] if mail.paths else []
    return ["-compose", ",".join([*mail.fields("\n"), *plain, *files])]


def claws_mail(mail):
    return ["--compose", mail.link, *(["--attach", *mail.paths] if mail.paths else [])]


def evolution(mail):
    """Evolution's attachments are URIs within the link, so they are encoded twice."""
    files = ["attach=" + quote(uri_of(path), safe="") for path in mail.paths]
    return ["mailto:?" + "&".join([*mail.fields("\r\n"), *files])]


def balsa(mail):
    return ["--compose=" + mail.link, *("--attach=" + uri_of(path) for path in mail.paths)]


def kmail(mail):
    # The values are not encoded, and an argument cannot contain a NUL.
    words = {"--subject": mail.subject.replace("\0", ""), "--body": mail.body.replace("\0", "")}
    given = [f"{option}={value}" for option, value in words.items() if value]
    return given + ["--attach=" + uri_of(path) for path in mail.paths]


# These pass a command to their running instance in lines of 8 KiB, one for each path. A path that is not UTF-8 breaks the
# headers.
LINES = {"longest": 8000, "takes_lines": False, "takes_bytes": False}

# Mail programs by the names of their executables.
PROGRAMS = {
    "balsa": MailProgram("Balsa", balsa),
    # A fork of Thunderbird.
    "betterbird": MailProgram("Betterbird", thunderbird, takes_bytes=False),
    "claws-mail": MailProgram("Claws Mail", claws_mail, **LINES),
    "evolution": MailProgram("Evolution", evolution),
    "kmail": MailProgram("KMail", kmail, takes_bytes=False),
    "sylpheed": MailProgram("Sylpheed", claws_mail, **LINES),
    "thunderbird": MailProgram("Thunderbird", thunderbird, takes_bytes=False),
}

# Exit statuses that mean success, for programs that use others than 0. Geary returns -1 for each link that it opens, and 1 for
# one that it rejects (application-client.vala: command_line, handle_general_options).
SUCCESS = {"geary": {0, 255}}
