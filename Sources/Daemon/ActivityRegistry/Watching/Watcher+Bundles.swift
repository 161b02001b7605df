// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host

extension Watcher {
    /// Watches exactly these; those that are watched already keep their watches.
    ///
    /// - Returns: whether one of them was not watched before.
    func setBundles(_ wanted: [String]) -> Bool {
        bundles = wanted
        let known = wanted.count { bundleWatches[$0] != nil }
        if known < bundleWatches.count {
            for path in Set(bundleWatches.keys).subtracting(wanted) { drop(path) }
        }
        guard known < wanted.count || bundleFault != nil else { return false }
        return watchMissingBundles()
    }

    /// Tries each bundle that has no watch; one that is not there is no fault.
    ///
    /// - Returns: whether one of them has a watch now.
    @discardableResult
    func watchMissingBundles() -> Bool {
        bundleFault = nil
        var isNew = false
        for path in bundles where bundleWatches[path] == nil {
            willTouch(path)
            // A bundle is no link, nor is a folder in it.
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

    /// Lets go of the folder at `path`, if one is watched there.
    func drop(_ path: String) {
        guard let watch = bundleWatches.removeValue(forKey: path) else { return }
        bundlePaths[watch]?.remove(path)
        guard bundlePaths[watch]?.isEmpty == true else { return }
        bundlePaths[watch] = nil
        if interests[watch] == nil { inotify.remove(watch) }
    }
}
