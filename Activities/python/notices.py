# SPDX-License-Identifier: Apache-2.0
"""Notifications of activities that hand over to another program, after which the sheet shows no result."""
import subprocess

from activity.words import in_language, shown

KEPT = {
    "en": "Saved to Downloads", "de": "In Downloads gespeichert", "fr": "Enregistré dans Téléchargements",
    "es": "Guardado en Descargas", "pt-BR": "Salvo em Downloads", "ru": "Сохранено в «Загрузки»",
    "zh-CN": "已保存到“下载”", "ja": "「ダウンロード」に保存しました", "ar": "حُفظ في التنزيلات",
    "he": "נשמר בהורדות",
}


def notify(texts, name, locale):
    """Shows a notification about the named file. Errors are ignored, such as a desktop without notifications."""
    service = "org.freedesktop.Notifications"
    plain = shown(name).replace("&", "&amp;").replace("<", "&lt;")
    arguments = ["activity-sheet", "0", "document-send-symbolic", in_language(texts, locale), plain, "0", "0", "-1"]
    call = ["busctl", "--user", "--", "call", service, "/org/freedesktop/Notifications", service]
    nowhere = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        subprocess.run([*call, "Notify", "susssasa{sv}i", *arguments], timeout=5, **nowhere)
    except (OSError, subprocess.TimeoutExpired):
        pass
