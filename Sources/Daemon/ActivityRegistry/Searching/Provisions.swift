// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import StrictJSON

/// Checks which requirements of activities the machine meets. Programs, schemes and printers are looked up
/// once per load.
struct Provisions {
    /// Maximum size of a printer list, in bytes. A longer one counts as listing a printer.
    private static let maximumBytes = 1 << 20

    private(set) var programs: ProgramPath
    /// Schemes that were looked up: whether a program opens their links.
    private var schemes: [ExactText: Bool] = [:]
    private let surroundings: Surroundings
    private let reportPath: (String) -> Void

    /// - Parameter reportPath: called with each path before it is touched.
    init(
        _ programPath: String, _ surroundings: Surroundings, reportPath: @escaping (String) -> Void = { _ in }
    ) {
        programs = ProgramPath(programPath, reportPath: reportPath)
        self.surroundings = surroundings
        self.reportPath = reportPath
    }

    mutating func missing(_ requirements: [Requirement]) -> [Requirement] {
        requirements.filter { !meets($0) }
    }

    private mutating func meets(_ requirement: Requirement) -> Bool {
        switch requirement {
        case .programs(let names): return programs.hasAny(names)
        case .services(let names):
            return surroundings.serviceFolders == nil
                || names.contains { name in
                    surroundings.serviceFiles(of: name).contains { file in
                        reportPath(file)
                        return access(file, F_OK) == 0
                    }
                }
        case .schemes(let names):
            guard let handlers = surroundings.linkHandlers else { return true }
            return names.contains { opens($0, handlers) }
        case .desktops(let names):
            guard let present = surroundings.desktops.map({ Set($0.map { ExactText($0) }) }) else {
                return true
            }
            return names.contains { present.contains(ExactText($0)) }
        case .printer: return hasPrinter
        case .bluetooth: return hasBluetooth
        }
    }

    private mutating func opens(_ scheme: String, _ handlers: LinkHandlers) -> Bool {
        if let known = schemes[ExactText(scheme)] { return known }
        let isOpened = handlers.open(scheme, reportPath: reportPath) { programs.find($0) != nil }
        schemes[ExactText(scheme)] = isOpened
        return isOpened
    }

    /// Whether there may be a printer. CUPS lists its printers in a file, including those found on the
    /// network, but not those of a remote server, which the environment or client.conf names.
    private lazy var hasPrinter: Bool =
        surroundings.hasPrintServer
        || Self.holdsLine(surroundings.printerList) { $0.first != UInt8(ascii: "#") }
        || Self.holdsLine(surroundings.printerClient) { line in
            String(Substring(line.prefix(10))).lowercased().utf8.elementsEqual("servername".utf8)
        }

    private var hasBluetooth: Bool {
        guard let adapters = try? Folder.existing(surroundings.bluetoothAdapters) else { return false }
        return (try? adapters.names().isEmpty) == false
    }

    /// Whether a line of a file matches; a file that exists but cannot be read counts as a match.
    private static func holdsLine(_ path: String, _ isWanted: (Substring.UTF8View) -> Bool) -> Bool {
        let bytes: [UInt8]?
        do { bytes = try AtomicFile.read(path, limit: maximumBytes, followingLinks: true) } catch {
            return true
        }
        return String(decoding: bytes ?? [], as: UTF8.self).utf8.split(separator: UInt8(ascii: "\n"))
            .map { $0.drop { $0 <= UInt8(ascii: " ") } }
            .contains { !$0.isEmpty && isWanted($0) }
    }
}
