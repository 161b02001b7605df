// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host

extension Watcher {
    /// Walks the route to every target again, and removes watches that no target needs any more. A watch that
    /// is needed for fewer events keeps them all, since surplus events match no interest. (Narrowing it by
    /// its path could narrow another watch.)
    func walkRoutes() {
        let former = interests.keys
        interests = [:]
        reached = [:]
        routeFault = nil
        for folder in folders { walk(to: folder, isFile: false) }
        for file in files { walk(to: file, isFile: true) }
        for watch in former where interests[watch] == nil && bundlePaths[watch] == nil {
            inotify.remove(watch)
        }
    }

    private func walk(to target: String, isFile: Bool) {
        guard target.utf8.first == UInt8(ascii: "/") else { return }
        willTouch(target)
        var route = Route(to: target)
        while let name = route.next() {
            var kind = route.kind(of: name)
            if isFile, route.isAtEnd {
                reached[target] = watch(route.folder, Interest.fileEvents) {
                    $0.files[name, default: []].insert(target)
                }
                guard route.kind(of: name) == .link else { return }
                kind = .link
            } else if kind != .folder || route.isAtEnd {
                _ = watch(route.folder, Interest.folderEvents) {
                    $0.steps[name, default: []].insert(target)
                }
                kind = route.kind(of: name)
            }
            switch kind {
            case .folder: enter(name, of: &route, for: target)
            case .link: guard route.follow(name) else { return }
            case .other, .missing: return
            }
        }
        guard !isFile else { return }
        reached[target] = watch(route.folder, Interest.folderEvents) { $0.folders.insert(target) }
    }

    /// Enters the folder `name` and watches it; if the folder has just disappeared, the step is retried.
    private func enter(_ name: String, of route: inout Route, for target: String) {
        let watch = inotify.add(route.path(of: name), Interest.ownEvents | UInt32(IN_DONT_FOLLOW))
        if watch == -ENOENT || watch == -ENOTDIR { return route.retry(name) }
        if watch >= 0 { interests[watch, default: Interest()].passing.insert(target) }
        // If the daemon may enter the folder later, only an event in its parent reports that.
        if watch == -EACCES {
            _ = self.watch(route.folder, Interest.folderEvents) { $0.steps[name, default: []].insert(target) }
        }
        route.enter(name)
    }

    /// Watches a folder, and lets `add` extend its interest.
    ///
    /// - Returns: the watch; nil if the folder is gone, or if the kernel granted none, for the reason in
    ///   `routeFault`.
    private func watch(_ folder: String, _ events: UInt32, add: (inout Interest) -> Void) -> Int32? {
        let watch = inotify.add(folder, events)
        guard watch >= 0 else {
            if watch != -ENOENT, watch != -ENOTDIR {
                routeFault = routeFault ?? Self.fault(-watch, folder)
            }
            return nil
        }
        add(&interests[watch, default: Interest()])
        return watch
    }

    static func fault(_ code: Int32, _ path: String) -> String {
        let advice =
            switch code {
            case ENOSPC: "the kernel grants no more watches; raise the sysctl fs.inotify.max_user_watches"
            case EACCES: "the daemon may not read it; grant read permission, or leave it out"
            default: ErrorText.of(code)
            }
        return "\(path) is not watched: \(advice). Until then, reload after a change."
    }
}
