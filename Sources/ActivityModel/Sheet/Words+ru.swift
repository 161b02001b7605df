// SPDX-License-Identifier: Apache-2.0

extension Words {
    static let russian = Words(
        share: "Поделиться",
        act: "Действия",
        cancel: "Отмена",
        back: "Назад",
        tryAgain: "Повторить",
        details: "Подробности",
        show: "Показать",
        empty: "Здесь этим ничто не может воспользоваться",
        missing: "Нужно установить:",
        counted: Plural(
            rule: .russian,
            forms: [
                .one: "{count} объект",
                .few: "{count} объекта",
                .many: "{count} объектов",
                .other: "{count} объекта",
            ]),
        takenOf: "{count} из {all}",
        showItems: "Показать, чем вы делитесь",
        removing: "Убрать {name}",
        text: "Текст",
        folder: "Папка",
        none: "Нет",
        pickDate: "Выбрать дату",
        missingAnswer: "Здесь нужен ответ",
        noNumber: "Введите число, например 1024 или 1,5",
        noDate: "Введите дату, например 21.11.2026",
        noAddress: "Введите адрес с https:// в начале",
        wrongAnswer: "Такой ответ невозможен",
        working: "Выполняется…",
        cancelling: "Отменяется…",
        noAnswer: "Не удалось получить список действий",
        failure: "Не удалось выполнить «{name}»",
        uncertainty: "Неизвестно, выполнено ли «{name}»",
        vanished: "«{name}» больше нет на месте",
        unopened: "Не удаётся открыть «{name}»")
}
