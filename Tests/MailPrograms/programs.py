# SPDX-License-Identifier: Apache-2.0
"""Mail programs with an account that cannot send: the configuration of each in an empty home, and the place
of its drafts."""

import contextlib
import glob
import json
import mailbox
import os
import subprocess


class Program:
    """A mail program in Debian."""

    # Files of /usr/share/dbus-1/services that it needs on its session bus.
    services = []
    environment = {}
    # A command that runs before the first mail; empty for none.
    before = []
    # The key that saves a mail as a draft.
    key = "ctrl+s"
    # Title of the window of a mail without a subject.
    title = "Compose"

    def __init__(self):
        self.home, self.data = os.environ["HOME"], os.environ["XDG_DATA_HOME"]

    def end(self):
        """Ends other processes that the program has started."""

    def write(self, path, text=""):
        path = os.path.join(self.home, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def mbox(self, path):
        path = os.path.join(self.home, path)
        if not os.path.exists(path):
            return []
        with contextlib.closing(mailbox.mbox(path, create=False)) as drafts:
            return [bytes(draft) for draft in drafts]

    def files(self, pattern):
        """Yields the content of each file that matches, one draft each."""
        for path in glob.glob(pattern, root_dir=self.home):
            with open(os.path.join(self.home, path), "rb") as file:
                yield file.read()


ACCOUNT = """[Account: 1]
account_name=Ada
is_default=1
name=Ada
address=ada@example.org
protocol={protocol}
smtp_server=localhost
"""

FOLDERS = """<?xml version="1.0" encoding="UTF-8"?>
<folderlist>
<folder type="mh" name="Mailbox" path="{path}" account_id="0">
<folderitem type="inbox" name="inbox" path="inbox"/>
<folderitem type="outbox" name="sent" path="sent"/>
<folderitem type="draft" name="draft" path="draft"/>
<folderitem type="queue" name="queue" path="queue"/>
<folderitem type="trash" name="trash" path="trash"/>
</folder>
</folderlist>
"""


class ClawsMail(Program):
    package, entry = "claws-mail", "claws-mail.desktop"
    # Claws Mail's protocol for an account that only sends.
    settings, mail, protocol = ".claws-mail", "Claws", 6

    def configure(self):
        self.write(self.settings + "/accountrc", ACCOUNT.format(protocol=self.protocol))
        self.write(self.settings + "/folderlist.xml", FOLDERS.format(path=self.mail))
        for folder in ["inbox", "draft", "sent", "queue", "trash"]:
            os.makedirs(f"{self.home}/{self.mail}/{folder}", exist_ok=True)

    def drafts(self):
        return self.files(self.mail + "/draft/[0-9]*")

    def end(self):
        # Another test of this program begins without drafts.
        for path in glob.glob(self.mail + "/draft/[0-9]*", root_dir=self.home):
            os.unlink(os.path.join(self.home, path))


class Sylpheed(ClawsMail):
    package, entry = "sylpheed", "sylpheed.desktop"
    settings, mail, protocol = ".sylpheed-2.0", "Sylpheed", 5


class Balsa(Program):
    package, entry = "balsa", "balsa-mailto-handler.desktop"
    # It crashes if a mail starts it, even through its own desktop entry.
    before = ["balsa"]
    title = "New message"
    settings = """[Globals]
MailDir={home}/mail
OpenInboxOnStartup=true

[identity]
CurrentIdentity=Ada

[identity-Ada]
FullName=Ada
Address=ada@example.org
SmtpServer=Default

[smtp-server-Default]
Server=localhost:9
"""
    mailbox = "\n[mailbox-{name}]\nPath={home}/mail/{name}\nType=LibBalsaMailboxMbox\nName={name}\n"

    def configure(self):
        text = self.settings.format(home=self.home)
        for name in ["Inbox", "Outbox", "Sentbox", "Draftbox", "Trash"]:
            text += self.mailbox.format(home=self.home, name=name)
            self.write("mail/" + name)
        self.write(".balsa/config", text)
        self.write(".balsa/config-private")

    def drafts(self):
        return self.mbox("mail/Draftbox")


class Thunderbird(Program):
    package, entry = "thunderbird", "thunderbird.desktop"
    title = "Write:"
    # Otherwise it creates a separate profile for each installation.
    environment = {"MOZ_LEGACY_PROFILES": "1"}
    preferences = {
        "mail.accountmanager.accounts": "account1,account2", "mail.accountmanager.defaultaccount": "account2",
        "mail.accountmanager.localfoldersserver": "server1", "mail.account.account1.server": "server1",
        "mail.account.account2.server": "server2", "mail.account.account2.identities": "id1",
        "mail.server.server1.type": "none", "mail.server.server1.hostname": "Local Folders",
        "mail.server.server1.userName": "nobody", "mail.server.server1.directory-rel": "[ProfD]Mail/Local Folders",
        "mail.server.server2.type": "pop3", "mail.server.server2.hostname": "localhost", "mail.server.server2.port": 9,
        "mail.server.server2.userName": "ada", "mail.server.server2.directory-rel": "[ProfD]Mail/localhost",
        "mail.server.server2.login_at_startup": False, "mail.server.server2.check_new_mail": False,
        "mail.server.server2.deferred_to_account": "account1",
        "mail.identity.id1.fullName": "Ada", "mail.identity.id1.useremail": "ada@example.org",
        "mail.identity.id1.smtpServer": "smtp1", "mail.identity.id1.valid": True,
        "mail.identity.id1.draft_folder": "mailbox://nobody@Local%20Folders/Drafts",
        "mail.smtpservers": "smtp1", "mail.smtp.defaultserver": "smtp1",
        "mail.smtpserver.smtp1.hostname": "localhost", "mail.smtpserver.smtp1.port": 9,
        "mail.shell.checkDefaultClient": False, "mail.spotlight.firstRunDone": True, "mail.rights.version": 1,
        "mailnews.start_page.enabled": False, "app.donation.eoy.version.viewed": 999,
        "datareporting.policy.dataSubmissionPolicyBypassNotification": True,
    }

    def configure(self):
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in self.preferences.items())
        self.write(".thunderbird/p/user.js", "".join(lines))
        self.write(
            ".thunderbird/profiles.ini",
            "[Profile0]\nName=default\nIsRelative=1\nPath=p\nDefault=1\n\n[General]\nStartWithLastProfile=1\nVersion=2\n")

    def drafts(self):
        return self.mbox(".thunderbird/p/Mail/Local Folders/Drafts")


