# SPDX-License-Identifier: Apache-2.0
"""Tracking parameters of links, which identify the person, the source or a campaign."""
import fnmatch, os, re
from functools import cache
from urllib.parse import unquote, urlsplit

# Excludes punctuation and closing brackets at the end of a link.
LINK = re.compile(r"""https?://[^\s<>"'`{}|\\^]*[^\s<>"'`{}|\\^.,;:!?)\]]""", re.I)
NAMES = os.path.join(os.path.dirname(__file__), "tracking-names")


def trackers(text):
    """The names of the tracking parameters in a text's links."""
    return list(dict.fromkeys(name for link in LINK.findall(text) for name in removed(link)[1]))


def without(text):
    """The text with the tracking parameters removed from its links; everything else stays unchanged."""
    return LINK.sub(lambda found: removed(found[0])[0], text)


def removed(link):
    """The link without its tracking parameters, and their names."""
    address, mark, fragment = link.partition("#")
    start, question, query = address.partition("?")
    try:
        host = urlsplit(link).hostname or ""
    except ValueError:
        return link, []
    query, names = pruned(query, host)
    # In single-page applications the fragment may be an address with parameters.
    places, left = fragment.split("?"), []
    for place in places:
        kept, found = pruned(place, host, is_assigned)
        left += [kept] if kept or not found else []
        names += found
    if not names:
        return link, []
    fragment = "?".join(left)
    return start + (question + query if query else "") + (mark + fragment if fragment else ""), names


def pruned(query, host, counts=lambda pair: True):
    """The query without tracking parameters, and their names."""
    # HTML writes an ampersand as "&amp;".
    parts = re.split("(&amp;|&)", query)
    pairs = list(zip(["", *parts[1::2]], parts[::2]))
    kept = [pair for pair in pairs if not (counts(pair[1]) and is_tracker(name_of(pair[1]), host))]
    names = [name_of(pair[1]) for pair in pairs if pair not in kept]
    return "".join(separator * (number > 0) + pair for number, (separator, pair) in enumerate(kept)), names


def is_assigned(pair):
    """Whether it is a parameter with a value; without "=", it may be the name of a place in the page."""
    return "=" in pair


def name_of(pair):
    return unquote(pair.partition("=")[0])


def is_tracker(name, host):
    return any(
        fnmatch.fnmatchcase(name.lower(), pattern) for site, patterns in names().items() if belongs(host, site)
        for pattern in patterns)


def belongs(host, site):
    """Whether a host belongs to a site; "" is every site, and "site.*" the site in every country."""
    if not site:
        return True
    if site.endswith(".*"):
        return f".{host}".rpartition(f".{site[:-2]}.")[1] != "" and host.count(".") <= site.count(".") + 2
    return host == site or host.endswith("." + site)


@cache
def names():
    """Patterns of parameter names by site; "" for all sites."""
    found = {}
    with open(NAMES, encoding="utf-8") as file:
        for line in file:
            if words := line.partition("#")[0].split():
                site = words.pop(0) if "." in words[0] else ""
                found.setdefault(site, []).extend(words)
    return found
