// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ArgumentParser
import ContentSelection
import Host

struct LocaleOption: ParsableArguments {
    @Option(help: "The language of titles, such as de or pt_BR.UTF-8; yours by default.")
    var locale: String?

    func validate() throws {
        if let locale, LocaleTag(locale) == nil, !["C", "POSIX"].contains(locale.prefix { $0 != "." }) {
            throw ValidationError("\"\(locale)\" names no language. Give one like de, pt-BR or zh_TW.UTF-8.")
        }
    }

    /// The locale for messages: the option, or else the session's by POSIX's rules; nil for C and POSIX.
    var name: String? { locale.map(Self.usable) ?? Self.session }

    static var session: String? { Environment.locale(isSpoken: Words.speak).flatMap(usable) }

    private static func usable(_ name: String) -> String? { LocaleTag(name) == nil ? nil : name }

    var tag: LocaleTag? { name.flatMap(LocaleTag.init) }
}
