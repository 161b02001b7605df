// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host

extension Watcher {
    /// Watches exactly these bundles; existing watches are kept.
    ///
    /// - Returns: whether a bundle is watched now that was not before.
    func setBundles(_ wanted: [String]) -> Bool {
        bundles = wanted
        let known = wanted.count { bundleWatches[$0] != nil }
        if known < bundleWatches.count {
            for path in Set(bundleWatches.keys).subtracting(wanted) { drop(path) }
        }
        guard known < wanted.count || bundleFault != nil else { return false }
        return watchMissingBundles()
    }

    /// Tries to watch each bundle without a watch; a missing or unreadable bundle is not an error. Stops at
    /// the first error.
    ///
    /// - Returns: whether a bundle is watched now that was not before.
    @discardableResult
    func watchMissingBundles() -> Bool {
        bundleFault = nil
        var isNew = false
        for path in bundles where bundleWatches[path] == nil {
            willTouch(path)
            // Neither a bundle nor a folder inside one may be a link.
            let watch = inotify.add(path, Interest.fileEvents | UInt32(IN_DONT_FOLLOW))
            if watch >= 0 {
                bundleWatches[path] = watch
                bundlePaths[watch, default: []].insert(path)
                isNew = true
            } else if watch != -ENOENT, watch != -ENOTDIR, watch != -EACCES {
                bundleFault = Self.fault(-watch, path)
                return isNew
            }
        }
        return isNew
    }

    /// Sets every bundle's watch again: paths may lead to other folders now, or watches may have been lost.
    func renewBundles() {
        let former = bundlePaths.keys
        bundlePaths = [:]
        bundleWatches = [:]
        watchMissingBundles()
        for watch in former where bundlePaths[watch] == nil && interests[watch] == nil {
            inotify.remove(watch)
        }
    }

    /// Removes the watch of the bundle at `path`, if there is one.
    func drop(_ path: String) {
        guard let watch = bundleWatches.removeValue(forKey: path) else { return }
        bundlePaths[watch]?.remove(path)
        guard bundlePaths[watch]?.isEmpty == true else { return }
        bundlePaths[watch] = nil
        if interests[watch] == nil { inotify.remove(watch) }
    }
}
