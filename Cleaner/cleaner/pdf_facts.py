# SPDX-License-Identifier: Apache-2.0
"""Which facts stand behind what a PDF loses: kinds by the key, and the values below it."""
import pikepdf

# Keys that say enough by themselves; nothing below them is named.
WHOLE = {
    **dict.fromkeys(("/EmbeddedFiles", "/AF", "/EF", "/FS"), ("name", "history", "attachment")),
    "/Thumb": ("name", "preview", "thumbnail"),
}
# Kinds of texts below what goes.
TEXTS = {
    **dict.fromkeys(("/Author", "/ContactInfo"), "person"), "/Location": "location", "/Reason": "text",
    **dict.fromkeys(("/M", "/LastModified", "/CreationDate", "/ModDate"), "time"),
    **dict.fromkeys(("/Creator", "/Producer", "/PTEX.FileName", "/PTEX.Fullbanner", "/F", "/UF", "/URI", "/Base"), "software"),
}
# Dictionaries whose /Name is a person's: a signature and the user of a layer.
NAMED = {"/Sig", "/Ind"}
# Keys that lead back into the document, and dictionaries that stay with all that is below them.
UP, STAYS = {"/Parent", "/P", "/Pg", "/Dest", "/D"}, {"/Page", "/Pages", "/Catalog", "/OCG"}
# Most bytes of the pictures and metadata that are handed on, and most characters of a value.
MOST_BYTES, LONGEST = 256 << 20, 1000


class Silent:
    """While a copy is made nobody asks for facts."""

    def person(self, name):
        pass

    picture = person

    def gone(self, key, value):
        pass


class Facts(Silent):
    """Reports each fact once, as tell(method of Finding, …), tell("file", content) or tell("unread", reason)."""

    def __init__(self, tell):
        self.tell, self.told, self.seen, self.room = tell, set(), set(), MOST_BYTES

    def say(self, *fact):
        if fact not in self.told:
            self.told.add(fact)
            self.tell(*fact)

    def person(self, name):
        self.say("add", "person", str(name)[:LONGEST])

    def picture(self, data):
        if data.startswith(b"\xff\xd8\xff"):
            self.file(data)
        else:
            self.say("add", "other", "")

    def file(self, data):
        self.room -= len(data)
        if self.room < 0:
            self.say("unread", "size")
        else:
            self.tell("file", data)

    def gone(self, key, value):
        """Reports what is said by a key that goes and by all below it."""
        count, below = len(self.told), [(key, value, "")]
        while below:
            key, value, kind = below.pop()
            if key in WHOLE:
                self.say(*WHOLE[key])
            elif isinstance(value, pikepdf.String):
                self.text(key, str(value)[:LONGEST], kind)
            elif not isinstance(value, pikepdf.Object) or self.was_seen(value):
                continue
            elif key == "/GPTS":
                # The first corner of a map.
                self.say("place", *map(float, list(value)[:2]))
            elif isinstance(value, pikepdf.Array):
                below += ((key, one, kind) for one in value)
            elif key == "/Metadata" and isinstance(value, pikepdf.Stream):
                self.file(value.read_bytes())
            elif isinstance(value, (pikepdf.Dictionary, pikepdf.Stream)) and (kind := value.get("/Type")) not in STAYS:
                below += ((name, one, kind) for name, one in value.items() if name not in UP)
        if len(self.told) == count:
            self.say("add", "other", "")

    def was_seen(self, thing):
        if not thing.is_indirect:
            return False
        is_new = thing.objgen not in self.seen
        self.seen.add(thing.objgen)
        return not is_new

    def text(self, key, text, kind):
        if key == "/Name" and kind in NAMED:
            self.say("add", "person", text)
        elif key in TEXTS and text:
            self.say("add", TEXTS[key], text)
