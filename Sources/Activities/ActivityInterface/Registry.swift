// SPDX-License-Identifier: Apache-2.0
//
// `make interfaces` writes this file from io.activityd.Registry.varlink. Change that one.

package import ActivityModel
package import StrictJSON

/// The types of io.activityd.Registry.
package enum Registry {
    /// A file of a bundle. path: relative to the bundle, of components of 1 to 255 bytes, none "." or "..".
    /// data: base64. executable: its mode is 0755 and not 0644.
    package struct File: Hashable, Sendable, JSONObjectConvertible {
        package var path: String
        package var data: String
        package var executable: Bool?

        package init(path: String, data: String, executable: Bool? = nil) {
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

    /// One bundle. title, titles, version, category: as far as the manifest could be read; a transform has no
    /// category. position: of system activities. path: the bundle's folder. state: "active" serves; "ignored"
    /// by an election; "unavailable" for want of a program; "shadowed" by a bundle of the same name earlier
    /// in the search path; "masked" by a link to /dev/null; "rejected" for an error among the diagnostics.
    /// election: what holds. locked: the admin's election cannot be overridden. decidedBy: whose election
    /// holds; null where nobody decided. starred: true if the person or the admin starred it, which puts it
    /// into the sheet's first row too. rank: its place among all activities as the daemon's own locale orders
    /// sheets, from 0; null for a transform, and if it is shadowed, masked or rejected. origin: of a bundle
    /// that a generator has made, the absolute path of the file that it was made of. link: of a bundle to
    /// which a link in the search path leads, the link. removes: of a transform, the kinds of facts that it
    /// takes out of what it accepts; null for anything else.
    package struct Description: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var title: String?
        package var titles: [String: String]?
        package var version: String?
        package var source: Bundle.Source
        package var category: Manifest.Category?
        package var position: Int?
        package var path: String
        package var state: Bundle.State
        package var election: Election
        package var locked: Bool
        package var decidedBy: Decider?
        package var starred: Bool?
        package var rank: Int?
        package var origin: String?
        package var link: String?
        package var removes: [String]?
        package var diagnostics: [Diagnostic]

        package init(
            identifier: String,
            title: String? = nil,
            titles: [String: String]? = nil,
            version: String? = nil,
            source: Bundle.Source,
            category: Manifest.Category? = nil,
            position: Int? = nil,
            path: String,
            state: Bundle.State,
            election: Election,
            locked: Bool,
            decidedBy: Decider? = nil,
            starred: Bool? = nil,
            rank: Int? = nil,
            origin: String? = nil,
            link: String? = nil,
            removes: [String]? = nil,
            diagnostics: [Diagnostic]
        ) {
            self.identifier = identifier
            self.title = title
            self.titles = titles
            self.version = version
            self.source = source
            self.category = category
            self.position = position
            self.path = path
            self.state = state
            self.election = election
            self.locked = locked
            self.decidedBy = decidedBy
            self.starred = starred
            self.rank = rank
            self.origin = origin
            self.link = link
            self.removes = removes
            self.diagnostics = diagnostics
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
            starred = try object.read("starred")
            rank = try object.read("rank")
            origin = try object.read("origin")
            link = try object.read("link")
            removes = try object.read("removes")
            diagnostics = try object.read("diagnostics")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "identifier": identifier,
                "title": title,
                "titles": titles,
                "version": version,
                "source": source,
                "category": category,
                "position": position,
                "path": path,
                "state": state,
                "election": election,
                "locked": locked,
                "decidedBy": decidedBy,
                "starred": starred,
                "rank": rank,
                "origin": origin,
                "link": link,
                "removes": removes,
                "diagnostics": diagnostics,
            ])
        }
    }

    /// Why one bundle is listed or not. path: the bundle's folder. code: "listed", else the first reason of
    /// rejected, masked, shadowed, ignored-by-admin, ignored-by-person, program-missing, own-application,
    /// excluded-by-request, type-not-accepted, not-a-local-file, too-large, too-many-items, too-few-items,
    /// transform (it takes the content, and is one of its Options), inspect (it says what is inside any
    /// content). clause: the one that came nearest. item: the first offending one. message: for the plug-in's
    /// author. programs: if the activity is listed as soon as one of these is installed; else null.
    package struct Verdict: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var path: String?
        package var listed: Bool
        package var code: ActivityModel.Verdict.Code
        package var clause: Int?
        package var item: Int?
        package var message: String
        package var programs: [String]?

        package init(
            identifier: String,
            path: String? = nil,
            listed: Bool,
            code: ActivityModel.Verdict.Code,
            clause: Int? = nil,
            item: Int? = nil,
            message: String,
            programs: [String]? = nil
        ) {
            self.identifier = identifier
            self.path = path
            self.listed = listed
            self.code = code
            self.clause = clause
            self.item = item
            self.message = message
            self.programs = programs
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            path = try object.read("path")
            listed = try object.read("listed")
            code = try object.read("code")
            clause = try object.read("clause")
            item = try object.read("item")
            message = try object.read("message")
            programs = try object.read("programs")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "identifier": identifier,
                "path": path,
                "listed": listed,
                "code": code,
                "clause": clause,
                "item": item,
                "message": message,
                "programs": programs,
            ])
        }
    }

    /// Something of another format that a generator has made no bundle of. origin: the absolute path of its
    /// file. name: as people know it; may be empty. reason: a sentence.
    package struct Omission: Hashable, Sendable, JSONObjectConvertible {
        package var origin: String
        package var name: String
        package var reason: String

        package init(origin: String, name: String, reason: String) {
            self.origin = origin
            self.name = name
            self.reason = reason
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            origin = try object.read("origin")
            name = try object.read("name")
            reason = try object.read("reason")
        }

        package var object: JSON.Object {
            .withoutNulls(["origin": origin, "name": name, "reason": reason])
        }
    }

    /// A program that makes bundles of plug-ins of another format. name: of its file. path: of the program.
    /// folder: of what it makes. origins: the folders that it reads, there or not. bundles: how many it has
    /// made, sound or not. omissions: what it has left out. running: whether it runs now. started: when it
    /// ran last, in microseconds since 1970. durationUSec: how long that took. failure: why that failed, a
    /// sentence; what it had made before stays. The last three are null where they do not apply, and before
    /// it has run since the daemon was started.
    package struct Generator: Hashable, Sendable, JSONObjectConvertible {
        package var name: String
        package var path: String
        package var folder: String
        package var origins: [String]
        package var bundles: Int
        package var omissions: [Omission]
        package var running: Bool
        package var started: Int?
        package var durationUSec: Int?
        package var failure: String?

        package init(
            name: String,
            path: String,
            folder: String,
            origins: [String],
            bundles: Int,
            omissions: [Omission],
            running: Bool,
            started: Int? = nil,
            durationUSec: Int? = nil,
            failure: String? = nil
        ) {
            self.name = name
            self.path = path
            self.folder = folder
            self.origins = origins
            self.bundles = bundles
            self.omissions = omissions
            self.running = running
            self.started = started
            self.durationUSec = durationUSec
            self.failure = failure
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            name = try object.read("name")
            path = try object.read("path")
            folder = try object.read("folder")
            origins = try object.read("origins")
            bundles = try object.read("bundles")
            omissions = try object.read("omissions")
            running = try object.read("running")
            started = try object.read("started")
            durationUSec = try object.read("durationUSec")
            failure = try object.read("failure")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "name": name,
                "path": path,
                "folder": folder,
                "origins": origins,
                "bundles": bundles,
                "omissions": omissions,
                "running": running,
                "started": started,
                "durationUSec": durationUSec,
                "failure": failure,
            ])
        }
    }

    /// A file of the administrator's policy. state: "used"; "broken" cannot be used, or not in part, and
    /// opens nothing by that (activityd.json(5) says what counts); "hidden" by one of the same name in an
    /// earlier folder; "mask" is a link to /dev/null, which hides those of its name behind it. by: of a
    /// hidden one, the file that comes before it.
    package struct PolicyFile: Hashable, Sendable, JSONObjectConvertible {
        package var path: String
        package var kind: PolicyKind
        package var state: PolicyFileState
        package var by: String?

        package init(path: String, kind: PolicyKind, state: PolicyFileState, by: String? = nil) {
            self.path = path
            self.kind = kind
            self.state = state
            self.by = by
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            path = try object.read("path")
            kind = try object.read("kind")
            state = try object.read("state")
            by = try object.read("by")
        }

        package var object: JSON.Object {
            .withoutNulls(["path": path, "kind": kind, "state": state, "by": by])
        }
    }

    /// A setting, election or list of the administrator's policy. key: the setting's name; the identifier or
    /// pattern of an election; "arrangement". value: JSON, cut after 16,384 code points, with "…" at its end
    /// then. path: the file that says so. overriddenBy: the file that says otherwise and wins; null for what
    /// is in force. line: in that file; null where it no longer says so. waits: true for what would open
    /// something, and does not while a file is not whole.
    package struct PolicyEntry: Hashable, Sendable, JSONObjectConvertible {
        package var kind: PolicyKind
        package var key: String
        package var value: String
        package var path: String
        package var overriddenBy: String?
        package var line: Int?
        package var waits: Bool?

        package init(
            kind: PolicyKind,
            key: String,
            value: String,
            path: String,
            overriddenBy: String? = nil,
            line: Int? = nil,
            waits: Bool? = nil
        ) {
            self.kind = kind
            self.key = key
            self.value = value
            self.path = path
            self.overriddenBy = overriddenBy
            self.line = line
            self.waits = waits
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            kind = try object.read("kind")
            key = try object.read("key")
            value = try object.read("value")
            path = try object.read("path")
            overriddenBy = try object.read("overriddenBy")
            line = try object.read("line")
            waits = try object.read("waits")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "kind": kind,
                "key": key,
                "value": value,
                "path": path,
                "overriddenBy": overriddenBy,
                "line": line,
                "waits": waits,
            ])
        }
    }

    /// A target that the person has shared to with success. value: the activity's own name for it. uses: how
    /// often, as far as that is kept. lastUSec: the last time, in microseconds since 1970.
    package struct KeptTarget: Hashable, Sendable, JSONObjectConvertible {
        package var value: String
        package var uses: Int
        package var lastUSec: Int

        package init(value: String, uses: Int, lastUSec: Int) {
            self.value = value
            self.uses = uses
            self.lastUSec = lastUSec
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            value = try object.read("value")
            uses = try object.read("uses")
            lastUSec = try object.read("lastUSec")
        }

        package var object: JSON.Object {
            .withoutNulls(["value": value, "uses": uses, "lastUSec": lastUSec])
        }
    }

    /// What the person answered an activity's questions with, and is kept for the next time. answers: by the
    /// id of the field. targets: what the person has shared to by this activity; null where nothing is kept
    /// of that.
    package struct KeptAnswers: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var answers: [String: String]
        package var targets: [KeptTarget]?

        package init(identifier: String, answers: [String: String], targets: [KeptTarget]? = nil) {
            self.identifier = identifier
            self.answers = answers
            self.targets = targets
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            answers = try object.read("answers")
            targets = try object.read("targets")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifier": identifier, "answers": answers, "targets": targets])
        }
    }

    /// How many performed activities have ended so.
    package struct Performs: Hashable, Sendable, JSONObjectConvertible {
        package var success: Int
        package var failure: Int
        package var cancelled: Int

        package init(success: Int, failure: Int, cancelled: Int) {
            self.success = success
            self.failure = failure
            self.cancelled = cancelled
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            success = try object.read("success")
            failure = try object.read("failure")
            cancelled = try object.read("cancelled")
        }

        package var object: JSON.Object {
            .withoutNulls(["success": success, "failure": failure, "cancelled": cancelled])
        }
    }

    /// Installs a bundle, durably, and replaces one of the same identifier at once. files: at most 256,
    /// manifest.json among them. Files with executable, or an exec inside the bundle, take root in the system
    /// scope. Of every method with check: refuses what it would refuse, and changes nothing. changed: whether
    /// something is different now, or, with check, would be; what is so already raises no generation.
    package struct RegisterRequest: Hashable, Sendable, JSONObjectConvertible {
        package var files: [File]
        package var check: Bool?

        package init(files: [File], check: Bool? = nil) {
            self.files = files
            self.check = check
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            files = try object.read("files")
            check = try object.read("check")
        }

        package var object: JSON.Object {
            .withoutNulls(["files": files, "check": check])
        }
    }

    /// The reply of Register and RegisterLink.
    package struct Registered: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var generation: Int
        package var diagnostics: [Diagnostic]
        package var changed: Bool?

        package init(identifier: String, generation: Int, diagnostics: [Diagnostic], changed: Bool? = nil) {
            self.identifier = identifier
            self.generation = generation
            self.diagnostics = diagnostics
            self.changed = changed
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            generation = try object.read("generation")
            diagnostics = try object.read("diagnostics")
            changed = try object.read("changed")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "identifier": identifier,
                "generation": generation,
                "diagnostics": diagnostics,
                "changed": changed,
            ])
        }
    }

    /// Registers a bundle where it lies, by a link to its folder, for those who work on it: what changes
    /// there is served. In the user scope only. folder: absolute; others than the person and root must not be
    /// able to write to it, or to replace a folder on the way to it. Register replaces no link, and this no
    /// copy.
    package struct RegisterLinkRequest: Hashable, Sendable, JSONObjectConvertible {
        package var folder: String
        package var check: Bool?

        package init(folder: String, check: Bool? = nil) {
            self.folder = folder
            self.check = check
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            folder = try object.read("folder")
            check = try object.read("check")
        }

        package var object: JSON.Object {
            .withoutNulls(["folder": folder, "check": check])
        }
    }

    /// Removes a registered bundle, or the link to one. One in another folder than the registration's is not
    /// removed.
    package struct UnregisterRequest: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var check: Bool?

        package init(identifier: String, check: Bool? = nil) {
            self.identifier = identifier
            self.check = check
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            check = try object.read("check")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifier": identifier, "check": check])
        }
    }

    /// The reply of Arrange and Elect and Unregister.
    package struct Change: Hashable, Sendable, JSONObjectConvertible {
        package var generation: Int
        package var changed: Bool?

        package init(generation: Int, changed: Bool? = nil) {
            self.generation = generation
            self.changed = changed
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            generation = try object.read("generation")
            changed = try object.read("changed")
        }

        package var object: JSON.Object {
            .withoutNulls(["generation": generation, "changed": changed])
        }
    }

    /// Judges a bundle without installing it.
    package struct CheckRequest: Hashable, Sendable, JSONObjectConvertible {
        package var files: [File]

        package init(files: [File]) {
            self.files = files
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            files = try object.read("files")
        }

        package var object: JSON.Object {
            .withoutNulls(["files": files])
        }
    }

    /// The reply of Check.
    package struct CheckReply: Hashable, Sendable, JSONObjectConvertible {
        package var diagnostics: [Diagnostic]

        package init(diagnostics: [Diagnostic]) {
            self.diagnostics = diagnostics
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            diagnostics = try object.read("diagnostics")
        }

        package var object: JSON.Object {
            .withoutNulls(["diagnostics": diagnostics])
        }
    }

    /// Every bundle, or those of one identifier. With "more", in portions of at most 256.
    package struct DescribeRequest: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String?

        package init(identifier: String? = nil) {
            self.identifier = identifier
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifier": identifier])
        }
    }

    /// The reply of Describe.
    package struct DescribeReply: Hashable, Sendable, JSONObjectConvertible {
        package var generation: Int
        package var activities: [Description]

        package init(generation: Int, activities: [Description]) {
            self.generation = generation
            self.activities = activities
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            generation = try object.read("generation")
            activities = try object.read("activities")
        }

        package var object: JSON.Object {
            .withoutNulls(["generation": generation, "activities": activities])
        }
    }

    /// For this content: of each bundle, or those of one identifier, why it is listed or not. application:
    /// asks as that application would. With "more", in portions of at most 256.
    package struct ExplainRequest: Hashable, Sendable, JSONObjectConvertible {
        package var content: [Item]
        package var identifier: String?
        package var exclude: [String]?
        package var includeOwn: Bool?
        package var application: String?

        package init(
            content: [Item],
            identifier: String? = nil,
            exclude: [String]? = nil,
            includeOwn: Bool? = nil,
            application: String? = nil
        ) {
            self.content = content
            self.identifier = identifier
            self.exclude = exclude
            self.includeOwn = includeOwn
            self.application = application
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            content = try object.read("content")
            identifier = try object.read("identifier")
            exclude = try object.read("exclude")
            includeOwn = try object.read("includeOwn")
            application = try object.read("application")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "content": content,
                "identifier": identifier,
                "exclude": exclude,
                "includeOwn": includeOwn,
                "application": application,
            ])
        }
    }

    /// The reply of Explain.
    package struct ExplainReply: Hashable, Sendable, JSONObjectConvertible {
        package var verdicts: [Verdict]

        package init(verdicts: [Verdict]) {
            self.verdicts = verdicts
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            verdicts = try object.read("verdicts")
        }

        package var object: JSON.Object {
            .withoutNulls(["verdicts": verdicts])
        }
    }

    /// Decides about an activity: "ignore" hides it, "use" overrides an admin's "ignore" that is not locked,
    /// "default" takes the election back. lock: in the system scope, so that nobody overrides it.
    package struct ElectRequest: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var election: Election
        package var lock: Bool?
        package var check: Bool?

        package init(identifier: String, election: Election, lock: Bool? = nil, check: Bool? = nil) {
            self.identifier = identifier
            self.election = election
            self.lock = lock
            self.check = check
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            election = try object.read("election")
            lock = try object.read("lock")
            check = try object.read("check")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifier": identifier, "election": election, "lock": lock, "check": check])
        }
    }

    /// The administrator's policy: each file, and each thing that one says, in the order in which they are
    /// read. With "more", both in portions; without, ExpectedMore where they are longer than one.
    package struct PolicyReply: Hashable, Sendable, JSONObjectConvertible {
        package var files: [PolicyFile]
        package var entries: [PolicyEntry]

        package init(files: [PolicyFile], entries: [PolicyEntry]) {
            self.files = files
            self.entries = entries
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            files = try object.read("files")
            entries = try object.read("entries")
        }

        package var object: JSON.Object {
            .withoutNulls(["files": files, "entries": entries])
        }
    }

    /// Puts custom activities first in this order; replaces this scope's arrangement, and an empty one clears
    /// it. A person's comes before the administrator's.
    package struct ArrangeRequest: Hashable, Sendable, JSONObjectConvertible {
        package var identifiers: [String]
        package var check: Bool?

        package init(identifiers: [String], check: Bool? = nil) {
            self.identifiers = identifiers
            self.check = check
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifiers = try object.read("identifiers")
            check = try object.read("check")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifiers": identifiers, "check": check])
        }
    }

    /// Has these activities, the system's or custom ones, stand in the sheet's first row too; replaces all
    /// stars of this scope, and an empty list takes them away. Sheets show the first four. The person's stars
    /// take the place of the admin's.
    package struct StarRequest: Hashable, Sendable, JSONObjectConvertible {
        package var identifiers: [String]
        package var check: Bool?

        package init(identifiers: [String], check: Bool? = nil) {
            self.identifiers = identifiers
            self.check = check
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifiers = try object.read("identifiers")
            check = try object.read("check")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifiers": identifiers, "check": check])
        }
    }

    /// The reply of Star.
    package struct StarReply: Hashable, Sendable, JSONObjectConvertible {
        package var generation: Int
        package var changed: Bool?

        package init(generation: Int, changed: Bool? = nil) {
            self.generation = generation
            self.changed = changed
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            generation = try object.read("generation")
            changed = try object.read("changed")
        }

        package var object: JSON.Object {
            .withoutNulls(["generation": generation, "changed": changed])
        }
    }

    /// The generators, by name; none in the system scope.
    package struct GeneratorsReply: Hashable, Sendable, JSONObjectConvertible {
        package var generators: [Generator]

        package init(generators: [Generator]) {
            self.generators = generators
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            generators = try object.read("generators")
        }

        package var object: JSON.Object {
            .withoutNulls(["generators": generators])
        }
    }

    /// The answers and targets that are kept: of every activity, or of this one. In the user scope only.
    package struct AnswersRequest: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String?

        package init(identifier: String? = nil) {
            self.identifier = identifier
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifier": identifier])
        }
    }

    /// The reply of Answers.
    package struct AnswersReply: Hashable, Sendable, JSONObjectConvertible {
        package var activities: [KeptAnswers]

        package init(activities: [KeptAnswers]) {
            self.activities = activities
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            activities = try object.read("activities")
        }

        package var object: JSON.Object {
            .withoutNulls(["activities": activities])
        }
    }

    /// Forgets the answers and targets that are kept for an activity; there may be none. In the user scope
    /// only.
    package struct ForgetRequest: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String

        package init(identifier: String) {
            self.identifier = identifier
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifier": identifier])
        }
    }

    /// What the daemon is and has. system, custom: active activities. rejected: bundles. searchPath: in
    /// order. unwatched: why some changes are seen only by a reload; null where all are seen. problems: what
    /// is wrong now, a sentence each: a policy file that cannot be used, a folder that cannot be read, a file
    /// system that does not answer; null where nothing is. waiting: how many activities and settings would be
    /// open if each policy file were whole. performs: since this daemon was started; null in the system
    /// scope. restarts: always null; systemd counts them (NRestarts). worstCall, worstCallUSec: the call that
    /// has held up all others longest since this daemon was started, and for how long; null before the first
    /// one.
    package struct StatusReply: Hashable, Sendable, JSONObjectConvertible {
        package enum Scope: String, CaseIterable, Sendable, JSONConvertible {
            case system, user
        }

        package var version: String
        package var scope: Scope
        package var generation: Int
        package var system: Int
        package var custom: Int
        package var rejected: Int
        package var connections: Int
        package var searchPath: [String]
        package var unwatched: String?
        package var problems: [String]?
        package var waiting: Int?
        package var performs: Performs?
        package var restarts: Int?
        package var worstCall: String?
        package var worstCallUSec: Int?

        package init(
            version: String,
            scope: Scope,
            generation: Int,
            system: Int,
            custom: Int,
            rejected: Int,
            connections: Int,
            searchPath: [String],
            unwatched: String? = nil,
            problems: [String]? = nil,
            waiting: Int? = nil,
            performs: Performs? = nil,
            restarts: Int? = nil,
            worstCall: String? = nil,
            worstCallUSec: Int? = nil
        ) {
            self.version = version
            self.scope = scope
            self.generation = generation
            self.system = system
            self.custom = custom
            self.rejected = rejected
            self.connections = connections
            self.searchPath = searchPath
            self.unwatched = unwatched
            self.problems = problems
            self.waiting = waiting
            self.performs = performs
            self.restarts = restarts
            self.worstCall = worstCall
            self.worstCallUSec = worstCallUSec
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            version = try object.read("version")
            scope = try object.read("scope")
            generation = try object.read("generation")
            system = try object.read("system")
            custom = try object.read("custom")
            rejected = try object.read("rejected")
            connections = try object.read("connections")
            searchPath = try object.read("searchPath")
            unwatched = try object.read("unwatched")
            problems = try object.read("problems")
            waiting = try object.read("waiting")
            performs = try object.read("performs")
            restarts = try object.read("restarts")
            worstCall = try object.read("worstCall")
            worstCallUSec = try object.read("worstCallUSec")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "version": version,
                "scope": scope,
                "generation": generation,
                "system": system,
                "custom": custom,
                "rejected": rejected,
                "connections": connections,
                "searchPath": searchPath,
                "unwatched": unwatched,
                "problems": problems,
                "waiting": waiting,
                "performs": performs,
                "restarts": restarts,
                "worstCall": worstCall,
                "worstCallUSec": worstCallUSec,
            ])
        }
    }
}
