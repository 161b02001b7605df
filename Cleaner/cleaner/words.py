# SPDX-License-Identifier: Apache-2.0
"""Values of facts for people, in ten languages."""
import re

# For each language: north, south, east, west.
DIRECTIONS = {
    "en": ("N", "S", "E", "W"), "de": ("N", "S", "O", "W"), "fr": ("N", "S", "E", "O"), "es": ("N", "S", "E", "O"),
    "pt-BR": ("N", "S", "L", "O"), "ru": ("с. ш.", "ю. ш.", "в. д.", "з. д."), "zh-CN": ("北纬", "南纬", "东经", "西经"),
    "ja": ("北緯", "南緯", "東経", "西経"), "ar": ("شمالًا", "جنوبًا", "شرقًا", "غربًا"), "he": ("צפון", "דרום", "מזרח", "מערב"),
}
# The format of a position, and the decimal comma, in languages that differ from English.
POSITION, POSITIONS = "{latitude}° {ns}, {longitude}° {ew}", {
    "zh-CN": "{ns}{latitude}°，{ew}{longitude}°", "ja": "{ns}{latitude}°、{ew}{longitude}°"}
COMMA = dict.fromkeys(("de", "fr", "es", "pt-BR", "ru"), ",")
WORDS = {
    "serial": {
        "en": "serial number", "de": "Seriennummer", "fr": "numéro de série", "es": "número de serie", "pt-BR": "número de série",
        "ru": "серийный номер", "zh-CN": "序列号", "ja": "シリアル番号", "ar": "الرقم التسلسلي", "he": "מספר סידורי",
    },
    "thumbnail": {
        "en": "thumbnail", "de": "Vorschaubild", "fr": "vignette", "es": "miniatura", "pt-BR": "miniatura", "ru": "миниатюра",
        "zh-CN": "缩略图", "ja": "サムネイル", "ar": "صورة مصغّرة", "he": "תמונה ממוזערת",
    },
    "film": {
        "en": "video", "de": "Video", "fr": "vidéo", "es": "vídeo", "pt-BR": "vídeo", "ru": "видео", "zh-CN": "视频", "ja": "動画",
        "ar": "فيديو", "he": "סרטון",
    },
    "picture": {
        "en": "second picture", "de": "zweites Bild", "fr": "deuxième image", "es": "segunda imagen", "pt-BR": "segunda imagem",
        "ru": "второе изображение", "zh-CN": "第二张图像", "ja": "2 枚目の画像", "ar": "صورة ثانية", "he": "תמונה שנייה",
    },
    "captions": {
        "en": "captions", "de": "Untertitel", "fr": "sous-titres", "es": "subtítulos", "pt-BR": "legendas", "ru": "субтитры",
        "zh-CN": "字幕", "ja": "字幕", "ar": "ترجمات نصية", "he": "כתוביות",
    },
    "sensors": {
        "en": "sensor data", "de": "Sensordaten", "fr": "données de capteurs", "es": "datos de sensores",
        "pt-BR": "dados de sensores", "ru": "данные датчиков", "zh-CN": "传感器数据", "ja": "センサーのデータ", "ar": "بيانات المستشعرات",
        "he": "נתוני חיישנים",
    },
    "attachment": {
        "en": "attachment", "de": "Anhang", "fr": "pièce jointe", "es": "archivo adjunto", "pt-BR": "anexo", "ru": "вложение",
        "zh-CN": "附件", "ja": "添付ファイル", "ar": "مرفق", "he": "קובץ מצורף",
    },
    "revision": {
        "en": "earlier version", "de": "frühere Fassung", "fr": "version antérieure", "es": "versión anterior",
        "pt-BR": "versão anterior", "ru": "прежняя версия", "zh-CN": "早期版本", "ja": "以前の版", "ar": "نسخة سابقة", "he": "גרסה קודמת",
    },
}
# Control characters, invisible ones, and those that change the direction of text.
UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]+")
# Maximum characters of a value in a list.
LONGEST = 80


def position(latitude, longitude, language):
    """A position in degrees with two decimals, about a kilometre."""
    north, south, east, west = DIRECTIONS[language]
    number = lambda value: f"{abs(value):.2f}".rstrip("0").rstrip(".").replace(".", COMMA.get(language, "."))
    return POSITIONS.get(language, POSITION).format(
        latitude=number(latitude), longitude=number(longitude),
        ns=north if latitude >= 0 else south, ew=east if longitude >= 0 else west)


def one_line(text):
    """A value on one line, shortened to LONGEST characters."""
    text = " ".join(UNSEEN.sub(" ", text).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
