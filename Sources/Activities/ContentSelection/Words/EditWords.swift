// SPDX-License-Identifier: Apache-2.0

/// Localised texts of the page for editing the sheet, in one language.
package struct EditWords: Hashable, Sendable {
    /// Title of the button that opens the page.
    package let edit: String
    package let heading: String
    /// Explains the star and the switch.
    package let legend: String
    /// Template of `star(_:)`, with `{name}`.
    let starring: String
    /// Note under an activity that an administrator has locked, and the reason why its change was refused.
    package let locked: String
    /// Template of `move(_:)`, with `{name}`.
    let moving: String
    package let moveUp: String
    package let moveDown: String
    package let reset: String
    /// Accessible description of the Reset button.
    package let resetting: String
    /// Title of the button that undoes a reset.
    package let undo: String
    /// Template of `unchanged(_:)`; `{name}` is the reason.
    let keeping: String

    /// Accessible name of an activity's star check box.
    package func star(_ title: String) -> String { starring.naming(title) }

    /// Accessible name of a plug-in's drag handle, which also opens the move menu.
    package func move(_ title: String) -> String { moving.naming(title) }

    /// The message that a change was refused.
    package func unchanged(_ reason: String) -> String { keeping.naming(reason) }
}

extension EditWords {
    static let english = EditWords(
        edit: "Edit…", heading: "Edit Activities",
        legend: "A star puts an activity in the first row; the switch shows it in the sheet.",
        starring: "{name} in the first row",
        locked: "Decided by the administrator", moving: "Move {name}", moveUp: "Move Up",
        moveDown: "Move Down",
        reset: "Reset", resetting: "Shows all activities again, without your stars and in their first order",
        undo: "Undo", keeping: "This was not changed: {name}")

    static let german = EditWords(
        edit: "Bearbeiten …", heading: "Aktivitäten bearbeiten",
        legend: "Ein Stern setzt eine Aktivität in die erste Reihe; der Schalter zeigt sie beim Teilen.",
        starring: "{name} in der ersten Reihe",
        locked: "Von der Systemverwaltung festgelegt", moving: "{name} verschieben", moveUp: "Nach oben",
        moveDown: "Nach unten", reset: "Zurücksetzen",
        resetting: "Zeigt wieder alle Aktivitäten, ohne eigene Sterne und in der ursprünglichen Reihenfolge",
        undo: "Rückgängig", keeping: "Das wurde nicht geändert: {name}")

    static let french = EditWords(
        edit: "Modifier…", heading: "Modifier les activités",
        legend: "L’étoile place une activité dans la première rangée ; l’interrupteur l’affiche.",
        starring: "{name} dans la première rangée",
        locked: "Fixé par l’administrateur", moving: "Déplacer {name}", moveUp: "Monter",
        moveDown: "Descendre",
        reset: "Réinitialiser",
        resetting: "Affiche de nouveau toutes les activités, sans vos étoiles et dans leur ordre d’origine",
        undo: "Annuler", keeping: "Rien n’a été changé : {name}")

    static let spanish = EditWords(
        edit: "Editar…", heading: "Editar actividades",
        legend: "La estrella pone una actividad en la primera fila; el interruptor la muestra.",
        starring: "{name} en la primera fila",
        locked: "Decidido por la administración", moving: "Mover {name}", moveUp: "Subir", moveDown: "Bajar",
        reset: "Restablecer",
        resetting: "Muestra de nuevo todas las actividades, sin sus estrellas y en su orden original",
        undo: "Deshacer", keeping: "No se ha cambiado: {name}")

    static let portuguese = EditWords(
        edit: "Editar…", heading: "Editar atividades",
        legend: "A estrela põe uma atividade na primeira linha; o interruptor a mostra.",
        starring: "{name} na primeira linha",
        locked: "Definido pelo administrador", moving: "Mover {name}", moveUp: "Mover para cima",
        moveDown: "Mover para baixo", reset: "Redefinir",
        resetting: "Mostra de novo todas as atividades, sem suas estrelas e na ordem original",
        undo: "Desfazer", keeping: "Isto não foi alterado: {name}")

    static let russian = EditWords(
        edit: "Изменить…", heading: "Изменение действий",
        legend: "Звезда ставит действие в первый ряд, переключатель показывает его.",
        starring: "{name} в первом ряду",
        locked: "Задано администратором", moving: "Переместить «{name}»", moveUp: "Выше", moveDown: "Ниже",
        reset: "Сбросить",
        resetting: "Снова показывает все действия, без ваших звёзд и в исходном порядке",
        undo: "Отменить", keeping: "Это не изменено: {name}")

    static let japanese = EditWords(
        edit: "編集…", heading: "アクションを編集",
        legend: "スターを付けたものは最初の行に並び、スイッチで表示と非表示を切り替えます。",
        starring: "{name}を最初の行に表示",
        locked: "管理者が設定しています", moving: "{name}を移動", moveUp: "上へ移動", moveDown: "下へ移動",
        reset: "リセット", resetting: "スターを外し、すべてのアクションを元の順序で再び表示します",
        undo: "元に戻す", keeping: "変更されませんでした: {name}")

    static let chinese = EditWords(
        edit: "编辑…", heading: "编辑操作", legend: "星标将操作放在第一行，开关决定是否显示。",
        starring: "{name}显示在第一行", locked: "由管理员决定",
        moving: "移动{name}", moveUp: "上移", moveDown: "下移", reset: "重置",
        resetting: "重新显示所有操作，取消您的星标并恢复原来的顺序", undo: "撤销", keeping: "未更改：{name}")

    static let arabic = EditWords(
        edit: "تحرير…", heading: "تحرير الأنشطة",
        legend: "تضع النجمة النشاط في الصف الأول، ويُظهره المفتاح أو يخفيه.",
        starring: "{name} في الصف الأول",
        locked: "قرّره المدير", moving: "نقل {name}", moveUp: "نقل لأعلى", moveDown: "نقل لأسفل",
        reset: "إعادة الضبط",
        resetting: "يعرض كل الأنشطة من جديد، من دون نجومك وبترتيبها الأصلي", undo: "تراجع",
        keeping: "لم يتغيّر هذا: {name}")

    static let hebrew = EditWords(
        edit: "עריכה…", heading: "עריכת הפעולות", legend: "כוכב מציב פעילות בשורה הראשונה, והמתג מציג אותה.",
        starring: "{name} בשורה הראשונה",
        locked: "נקבע על ידי המנהל", moving: "העברת {name}", moveUp: "העברה למעלה", moveDown: "העברה למטה",
        reset: "איפוס", resetting: "מציג שוב את כל הפעולות, בלי הכוכבים שלך ובסדר המקורי",
        undo: "ביטול האיפוס", keeping: "זה לא שונה: {name}")
}
