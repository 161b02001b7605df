// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// Reads one object of a manifest key by key, and collects its faults instead of stopping at the first.
struct ObjectReader {
    let object: JSON.Object
    let pointer: String
    private(set) var diagnostics: [Diagnostic] = []
    private var known: [String] = []

    init(_ object: JSON.Object, at pointer: String) {
        self.object = object
        self.pointer = pointer
    }

    /// The object under `name` in `parent`; nil if the key is absent, or has another type (which is
    /// reported).
    init?(_ name: String, in parent: inout ObjectReader) {
        guard let object: JSON.Object = parent.optional(name) else { return nil }
        self.init(object, at: parent.pointer(to: name))
    }

    func pointer(to names: String...) -> String { pointer(to: names) }

    private func pointer(to names: [String]) -> String { names.reduce(pointer) { $0 + JSON.pointer($1) } }

    mutating func report(_ rule: Rule, at names: String..., message: String) {
        diagnostics.append(Diagnostic(rule, at: pointer(to: names), message))
    }

    mutating func warn(_ rule: Rule, at names: String..., message: String) {
        diagnostics.append(Diagnostic(rule, severity: .warning, at: pointer(to: names), message))
    }

    mutating func add(_ more: [Diagnostic]) { diagnostics += more }

    /// The value of an optional key. A value of the wrong type is reported and read as absent. Null equals
    /// absent.
    mutating func optional<Value: JSONConvertible>(_ name: String) -> Value? {
        known.append(name)
        do {
            return try object.read(name) as Value?
        } catch {
            diagnostics.append(
                Diagnostic(
                    error.hasRightType ? .manifestValue : .manifestType, at: pointer + error.pointer,
                    complaint(error, reading: Value.self)))
            return nil
        }
    }

    /// As `optional`, and reports a missing key.
    mutating func required<Value: JSONConvertible>(_ name: String, _ meaning: String) -> Value? {
        if object.value(name) ?? .null == .null {
            known.append(name)
            report(.manifestMissing, at: name, message: "The key \"\(name)\" is missing: \(meaning).")
            return nil
        }
        return optional(name)
    }

    /// The integer under an optional key. A value outside `range` is reported and read as absent.
    mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        let value: Int? = optional(name)
        guard let value, !range.contains(value) else { return value }
        let last = range.upperBound == JSON.largestInteger ? "2^53" : "\(range.upperBound)"
        report(
            .manifestValue, at: name,
            message: "\(name) is \(value). Write a number from \(range.lowerBound) to \(last).")
        return nil
    }

    /// The boolean under a key; nil, without a diagnostic, if it is absent or has another type.
    mutating func boolean(_ name: String) -> Bool? {
        guard case .bool(let value)? = object.value(name) else { return nil }
        known.append(name)
        return value
    }

    /// Maximum unknown keys to report one by one.
    private static let namedKeys = 16

    /// Adds warnings about unknown keys, with suggestions, and returns all diagnostics.
    ///
    /// - Parameter misplaced: keys, each with the object that they belong in, whose misplacement is an error.
    mutating func finish(misplaced: [String: String] = [:]) -> [Diagnostic] {
        for name in object.names {
            guard let owner = misplaced[name], !known.contains(name) else { continue }
            let sentence = "Nothing reads the key \"\(name)\" here. Move it into \"\(owner)\"."
            diagnostics.append(
                Diagnostic(.manifestUnknownKey, severity: .error, at: pointer(to: name), sentence))
        }
        let unknown = object.names.filter { !known.contains($0) && misplaced[$0] == nil }
        for name in unknown.prefix(Self.namedKeys) {
            report(
                .manifestUnknownKey, at: name,
                message: "Nothing reads the key \"\(name)\". \(known.advice(on: name))")
        }
        if unknown.count > Self.namedKeys {
            let sentence = "Nothing reads \(unknown.count - Self.namedKeys) further keys. Take them out."
            report(.manifestUnknownKey, message: sentence)
        }
        return diagnostics
    }
}
