// SPDX-License-Identifier: Apache-2.0

import SheetSession

extension Asker {
    /// Fails for a command of the person's own that no known app has started. Waits for the disk.
    ///
    /// - Parameters:
    ///   - origin: of the page, as the caller says it. Only our program for browsers is believed: it has it from the browser.
    ///   - locale: of the apps' names; nil for the session's.
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
    /// The app that is installed under the name of its unit, or of its file; nil where there is none.
    ///
    /// Our own programs are the apps' that started them.
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
