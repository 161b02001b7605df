// SPDX-License-Identifier: Apache-2.0

extension Bundle {
    /// The reason why the activity does not accept the selection, for the person who selected it.
    /// `explanation` is for the activity's author.
    ///
    /// - Parameter title: the localised title.
    package func refusal(of verdict: Verdict, _ content: Content, title: String) -> String {
        let clause = verdict.clause.map { manifest.accepts[$0] }
        return switch verdict.code {
        case .rejected: "\(title) has a fault and cannot be used: \(rejection)"
        case .masked, .ignoredByAdmin: "The administrator has taken \(title) away."
        case .shadowed: "Another activity stands in for \(title)."
        case .ignoredByPerson: "\(title) is turned off."
        case .programMissing: missing.first.map { refusal(for: $0, title) } ?? ""
        case .ownApplication, .excludedByRequest: "\(title) is not offered here."
        case .typeNotAccepted: "\(title) does not take \(Self.kind(of: verdict.item ?? 0, content))."
        case .notALocalFile:
            "\(title) takes files on this computer only, "
                + "and not \(Self.kind(of: verdict.item ?? 0, content))."
        case .tooLarge:
            "\(Self.name(of: verdict.item ?? 0, content)) is too large: \(title) takes up to "
                + "\(Self.size(clause?.maxBytes ?? 0)) each."
        case .tooManyItems:
            clause?.max == 1
                ? "\(title) takes one item at a time." : "\(title) takes \(clause?.max ?? 0) items at most."
        case .tooFewItems: "\(title) needs \(clause?.min ?? 0) items at least."
        case .transform: "\(title) changes what is shared, and is not something to share to."
        case .inspect: "\(title) looks into what is shared, and is not something to share to."
        case .listed: ""
        }
    }

    private func refusal(for requirement: Requirement, _ title: String) -> String {
        switch requirement {
        case .programs(let names):
            "\(title) needs \(names.joined(separator: " or ")), which is not installed."
        case .services(let names):
            "\(title) needs the service \(names.joined(separator: " or ")), which is not installed."
        case .schemes(let names):
            "No program that opens \(names.joined(separator: " or ")) links is installed."
        case .desktops: "\(title) does not work on this desktop."
        case .printer: "There is no printer."
        case .bluetooth: "There is no Bluetooth adapter."
        }
    }

    /// The everyday name for things of the item's kind, in the plural.
    private static func kind(of item: Int, _ content: Content) -> String {
        let representation = content.items[item].representation
        guard let type = content.properties(item).first.map({ content.types[$0.type] }) else {
            return "this"
        }
        if type.name == "inode/directory" { return "folders" }
        if type.isLink { return "\(type.name.split(separator: "/").last ?? "") links" }
        if representation.uri == nil, representation.text != nil { return "selected text" }
        if let uri = representation.uri, URILocation(uri) == .elsewhere { return "files on other computers" }
        return "files of type \(type.name)"
    }

    private static func name(of item: Int, _ content: Content) -> String {
        let representation = content.items[item].representation
        if let name = representation.name, !name.isEmpty { return "\u{201C}\(name)\u{201D}" }
        return representation.uri == nil && representation.text != nil
            ? "The selected text" : "What is selected"
    }

    /// The size in the largest unit, rounded down, such as 25 MiB for 26214400.
    private static func size(_ bytes: Int) -> String {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
        var (amount, unit) = (bytes, 0)
        while amount >= 1024, unit + 1 < units.count { (amount, unit) = (amount / 1024, unit + 1) }
        return "\(amount) \(units[unit])"
    }
}
