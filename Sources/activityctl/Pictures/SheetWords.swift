// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel

extension SheetDrawing.Words {
    /// In the languages that the system activities speak; else in English.
    init(_ locale: LocaleTag?) {
        self.init()
        guard let locale else { return }
        if let word = locale.lookup(in: Self.cancels) { cancel = word }
        if let sentence = locale.lookup(in: Self.empties) { empty = sentence }
    }

    private static let cancels = [
        "de": "Abbrechen", "fr": "Annuler", "es": "Cancelar", "pt-BR": "Cancelar", "ru": "Отмена",
        "zh-CN": "取消",
        "ja": "キャンセル", "ar": "إلغاء", "he": "ביטול", "en": "Cancel",
    ]

    private static let empties = [
        "de": "Hiermit kann hier nichts umgehen", "fr": "Rien ici ne peut s’en servir",
        "es": "Nada de aquí puede usar esto", "pt-BR": "Nada aqui pode usar isto",
        "ru": "Здесь этим ничто не может воспользоваться", "zh-CN": "这里没有可处理此内容的操作",
        "ja": "これを使えるものはここにありません", "ar": "لا شيء هنا يمكنه استخدام هذا", "he": "אין כאן דבר שיכול להשתמש בזה",
        "en": "Nothing here can use this",
    ]
}
