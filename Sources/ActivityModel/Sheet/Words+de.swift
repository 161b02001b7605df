// SPDX-License-Identifier: Apache-2.0

extension Words {
    static let german = Words(
        share: "Teilen",
        act: "Aktionen",
        cancel: "Abbrechen",
        back: "Zurück",
        tryAgain: "Erneut versuchen",
        details: "Einzelheiten",
        show: "Anzeigen",
        empty: "Hiermit kann hier nichts umgehen",
        missing: "Zu installieren:",
        counted: Plural(rule: .english, forms: [.one: "{count} Objekt", .other: "{count} Objekte"]),
        takenOf: "{count} von {all}",
        showItems: "Zeigen, was geteilt wird",
        removing: "{name} weglassen",
        text: "Text",
        folder: "Ordner",
        none: "Keine",
        pickDate: "Datum wählen",
        missingAnswer: "Hier fehlt eine Antwort",
        noNumber: "Eine Zahl eingeben, etwa 1024 oder 1,5",
        noDate: "Ein Datum eingeben, etwa 21.11.2026",
        noAddress: "Die Adresse mit https:// davor eingeben",
        wrongAnswer: "Diese Antwort ist nicht möglich",
        working: "Läuft …",
        cancelling: "Wird abgebrochen …",
        noAnswer: "Die Aktivitäten können nicht aufgelistet werden",
        failure: "„{name}“ hat nicht funktioniert",
        uncertainty: "Es ist nicht bekannt, ob „{name}“ ausgeführt wurde",
        vanished: "„{name}“ ist nicht mehr da",
        unopened: "„{name}“ kann nicht geöffnet werden")
}
