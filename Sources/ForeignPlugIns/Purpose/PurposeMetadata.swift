// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON

/// What a Purpose plug-in says of itself.
struct PurposeMetadata {
    private let root: JSON.Object
    private let plugIn: JSON.Object
    private let fallbackName: String

    init(_ root: JSON.Object, fallbackName: String) {
        self.root = root
        self.fallbackName = fallbackName
        if case .object(let object)? = root.value("KPlugin") {
            plugIn = object
        } else {
            plugIn = JSON.Object()
        }
    }

    /// KPluginMetaData takes the file's name where there is none.
    var identifier: String { plugIn.text("Id") ?? fallbackName }
    var types: [String] { root.texts("X-Purpose-PluginTypes") }
    var configuration: [String] { root.texts("X-Purpose-Configuration") }
    var icon: String? { plugIn.text("Icon") }

    private static let titleKey = "X-Purpose-ActionDisplay"

    /// The inner title counts before the outer one, and the plug-in's name last.
    private var titleSource: (object: JSON.Object, key: String) {
        if plugIn.text(Self.titleKey)?.isEmpty == false { return (plugIn, Self.titleKey) }
        if root.text(Self.titleKey)?.isEmpty == false { return (root, Self.titleKey) }
        return (plugIn, "Name")
    }

    var title: ForeignTitle {
        let (object, key) = titleSource
        return ForeignTitle(object.text(key) ?? fallbackName, .none)
    }

    var titles: [String: ForeignTitle] {
        let (object, key) = titleSource
        var titles: [String: ForeignTitle] = [:]
        for (name, value) in object.members {
            guard name.hasPrefix(key + "["), name.hasSuffix("]"), case .string(let text) = value else {
                continue
            }
            titles[String(name.dropFirst(key.count + 1).dropLast())] = ForeignTitle(text, .none)
        }
        return titles
    }

    /// A constraint, or several of which one must hold.
    private var constraints: [[(kind: String, value: String)]] {
        guard case .array(let list)? = root.value("X-Purpose-Constraints") else { return [] }
        return list.map { entry in
            let texts: [JSON] = if case .array(let inner) = entry { inner } else { [entry] }
            return texts.compactMap { text in
                guard case .string(let text) = text, let colon = text.firstIndex(of: ":") else { return nil }
                return (String(text[..<colon]), String(text[text.index(after: colon)...]))
            }
        }
    }

    /// - Throws: `Omission` for constraints on what a sheet does not have.
    func activation() throws(Omission) -> Activation {
        var activation = Activation()
        activation.types = ["*/*"]
        var isNarrowed = false
        for options in constraints where options.contains(where: { $0.kind == "mimeType" }) {
            guard options.allSatisfy({ $0.kind == "mimeType" }), !isNarrowed else {
                throw Omission("Its conditions cannot be said of one file after the other.")
            }
            activation.types = Activation.patterns(options.map(\.value))
            isNarrowed = true
        }
        return activation
    }

    func programs(_ surroundings: Surroundings) throws(Omission) -> [[String]] {
        var programs: [[String]] = []
        for options in constraints {
            switch options.first?.kind {
            case "mimeType": break
            case "exec": programs.append(options.filter { $0.kind == "exec" }.map(\.value))
            case "application":
                let isThere = options.contains { option in
                    surroundings.dataFolders.contains {
                        access($0 + "/applications/" + option.value, F_OK) == 0
                    }
                }
                guard isThere else {
                    throw Omission("The application that it hands files to is not installed.")
                }
            case "dbus": throw Omission("It is offered while another program runs.")
            default: throw Omission("Its conditions are not known.")
            }
        }
        return programs
    }
}

extension JSON.Object {
    fileprivate func text(_ name: String) -> String? {
        if case .string(let text)? = value(name) { text } else { nil }
    }

    fileprivate func texts(_ name: String) -> [String] {
        guard case .array(let list)? = value(name) else { return [] }
        return list.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
