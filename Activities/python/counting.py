# SPDX-License-Identifier: Apache-2.0
"""A count of items, at least two, in the person's language (CLDR's plural rules)."""
from activity.words import in_language, languages


def russian(count):
    if count % 10 == 1 and count % 100 != 11:
        return "объект"
    return "объекта" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "объектов"


def arabic(count):
    return "عناصر" if 3 <= count % 100 <= 10 else "عنصرًا" if count % 100 >= 11 else "عنصر"


FORMS = {
    "en": lambda count: f"{count} items", "de": lambda count: f"{count} Objekte", "fr": lambda count: f"{count} éléments",
    "es": lambda count: f"{count} elementos", "pt-BR": lambda count: f"{count} itens",
    "ru": lambda count: f"{count} {russian(count)}", "zh-CN": lambda count: f"{count} 个项目", "ja": lambda count: f"{count}項目",
    "ar": lambda count: "عنصران" if count == 2 else f"{count} {arabic(count)}", "he": lambda count: f"{count} פריטים",
}


def items(count):
    return in_language(FORMS, *languages())(count)
