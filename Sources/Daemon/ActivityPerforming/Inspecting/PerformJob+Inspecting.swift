// SPDX-License-Identifier: Apache-2.0

import ActivityModel

extension PerformJob.Purpose {
    /// Describes the contents of the items.
    static let inspect = Self(
        isInBackground: true, supervision: "--alone", outputBytes: { _ in OutputPipe.maximumListBytes },
        sandboxOptions: ClosedSandbox.sandboxOptions)
}

extension PerformJob {
    /// Creates the job of inspecting the items, with all of their representations.
    ///
    /// - Parameter timeout: time limit, in microseconds.
    init(
        inspecting request: PerformRequest, by bundle: Bundle, timeout: Int
    ) throws(PerformRefusal) {
        let content = request.content
        try Self.checkPresence(content)
        var items: [HandedItem] = []
        for index in content.items.indices {
            let first = content.items[index].forms.firstIndex { $0.uri != nil || $0.text != nil } ?? 0
            let types = content.properties(index).map { content.types[$0.type] }
            var item = try HandedItem(content.items[index][first], types[first], at: index)
            item.alternatives = try Self.alternatives(to: first, of: index, content)
            items.append(item)
        }
        (self.items, caption, subject) = (items, request.caption, request.subject)
        title = Self.title(of: bundle, request.locale)
        identifier = bundle.identifier
        bundlePath = bundle.path
        isSystem = bundle.source == .system
        (method, options) = (bundle.manifest.perform, bundle.manifest.performOptions)
        options.timeoutUSec = timeout
        (purpose, fields, locale, mounts) = (.inspect, [], request.locale, request.mounts)
    }
}
