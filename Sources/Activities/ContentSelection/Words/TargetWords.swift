// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// Localised texts about share targets (the Quick Access row), in one language.
package struct TargetWords: Hashable, Sendable {
    /// Title of the row of targets.
    package let quickAccess: String
    /// Label of the tile that opens the form of an activity whose targets did not fit into the row.
    package let more: String
    /// Appended to the accessible name of an unavailable target.
    package let away: String
    /// Shown when an unavailable target is pressed; `{name}` is its label.
    let missing: String
    // The kinds of targets, for screen readers.
    let phone: String
    let tablet: String
    let computer: String
    let television: String
    let speaker: String
    let person: String
    let group: String
    let place: String
    let program: String

    /// A target with its activity, as "Label · Activity"; the separator is not localised.
    package func title(_ label: String, _ activity: String) -> String { "\(label) · \(activity)" }

    package func word(for kind: TargetKind) -> String {
        switch kind {
        case .phone: phone
        case .tablet: tablet
        case .computer: computer
        case .television: television
        case .speaker: speaker
        case .person: person
        case .group: group
        case .place: place
        case .program: program
        }
    }
}

extension TargetWords {
    static let arabic = TargetWords(
        quickAccess: "وصول سريع", more: "المزيد", away: "تعذّر الوصول",
        missing: "لا يمكن الوصول إلى {name} الآن.", phone: "هاتف", tablet: "جهاز لوحي", computer: "حاسوب",
        television: "تلفاز", speaker: "مكبّر صوت", person: "شخص", group: "مجموعة", place: "مكان",
        program: "برنامج")
    static let german = TargetWords(
        quickAccess: "Schnellzugriff", more: "Mehr", away: "nicht erreichbar",
        missing: "{name} ist gerade nicht erreichbar.", phone: "Telefon", tablet: "Tablet",
        computer: "Computer", television: "Fernseher", speaker: "Lautsprecher", person: "Person",
        group: "Gruppe", place: "Ort", program: "Programm")
    static let english = TargetWords(
        quickAccess: "Quick Access", more: "More", away: "not reachable",
        missing: "{name} cannot be reached now.", phone: "phone", tablet: "tablet", computer: "computer",
        television: "television", speaker: "speaker", person: "person", group: "group", place: "place",
        program: "program")
    static let spanish = TargetWords(
        quickAccess: "Acceso rápido", more: "Más", away: "no disponible",
        missing: "No se puede acceder a {name} en este momento.", phone: "teléfono", tablet: "tableta",
        computer: "ordenador", television: "televisor", speaker: "altavoz", person: "persona",
        group: "grupo", place: "lugar", program: "programa")
    static let french = TargetWords(
        quickAccess: "Accès rapide", more: "Plus", away: "injoignable",
        missing: "{name} est injoignable pour le moment.", phone: "téléphone", tablet: "tablette",
        computer: "ordinateur", television: "téléviseur", speaker: "enceinte", person: "personne",
        group: "groupe", place: "lieu", program: "programme")
    static let hebrew = TargetWords(
        quickAccess: "גישה מהירה", more: "עוד", away: "אין גישה", missing: "אין כרגע גישה אל {name}.",
        phone: "טלפון", tablet: "טאבלט", computer: "מחשב", television: "טלוויזיה", speaker: "רמקול",
        person: "אדם", group: "קבוצה", place: "מקום", program: "תוכנית")
    static let japanese = TargetWords(
        quickAccess: "クイックアクセス", more: "その他", away: "接続できません",
        missing: "現在{name}に接続できません。", phone: "電話", tablet: "タブレット",
        computer: "コンピューター", television: "テレビ", speaker: "スピーカー", person: "人",
        group: "グループ", place: "場所", program: "プログラム")
    static let portuguese = TargetWords(
        quickAccess: "Acesso rápido", more: "Mais", away: "fora de alcance",
        missing: "{name} está fora de alcance no momento.", phone: "celular", tablet: "tablet",
        computer: "computador", television: "televisão", speaker: "alto-falante", person: "pessoa",
        group: "grupo", place: "local", program: "programa")
    static let russian = TargetWords(
        quickAccess: "Быстрый доступ", more: "Ещё", away: "нет связи",
        missing: "Сейчас нет связи с {name}.", phone: "телефон", tablet: "планшет", computer: "компьютер",
        television: "телевизор", speaker: "колонка", person: "человек", group: "группа", place: "место",
        program: "программа")
    static let chinese = TargetWords(
        quickAccess: "快速访问", more: "更多", away: "无法连接",
        missing: "现在无法连接{name}。", phone: "手机", tablet: "平板电脑", computer: "电脑",
        television: "电视", speaker: "扬声器", person: "联系人", group: "群组",
        place: "地点", program: "程序")
}
