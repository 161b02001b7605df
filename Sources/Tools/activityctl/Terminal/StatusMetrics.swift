// SPDX-License-Identifier: Apache-2.0

import ActivityInterface

/// A status in Prometheus' text format, for node_exporter's textfile collector.
struct StatusMetrics {
    private(set) var text = ""
    private let scope: String

    init(_ status: Registry.StatusReply) {
        scope = "scope=\"\(status.scope.rawValue)\""
        add(
            "activities", .gauge, "Activities that are listed.",
            [("source=\"system\"", status.system), ("source=\"custom\"", status.custom)])
        add("rejected_bundles", .gauge, "Bundles that break rules.", [("", status.rejected)])
        add("connections", .gauge, "Clients that are connected.", [("", status.connections)])
        add(
            "problems", .gauge, "What is wrong now, such as a policy file that cannot be used.",
            [("", status.problems?.count ?? 0)])
        add(
            "policy_waiting", .gauge, "What files of policy would open if each were whole.",
            [("", status.waiting ?? 0)])
        add(
            "unwatched", .gauge, "Whether some changes are seen only by a reload.",
            [("", status.unwatched == nil ? 0 : 1)])
        if let performs = status.performs {
            add(
                "performs_total", .counter, "Performed activities that have ended.",
                [
                    ("result=\"success\"", performs.success), ("result=\"failure\"", performs.failure),
                    ("result=\"cancelled\"", performs.cancelled),
                ])
        }
        if let time = status.worstCallUSec {
            add(
                "worst_call_seconds", .gauge, "How long one call has held up all others at most.",
                [("", Double(time) / 1_000_000)])
        }
    }

    private enum MetricType: String {
        case gauge, counter
    }

    private mutating func add<Number: Numeric>(
        _ name: String, _ kind: MetricType, _ help: String, _ samples: [(String, Number)]
    ) {
        text += "# HELP activityd_\(name) \(help)\n# TYPE activityd_\(name) \(kind.rawValue)\n"
        for (label, value) in samples {
            text += "activityd_\(name){\(scope)\(label.isEmpty ? "" : "," + label)} \(value)\n"
        }
    }
}
