# SPDX-License-Identifier: Apache-2.0
"""The line beside a transform's switch: what there is to change, in the form's language."""
from activity.words import in_language, one_line, preferred

# For each language: north, south, east, west; how a position is written; the decimal sign; units of size.
POSITIONS = {
    "en": ("N", "S", "E", "W"), "de": ("N", "S", "O", "W"), "fr": ("N", "S", "E", "O"), "es": ("N", "S", "E", "O"),
    "pt-BR": ("N", "S", "L", "O"), "ru": ("с. ш.", "ю. ш.", "в. д.", "з. д."), "zh-CN": ("北纬", "南纬", "东经", "西经"),
    "ja": ("北緯", "南緯", "東経", "西経"), "ar": ("شمالًا", "جنوبًا", "شرقًا", "غربًا"), "he": ("צפון", "דרום", "מזרח", "מערב"),
}
WRITTEN = {"en": "{latitude}° {ns}, {longitude}° {ew}", "zh-CN": "{ns}{latitude}°，{ew}{longitude}°"}
WRITTEN["ja"] = WRITTEN["zh-CN"].replace("，", "、")
COMMA = {"en": ".", **dict.fromkeys(("de", "fr", "es", "pt-BR", "ru"), ",")}
UNITS = {"en": "kB MB GB", "fr": "ko Mo Go", "ru": "кБ МБ ГБ"}

def word(key, **parts):
    return in_language(WORDS, *preferred())[key].format(**parts)


def written(ways):
    """How the language writes something; a language that is not named does as English."""
    return in_language({**dict.fromkeys(POSITIONS, ways["en"]), **ways}, *preferred())


def number(value, digits):
    """As written in the language, without zeros at its end."""
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if digits else text
    return text.replace(".", written(COMMA))


def position(latitude, longitude):
    """A place on Earth, to a kilometre."""
    north, south, east, west = in_language(POSITIONS, *preferred())
    return written(WRITTEN).format(
        latitude=number(abs(latitude), 2), longitude=number(abs(longitude), 2),
        ns=north if latitude >= 0 else south, ew=east if longitude >= 0 else west)


def size(amount):
    """A size, in units of a thousand."""
    units = written(UNITS).split()
    step = next((step for step in (0, 1) if amount < 999_500 * 1000**step), 2)
    value = amount / 1000 ** (step + 1)
    return f"{number(value, 0 if value >= 10 else 1)} {units[step]}"
