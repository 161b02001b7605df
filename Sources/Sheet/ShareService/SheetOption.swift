// SPDX-License-Identifier: Apache-2.0

import SessionBus
import SheetSession

/// A Share option that is a property of the sheet request: the option's name and the property.
enum SheetOption {
    case text(String, WritableKeyPath<SheetRequest, String?>)
    case texts(String, WritableKeyPath<SheetRequest, [String]>)
    case flag(String, WritableKeyPath<SheetRequest, Bool>)

    static var all: [SheetOption] {
        [
            .text("title", \.title), .texts("exclude", \.exclude), .text("locale", \.locale),
            .text("activation_token", \.activationToken), .flag("compact", \.isCompact),
        ]
    }

    func read(_ options: OptionReader, into sheet: inout SheetRequest) throws(BusError) {
        switch self {
        case .text(let name, let property): sheet[keyPath: property] = try options.nonEmpty(name)
        case .texts(let name, let property): sheet[keyPath: property] = try options.list(name) ?? []
        case .flag(let name, let property):
            sheet[keyPath: property] = try options.value(name, "b")?.boolean ?? false
        }
    }

    /// The option's entry in a call; nil for an absent text.
    func entry(of sheet: SheetRequest) -> (String, OpaquePointer?)? {
        switch self {
        case .text(let name, let property): sheet[keyPath: property].map { (name, Variant.text($0)) }
        case .texts(let name, let property): (name, Variant.texts(sheet[keyPath: property]))
        case .flag(let name, let property): (name, Variant.boolean(sheet[keyPath: property]))
        }
    }
}
