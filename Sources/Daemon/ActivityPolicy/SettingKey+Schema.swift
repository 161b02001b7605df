// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

extension SettingKey {
    private static let schemaDescription =
        "The settings of activityd, and policy for every person of the machine. "
        + "What is in force while a file is broken: activityd.json(5), \"What cannot be read\"."

    /// The JSON Schema of activityd.json and its drop-ins.
    package static var schema: JSON {
        let properties = table.map { key in
            var object = (try? JSON.Object(json: key.schema)) ?? JSON.Object()
            let who = key.isPersonal ? "" : " Only the administrator's files decide it."
            object.set("description", .string("\(key.about)\(who) See \"Keys\" in activityd.json(5)."))
            return (key.name, JSON.object(object))
        }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "activityd.json",
            "description": .string(schemaDescription), "type": "object", "additionalProperties": false,
            "properties": .object(JSON.Object(properties)), "patternProperties": ["^x-": true],
        ]
    }
}
