# SPDX-License-Identifier: Apache-2.0
"""What metadata says of places, as ExifTool names it: read to describe, written to remove, read again to be sure."""
import details

# In EXIF, XMP, IPTC, QuickTime and what makers write into their notes. Names, wherever they stand.
PLACES = [
    "*GPS*", "*Latitude", "*Longitude", "*LatitudeRef", "*LongitudeRef", "Geo*", "City", "State", "Province-State",
    "Country*", "Sub-location", "Location", "ContentLocation*", "LocationShown*", "LocationCreated*", "LocationInfo*",
    "LocationName", "LocationBody", "LocationNote", "LocationRole", "LocationDate", "LocationAccuracy*", "LocationISO*",
    "CreatorCity", "CreatorRegion", "CreatorCountry", "CreatorAddress", "CreatorPostalCode", "CiAdr*", "Landmark",
    "GimbalYawDegree",
]
READ = [f"-{name}" for name in PLACES]
# Every tag of these names wherever it may be written, for which ExifTool loads all its tables; and makers' notes, out of some
# of which no single tag can be taken.
REMOVE_MORE = [
    "-gps:all=", *(f"-{name}=" for name in PLACES), "-MakerNotes:all=", "-XMP-drone-dji:all=", "-XMP-drone-parrot:all=",
]


def said_in(tags):
    """The tags that say something of a place."""
    return {name: value for name, value in tags.items() if ":" in name and str(value).strip(" .0\n")}


def removal(found):
    """The changes that remove the tags, which is a matter of their groups."""
    groups = {tuple(name.split(":")[-2:]) for name in found if not name.startswith(("Composite:", "EXIF:GPS:"))}
    return ["-gps:all=", *sorted(f"-{group}:{name}=" for group, name in groups)]


def described(tags):
    """A place for people: its name, or where it is."""
    by_name = {name.rsplit(":", 1)[-1]: value for name, value in tags.items()}
    # Without -n they are written in degrees and minutes.
    latitude, longitude = tags.get("Composite:GPSLatitude"), tags.get("Composite:GPSLongitude")
    if isinstance(latitude, (int, float)) and isinstance(longitude, (int, float)) and (latitude or longitude):
        return details.position(latitude, longitude)
    names = [by_name.get(name) for name in ("Sub-location", "Location", "City", "Country", "Country-PrimaryLocationName")]
    return ", ".join(dict.fromkeys(str(name) for name in names if name))
