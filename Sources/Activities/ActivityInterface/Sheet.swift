// SPDX-License-Identifier: Apache-2.0
//
// `make interfaces` writes this file from io.activityd.Sheet.varlink. Change that one.

package import ActivityModel
package import StrictJSON

/// The types of io.activityd.Sheet.
package enum Sheet {
    /// An activity of the app itself, which the app draws and performs. Listed whatever the content is,
    /// between the system's and the registered ones. identifier: one that is also registered stands for the
    /// registered one. category: "action" if left out.
    package struct OwnActivity: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var title: String
        package var icon: String?
        package var category: Manifest.Category?

        package init(
            identifier: String,
            title: String,
            icon: String? = nil,
            category: Manifest.Category? = nil
        ) {
            self.identifier = identifier
            self.title = title
            self.icon = icon
            self.category = category
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            title = try object.read("title")
            icon = try object.read("icon")
            category = try object.read("category")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifier": identifier, "title": title, "icon": icon, "category": category])
        }
    }

    /// The title as it fits the sheet: at most two lines, joined by a newline. scale: 1 down to 0.75 of the
    /// text size. truncated: whether the end had to give way to "…".
    package struct Fit: Hashable, Sendable, JSONObjectConvertible {
        package var text: String
        package var scale: Double
        package var truncated: Bool

        package init(text: String, scale: Double, truncated: Bool) {
            self.text = text
            self.scale = scale
            self.truncated = truncated
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            text = try object.read("text")
            scale = try object.read("scale")
            truncated = try object.read("truncated")
        }

        package var object: JSON.Object {
            .withoutNulls(["text": text, "scale": scale, "truncated": truncated])
        }
    }

    /// One choice of a field. value: what the activity is given. label: in the request's language.
    package struct Option: Hashable, Sendable, JSONObjectConvertible {
        package var value: String
        package var label: String

        package init(value: String, label: String) {
            self.value = value
            self.label = label
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            value = try object.read("value")
            label = try object.read("label")
        }

        package var object: JSON.Object {
            .withoutNulls(["value": value, "label": label])
        }
    }

    /// A question that the activity asks before it acts. id: the key of the answer. label, options: in the
    /// request's language. options: of a choice only; an empty list where the program of a live one has
    /// nothing to offer. live: true of a choice whose options are known only when Form is asked for them;
    /// null here. default: the answer to begin with. remember: true where an answer is kept for the next
    /// time: Form has it as the default, and List has not, which sandboxed apps may call. Answers are text
    /// whatever the type: a number is "1.5", a date "2026-11-21", a toggle "true" or "false".
    package struct Field: Hashable, Sendable, JSONObjectConvertible {
        package var id: String
        package var label: String
        package var type: FormField.Kind
        package var options: [Option]?
        package var `default`: String?
        package var required: Bool
        package var hint: String?
        package var live: Bool?
        package var remember: Bool?

        package init(
            id: String,
            label: String,
            type: FormField.Kind,
            options: [Option]? = nil,
            `default`: String? = nil,
            required: Bool,
            hint: String? = nil,
            live: Bool? = nil,
            remember: Bool? = nil
        ) {
            self.id = id
            self.label = label
            self.type = type
            self.options = options
            self.default = `default`
            self.required = required
            self.hint = hint
            self.live = live
            self.remember = remember
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            id = try object.read("id")
            label = try object.read("label")
            type = try object.read("type")
            options = try object.read("options")
            `default` = try object.read("default")
            required = try object.read("required")
            hint = try object.read("hint")
            live = try object.read("live")
            remember = try object.read("remember")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "id": id,
                "label": label,
                "type": type,
                "options": options,
                "default": `default`,
                "required": required,
                "hint": hint,
                "live": live,
                "remember": remember,
            ])
        }
    }

    /// An activity of the app's that is not listed, and the id of the rule that it breaks.
    package struct LeftOut: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var rule: Rule

        package init(identifier: String, rule: Rule) {
            self.identifier = identifier
            self.rule = rule
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            rule = try object.read("rule")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifier": identifier, "rule": rule])
        }
    }

    /// One activity of the sheet. identifier: for Icon and Perform. title: in the request's language.
    /// subtitle: where a custom activity comes from, for screen readers and to tell equal titles apart.
    /// source: whose it is. category: for clients that show two rows. icon: absolute path of the template
    /// icon, or what the app gave. iconDigest: SHA-256 of that file in lower-case hexadecimal, to cache by;
    /// null for the app's own. asks: true where the activity asks in a window of its own. form: the questions
    /// to ask before Perform. starred: true if the person or the admin starred it, which puts it into the
    /// sheet's first row too; its place here is the same. taken: the places in the content of the items that
    /// are handed over, where others are left aside ("3 of 5"). fit: where the request gave titleWidth.
    package struct Activity: Hashable, Sendable, JSONObjectConvertible {
        package enum Source: String, CaseIterable, Sendable, JSONConvertible {
            case system, application, custom
        }

        package var identifier: String
        package var title: String
        package var subtitle: String?
        package var source: Source
        package var category: Manifest.Category
        package var icon: String?
        package var iconDigest: String?
        package var asks: Bool?
        package var form: [Field]?
        package var starred: Bool?
        package var taken: [Int]?
        package var fit: Fit?

        package init(
            identifier: String,
            title: String,
            subtitle: String? = nil,
            source: Source,
            category: Manifest.Category,
            icon: String? = nil,
            iconDigest: String? = nil,
            asks: Bool? = nil,
            form: [Field]? = nil,
            starred: Bool? = nil,
            taken: [Int]? = nil,
            fit: Fit? = nil
        ) {
            self.identifier = identifier
            self.title = title
            self.subtitle = subtitle
            self.source = source
            self.category = category
            self.icon = icon
            self.iconDigest = iconDigest
            self.asks = asks
            self.form = form
            self.starred = starred
            self.taken = taken
            self.fit = fit
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            title = try object.read("title")
            subtitle = try object.read("subtitle")
            source = try object.read("source")
            category = try object.read("category")
            icon = try object.read("icon")
            iconDigest = try object.read("iconDigest")
            asks = try object.read("asks")
            form = try object.read("form")
            starred = try object.read("starred")
            taken = try object.read("taken")
            fit = try object.read("fit")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "identifier": identifier,
                "title": title,
                "subtitle": subtitle,
                "source": source,
                "category": category,
                "icon": icon,
                "iconDigest": iconDigest,
                "asks": asks,
                "form": form,
                "starred": starred,
                "taken": taken,
                "fit": fit,
            ])
        }
    }

    /// Another activity that leads to the same device, as Target has it.
    package struct Way: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var field: String
        package var value: String
        package var reachable: Bool
        package var title: String
        package var iconDigest: String?

        package init(
            identifier: String,
            field: String,
            value: String,
            reachable: Bool,
            title: String,
            iconDigest: String? = nil
        ) {
            self.identifier = identifier
            self.field = field
            self.value = value
            self.reachable = reachable
            self.title = title
            self.iconDigest = iconDigest
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            field = try object.read("field")
            value = try object.read("value")
            reachable = try object.read("reachable")
            title = try object.read("title")
            iconDigest = try object.read("iconDigest")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "identifier": identifier,
                "field": field,
                "value": value,
                "reachable": reachable,
                "title": title,
                "iconDigest": iconDigest,
            ])
        }
    }

    /// One press away: a device, a person, a place or a program that an activity can share to. It is an
    /// answer to the activity's direct field. identifier: of the activity. field, value: the answer for
    /// Perform. label, detail: for people. kind: phone, tablet, computer, television, speaker, person, group,
    /// place or program; null where it is none of these. reachable: false for one that was there before and
    /// was not found this time. title, iconDigest: of the activity, the title in the request's language.
    /// ways: of a device that several activities lead to, those beside this one, to be offered and not taken
    /// by themselves. icon: the target's own, a name in the desktop's theme, as a program has one.
    package struct Target: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var field: String
        package var value: String
        package var label: String
        package var detail: String?
        package var kind: String?
        package var reachable: Bool
        package var title: String
        package var iconDigest: String?
        package var ways: [Way]?
        package var icon: String?

        package init(
            identifier: String,
            field: String,
            value: String,
            label: String,
            detail: String? = nil,
            kind: String? = nil,
            reachable: Bool,
            title: String,
            iconDigest: String? = nil,
            ways: [Way]? = nil,
            icon: String? = nil
        ) {
            self.identifier = identifier
            self.field = field
            self.value = value
            self.label = label
            self.detail = detail
            self.kind = kind
            self.reachable = reachable
            self.title = title
            self.iconDigest = iconDigest
            self.ways = ways
            self.icon = icon
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            field = try object.read("field")
            value = try object.read("value")
            label = try object.read("label")
            detail = try object.read("detail")
            kind = try object.read("kind")
            reachable = try object.read("reachable")
            title = try object.read("title")
            iconDigest = try object.read("iconDigest")
            ways = try object.read("ways")
            icon = try object.read("icon")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "identifier": identifier,
                "field": field,
                "value": value,
                "label": label,
                "detail": detail,
                "kind": kind,
                "reachable": reachable,
                "title": title,
                "iconDigest": iconDigest,
                "ways": ways,
                "icon": icon,
            ])
        }
    }

    /// Something inside items that a person may not know of, or may not want to leave. kind: location,
    /// person, device, history, preview, text, software, time, tracking or other, the worst first; or pixels
    /// or format, which are not private. items: places in the content; -1: the caption or the subject.
    /// values: for people, in the request's language, four at most.
    package struct Fact: Hashable, Sendable, JSONObjectConvertible {
        package var kind: String
        package var items: [Int]
        package var values: [String]

        package init(kind: String, items: [Int], values: [String]) {
            self.kind = kind
            self.items = items
            self.values = values
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            kind = try object.read("kind")
            items = try object.read("items")
            values = try object.read("values")
        }

        package var object: JSON.Object {
            .withoutNulls(["kind": kind, "items": items, "values": values])
        }
    }

    /// A way to change what leaves, such as "Without Location". title: in the request's language. removes:
    /// kinds of facts that it takes out. accepted: places of the items that it changes; -1: the caption or
    /// the subject. makes: the type of what it makes, or "same". form: choices that refine it.
    package struct ContentOption: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var title: String
        package var removes: [String]
        package var accepted: [Int]
        package var makes: String
        package var form: [Field]?

        package init(
            identifier: String,
            title: String,
            removes: [String],
            accepted: [Int],
            makes: String,
            form: [Field]? = nil
        ) {
            self.identifier = identifier
            self.title = title
            self.removes = removes
            self.accepted = accepted
            self.makes = makes
            self.form = form
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            title = try object.read("title")
            removes = try object.read("removes")
            accepted = try object.read("accepted")
            makes = try object.read("makes")
            form = try object.read("form")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "identifier": identifier,
                "title": title,
                "removes": removes,
                "accepted": accepted,
                "makes": makes,
                "form": form,
            ])
        }
    }

    /// An option that was chosen. answers: by the id of its form's fields; those left out are as the form
    /// begins.
    package struct ChosenOption: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var answers: [String: String]?

        package init(identifier: String, answers: [String: String]? = nil) {
            self.identifier = identifier
            self.answers = answers
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            answers = try object.read("answers")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifier": identifier, "answers": answers])
        }
    }

    /// Something that an activity has made and that a person can open. type: MIME type. uri: absolute; a
    /// "file:" URI where it is a file.
    package struct Made: Hashable, Sendable, JSONObjectConvertible {
        package var type: String
        package var uri: String

        package init(type: String, uri: String) {
            self.type = type
            self.uri = uri
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            type = try object.read("type")
            uri = try object.read("uri")
        }

        package var object: JSON.Object {
            .withoutNulls(["type": type, "uri": uri])
        }
    }

    /// How many of the programs that an activity started together, one for each item, have failed. failed: at
    /// least 1. all: how many there were.
    package struct Runs: Hashable, Sendable, JSONObjectConvertible {
        package var failed: Int
        package var all: Int

        package init(failed: Int, all: Int) {
            self.failed = failed
            self.all = all
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            failed = try object.read("failed")
            all = try object.read("all")
        }

        package var object: JSON.Object {
            .withoutNulls(["failed": failed, "all": all])
        }
    }

    /// An activity that was performed and has not finished. unit: for Follow and Cancel. title: in the
    /// language of the perform. fraction, status: the newest, as Perform tells them; after a restart of the
    /// daemon they are known from the next on.
    package struct RunningPerform: Hashable, Sendable, JSONObjectConvertible {
        package var unit: String
        package var identifier: String
        package var title: String
        package var fraction: Double?
        package var status: String?

        package init(
            unit: String,
            identifier: String,
            title: String,
            fraction: Double? = nil,
            status: String? = nil
        ) {
            self.unit = unit
            self.identifier = identifier
            self.title = title
            self.fraction = fraction
            self.status = status
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            unit = try object.read("unit")
            identifier = try object.read("identifier")
            title = try object.read("title")
            fraction = try object.read("fraction")
            status = try object.read("status")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "unit": unit,
                "identifier": identifier,
                "title": title,
                "fraction": fraction,
                "status": status,
            ])
        }
    }

    /// The activities that can act on this content, in the order of the sheet. content: 1 to 4,096 items.
    /// exclude: identifiers to leave out, at most 4,096; unknown ones are no error. include: the app's own
    /// activities, at most 64. includeOwn: list also what the asking application registered itself. locale:
    /// POSIX or BCP 47, for titles, labels and collation. width: "compact" for a phone's sheet, else
    /// "regular". titleWidth: cells of one line of a title; without it no title is fitted. generation: grows
    /// with each change of the registry; a client that has a list of an older one asks again for its next
    /// sheet, and leaves an open one as it is. presentation: how the sheet appears at this width. leftOut:
    /// activities of include that break a rule.
    package struct ListRequest: Hashable, Sendable, JSONObjectConvertible {
        package enum Width: String, CaseIterable, Sendable, JSONConvertible {
            case compact, regular
        }

        package var content: [Item]
        package var exclude: [String]?
        package var include: [OwnActivity]?
        package var includeOwn: Bool?
        package var locale: String?
        package var width: Width?
        package var titleWidth: Int?

        package init(
            content: [Item],
            exclude: [String]? = nil,
            include: [OwnActivity]? = nil,
            includeOwn: Bool? = nil,
            locale: String? = nil,
            width: Width? = nil,
            titleWidth: Int? = nil
        ) {
            self.content = content
            self.exclude = exclude
            self.include = include
            self.includeOwn = includeOwn
            self.locale = locale
            self.width = width
            self.titleWidth = titleWidth
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            content = try object.read("content")
            exclude = try object.read("exclude")
            include = try object.read("include")
            includeOwn = try object.read("includeOwn")
            locale = try object.read("locale")
            width = try object.read("width")
            titleWidth = try object.read("titleWidth")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "content": content,
                "exclude": exclude,
                "include": include,
                "includeOwn": includeOwn,
                "locale": locale,
                "width": width,
                "titleWidth": titleWidth,
            ])
        }
    }

    /// The reply of List.
    package struct ListReply: Hashable, Sendable, JSONObjectConvertible {
        package enum Presentation: String, CaseIterable, Sendable, JSONConvertible {
            case actionSheet, popover
        }

        package var generation: Int
        package var presentation: Presentation
        package var activities: [Activity]
        package var leftOut: [LeftOut]?

        package init(
            generation: Int,
            presentation: Presentation,
            activities: [Activity],
            leftOut: [LeftOut]? = nil
        ) {
            self.generation = generation
            self.presentation = presentation
            self.activities = activities
            self.leftOut = leftOut
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            generation = try object.read("generation")
            presentation = try object.read("presentation")
            activities = try object.read("activities")
            leftOut = try object.read("leftOut")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "generation": generation,
                "presentation": presentation,
                "activities": activities,
                "leftOut": leftOut,
            ])
        }
    }

    /// The finished icon of an activity: its mask filled with a tint. size: 8 to 512 pixels. tint: "#rrggbb",
    /// black if left out. png: base64. iconDigest: of the icon that it was made from, as List gives it.
    package struct IconRequest: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var size: Int
        package var tint: String?

        package init(identifier: String, size: Int, tint: String? = nil) {
            self.identifier = identifier
            self.size = size
            self.tint = tint
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            size = try object.read("size")
            tint = try object.read("tint")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifier": identifier, "size": size, "tint": tint])
        }
    }

    /// The reply of Icon.
    package struct IconReply: Hashable, Sendable, JSONObjectConvertible {
        package var png: String
        package var iconDigest: String

        package init(png: String, iconDigest: String) {
            self.png = png
            self.iconDigest = iconDigest
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            png = try object.read("png")
            iconDigest = try object.read("iconDigest")
        }

        package var object: JSON.Object {
            .withoutNulls(["png": png, "iconDigest": iconDigest])
        }
    }

    /// The form of an activity for this content, whole: programs of the activity print the options of its
    /// live fields, side by side, within two seconds; and the answer that is kept is the default of fields
    /// that remember it. To be asked before such a form is shown; of another it is what List gives. In the
    /// user scope only; the match is checked as Perform does. locale: of the questions. bundle: as of
    /// Perform.
    package struct FormRequest: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var content: [Item]
        package var locale: String?
        package var bundle: String?

        package init(identifier: String, content: [Item], locale: String? = nil, bundle: String? = nil) {
            self.identifier = identifier
            self.content = content
            self.locale = locale
            self.bundle = bundle
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            content = try object.read("content")
            locale = try object.read("locale")
            bundle = try object.read("bundle")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifier": identifier, "content": content, "locale": locale, "bundle": bundle])
        }
    }

    /// The reply of Form.
    package struct FormReply: Hashable, Sendable, JSONObjectConvertible {
        package var fields: [Field]

        package init(fields: [Field]) {
            self.fields = fields
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            fields = try object.read("fields")
        }

        package var object: JSON.Object {
            .withoutNulls(["fields": fields])
        }
    }

    /// The targets for this content, best first, 32 at most: by how often and how lately the person has
    /// shared to each with success, then by label. exclude: as of List. Without "more" the daemon answers
    /// from memory; with "more" it does so at once, asks the programs, and answers once more within two
    /// seconds ("final"). The person's own apps alone, as Form; none in the system scope.
    package struct TargetsRequest: Hashable, Sendable, JSONObjectConvertible {
        package var content: [Item]
        package var exclude: [String]?
        package var locale: String?

        package init(content: [Item], exclude: [String]? = nil, locale: String? = nil) {
            self.content = content
            self.exclude = exclude
            self.locale = locale
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            content = try object.read("content")
            exclude = try object.read("exclude")
            locale = try object.read("locale")
        }

        package var object: JSON.Object {
            .withoutNulls(["content": content, "exclude": exclude, "locale": locale])
        }
    }

    /// The reply of Targets.
    package struct TargetsReply: Hashable, Sendable, JSONObjectConvertible {
        package var targets: [Target]
        package var final: Bool

        package init(targets: [Target], final: Bool) {
            self.targets = targets
            self.final = final
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            targets = try object.read("targets")
            final = try object.read("final")
        }

        package var object: JSON.Object {
            .withoutNulls(["targets": targets, "final": final])
        }
    }

    /// The facts that would leave with this content, within two seconds. unread: places of the items that
    /// could not be looked into, whatever the cause; they may hold any fact. caption, subject: words about
    /// the content, whose links are looked into too. In the user scope only, as Form.
    package struct InspectRequest: Hashable, Sendable, JSONObjectConvertible {
        package var content: [Item]
        package var caption: String?
        package var subject: String?
        package var locale: String?

        package init(
            content: [Item],
            caption: String? = nil,
            subject: String? = nil,
            locale: String? = nil
        ) {
            self.content = content
            self.caption = caption
            self.subject = subject
            self.locale = locale
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            content = try object.read("content")
            caption = try object.read("caption")
            subject = try object.read("subject")
            locale = try object.read("locale")
        }

        package var object: JSON.Object {
            .withoutNulls(["content": content, "caption": caption, "subject": subject, "locale": locale])
        }
    }

    /// The reply of Inspect.
    package struct InspectReply: Hashable, Sendable, JSONObjectConvertible {
        package var facts: [Fact]
        package var unread: [Int]

        package init(facts: [Fact], unread: [Int]) {
            self.facts = facts
            self.unread = unread
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            facts = try object.read("facts")
            unread = try object.read("unread")
        }

        package var object: JSON.Object {
            .withoutNulls(["facts": facts, "unread": unread])
        }
    }

    /// The options that take an item of this content at least, in the order in which Prepare applies them. No
    /// program is run: one is worth offering where an item that it accepts has a fact that it removes or is
    /// unread (Inspect), or where it removes nothing. In the user scope only, as Form.
    package struct OptionsRequest: Hashable, Sendable, JSONObjectConvertible {
        package var content: [Item]
        package var caption: String?
        package var subject: String?
        package var locale: String?

        package init(
            content: [Item],
            caption: String? = nil,
            subject: String? = nil,
            locale: String? = nil
        ) {
            self.content = content
            self.caption = caption
            self.subject = subject
            self.locale = locale
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            content = try object.read("content")
            caption = try object.read("caption")
            subject = try object.read("subject")
            locale = try object.read("locale")
        }

        package var object: JSON.Object {
            .withoutNulls(["content": content, "caption": caption, "subject": subject, "locale": locale])
        }
    }

    /// The reply of Options.
    package struct OptionsReply: Hashable, Sendable, JSONObjectConvertible {
        package var options: [ContentOption]

        package init(options: [ContentOption]) {
            self.options = options
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            options = try object.read("options")
        }

        package var object: JSON.Object {
            .withoutNulls(["options": options])
        }
    }

    /// Makes copies of the content with these changes, one after the other in the order of Options; the
    /// content itself is never changed. The replies are as Perform's, and Follow and Cancel serve them too.
    /// With success: content, the items as they leave, where those that an option does not accept are as they
    /// were, and copies are temporary; caption and subject, as changed; facts and unread, as Inspect has them
    /// of all of that, after as much time as a look takes. option: which one failed. noRoom: true where it
    /// failed because there is no room for the copies. A change that fails makes nothing.
    package struct PrepareRequest: Hashable, Sendable, JSONObjectConvertible {
        package var content: [Item]
        package var options: [ChosenOption]
        package var caption: String?
        package var subject: String?
        package var locale: String?

        package init(
            content: [Item],
            options: [ChosenOption],
            caption: String? = nil,
            subject: String? = nil,
            locale: String? = nil
        ) {
            self.content = content
            self.options = options
            self.caption = caption
            self.subject = subject
            self.locale = locale
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            content = try object.read("content")
            options = try object.read("options")
            caption = try object.read("caption")
            subject = try object.read("subject")
            locale = try object.read("locale")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "content": content,
                "options": options,
                "caption": caption,
                "subject": subject,
                "locale": locale,
            ])
        }
    }

    /// The reply of Prepare.
    package struct PrepareReply: Hashable, Sendable, JSONObjectConvertible {
        package enum State: String, CaseIterable, Sendable, JSONConvertible {
            case started, running, finished
        }

        package enum Result: String, CaseIterable, Sendable, JSONConvertible {
            case success, failure, cancelled
        }

        package var state: State
        package var unit: String
        package var fraction: Double?
        package var status: String?
        package var result: Result?
        package var reason: String?
        package var option: String?
        package var noRoom: Bool?
        package var content: [Item]?
        package var caption: String?
        package var subject: String?
        package var facts: [Fact]?
        package var unread: [Int]?

        package init(
            state: State,
            unit: String,
            fraction: Double? = nil,
            status: String? = nil,
            result: Result? = nil,
            reason: String? = nil,
            option: String? = nil,
            noRoom: Bool? = nil,
            content: [Item]? = nil,
            caption: String? = nil,
            subject: String? = nil,
            facts: [Fact]? = nil,
            unread: [Int]? = nil
        ) {
            self.state = state
            self.unit = unit
            self.fraction = fraction
            self.status = status
            self.result = result
            self.reason = reason
            self.option = option
            self.noRoom = noRoom
            self.content = content
            self.caption = caption
            self.subject = subject
            self.facts = facts
            self.unread = unread
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            state = try object.read("state")
            unit = try object.read("unit")
            fraction = try object.read("fraction")
            status = try object.read("status")
            result = try object.read("result")
            reason = try object.read("reason")
            option = try object.read("option")
            noRoom = try object.read("noRoom")
            content = try object.read("content")
            caption = try object.read("caption")
            subject = try object.read("subject")
            facts = try object.read("facts")
            unread = try object.read("unread")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "state": state,
                "unit": unit,
                "fraction": fraction,
                "status": status,
                "result": result,
                "reason": reason,
                "option": option,
                "noRoom": noRoom,
                "content": content,
                "caption": caption,
                "subject": subject,
                "facts": facts,
                "unread": unread,
            ])
        }
    }

    /// Performs an activity on the content, in the user scope only. The match is checked again, without what
    /// a sheet leaves out; of content that is taken in part only the part taken is handed over. content: each
    /// item has a uri or a text. caption: what the person or the app says about it; subject: what that is
    /// called, as of a mail; 256 KiB each. answers: by the id of the form's fields, as text. locale: of the
    /// questions that are asked back, and told to the activity. activationToken: from the compositor, so that
    /// a window may come to the front. bundle: absolute path of a bundle's folder that is performed from
    /// where it lies, unregistered, for its author to try; identifier is then its own. clipboard: absolute
    /// path of a folder that is not there yet, of a client that owns the clipboard for activities; an
    /// activity that copies makes it, and leaves each format in it as activity-manifest(5) says, for the
    /// client to take once it has succeeded. Without it such an activity copies by itself. With "more":
    /// "started" with the unit, "running" with progress, the newest only, and "finished" with the result;
    /// else the last alone. fraction: 0 to 1. status: in the activity's words. result: of the process that
    /// was started, "cancelled" only after Cancel, a timeout is "failure". exitStatus: where it exited.
    /// signal: where a signal ended it, such as "SIGKILL". timedOut: true where it was ended because its time
    /// was over; the status is the daemon's then. output: the first 64 KiB of what it printed, as UTF-8.
    /// reason: of a failure, to show to people: the status, else the last line that it printed on standard
    /// error; at most 200 cells, control characters escaped. runs: of a failure, where several programs were
    /// started together; reason is what the last of them said. errors: of a failure, what it printed on
    /// standard error, for its author: at most the last 64 KiB, as UTF-8, and nothing where Follow is called
    /// after the end. made: what it says it has made, whatever the result, such as the files that were saved;
    /// at most 64 things. faults: why other things that it says it has made are left out, for its author: at
    /// most 8 sentences, and nothing where Follow is called after the end. An activity that hands over to
    /// another program has finished when it exits, and with "success" when it has not failed within two
    /// seconds. option, noRoom, content, caption, subject, facts, unread: only where Follow is called for a
    /// Prepare, and as there. A client that goes away does not end the activity.
    package struct PerformRequest: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var content: [Item]
        package var answers: [String: String]?
        package var locale: String?
        package var activationToken: String?
        package var bundle: String?
        package var clipboard: String?
        package var caption: String?
        package var subject: String?

        package init(
            identifier: String,
            content: [Item],
            answers: [String: String]? = nil,
            locale: String? = nil,
            activationToken: String? = nil,
            bundle: String? = nil,
            clipboard: String? = nil,
            caption: String? = nil,
            subject: String? = nil
        ) {
            self.identifier = identifier
            self.content = content
            self.answers = answers
            self.locale = locale
            self.activationToken = activationToken
            self.bundle = bundle
            self.clipboard = clipboard
            self.caption = caption
            self.subject = subject
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            content = try object.read("content")
            answers = try object.read("answers")
            locale = try object.read("locale")
            activationToken = try object.read("activationToken")
            bundle = try object.read("bundle")
            clipboard = try object.read("clipboard")
            caption = try object.read("caption")
            subject = try object.read("subject")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "identifier": identifier,
                "content": content,
                "answers": answers,
                "locale": locale,
                "activationToken": activationToken,
                "bundle": bundle,
                "clipboard": clipboard,
                "caption": caption,
                "subject": subject,
            ])
        }
    }

    /// The reply of Follow and Perform.
    package struct Progress: Hashable, Sendable, JSONObjectConvertible {
        package enum State: String, CaseIterable, Sendable, JSONConvertible {
            case started, running, finished
        }

        package enum Result: String, CaseIterable, Sendable, JSONConvertible {
            case success, failure, cancelled
        }

        package var state: State
        package var unit: String
        package var fraction: Double?
        package var status: String?
        package var result: Result?
        package var exitStatus: Int?
        package var signal: String?
        package var timedOut: Bool?
        package var output: String?
        package var reason: String?
        package var runs: Runs?
        package var errors: String?
        package var made: [Made]?
        package var faults: [String]?
        package var option: String?
        package var noRoom: Bool?
        package var content: [Item]?
        package var caption: String?
        package var subject: String?
        package var facts: [Fact]?
        package var unread: [Int]?

        package init(
            state: State,
            unit: String,
            fraction: Double? = nil,
            status: String? = nil,
            result: Result? = nil,
            exitStatus: Int? = nil,
            signal: String? = nil,
            timedOut: Bool? = nil,
            output: String? = nil,
            reason: String? = nil,
            runs: Runs? = nil,
            errors: String? = nil,
            made: [Made]? = nil,
            faults: [String]? = nil,
            option: String? = nil,
            noRoom: Bool? = nil,
            content: [Item]? = nil,
            caption: String? = nil,
            subject: String? = nil,
            facts: [Fact]? = nil,
            unread: [Int]? = nil
        ) {
            self.state = state
            self.unit = unit
            self.fraction = fraction
            self.status = status
            self.result = result
            self.exitStatus = exitStatus
            self.signal = signal
            self.timedOut = timedOut
            self.output = output
            self.reason = reason
            self.runs = runs
            self.errors = errors
            self.made = made
            self.faults = faults
            self.option = option
            self.noRoom = noRoom
            self.content = content
            self.caption = caption
            self.subject = subject
            self.facts = facts
            self.unread = unread
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            state = try object.read("state")
            unit = try object.read("unit")
            fraction = try object.read("fraction")
            status = try object.read("status")
            result = try object.read("result")
            exitStatus = try object.read("exitStatus")
            signal = try object.read("signal")
            timedOut = try object.read("timedOut")
            output = try object.read("output")
            reason = try object.read("reason")
            runs = try object.read("runs")
            errors = try object.read("errors")
            made = try object.read("made")
            faults = try object.read("faults")
            option = try object.read("option")
            noRoom = try object.read("noRoom")
            content = try object.read("content")
            caption = try object.read("caption")
            subject = try object.read("subject")
            facts = try object.read("facts")
            unread = try object.read("unread")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "state": state,
                "unit": unit,
                "fraction": fraction,
                "status": status,
                "result": result,
                "exitStatus": exitStatus,
                "signal": signal,
                "timedOut": timedOut,
                "output": output,
                "reason": reason,
                "runs": runs,
                "errors": errors,
                "made": made,
                "faults": faults,
                "option": option,
                "noRoom": noRoom,
                "content": content,
                "caption": caption,
                "subject": subject,
                "facts": facts,
                "unread": unread,
            ])
        }
    }

    /// The parameters of Cancel and Follow.
    package struct UnitRequest: Hashable, Sendable, JSONObjectConvertible {
        package var unit: String

        package init(unit: String) {
            self.unit = unit
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            unit = try object.read("unit")
        }

        package var object: JSON.Object {
            .withoutNulls(["unit": unit])
        }
    }

    /// The person's activities that have not finished, the one that was started first before the others: for
    /// a sheet that comes back, and follows them.
    package struct RunningReply: Hashable, Sendable, JSONObjectConvertible {
        package var performs: [RunningPerform]

        package init(performs: [RunningPerform]) {
            self.performs = performs
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            performs = try object.read("performs")
        }

        package var object: JSON.Object {
            .withoutNulls(["performs": performs])
        }
    }

    /// The present generation; with "more", also each one that follows. A slow client is given the newest
    /// only.
    package struct MonitorReply: Hashable, Sendable, JSONObjectConvertible {
        package var generation: Int

        package init(generation: Int) {
            self.generation = generation
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            generation = try object.read("generation")
        }

        package var object: JSON.Object {
            .withoutNulls(["generation": generation])
        }
    }
}
