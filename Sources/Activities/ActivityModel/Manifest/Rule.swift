// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// A rule for bundles. The identifiers are API: authors search for them, and clients compare them.
package enum Rule: String, CaseIterable, Sendable, JSONConvertible {
    case manifestJSON = "manifest-json"
    case manifestBytes = "manifest-bytes"
    case manifestType = "manifest-type"
    case manifestMissing = "manifest-missing"
    case manifestValue = "manifest-value"
    case manifestVersion = "manifest-version"
    case identifierForm = "identifier-form"
    case identifierFolder = "identifier-folder"
    case identifierReserved = "identifier-reserved"
    case identifierTwice = "identifier-twice"
    case positionCustom = "position-custom"
    case performSingle = "perform-single"
    case bundlePath = "bundle-path"
    case bundleOwner = "bundle-owner"
    case bundleHidden = "bundle-hidden"
    case formUnused = "form-unused"
    case formSecret = "form-secret"
    case formDirect = "form-direct"
    case formUnknown = "form-unknown"
    case transformNetwork = "transform-network"
    case transformWrites = "transform-writes"
    case transformArguments = "transform-arguments"
    case inspectCustom = "inspect-custom"
    case manifestUnknownKey = "manifest-unknown-key"
    case formLong = "form-long"

    case programInterpreter = "program-interpreter"
    case programLineEnds = "program-line-ends"
    case programMissing = "program-missing"
    case programUndeclared = "program-undeclared"
    case programInput = "program-input"
    case placeholder

    case titleEmpty = "title-empty"
    case titleControl = "title-control"
    case titleTooLong = "title-too-long"
    case titleReserved = "title-reserved"
    case titleLong = "title-long"
    case titleBrand = "title-brand"
    case titleBlanks = "title-blanks"
    case titleMnemonic = "title-mnemonic"
    case titlePunctuation = "title-punctuation"
    case titleDirection = "title-direction"
    case titleLanguage = "title-language"
    case titleDuplicate = "title-duplicate"
    case recreatesBuiltin = "recreates-builtin"

    case iconMissing = "icon-missing"
    case iconUnreadable = "icon-unreadable"
    case iconBytes = "icon-bytes"
    case iconAnimated = "icon-animated"
    case iconSize = "icon-size"
    case iconEmpty = "icon-empty"
    case iconOpaque = "icon-opaque"
    case iconColour = "icon-colour"
    case iconTwoTone = "icon-two-tone"
    case iconShadow = "icon-shadow"
    case iconAliased = "icon-aliased"
    case iconOffCentre = "icon-off-centre"
    case iconFaint = "icon-faint"
    case iconSmall = "icon-small"
    case iconPlate = "icon-plate"

    /// Whether the drawing process checks the rule.
    package var isAboutIcon: Bool { rawValue.hasPrefix("icon-") && self != .iconMissing }

    package enum Severity: String, CaseIterable, Sendable, JSONConvertible {
        case error, warning
    }

    /// The severity of a fault, unless its position softens it (a localised title's error is a warning).
    package var severity: Severity {
        switch self {
        case .bundleHidden, .manifestUnknownKey, .formUnknown, .formLong, .programInterpreter,
            .programLineEnds,
            .programMissing, .programUndeclared, .programInput, .placeholder, .titleLong, .titleBrand,
            .titleBlanks,
            .titleMnemonic,
            .titlePunctuation, .titleDirection, .titleLanguage,
            .titleDuplicate, .recreatesBuiltin, .iconAliased, .iconOffCentre, .iconFaint, .iconSmall,
            .iconPlate:
            .warning
        default: .error
        }
    }

    /// The rule's requirement, as a sentence.
    package var summary: String {
        switch self {
        case .manifestJSON:
            "manifest.json is strict JSON in UTF-8: no comments, no trailing commas, no name twice."
        case .manifestBytes: "manifest.json is at most 64 KiB."
        case .manifestType: "Every key holds a value of its type."
        case .manifestMissing: "The required keys are there."
        case .manifestValue: "Every value is one that its key allows."
        case .manifestVersion: "manifestVersion is 1."
        case .identifierForm:
            "The identifier is two or more labels of letters, digits, _ and -, joined by dots."
        case .identifierFolder: "The bundle's folder is named <identifier>.activity."
        case .identifierReserved: "A custom bundle does not bear a system activity's identifier."
        case .identifierTwice: "An app includes each of its own activities once."
        case .positionCustom: "Only system activities have a position, and each has one."
        case .performSingle:
            "perform has exactly one of exec and uri; %f and %u need each, or max 1 in every clause."
        case .bundlePath:
            "What a bundle names lies inside the bundle, as regular files, reached through no link."
        case .bundleOwner:
            "A bundle's folder belongs to root, to activityd or to the person, and others cannot write it, "
                + "by its mode or its access control list."
        case .bundleHidden:
            "Nothing hides what is registered: no bundle that comes before it, no mask, no policy of the "
                + "administrator's."
        case .formUnused: "Every form field is read somewhere: in exec, in uri or by stdin \"request\"."
        case .formSecret: "A password or pin never stands in an argument, which ps shows to everybody."
        case .formDirect: "One field at most is direct: a choice whose options a program prints."
        case .formUnknown:
            "What stands in braces in exec is the id of a form field; in uri one name stands for one thing."
        case .transformNetwork: "A transform or an inspector has no network."
        case .transformWrites:
            "A transform writes to the folder that it is given and to no other, and an inspector to none."
        case .transformArguments:
            "A transform or an inspector is given no files in arguments, which ps shows to everybody."
        case .inspectCustom: "Only the system has an inspector, which says what is inside the shared items."
        case .manifestUnknownKey:
            "Keys are those that the manifest knows; a typing error must not go unnoticed."
        case .formLong: "A form asks at most six questions."
        case .programInterpreter: "A script begins with a #! line, and what that names is there."
        case .programLineEnds: "The lines of a script end in a newline alone."
        case .programMissing: "A program that is required is there."
        case .programUndeclared: "A program that may be missing on another machine is listed in requires."
        case .programInput: "A program is handed what it acts on, by its arguments or its input."
        case .placeholder: "What activityctl new has filled in is replaced."
        case .titleEmpty: "The title says something."
        case .titleControl: "A title holds no control, line-break or bidirectional override characters."
        case .titleTooLong: "A title is at most 60 cells wide."
        case .titleReserved: "A custom activity does not bear a system activity's title, in any language."
        case .titleLong: "A title fits two lines of 14 cells, shrunk to three quarters at most."
        case .titleBrand: "A title does without the company's or the product's name."
        case .titleBlanks: "A title has no blanks around it and no double ones."
        case .titleMnemonic: "A title has no mnemonic marks (_ or &)."
        case .titlePunctuation: "A title does not end in punctuation."
        case .titleDirection: "A title holds direction marks only where letters of both directions meet."
        case .titleLanguage: "title is in English, for all whose language is not in titles."
        case .titleDuplicate: "No two custom activities bear the same title."
        case .recreatesBuiltin: "A custom activity does not do again what a system activity does."
        case .iconMissing: "The icon that the manifest names is there."
        case .iconUnreadable: "The icon can be read as PNG or SVG."
        case .iconBytes: "An icon is at most 256 KiB."
        case .iconAnimated: "An icon does not move."
        case .iconSize: "An icon is square and about 70 x 70 pixels (@1x 35, @3x 105)."
        case .iconEmpty: "Something can be seen on the icon."
        case .iconOpaque: "The icon has a transparent background: it is a mask."
        case .iconColour: "The icon is black or white; only its alpha is used."
        case .iconTwoTone: "The icon is either black or white, not both: the mask would melt them together."
        case .iconShadow: "The icon has no drop shadow and no glow."
        case .iconAliased: "Slanted and round edges are anti-aliased."
        case .iconOffCentre: "The picture is centred on its canvas."
        case .iconFaint: "The picture is dense enough to be seen."
        case .iconSmall: "The picture fills at least two fifths of its canvas."
        case .iconPlate: "The icon is a glyph and not a plate."
        }
    }

    package var source: String {
        switch self {
        case .titleReserved, .recreatesBuiltin, .identifierReserved:
            "HIG, Activity: do not re-create built-in services"
        case .titleEmpty, .titleControl, .titleTooLong, .titleLong, .titleBlanks, .titleMnemonic,
            .titlePunctuation, .titleDirection, .titleLanguage,
            .titleDuplicate:
            "HIG, Activity: a short, localisable title"
        case .titleBrand: "HIG, Activity: no company or product name"
        case .iconMissing, .iconUnreadable, .iconBytes, .iconAnimated:
            "HIG, Activity: an icon with a title below"
        case .iconSize, .iconEmpty, .iconOpaque, .iconColour, .iconTwoTone, .iconShadow, .iconAliased,
            .iconOffCentre,
            .iconFaint, .iconSmall, .iconPlate:
            "HIG, Activity: the template image"
        case .positionCustom:
            "HIG, Activity View Controller: system activities come first, in their order"
        default: "activity-manifest(5)"
        }
    }
}