class Evolution(Program):
    package, entry = "evolution", "org.gnome.Evolution.desktop"
    services = [
        f"org.gnome.evolution.dataserver.{name}.service"
        for name in ["AddressBook10", "Calendar8", "Sources5", "UserPrompter0"]]
    sources = {
        "ada": ("", "[Mail Account]\nBackendName=none\nIdentityUid=ada-identity\n"),
        "ada-identity": ("ada", """[Mail Identity]
Name=Ada
Address=ada@example.org

[Mail Composition]
DraftsFolder=folder://local/Drafts

[Mail Submission]
SentFolder=folder://local/Sent
TransportUid=ada-transport
"""),
        "ada-transport": ("ada", "[Mail Transport]\nBackendName=smtp\n\n[Authentication]\nHost=localhost\nPort=9\n"),
    }

    def configure(self):
        for name, (parent, text) in self.sources.items():
            text = f"[Data Source]\nDisplayName=Ada\nEnabled=true\nParent={parent}\n\n{text}"
            self.write(f"{os.environ['XDG_CONFIG_HOME']}/evolution/sources/{name}.source", text)

    def drafts(self):
        return self.files(self.data + "/evolution/mail/local/.Drafts/[cn]*/*")


class KMail(Program):
    package, entry = "kmail", "org.kde.kmail2.desktop"
    # On Debian 12 the title of its composer is "unnamed".
    title = "unnamed|^Composer"
    services = ["org.freedesktop.Akonadi.Control.service"]
    # Chromium's sandbox refuses root.
    environment = {"QTWEBENGINE_DISABLE_SANDBOX": "1"}
    settings = {
        "akonadi/akonadiserverrc": "[%General]\nDriver=QSQLITE3\n",
        "emailidentities":
            "[General]\nDefault Identity=1\n\n"
            "[Identity #0]\nEmail Address=ada@example.org\nIdentity=Ada\nName=Ada\nuoid=1\n",
        "kmail2rc": "[General]\nfirst-start=false\n",
    }

    def configure(self):
        for name, text in self.settings.items():
            self.write("config/" + name, text)

    def drafts(self):
        return self.files(self.data + "/*/drafts/[cn]*/*")

    def end(self):
        subprocess.run(["akonadictl", "stop"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


ALL = [ClawsMail, Sylpheed, Balsa, Evolution, KMail, Thunderbird]
