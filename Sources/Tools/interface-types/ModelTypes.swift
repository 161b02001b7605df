// SPDX-License-Identifier: Apache-2.0

/// Interface types and fields that have a Swift type of their own.
enum ModelTypes {
    /// Declared types that ActivityModel defines.
    static let declared = ["Item": "Item", "Representation": "Representation", "Diagnostic": "Diagnostic"]

    /// Strings and enumerations that are types of ActivityModel, keyed by struct and field.
    static let fields = [
        "Activity.category": "Manifest.Category",
        "Description.category": "Manifest.Category",
        "Description.decidedBy": "Decider",
        "Description.election": "Election",
        "Description.source": "Bundle.Source",
        "Description.state": "Bundle.State",
        "ElectRequest.election": "Election",
        "Field.type": "FormField.Kind",
        "LeftOut.rule": "Rule",
        "NotApplicable.code": "ActivityModel.Verdict.Code",
        "OwnActivity.category": "Manifest.Category",
        "PolicyEntry.kind": "PolicyKind",
        "PolicyFile.kind": "PolicyKind",
        "PolicyFile.state": "PolicyFileState",
        "Verdict.code": "ActivityModel.Verdict.Code",
    ]

    /// Struct names for the parameters and replies that several methods share.
    static let shared = [
        "ArrangeReply": "Change", "ElectReply": "Change", "UnregisterReply": "Change",
        "CancelRequest": "UnitRequest", "FollowRequest": "UnitRequest",
        "RegisterReply": "Registered", "RegisterLinkReply": "Registered",
        "FollowReply": "Progress", "PerformReply": "Progress",
    ]
}
