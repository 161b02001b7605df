// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ArgumentParser
import StrictJSON

struct Rules: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the rules that bundles are held to.",
        discussion:
            "An error rejects a bundle; a warning does not. HIG: Apple's Human Interface Guidelines for iOS.")

    @Flag(help: "Print them as JSON.") var json = false

    func run() {
        guard !json else { return Output.json(.array(Rule.allCases.map(description))) }
        let paint = Paint()
        for rule in Rule.allCases { Output.lines(Self.lines(on: rule, paint, width: Paint.lineWidth)) }
    }

    static func lines(on rule: Rule, _ paint: Paint, width: Int?) -> [String] {
        ["\(paint(.bold, rule.rawValue))  \(paint(rule.severity.ink, rule.severity.rawValue))"]
            + wrapped(rule.summary, width: width, indent: 4) + ["    " + paint(.dim, rule.source)]
    }

    private func description(_ rule: Rule) -> JSON {
        [
            "id": .string(rule.rawValue), "severity": rule.severity.json, "summary": .string(rule.summary),
            "source": .string(rule.source),
        ]
    }
}
