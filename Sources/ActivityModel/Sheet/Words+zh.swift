// SPDX-License-Identifier: Apache-2.0

extension Words {
    static let chinese = Words(
        share: "分享",
        act: "操作",
        cancel: "取消",
        back: "返回",
        tryAgain: "重试",
        details: "详细信息",
        show: "显示",
        empty: "这里没有可处理此内容的操作",
        missing: "需要安装：",
        counted: Plural(rule: .none, forms: [.other: "{count} 个项目"]),
        takenOf: "{all} 项中的 {count} 项",
        showItems: "显示要分享的内容",
        removing: "移除“{name}”",
        text: "文本",
        folder: "文件夹",
        none: "无",
        pickDate: "选择日期",
        missingAnswer: "此处需要填写",
        noNumber: "请输入数字，例如 1024 或 1.5",
        noDate: "请输入日期，例如 2026-11-21",
        noAddress: "请在前面加上 https://",
        wrongAnswer: "不能这样填写",
        working: "正在处理…",
        cancelling: "正在取消…",
        noAnswer: "无法列出操作",
        failure: "“{name}”未能完成",
        uncertainty: "不确定“{name}”是否已完成",
        vanished: "“{name}”已不存在",
        unopened: "无法打开“{name}”")
}
