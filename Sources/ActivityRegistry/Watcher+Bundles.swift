// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Watcher {
    /// Watches exactly these; those that are watched already keep their watches.
    func setBundles(_ wanted: [String]) {
        let former = Set(bundleWatches.keys).subtracting(wanted)
        bundles = wanted
        for path in former { drop(path) }
        watchMissingBundles()
    }

    /// Tries each bundle that has no watch; one that is not there is no fault.
    func watchMissingBundles() {
        bundleFault = nil
        for path in bundles where bundleWatches[path] == nil {
            let watch = inotify.add(path, Interest.fileEvents)
            if watch >= 0 {
                bundleWatches[path] = watch
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
        watchMissingBundles()
        for watch in former where bundlePaths[watch] == nil && interests[watch] == nil {
            inotify.remove(watch)
        }
    }

    /// Lets go of the bundle at `path`, if one is watched there.
    func drop(_ path: String) {
        guard let watch = bundleWatches.removeValue(forKey: path) else { return }
        bundlePaths[watch]?.remove(path)
        if bundlePaths[watch]?.isEmpty == true { forget(watch) }
    }

    /// Lets go of a folder that is no bundle any more; what it says from here on concerns nobody.
    func forget(_ watch: Int32) {
        for path in bundlePaths.removeValue(forKey: watch) ?? [] { bundleWatches[path] = nil }
        if interests[watch] == nil { inotify.remove(watch) }
    }
}
