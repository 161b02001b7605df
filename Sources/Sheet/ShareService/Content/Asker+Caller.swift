// SPDX-License-Identifier: Apache-2.0

import SheetSession

extension Asker {
    /// Identifies the asker; nil for the person's own command if no known app started it. Waits for the disk.
    ///
    /// - Parameters:
    ///   - origin: the page's origin, as the caller reports it; trusted only from our browser host, which has
    ///     it from the browser.
    ///   - locale: locale of app names; nil for the session's.
    init?(_ caller: Caller, origin: String?, locale: String?) {
        switch caller {
        case .sandboxed(nil): self = .unknown
        case .sandboxed(let app?):
            self = .app(DesktopEntries.ofFlatpak.name(of: app, locale: locale) ?? app)
        case .host(let program):
            let entries = DesktopEntries.ofHost
            switch program.kind {
            case .command:
                guard let app = program.app(entries, locale) else { return nil }
                self = .app(app)
            case .browserHost:
                let browser = program.app(entries, locale) ?? program.starters.first?.fileName
                self =
                    origin.map { .page(origin: $0, browser: browser) } ?? browser.map { .app($0) } ?? .unknown
            case .other:
                self = (program.app(entries, locale) ?? program.fileName).map { .app($0) } ?? .unknown
            }
        }
    }
}

extension CallingProgram {
    /// Display name of the installed app with the name of the program's unit, bus name or file; nil if there
    /// is none.
    ///
    /// One of our own programs counts as the app that started it.
    func app(_ entries: DesktopEntries, _ locale: String?) -> String? {
        func ofUnit(_ program: CallingProgram) -> String? {
            program.application.flatMap { entries.name(of: $0, locale: locale) }
        }
        if let name = ofUnit(self) { return name }
        guard kind != .other else { return fileName.flatMap { entries.name(of: $0, locale: locale) } }
        return starters.lazy.compactMap { starter in
            ofUnit(starter) ?? starter.fileName.flatMap { entries.name(ofProgram: $0, locale: locale) }
        }.first
    }

    var fileName: String? { executable?.split(separator: "/").last.map(String.init) }
}
