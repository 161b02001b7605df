# SPDX-License-Identifier: Apache-2.0
"""How mail programs are given files, by what was seen in the programs themselves: `make test-mail` sees it again.

No other program is given files. Many open an empty mail for a mailto: link with files, and succeed: such links are no part of
RFC 6068, and a way for web pages to steal files.
"""
import dataclasses
from typing import Callable
from urllib.parse import quote

from activity import uri_of

# Linux takes no argument of 128 KiB or more.
LONGEST = 128 * 1024 - 1


@dataclasses.dataclass(frozen=True)
class Mail:
    subject: str
    body: str
    paths: list

    @property
    def link(self):
        """Its words as RFC 6068 has them: lines end with CR LF."""
        return "mailto:?" + "&".join(self.fields("\r\n"))

    def fields(self, line_end):
        words = {"subject": self.subject, "body": self.body.replace("\n", line_end)}
        return [f"{name}={quote(value, safe='')}" for name, value in words.items() if value]


@dataclasses.dataclass(frozen=True)
class MailProgram:
    name: str
    # The arguments that open a mail.
    arguments: Callable[[Mail], list]
    # The most bytes of an argument.
    longest: int = LONGEST
    # Whether it attaches a file whose path has a line break, or is no UTF-8.
    takes_lines: bool = True
    takes_bytes: bool = True

    def takes(self, path):
        return (self.takes_lines or "\n" not in path) and (self.takes_bytes or is_text(path))


def is_text(path):
    """Bytes that are no UTF-8 are surrogates in it (PEP 383)."""
    return not any("\udc80" <= character <= "\udcff" for character in path)


def thunderbird(mail):
    """Fields end at commas, and what is in quotation marks is taken as it is; percent-encoding leaves neither in a value."""
    # A body is HTML where mails are composed as HTML: "a < b" would be lost. 2 is plain text.
    plain = ["format=2"] if mail.body else []
    files = ["attachment='" + ",".join(map(uri_of, mail.paths)) + "'"] if mail.paths else []
    return ["-compose", ",".join([*mail.fields("\n"), *plain, *files])]


def claws_mail(mail):
    return ["--compose", mail.link, *(["--attach", *mail.paths] if mail.paths else [])]


def evolution(mail):
    """An address in a link: what it holds is encoded twice."""
    files = ["attach=" + quote(uri_of(path), safe="") for path in mail.paths]
    return ["mailto:?" + "&".join([*mail.fields("\r\n"), *files])]


def balsa(mail):
    return ["--compose=" + mail.link, *("--attach=" + uri_of(path) for path in mail.paths)]


def kmail(mail):
    # Words that are not encoded; no argument holds a NUL.
    words = {"--subject": mail.subject.replace("\0", ""), "--body": mail.body.replace("\0", "")}
    given = [f"{option}={value}" for option, value in words.items() if value]
    return given + ["--attach=" + uri_of(path) for path in mail.paths]


# A program that runs already is told by lines of 8 KiB, of which a name is one; one that is no UTF-8 breaks the mail's headers.
LINES = {"longest": 8000, "takes_lines": False, "takes_bytes": False}

# By the names of their programs.
PROGRAMS = {
    "balsa": MailProgram("Balsa", balsa),
    # Thunderbird by another name.
    "betterbird": MailProgram("Betterbird", thunderbird, takes_bytes=False),
    "claws-mail": MailProgram("Claws Mail", claws_mail, **LINES),
    "evolution": MailProgram("Evolution", evolution),
    "kmail": MailProgram("KMail", kmail, takes_bytes=False),
    "sylpheed": MailProgram("Sylpheed", claws_mail, **LINES),
    "thunderbird": MailProgram("Thunderbird", thunderbird, takes_bytes=False),
}

# Exit statuses of programs that have not failed. Geary returns -1 for each link that it opens, and 1 for one that it refuses (its
# application-client.vala: command_line, handle_general_options).
SUCCESS = {"geary": {0, 255}}
