// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import Glibc
import StrictJSON
import Varlink

/// Measures each step in the processing of a List call and of a bundle by itself.
///
///     activity-benchmarks FOLDER-OF-BUNDLES [PART-OF-A-NAME]
@main
struct Micro {
    private let sample: Sample
    private let interface: Interface

    static func main() throws {
        guard CommandLine.arguments.count > 1 else { exit(2) }
        let micro = Micro(
            sample: Sample(folder: CommandLine.arguments[1]), interface: try Interfaces.load().sheet)
        try micro.measureCalls()
        try micro.measureMatching()
        try micro.measureBundles()
    }

    private func measureCalls() throws {
        for items in [1, 200] {
            let frame = Sample.frame(items: items)
            let what = items == 1 ? "1 item" : "\(items) items"
            try Benchmark.measure("decode and check a call, \(what)") {
                _ = try Content(try decoded(frame).content)
            }
            Benchmark.measure("read a call from its text, \(what)") {
                _ = ListCall(frame: frame)
            }
        }
    }

    /// Decodes a call by the tree parser, as the daemon does for calls that `ListCall` does not accept.
    private func decoded(_ frame: [UInt8]) throws -> Sheet.ListRequest {
        guard case .object(let call) = try JSON(parsing: frame),
            case .object(let parameters)? = call.value("parameters"),
            let method = interface.methods.first(where: { $0.name == "List" })
        else { throw JSON.Mismatch(expected: "a call of List") }
        try interface.check(parameters: parameters, of: method)
        return try Sheet.ListRequest(parameters)
    }

    private func measureMatching() throws {
        let snapshot = sample.snapshot
        let bundles = snapshot.present.count
        for items in [1, 200] {
            let ask = try decoded(Sample.frame(items: items))
            let what = items == 1 ? "1 item" : "\(items) items"
            let request = try sample.request(ask)
            let listed = snapshot.listed(request).count
            Benchmark.measure("match \(what) against \(bundles) bundles, \(listed) listed") {
                _ = snapshot.listed(request)
            }
        }
        let listed = snapshot.listed(try sample.request(try decoded(Sample.frame(items: 1)))).map(\.bundle)
        let custom = listed.filter { $0.source == .custom }
        let collator = Collator(locale: LocaleTag("de"))
        Benchmark.measure("order \(custom.count) custom activities, keys included") {
            _ = custom.map { snapshot.orderKey(of: $0, title: $0.manifest.title, collator) }.sorted()
        }
        Benchmark.measure("encode a sheet of \(listed.count) activities") {
            let activities = listed.map { Sheet.Activity($0, locale: LocaleTag("de")) }
            _ = Sheet.ListReply(generation: 1, presentation: .popover, activities: activities).json.serialized
        }
    }

    private func measureBundles() throws {
        let custom = sample.load.bundles.filter { $0.source == .custom }
        guard let first = custom.first else { return }
        let manifest = first.manifest
        Benchmark.measure("judge the \(manifest.titles.byLocale.count + 1) titles of a bundle") {
            for (locale, title) in manifest.titles { judge(title, of: first, locale) }
            judge(manifest.title, of: first, nil)
        }
        let count = custom.count
        Benchmark.measure("load a bundle, one of \(count) that are new, on all processors", parts: count) {
            _ = sample.loader.load()
        }
        Benchmark.measure("load a bundle, one of \(count) that did not change", parts: count) {
            _ = sample.loader.load(serving: sample.load.bundles, previous: sample.load)
        }
    }

    private func judge(_ title: String, of bundle: Bundle, _ locale: String?) {
        _ = TitleRules.judge(
            title: title, pointer: "/title", soft: locale != nil, isCustom: true,
            vendor: bundle.manifest.vendor, product: bundle.manifest.product, identifier: bundle.identifier,
            reserved: sample.snapshot.reserved, locale: locale.flatMap { LocaleTag($0) })
    }
}

extension Snapshot {
    fileprivate func listed(_ request: Request) -> [Listed] {
        candidates(request).compactMap { listed($0, request) }
    }
}
