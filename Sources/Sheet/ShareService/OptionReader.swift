// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import SessionBus
import SheetSession

/// Reads a call's dictionary of options: a value of a wrong type is an error, and unknown options are
/// ignored.
struct OptionReader {
    let dictionary: Variant?

    func value(_ key: String, _ type: StaticString) throws(BusError) -> Variant? {
        guard let value = dictionary?[key] else { return nil }
        guard value.isOf(type: type) else { throw .invalid("\(key) must be of type \"\(type)\".") }
        return value
    }

    /// The option's text; nil if it is absent or empty.
    ///
    /// - Parameter limit: maximum size, in bytes.
    func nonEmpty(_ key: String, limit: Int = 64 << 10) throws(BusError) -> String? {
        guard let value = try value(key, "s"), value.size > 1 else { return nil }
        guard value.size <= limit else { throw .invalid("\(key) is longer than \(limit >> 10) KiB.") }
        return value.string
    }

    func list(_ key: String) throws(BusError) -> [String]? {
        try value(key, "as").map { list throws(BusError) in try Self.list(list) }
    }

    /// Reads a list. Rejects one with more entries or bytes than a sheet's items before reading it, since
    /// reading time grows with the size.
    static func list(_ list: Variant?) throws(BusError) -> [String] {
        guard let list else { return [] }
        guard list.count <= Content.maximumItems else { throw .tooManyItems }
        guard list.size <= SheetRequest.maximumItemBytes else { throw .tooMuch }
        return list.strings
    }

    /// Maximum length of a handle token, in bytes: it is part of an object path, which the bus repeats in
    /// each message.
    private static let maximumTokenBytes = 255

    func token() throws(BusError) -> String? {
        guard let token = try value("handle_token", "s")?.string else { return nil }
        let isToken =
            !token.isEmpty && token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard isToken, token.utf8.count <= Self.maximumTokenBytes else {
            throw .invalid(
                "handle_token must be of letters, digits and underscores, \(Self.maximumTokenBytes) at most.")
        }
        return token
    }

    func files(_ call: BusCall, _ types: [String]?, _ names: [String]?) throws(BusError) -> [HandedFile] {
        let handles = try handles()
        if let names, names.count != handles.count {
            throw .invalid(
                "names has \(names.count) entries, and there are \(handles.count) fds. "
                    + "Give one for each, \"\" for the file's own name.")
        }
        // One duplicate per descriptor, however often the call names it.
        var descriptors: [CInt: Descriptor] = [:]
        var files: [HandedFile] = []
        for (index, handle) in handles.enumerated() {
            guard let descriptor = descriptors[handle] ?? call.descriptor(handle) else {
                throw .invalid("fds names the descriptor \(handle), which did not come with the call.")
            }
            descriptors[handle] = descriptor
            let type = types.flatMap { $0.indices.contains(index) && !$0[index].isEmpty ? $0[index] : nil }
            files.append(try HandedFile(descriptor, name: names?[index] ?? "", type: type))
        }
        return files
    }

    private func handles() throws(BusError) -> [CInt] {
        guard let list = try value("fds", "ah") else { return [] }
        guard list.count <= Content.maximumItems else { throw .tooManyItems }
        return list.children.map(\.handle)
    }
}
