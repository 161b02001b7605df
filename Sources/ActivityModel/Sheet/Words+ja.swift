// SPDX-License-Identifier: Apache-2.0

extension Words {
    static let japanese = Words(
        share: "共有",
        act: "アクション",
        cancel: "キャンセル",
        back: "戻る",
        tryAgain: "再試行",
        details: "詳細",
        show: "表示",
        empty: "これを使えるものはここにありません",
        missing: "インストールが必要なもの:",
        counted: Plural(rule: .none, forms: [.other: "{count}項目"]),
        takenOf: "{all}項目中{count}項目",
        showItems: "共有する項目を表示",
        removing: "“{name}”を外す",
        text: "テキスト",
        folder: "フォルダ",
        none: "なし",
        pickDate: "日付を選ぶ",
        missingAnswer: "入力してください",
        noNumber: "数値を入力してください（例: 1024、1.5）",
        noDate: "日付を入力してください（例: 2026-11-21）",
        noAddress: "先頭に https:// を付けて入力してください",
        wrongAnswer: "この入力は使えません",
        working: "処理中…",
        cancelling: "キャンセル中…",
        noAnswer: "アクションを一覧表示できません",
        failure: "“{name}”に失敗しました",
        uncertainty: "“{name}”が実行されたかどうか不明です",
        vanished: "“{name}”はもうありません",
        unopened: "“{name}”を開けません")
}
