// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

/// The types of io.activityd.Registry; the interface file documents each field.
package enum Registry {
    /// A file of a bundle on its way to Register or Check.
    package struct File: Hashable, Sendable, JSONObjectConvertible {
        package let path: String
        /// Base64.
        package let data: String
        package let executable: Bool?

        package init(path: String, data: String, executable: Bool?) {
            self.path = path
            self.data = data
            self.executable = executable
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            path = try object.read("path")
            data = try object.read("data")
            executable = try object.read("executable")
        }

        package var object: JSON.Object {
            .withoutNulls(["path": path, "data": data, "executable": executable])
        }
    }

    /// One bundle, as Describe tells of it.
    package struct Description: Hashable, Sendable, JSONObjectConvertible {
        package let identifier: String
        package let title: String?
        package let titles: [String: String]?
        package let version: String?
        package let source: Bundle.Source
        package let category: Manifest.Category?
        package let position: Int?
        package let path: String
        package let state: Bundle.State
        package let election: Election
        package let locked: Bool
        package let decidedBy: Decider?
        package let diagnostics: [Diagnostic]

        package init(_ bundle: Bundle, under elections: Elections) {
            let manifest = bundle.manifest
            let decision = elections.decision(for: bundle.identifier)
            identifier = bundle.identifier
            title = manifest.title.isEmpty ? nil : manifest.title
            titles = manifest.titles.isEmpty ? nil : manifest.titles.byLocale
            version = manifest.version
            source = bundle.source
            category = manifest.accepts.isEmpty ? nil : manifest.category
            position = manifest.position
            path = bundle.path
            state = bundle.state(under: elections)
            election = decision.election
            locked = decision.isLocked
            decidedBy = decision.by
            diagnostics = bundle.diagnostics
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            title = try object.read("title")
            titles = try object.read("titles")
            version = try object.read("version")
            source = try object.read("source")
            category = try object.read("category")
            position = try object.read("position")
            path = try object.read("path")
            state = try object.read("state")
            election = try object.read("election")
            locked = try object.read("locked")
            decidedBy = try object.read("decidedBy")
            diagnostics = try object.read("diagnostics")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "identifier": identifier, "title": title, "titles": titles, "version": version,
                "source": source,
                "category": category, "position": position, "path": path, "state": state,
                "election": election,
                "locked": locked, "decidedBy": decidedBy, "diagnostics": diagnostics,
            ])
        }
    }

    /// Why one bundle is listed or not, as Explain tells it.
    package struct Verdict: Hashable, Sendable, JSONObjectConvertible {
        package let identifier: String
        package let path: String?
        package let listed: Bool
        package let code: ActivityModel.Verdict.Code
        package let clause: Int?
        package let item: Int?
        package let message: String

        /// What `bundle` makes of a request, in words too.
        package init(_ bundle: Bundle, _ request: Request) {
            let verdict = bundle.evaluate(request)
            identifier = bundle.identifier
            path = bundle.path
            listed = verdict.isListed
            code = verdict.code
            clause = verdict.clause
            item = verdict.item
            message = bundle.explanation(of: verdict, request)
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            path = try object.read("path")
            listed = try object.read("listed")
            code = try object.read("code")
            clause = try object.read("clause")
            item = try object.read("item")
            message = try object.read("message")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "identifier": identifier, "path": path, "listed": listed, "code": code, "clause": clause,
                "item": item, "message": message,
            ])
        }
    }

    package enum Scope: String, CaseIterable, Sendable, JSONConvertible {
        case system, user
    }

    /// What the daemon is and has.
    package struct Status: Hashable, Sendable, JSONObjectConvertible {
        package let version: String
        package let scope: Scope
        package let generation: Int
        package let system: Int
        package let custom: Int
        package let rejected: Int
        package let connections: Int
        package let unwatched: String?
        package let problems: [String]
        package let searchPath: [String]

        package init(
            version: String, scope: Scope, generation: Int, system: Int, custom: Int, rejected: Int,
            connections: Int,
            unwatched: String?, problems: [String],
            searchPath: [String]
        ) {
            self.version = version
            self.scope = scope
            self.generation = generation
            self.system = system
            self.custom = custom
            self.rejected = rejected
            self.connections = connections
            self.unwatched = unwatched
            self.problems = problems
            self.searchPath = searchPath
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            version = try object.read("version")
            scope = try object.read("scope")
            generation = try object.read("generation")
            system = try object.read("system")
            custom = try object.read("custom")
            rejected = try object.read("rejected")
            connections = try object.read("connections")
            unwatched = try object.read("unwatched")
            problems = try object.read("problems") ?? []
            searchPath = try object.read("searchPath")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "version": version, "scope": scope, "generation": generation, "system": system,
                "custom": custom,
                "rejected": rejected, "connections": connections, "searchPath": searchPath,
                "unwatched": unwatched, "problems": problems.isEmpty ? [String]?.none : problems,
            ])
        }
    }
}
