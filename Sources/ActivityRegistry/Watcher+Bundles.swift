// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Watcher {
    /// Watches exactly these; those that are watched already keep their watches.
    func setBundles(_ wanted: [String]) {
        // Mostly there is nothing to let go of, and nothing new.
        var known = 0
        bundles = wanted.map { path in
            guard let place = bundleWatches.index(forKey: path) else { return path }
            known += 1
            // One text in memory rather than two.
            return bundleWatches[place].key
        }
        if known < bundleWatches.count {
            for path in Set(bundleWatches.keys).subtracting(wanted) { drop(path) }
        }
        if known < wanted.count || bundleFault != nil { watchMissingBundles() }
    }

    /// Tries each bundle that has no watch; one that is not there is no fault.
    func watchMissingBundles() {
        bundleFault = nil
        for path in bundles where bundleWatches[path] == nil {
            let watch = inotify.add(path, Interest.fileEvents)
            if watch >= 0 {
                bundleWatches[path] = watch
                reported.insert(path)
                bundlePaths[watch, default: []].insert(path)
            } else if watch != -ENOENT, watch != -ENOTDIR, watch != -EACCES {
                bundleFault = Self.fault(-watch, path)
                return
            }
        }
    }

    /// Sets every bundle's watch again: the paths may lead to other folders now, or watches may be lost.
    func renewBundles() {
        let former = bundlePaths.keys
        bundlePaths = [:]
        bundleWatches = [:]
        innerWatches = [:]
        watchMissingBundles()
        for watch in former where bundlePaths[watch] == nil && interests[watch] == nil {
            inotify.remove(watch)
        }
    }

    /// Lets go of the bundle at `path`, if one is watched there.
    func drop(_ path: String) {
        dropInner(path)
        if let watch = bundleWatches.removeValue(forKey: path) { release(watch, of: path) }
    }

    /// Lets go of a folder that is no bundle's any more; what it says from here on concerns nobody.
    func forget(_ watch: Int32) {
        for path in bundlePaths[watch] ?? [] { drop(path) }
    }

    /// Whether the bundle at `path` is watched and nothing within it.
    func lacksInner(_ path: String) -> Bool { bundleWatches[path] != nil && innerWatches[path] == nil }

    /// Watches the folders within the bundle at `path` too, given relative to it, if there is room for all.
    func watchInner(_ folders: [String], of path: String) {
        guard lacksInner(path), bundlePaths.count + folders.count <= bundleLimit,
            let place = bundleWatches.index(forKey: path)
        else { return }
        let path = bundleWatches[place].key
        var watches: [Int32] = []
        for folder in folders {
            let watch = inotify.add(path + "/" + folder, Interest.fileEvents | UInt32(IN_DONT_FOLLOW))
            guard watch >= 0 else { break }
            watches.append(watch)
            bundlePaths[watch, default: []].insert(path)
        }
        innerWatches[path] = watches
        reported.insert(path)
        if watches.count < folders.count { dropInner(path) }
    }

    /// Lets go of what is watched inside the bundle at `path`.
    func dropInner(_ path: String) {
        for watch in innerWatches.removeValue(forKey: path) ?? [] { release(watch, of: path) }
    }

    private func release(_ watch: Int32, of path: String) {
        bundlePaths[watch]?.remove(path)
        guard bundlePaths[watch]?.isEmpty == true else { return }
        bundlePaths[watch] = nil
        if interests[watch] == nil { inotify.remove(watch) }
    }
}
