// SPDX-License-Identifier: Apache-2.0

/// Where Swift knows more of a type than the interface says.
enum ModelTypes {
    /// Declared types that ActivityModel has.
    static let declared = ["Item": "Item", "Representation": "Representation", "Diagnostic": "Diagnostic"]

    /// Fields whose text or enumeration is a type of ActivityModel, by the type that has them.
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

    /// Parameters and replies that several methods share.
    static let shared = [
        "ArrangeReply": "Change", "ElectReply": "Change", "UnregisterReply": "Change",
        "CancelRequest": "UnitRequest", "FollowRequest": "UnitRequest",
        "RegisterReply": "Registered", "RegisterLinkReply": "Registered",
        "FollowReply": "Progress", "PerformReply": "Progress",
    ]
}
