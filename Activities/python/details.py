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

WORDS = {
    "en": {
        "author": "Author: {name}", "owner": "Owner: {name}",
        "of": "{count} of {all}", "serial": "serial number", "thumbnail": "thumbnail", "behind": "data after the picture’s end",
        "sensors": "sensor data", "captions": "captions", "others": "other details",
        "links": "PDF: links and form fields are lost",
        "unseen": "not everything was looked at", "places": "{count} places",
    },
    "de": {
        "author": "Autor: {name}", "owner": "Besitzer: {name}",
        "of": "{count} von {all}", "serial": "Seriennummer", "thumbnail": "Vorschaubild", "behind": "Daten hinter dem Bildende",
        "sensors": "Sensordaten", "captions": "Untertitel", "others": "weitere Angaben",
        "links": "PDF: Links und Formularfelder gehen verloren",
        "unseen": "nicht alles wurde angesehen", "places": "{count} Orte",
    },
    "fr": {
        "author": "Auteur : {name}", "owner": "Propriétaire : {name}",
        "of": "{count} sur {all}", "serial": "numéro de série", "thumbnail": "vignette",
        "behind": "données après la fin de l’image", "sensors": "données de capteurs", "captions": "sous-titres",
        "others": "autres informations",
        "links": "PDF : liens et champs de formulaire perdus", "unseen": "tout n’a pas été examiné", "places": "{count} lieux",
    },
    "es": {
        "author": "Autor: {name}", "owner": "Propietario: {name}",
        "of": "{count} de {all}", "serial": "número de serie", "thumbnail": "miniatura",
        "behind": "datos tras el final de la imagen", "sensors": "datos de sensores", "captions": "subtítulos",
        "others": "otros datos",
        "links": "PDF: se pierden enlaces y campos de formulario", "unseen": "no se examinó todo", "places": "{count} lugares",
    },
    "pt-BR": {
        "author": "Autor: {name}", "owner": "Proprietário: {name}",
        "of": "{count} de {all}", "serial": "número de série", "thumbnail": "miniatura",
        "behind": "dados após o fim da imagem", "sensors": "dados de sensores", "captions": "legendas", "others": "outros dados",
        "links": "PDF: links e campos de formulário se perdem", "unseen": "nem tudo foi examinado", "places": "{count} locais",
    },
    "ru": {
        "author": "Автор: {name}", "owner": "Владелец: {name}",
        "of": "{count} из {all}", "serial": "серийный номер", "thumbnail": "миниатюра",
        "behind": "данные после конца изображения", "sensors": "данные датчиков", "captions": "субтитры",
        "others": "другие сведения",
        "links": "PDF: ссылки и поля форм пропадут", "unseen": "просмотрено не всё", "places": "мест: {count}",
    },
    "zh-CN": {
        "author": "作者：{name}", "owner": "所有者：{name}",
        "of": "{all} 项中的 {count} 项", "serial": "序列号", "thumbnail": "缩略图", "behind": "图像末尾之后的数据",
        "sensors": "传感器数据", "captions": "字幕", "others": "其他信息", "links": "PDF：链接和表单字段会丢失", "unseen": "并未全部检查",
        "places": "{count} 个地点",
    },
    "ja": {
        "author": "作成者：{name}", "owner": "所有者：{name}",
        "of": "{all} 件中 {count} 件", "serial": "シリアル番号", "thumbnail": "サムネイル", "behind": "画像の末尾より後のデータ",
        "sensors": "センサーのデータ", "captions": "字幕", "others": "その他の情報", "links": "PDF：リンクとフォームの欄は失われます",
        "unseen": "すべては確認していません", "places": "{count} か所",
    },
    "ar": {
        "author": "المؤلف: {name}", "owner": "المالك: {name}",
        "of": "{count} من {all}", "serial": "الرقم التسلسلي", "thumbnail": "صورة مصغّرة", "behind": "بيانات بعد نهاية الصورة",
        "sensors": "بيانات المستشعرات", "captions": "ترجمات نصية", "others": "معلومات أخرى",
        "links": "PDF: تُفقد الروابط وحقول النماذج",
        "unseen": "لم يُفحص كل شيء", "places": "عدد الأماكن: {count}",
    },
    "he": {
        "author": "מחבר: {name}", "owner": "בעלים: {name}",
        "of": "{count} מתוך {all}", "serial": "מספר סידורי", "thumbnail": "תמונה ממוזערת", "behind": "נתונים אחרי סוף התמונה",
        "sensors": "נתוני חיישנים", "captions": "כתוביות", "others": "פרטים נוספים", "links": "PDF: קישורים ושדות טופס יאבדו",
        "unseen": "לא הכול נבדק", "places": "{count} מקומות",
    },
}


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


def line(parts, found, items):
    """The parts, once each; whether all items were looked at; and of how many the parts are. `found` has for each item that was
    looked at whether there is something to change in it."""
    parts = list(dict.fromkeys(one_line(part) for part in parts if part))
    if len(found) < len(items):
        parts.append(word("unseen"))
    if parts and (count := sum(map(bool, found))) < len(found):
        parts.append(word("of", count=count, all=len(found)))
    return " · ".join(parts)
