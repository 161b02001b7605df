// SPDX-License-Identifier: Apache-2.0

extension Words {
    static let hebrew = Words(
        share: "שיתוף",
        act: "פעולות",
        cancel: "ביטול",
        back: "חזרה",
        tryAgain: "ניסיון חוזר",
        details: "פרטים",
        show: "הצגה",
        empty: "אין כאן דבר שיכול להשתמש בזה",
        missing: "יש להתקין:",
        counted: Plural(
            rule: .hebrew,
            forms: [
                .one: "פריט אחד",
                .two: "{count} פריטים",
                .other: "{count} פריטים",
            ]),
        takenOf: "{count} מתוך {all}",
        showItems: "הצגת מה שמשותף",
        removing: "הסרת {name}",
        text: "טקסט",
        folder: "תיקייה",
        none: "ללא",
        pickDate: "בחירת תאריך",
        missingAnswer: "נדרשת כאן תשובה",
        noNumber: "יש לכתוב מספר, כגון 1024 או 1.5",
        noDate: "יש לכתוב תאריך, כגון 2026-11-21",
        noAddress: "יש לכתוב את הכתובת עם https:// בתחילתה",
        wrongAnswer: "תשובה זו אינה אפשרית",
        working: "מתבצע…",
        cancelling: "מבטל…",
        noAnswer: "לא ניתן להציג את הפעולות",
        failure: "„{name}” לא הצליח",
        uncertainty: "לא ידוע אם „{name}” בוצע",
        vanished: "„{name}” כבר לא נמצא",
        unopened: "לא ניתן לפתוח את „{name}”")
}
