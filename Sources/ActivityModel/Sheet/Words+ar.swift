// SPDX-License-Identifier: Apache-2.0

extension Words {
    static let arabic = Words(
        share: "مشاركة",
        act: "إجراءات",
        cancel: "إلغاء",
        back: "رجوع",
        tryAgain: "إعادة المحاولة",
        details: "التفاصيل",
        show: "إظهار",
        empty: "لا شيء هنا يمكنه استخدام هذا",
        missing: "ما يلزم تثبيته:",
        counted: Plural(
            rule: .arabic,
            forms: [
                .zero: "لا عناصر",
                .one: "عنصر واحد",
                .two: "عنصران",
                .few: "{count} عناصر",
                .many: "{count} عنصرًا",
                .other: "{count} عنصر",
            ]),
        takenOf: "{count} من {all}",
        showItems: "إظهار ما تتم مشاركته",
        removing: "استبعاد {name}",
        text: "نص",
        folder: "مجلد",
        none: "لا شيء",
        pickDate: "اختيار تاريخ",
        missingAnswer: "تلزم إجابة هنا",
        noNumber: "اكتب رقمًا، مثل 1024 أو 1.5",
        noDate: "اكتب تاريخًا، مثل 2026-11-21",
        noAddress: "اكتب العنوان مبتدئًا بـ https://",
        wrongAnswer: "هذه الإجابة غير ممكنة",
        working: "جارٍ العمل…",
        cancelling: "جارٍ الإلغاء…",
        noAnswer: "تعذر عرض الأنشطة",
        failure: "تعذر تنفيذ «{name}»",
        uncertainty: "لا يُعرف هل تم تنفيذ «{name}»",
        vanished: "«{name}» لم يعد موجودًا",
        unopened: "يتعذر فتح «{name}»")
}
