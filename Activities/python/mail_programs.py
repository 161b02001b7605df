# SPDX-License-Identifier: Apache-2.0
"""How mail programs are given files, by what was seen in the programs themselves: `make test-mail` sees it again.

None other is given any. Many open an empty mail for a mailto: link with files, which is no part of RFC 6068 and a way to steal
files where a page has made the link; and they succeed.
"""
import dataclasses
from typing import Callable
from urllib.parse import quote

from activity import uri_of


@dataclasses.dataclass(frozen=True)
class Mail:
    subject: str
    body: str
    paths: list

    @property
    def link(self):
        """Its words as RFC 6068 has them: lines end with CR LF."""
        fields = {"subject": self.subject, "body": self.body.replace("\n", "\r\n")}
        return "mailto:?" + "&".join(f"{name}={quote(value, safe='')}" for name, value in fields.items() if value)


@dataclasses.dataclass(frozen=True)
class MailProgram:
    name: str
    # The arguments that open a mail.
    arguments: Callable[[Mail], list]
    # Bytes of an argument; Linux takes none of 128 KiB or more.
    longest: int = 128 * 1024 - 1
    # Whether it attaches a file whose path has a line break.
    takes_lines: bool = True


def thunderbird(mail):
    """Fields end at commas, and what is in quotation marks is taken as it is; percent-encoding leaves neither in a value."""
    fields = {"subject": mail.subject, "body": mail.body}
    words = [f"{name}={quote(value, safe='')}" for name, value in fields.items() if value]
    # A body is HTML where mails are composed as HTML: "a < b" would be lost. 2 is plain text.
    plain = ["format=2"] if mail.body else []
    files = ["attachment='" + ",".join(map(uri_of, mail.paths)) + "'"] if mail.paths else []
    return ["-compose", ",".join([*words, *plain, *files])]


def claws_mail(mail):
    return ["--compose", mail.link, *(["--attach", *mail.paths] if mail.paths else [])]


def evolution(mail):
    """An address in a link: what it holds is encoded twice."""
    return [mail.link + "".join("&attach=" + quote(uri_of(path), safe="") for path in mail.paths)]


def balsa(mail):
    return ["--compose=" + mail.link, *("--attach=" + uri_of(path) for path in mail.paths)]


# A program that runs already is told by lines of 8 KiB, of which a name is one.
LINES = {"longest": 8000, "takes_lines": False}

# By the names of their programs.
PROGRAMS = {
    "balsa": MailProgram("Balsa", balsa),
    "claws-mail": MailProgram("Claws Mail", claws_mail, **LINES),
    "evolution": MailProgram("Evolution", evolution),
    "sylpheed": MailProgram("Sylpheed", claws_mail, **LINES),
    "thunderbird": MailProgram("Thunderbird", thunderbird),
}
