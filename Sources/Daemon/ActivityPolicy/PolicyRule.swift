// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

extension Policy {
    /// The rule, word for word as in the manual, the schema and the documentation.
    package static let rule = """
        A file is whole if nothing in it that is not understood could close anything: it is JSON, and each \
        key, election, switch and entry of onlyActivities can be used. Faults in arrangements, starred and \
        the daemon's own settings leave it whole. While all files that count are whole, they alone decide. \
        While one is not, nothing opens: an activity is as open, and a switch as on, as the least open of \
        the last whole policy; the files together, where one that is not whole says what it said when it \
        last was, else what the file of its name behind it says; each closing that is, or since then was, \
        read in a file that is not whole, but for those that the file had just so when it last was; it \
        locks, and nothing overrides it. Where no whole policy is known, each file's closings stand, but for \
        the exceptions in that same file. A file that another user or another time could read closes \
        everything, unless it is known what it said. What is corrected, taken away or masked no longer holds \
        anything up; status names the file, the line, what waits for it, and the mask that lets it go. The \
        system's daemon keeps what was whole, before it is in force. What a person's own daemon has kept \
        from earlier only closes further.
        """
}

extension SettingKey {
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
            "description": .string(Policy.rule), "type": "object", "additionalProperties": false,
            "properties": .object(JSON.Object(properties)), "patternProperties": ["^x-": true],
        ]
    }
}
