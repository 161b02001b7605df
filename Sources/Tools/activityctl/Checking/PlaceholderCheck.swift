// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// Finds placeholders of `activityctl new` that the author should replace.
enum PlaceholderCheck {
    static func remarks(_ manifest: Manifest, _ icons: IconFiles?) -> [Diagnostic] {
        var remarks: [Diagnostic] = []
        if BundleTemplate.placeholders.contains(manifest.title) {
            let sentence =
                "\"\(manifest.title)\" stands for a title. Say what the activity does, in a word or two."
            remarks.append(Diagnostic(.placeholder, at: "/title", sentence))
        }
        if icons?.files[manifest.icon] == BundleTemplate.icon {
            let sentence =
                "The icon is the one that every activity begins with. Draw one that tells it from others."
            remarks.append(Diagnostic(.placeholder, at: "/icon", sentence))
        }
        return remarks
    }
}
