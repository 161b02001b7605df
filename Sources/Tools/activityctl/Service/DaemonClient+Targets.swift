// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import StrictJSON

extension DaemonClient {
    /// A sentence that names the administrator's or the person's file that turns targets off; nil if there is
    /// none, or if it cannot be read.
    var reasonForNoTargets: String? {
        let key = PolicySwitch.targets.rawValue
        let entries = (try? Registry.PolicyReply(self).entries) ?? []
        let closing = entries.last {
            $0.kind == .configuration && $0.key == key && $0.value == "false" && $0.overriddenBy == nil
        }
        return (closing?.path ?? personsFile(closing: key))
            .map { "No targets are shown: \(printable($0)) says \"\(key)\": false." }
    }

    private func personsFile(closing key: String) -> String? {
        let folder = SearchPath.user(environment: OfflineRegistry.variables).personalConfigurationFolder
        let path = folder + "/activityd/activityd.json"
        guard let bytes = try? FileBytes.read(path, limit: ManifestDecoder.maximumBytes),
            case .object(let settings)? = try? JSON(parsing: bytes), settings.value(key) == false
        else { return nil }
        return path
    }
}
