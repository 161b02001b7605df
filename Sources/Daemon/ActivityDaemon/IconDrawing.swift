// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import Host
import StrictJSON
import Varlink

/// Answers `Icon` from the cache, or with a picture from the drawing process.
final class IconDrawing {
    private let registry: BundleRegistry
    private let client: DrawingClient
    private var cache: RecentlyUsed<Key, Sheet.IconReply>
    private var waiting: [Drawing: [PendingCall]] = [:]

    private struct Key: Hashable {
        /// Digest of all files from which the icon is made.
        let source: Digest
        let size: Int
        let tint: Tint
    }

    /// A picture being drawn for one requester; requesters do not share a drawing, so that none waits in
    /// another's queue.
    private struct Drawing: Hashable {
        let key: Key
        let requester: Requester
    }

    init(registry: BundleRegistry, drawing: DrawingClient, cacheBytes: Int) {
        self.registry = registry
        client = drawing
        cache = RecentlyUsed(limit: cacheBytes) { $0.png.utf8.count }
    }

    /// Starts the drawing process after a List, since the client that shows the sheet asks for its icons
    /// next.
    func expectCalls() {
        if cache.isEmpty { client.expectRequests() }
    }

    func draw(_ call: PendingCall) throws(CallError) {
        let ask = try decoded(Sheet.IconRequest.self, call)
        guard Sheet.IconRequest.sizes.contains(ask.size) else { throw .invalidParameter(parameter: "size") }
        guard let tint = Tint(ask.tint ?? "#000000") else { throw .invalidParameter(parameter: "tint") }
        if call.connection.app?.included.contains(ask.identifier) == true {
            throw .notPerformable(
                identifier: ask.identifier, reason: "It is the app's own: the app draws and performs it.")
        }
        guard let bundle = registry.snapshot.bundle(ask.identifier), bundle.standing == .present else {
            throw .noSuchActivity(identifier: ask.identifier)
        }
        if let source = bundle.record.findingsKey,
            let icon = cache[Key(source: source, size: ask.size, tint: tint)]
        {
            return call.reply(icon.object)
        }
        // The files are read again, so that digest and picture match even if files were replaced since the
        // load.
        registry.request(for: call.diskCaller, at: bundle.path) {
            $0.icons(of: bundle)
        } then: { [weak self] result in
            switch result {
            case .success(let files?):
                self?.draw(files, Key(source: files.findingsKey, size: ask.size, tint: tint), for: call)
            case .success(nil):
                call.refuse(.noSuchActivity(identifier: ask.identifier))
            case .failure(let refusal):
                call.refuse(CallError(PerformRefusal(refusal), of: ask.identifier))
            }
        }
    }

    /// Draws the icon, or joins the call to a drawing of the same picture for the same requester.
    private func draw(_ files: IconFiles, _ key: Key, for call: PendingCall) {
        if let icon = cache[key] { return call.reply(icon.object) }
        let drawing = Drawing(key: key, requester: call.requester)
        guard waiting[drawing] == nil else { return waiting[drawing, default: []].append(call) }
        waiting[drawing] = [call]
        client.draw(
            files, size: key.size, tint: key.tint, for: drawing.requester,
            isWanted: { [weak self] in self?.isWanted(drawing) == true }
        ) { [weak self] result in self?.finish(drawing, files, result) }
    }

    private func isWanted(_ drawing: Drawing) -> Bool {
        waiting[drawing]?.contains(where: \.isOpen) == true
    }

    private func finish(_ drawing: Drawing, _ files: IconFiles, _ result: Result<[UInt8], DrawingError>) {
        let calls = waiting.removeValue(forKey: drawing) ?? []
        switch result {
        case .success(let png):
            let icon = Sheet.IconReply(
                png: Base64.encode(png), iconDigest: files.iconDigest?.description ?? "")
            cache[drawing.key] = icon
            for call in calls { call.reply(icon.object) }
        case .failure(.tooMany(let maximum)):
            for call in calls { call.refuse(.limitExceeded(limit: "icons", maximum: maximum)) }
        case .failure(.failed(let reason)):
            for call in calls {
                let identifier = (try? call.parameters.read("identifier")) ?? ""
                call.refuse(CallError(.notPerformable(reason: reason), of: identifier))
            }
        }
    }
}

extension PendingCall {
    /// Whose turn at the drawing process it takes.
    var requester: Requester {
        switch connection.holder {
        case .user(let uid): .client(uid: uid)
        case .program(let name): .app(name)
        }
    }

    /// The caller as the disk queue sees it. A oneway call stays wanted after its client hangs up.
    var diskCaller: DiskCaller {
        DiskCaller(requester, bytes: size) { [self] in isOneway || isOpen }
    }
}
