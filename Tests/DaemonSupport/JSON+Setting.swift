// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

extension JSON {
    /// The same with another value at a JSON pointer; nil takes it out.
    package func setting(_ pointer: String, _ value: JSON?) -> JSON {
        var tokens = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(
            String.init)
        guard !tokens.isEmpty else { return value ?? .null }
        let first = tokens.removeFirst()
        let rest = tokens.reduce("") { $0 + "/" + $1 }
        func inner(_ json: JSON) -> JSON? { rest.isEmpty ? value : json.setting(rest, value) }
        switch self {
        case .object(var object):
            object.set(first, inner(object.value(first) ?? .null))
            return .object(object)
        case .array(var elements):
            guard let index = Int(first), elements.indices.contains(index) else { return self }
            if let changed = inner(elements[index]) {
                elements[index] = changed
            } else {
                elements.remove(at: index)
            }
            return .array(elements)
        default: return self
        }
    }
}
