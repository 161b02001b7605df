// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// Localised texts about facts inside the shared items, in one language.
///
/// Kinds of facts appear in the middle of sentences; each sentence is then capitalised.
package struct FactWords: Hashable, Sendable {
    let location: String
    let person: String
    let device: String
    let history: String
    let preview: String
    let descriptions: String
    let software: String
    let time: String
    let tracking: String
    let other: String
    /// Heading of the list of facts.
    package let heading: String
    let inside: String
    let gone: String
    /// Separates the kinds in a list, except the last two.
    let comma: String
    /// Joins the last element of a list, `{last}`, to the elements before, `{list}`.
    let and: String
    /// The number of kinds that are not named.
    let more: Plural
    /// Kinds that remain in the only item, or in some of several; in the plural form for the number of kinds.
    let remaining: Plural
    let remainingInSome: Plural
    /// "2 of 4 were not looked into", with a form for each number.
    let unread: Plural

    /// A kind in the middle of a sentence.
    private func name(_ kind: FactKind) -> String {
        switch kind {
        case .location: location
        case .person: person
        case .device: device
        case .history: history
        case .preview: preview
        case .text: descriptions
        case .software: software
        case .time: time
        case .tracking: tracking
        case .other, .pixels, .format: other
        }
    }

    /// "location, camera and 3 more".
    private func list(_ kinds: [FactKind], naming count: Int) -> String {
        var names = kinds.prefix(count).map(name)
        if kinds.count > count { names.append(more.text(kinds.count - count)) }
        let last = names.removeLast()
        guard !names.isEmpty else { return last }
        return and.replacing("{list}", with: names.joined(separator: comma)).replacing("{last}", with: last)
    }

    /// A kind as a heading for its values.
    package func title(_ kind: FactKind) -> String { name(kind).capitalizedFirst }

    /// The header's line, such as "Location, camera and author inside".
    ///
    /// - Parameter count: maximum kinds to name; the rest is counted.
    package func inside(_ kinds: [FactKind], naming count: Int) -> String {
        inside.replacing("{name}", with: list(kinds, naming: count)).capitalizedFirst
    }

    /// Kinds that options have removed, such as "Without location".
    package func gone(_ kinds: [FactKind], naming count: Int) -> String {
        gone.replacing("{name}", with: list(kinds, naming: count)).capitalizedFirst
    }

    /// Kinds that options should have removed, such as "Location remains in 2 of 4".
    ///
    /// - Parameter some: such as "2 of 4"; nil for a single item.
    package func remaining(_ kinds: [FactKind], in some: String?) -> String {
        (some == nil ? remaining : remainingInSome).text(kinds.count)
            .replacing("{name}", with: list(kinds, naming: kinds.count))
            .replacing("{items}", with: some ?? "").capitalizedFirst
    }

    /// - Parameter items: such as "2 of 4" or "2 items".
    package func unread(_ items: String, _ count: Int) -> String {
        unread.text(count).replacing("{name}", with: items).capitalizedFirst
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension FactWords {
    static let english = FactWords(
        location: "location", person: "author", device: "camera", history: "history", preview: "preview",
        descriptions: "description", software: "software", time: "date", tracking: "tracking",
        other: "other information", heading: "What is inside", inside: "{name} inside",
        gone: "without {name}", comma: ", ", and: "{list} and {last}",
        more: Plural(rule: .english, forms: [.other: "{count} more"]),
        remaining: Plural(rule: .english, forms: [.one: "{name} remains", .other: "{name} remain"]),
        remainingInSome: Plural(
            rule: .english, forms: [.one: "{name} remains in {items}", .other: "{name} remain in {items}"]),
        unread: Plural(
            rule: .english,
            forms: [.one: "{name} was not looked into", .other: "{name} were not looked into"]))

    static let german = FactWords(
        location: "Standort", person: "Autor", device: "Kamera", history: "Verlauf", preview: "Vorschau",
        descriptions: "Beschreibung", software: "Software", time: "Datum", tracking: "Nachverfolgung",
        other: "weitere Angaben", heading: "Was darin steckt", inside: "enthält {name}",
        gone: "ohne {name}", comma: ", ", and: "{list} und {last}",
        more: Plural(
            rule: .english, forms: [.one: "{count} weitere Angabe", .other: "{count} weitere Angaben"]),
        remaining: Plural(rule: .none, forms: [.other: "{name} noch enthalten"]),
        remainingInSome: Plural(rule: .none, forms: [.other: "{name} noch in {items} enthalten"]),
        unread: Plural(
            rule: .english,
            forms: [.one: "{name} wurde nicht geprüft", .other: "{name} wurden nicht geprüft"]))

    static let french = FactWords(
        location: "position", person: "auteur", device: "appareil photo", history: "historique",
        preview: "aperçu", descriptions: "description", software: "logiciel", time: "date",
        tracking: "pistage", other: "autres informations", heading: "Ce qui est à l’intérieur",
        inside: "contient : {name}", gone: "sans {name}", comma: ", ", and: "{list} et {last}",
        more: Plural(rule: .french, forms: [.one: "{count} autre", .other: "{count} autres"]),
        remaining: Plural(rule: .none, forms: [.other: "il reste : {name}"]),
        remainingInSome: Plural(rule: .none, forms: [.other: "il reste dans {items} : {name}"]),
        unread: Plural(
            rule: .french,
            forms: [.one: "{name} n’a pas été examiné", .other: "{name} n’ont pas été examinés"]))

    static let spanish = FactWords(
        location: "ubicación", person: "autor", device: "cámara", history: "registro de cambios",
        preview: "vista previa", descriptions: "descripción", software: "software", time: "fecha",
        tracking: "rastreo", other: "otros datos", heading: "Lo que hay dentro",
        inside: "contiene {name}", gone: "sin {name}", comma: ", ", and: "{list} y {last}",
        more: Plural(rule: .none, forms: [.other: "{count} más"]),
        remaining: Plural(rule: .none, forms: [.other: "aún contiene {name}"]),
        remainingInSome: Plural(rule: .none, forms: [.other: "en {items} queda {name}"]),
        unread: Plural(
            rule: .english,
            forms: [.one: "{name} no se ha revisado", .other: "{name} no se han revisado"]))

    static let portuguese = FactWords(
        location: "localização", person: "autor", device: "câmera", history: "histórico",
        preview: "prévia", descriptions: "descrição", software: "programa", time: "data",
        tracking: "rastreamento", other: "outros dados", heading: "O que há dentro",
        inside: "contém {name}", gone: "sem {name}", comma: ", ", and: "{list} e {last}",
        more: Plural(rule: .none, forms: [.other: "mais {count}"]),
        remaining: Plural(rule: .none, forms: [.other: "ainda contém {name}"]),
        remainingInSome: Plural(rule: .none, forms: [.other: "em {items} resta {name}"]),
        unread: Plural(
            rule: .french,
            forms: [.one: "{name} não foi verificado", .other: "{name} não foram verificados"]))

    /// Prepositions would change the kinds' endings; after a colon they stay unchanged.
    static let russian = FactWords(
        location: "местоположение", person: "автор", device: "камера", history: "история правок",
        preview: "миниатюра", descriptions: "описание", software: "программа", time: "дата",
        tracking: "отслеживание", other: "прочие сведения", heading: "Что внутри", inside: "внутри: {name}",
        gone: "удалено: {name}", comma: ", ", and: "{list} и {last}",
        more: Plural(rule: .none, forms: [.other: "ещё {count}"]),
        remaining: Plural(rule: .none, forms: [.other: "осталось: {name}"]),
        remainingInSome: Plural(rule: .none, forms: [.other: "осталось в {items}: {name}"]),
        unread: Plural(
            rule: .russian,
            forms: [
                .one: "{name} не проверен",
                .few: "{name} не проверены",
                .many: "{name} не проверено",
                .other: "{name} не проверено",
            ]))

    /// "And" is joined to the following word, and separates all elements of a list.
    static let arabic = FactWords(
        location: "الموقع", person: "المؤلف", device: "الكاميرا", history: "سجل التعديلات",
        preview: "المعاينة", descriptions: "الوصف", software: "البرنامج", time: "التاريخ",
        tracking: "التتبع", other: "معلومات أخرى", heading: "ما بداخلها", inside: "بالداخل: {name}",
        gone: "بدون {name}", comma: " و", and: "{list} و{last}",
        more: Plural(
            rule: .arabic,
            forms: [.one: "واحد آخر", .two: "اثنان آخران", .other: "{count} أخرى"]),
        remaining: Plural(rule: .none, forms: [.other: "بقي: {name}"]),
        remainingInSome: Plural(rule: .none, forms: [.other: "بقي في {items}: {name}"]),
        unread: Plural(
            rule: .arabic,
            forms: [.few: "لم تُفحص {name}", .other: "لم يُفحص {name}"]))

    static let hebrew = FactWords(
        location: "מיקום", person: "מחבר", device: "מצלמה", history: "היסטוריית שינויים",
        preview: "תצוגה מקדימה", descriptions: "תיאור", software: "תוכנה", time: "תאריך",
        tracking: "מעקב", other: "מידע נוסף", heading: "מה יש בפנים", inside: "בפנים: {name}",
        gone: "בלי {name}", comma: ", ", and: "{list} ו{last}",
        more: Plural(rule: .hebrew, forms: [.one: "עוד אחד", .other: "עוד {count}"]),
        remaining: Plural(rule: .none, forms: [.other: "עדיין בפנים: {name}"]),
        remainingInSome: Plural(rule: .none, forms: [.other: "עדיין נמצא ב־{items}: {name}"]),
        unread: Plural(rule: .hebrew, forms: [.one: "{name} לא נבדק", .other: "{name} לא נבדקו"]))

    static let japanese = FactWords(
        location: "位置情報", person: "作成者", device: "カメラ", history: "変更履歴", preview: "プレビュー",
        descriptions: "説明", software: "ソフトウェア", time: "日時", tracking: "追跡情報",
        other: "その他の情報", heading: "含まれている情報", inside: "{name}を含みます", gone: "{name}なし",
        comma: "、", and: "{list}、{last}",
        more: Plural(rule: .none, forms: [.other: "ほか{count}件"]),
        remaining: Plural(rule: .none, forms: [.other: "{name}が残っています"]),
        remainingInSome: Plural(rule: .none, forms: [.other: "{items}に{name}が残っています"]),
        unread: Plural(rule: .none, forms: [.other: "{name}は確認されていません"]))

    static let chinese = FactWords(
        location: "位置", person: "作者", device: "相机", history: "修改记录", preview: "预览图",
        descriptions: "说明", software: "软件", time: "日期", tracking: "跟踪信息", other: "其他信息",
        heading: "包含的信息", inside: "包含{name}", gone: "不含{name}", comma: "、", and: "{list}和{last}",
        more: Plural(rule: .none, forms: [.other: "另外 {count} 项"]),
        remaining: Plural(rule: .none, forms: [.other: "仍含{name}"]),
        remainingInSome: Plural(rule: .none, forms: [.other: "{items}仍含{name}"]),
        unread: Plural(rule: .none, forms: [.other: "{name}未检查"]))
}
