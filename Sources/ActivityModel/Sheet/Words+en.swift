// SPDX-License-Identifier: Apache-2.0

extension Words {
    static let english = Words(
        share: "Share",
        act: "Actions",
        cancel: "Cancel",
        back: "Back",
        tryAgain: "Try Again",
        details: "Details",
        show: "Show",
        empty: "Nothing here can use this",
        missing: "Not installed:",
        counted: Plural(rule: .english, forms: [.one: "{count} item", .other: "{count} items"]),
        takenOf: "{count} of {all}",
        showItems: "Show what is shared",
        removing: "Leave {name} out",
        text: "Text",
        folder: "Folder",
        none: "None",
        pickDate: "Pick a date",
        missingAnswer: "This needs an answer",
        noNumber: "Write a number, such as 1024 or 1.5",
        noDate: "Write a date, such as 2026-11-21",
        noAddress: "Write it with https:// in front",
        wrongAnswer: "This is not a possible answer",
        working: "Working…",
        cancelling: "Cancelling…",
        noAnswer: "The activities cannot be listed",
        failure: "“{name}” did not work",
        uncertainty: "It is not known whether “{name}” was done",
        vanished: "“{name}” is no longer there",
        unopened: "“{name}” cannot be opened")
}
