# SPDX-License-Identifier: Apache-2.0
"""Facts about the entries that a PDF loses: their kinds, by key, and the values below them."""
import pikepdf

# Keys that are a fact by themselves; nothing below them is reported.
WHOLE = {
    **dict.fromkeys(("/EmbeddedFiles", "/AF", "/EF", "/FS"), ("name", "history", "attachment")),
    "/Thumb": ("name", "preview", "thumbnail"),
}
# Kinds of texts below an entry that goes, by key.
TEXTS = {
    **dict.fromkeys(("/Author", "/ContactInfo"), "person"), "/Location": "location", "/Reason": "text",
    **dict.fromkeys(("/M", "/LastModified", "/CreationDate", "/ModDate"), "time"),
    **dict.fromkeys(("/Creator", "/Producer", "/PTEX.FileName", "/PTEX.Fullbanner", "/F", "/UF", "/URI", "/Base"), "software"),
}
# Types of dictionaries whose /Name is a person's: a signature, and a layer's individual.
NAMED = {"/Sig", "/Ind"}
# Keys that lead back into the document, and types of dictionaries that stay with everything below them.
UP, STAYS = {"/Parent", "/P", "/Pg", "/Dest", "/D"}, {"/Page", "/Pages", "/Catalog", "/OCG"}
# Maximum bytes of pictures and metadata passed on, and maximum characters of a value.
MOST_BYTES, LONGEST = 256 << 20, 1000


class Silent:
    """Ignores facts, while a copy is made."""

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
        """Reports the facts of an entry that goes, and of everything below it; "other" if there is nothing else to report."""
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
                # Latitude and longitude of a map's first corner.
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
