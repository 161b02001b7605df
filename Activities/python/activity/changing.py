# SPDX-License-Identifier: Apache-2.0
"""Why a changed copy of what is shared cannot be made, as words.py has all other reasons."""

CHANGING = {
    "en": {
        "damaged": "“{name}” is damaged, or not what its name says.",
        "changes": "“{name}” is just being changed. Try again.",
        "remains": "“{name}” could not be cleaned of all that was to go.", "text_lost": "“{name}” would lose its text.",
        "no_jpeg": "“{name}” has transparent parts or several pages, which JPEG does not have.",
        "no_picture": "“{name}” could not be made smaller.",
    },
    "de": {
        "damaged": "„{name}“ ist beschädigt oder nicht das, was der Name sagt.",
        "changes": "„{name}“ wird gerade geändert. Bitte noch einmal versuchen.",
        "remains": "Aus „{name}“ ließ sich nicht alles entfernen, was verschwinden sollte.",
        "text_lost": "„{name}“ würde den Text verlieren.",
        "no_jpeg": "„{name}“ hat durchsichtige Stellen oder mehrere Seiten, die es in JPEG nicht gibt.",
        "no_picture": "„{name}“ konnte nicht verkleinert werden.",
    },
    "fr": {
        "damaged": "« {name} » est endommagé ou ne correspond pas à son nom.",
        "changes": "« {name} » est en cours de modification. Réessayez.",
        "remains": "Impossible de retirer de « {name} » tout ce qui devait l’être.",
        "text_lost": "« {name} » perdrait son texte.",
        "no_jpeg": "« {name} » a des zones transparentes ou plusieurs pages, ce que JPEG ne permet pas.",
        "no_picture": "Impossible de réduire « {name} ».",
    },
    "es": {
        "damaged": "«{name}» está dañado o no es lo que dice su nombre.",
        "changes": "«{name}» se está modificando. Inténtelo de nuevo.",
        "remains": "No se pudo quitar de «{name}» todo lo que debía quitarse.",
        "text_lost": "«{name}» perdería su texto.",
        "no_jpeg": "«{name}» tiene partes transparentes o varias páginas, que JPEG no admite.",
        "no_picture": "No se pudo reducir «{name}».",
    },
    "pt-BR": {
        "damaged": "“{name}” está danificado ou não é o que o nome diz.",
        "changes": "“{name}” está sendo alterado. Tente novamente.",
        "remains": "Não foi possível remover de “{name}” tudo o que devia sair.",
        "text_lost": "“{name}” perderia o texto.",
        "no_jpeg": "“{name}” tem partes transparentes ou várias páginas, o que JPEG não permite.",
        "no_picture": "Não foi possível reduzir “{name}”.",
    },
    "ru": {
        "damaged": "«{name}» — повреждённый файл или не то, о чём говорит имя.",
        "changes": "«{name}» сейчас изменяется. Повторите попытку.",
        "remains": "Не удалось убрать из «{name}» всё, что следовало.", "text_lost": "«{name}» потеряет текст.",
        "no_jpeg": "В «{name}» есть прозрачные места или несколько страниц, которых в JPEG не бывает.",
        "no_picture": "Не удалось уменьшить «{name}».",
    },
    "zh-CN": {
        "damaged": "“{name}”已损坏，或与其名称不符。", "changes": "“{name}”正在被修改。请重试。", "remains": "无法从“{name}”中移除所有应移除的内容。",
        "text_lost": "“{name}”会丢失文本。", "no_jpeg": "“{name}”含有透明部分或多个页面，JPEG 不支持。", "no_picture": "无法缩小“{name}”。",
    },
    "ja": {
        "damaged": "“{name}”は壊れているか、名前どおりの種類ではありません。", "changes": "“{name}”は変更中です。もう一度お試しください。",
        "remains": "“{name}”から削除すべき情報をすべて取り除けませんでした。", "text_lost": "“{name}”の文字情報が失われます。",
        "no_jpeg": "“{name}”には JPEG で扱えない透明部分や複数のページがあります。", "no_picture": "“{name}”を縮小できませんでした。",
    },
    "ar": {
        "damaged": "«{name}» تالف أو لا يطابق اسمه.", "changes": "يجري تعديل «{name}» الآن. حاول مرة أخرى.",
        "remains": "تعذرت إزالة كل ما كان يجب إزالته من «{name}».", "text_lost": "سيفقد «{name}» نصه.",
        "no_jpeg": "يحتوي «{name}» على أجزاء شفافة أو صفحات متعددة لا يدعمها JPEG.",
        "no_picture": "تعذر تصغير «{name}».",
    },
    "he": {
        "damaged": "„{name}” פגום או אינו מה ששמו אומר.", "changes": "„{name}” משתנה כרגע. יש לנסות שוב.",
        "remains": "לא ניתן להסיר מ„{name}” את כל מה שהיה אמור להימחק.", "text_lost": "„{name}” יאבד את הטקסט שלו.",
        "no_jpeg": "ב„{name}” יש חלקים שקופים או כמה עמודים, ו‑JPEG אינו תומך בהם.",
        "no_picture": "לא ניתן להקטין את „{name}”.",
    },
}
