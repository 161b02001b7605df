// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import Varlink

/// Calls of Options that ask for the same, and are answered together. When the last of their clients leaves, nothing is
/// asked any more.
final class OptionsCalls {
    /// The request's bytes, which may be a megabyte: to hash them takes longer than to compare them with those of others.
    let key: [UInt8]
    private let locale: LocaleTag?
    private var calls: [PendingCall] = []
    private var known: [Sheet.ContentOption] = []
    private var isAnswered = false
    private let onEnd: (OptionsCalls) -> Void
    var inquiry: OptionsInquiry? {
        didSet { if isAnswered { inquiry = nil } }
    }

    /// - Parameter onEnd: called when there is nothing more to add to.
    init(key: [UInt8], locale: LocaleTag?, onEnd: @escaping (OptionsCalls) -> Void) {
        (self.key, self.locale, self.onEnd) = (key, locale, onEnd)
    }

    func add(_ call: PendingCall) {
        calls.append(call)
        let number = ObjectIdentifier(call)
        call.onCancel = { [weak self] in self?.leave(number) }
        if !known.isEmpty { stream(to: call) }
    }

    private func leave(_ number: ObjectIdentifier) {
        calls.removeAll { ObjectIdentifier($0) == number }
        if calls.isEmpty { end() }
    }

    func tell(_ options: [DescribedTransform], isFinal: Bool) {
        known = options.map { Sheet.ContentOption($0, locale: locale) }
        guard isFinal else { return calls.forEach(stream) }
        let (waiting, reply) = (calls, Sheet.OptionsReply(options: known, final: true))
        end()
        for call in waiting { call.reply(reply.object) }
    }

    /// A slow client is given what is known later.
    private func stream(to call: PendingCall) {
        guard call.wantsMore, call.isDrained else { return }
        call.stream(Sheet.OptionsReply(options: known, final: false).object)
    }

    func fail(_ refusal: PerformRefusal) {
        let waiting = calls
        end()
        for call in waiting { call.fail(WireError.refusal(refusal, of: "")) }
    }

    private func end() {
        guard !isAnswered else { return }
        isAnswered = true
        calls = []
        inquiry?.end()
        inquiry = nil
        onEnd(self)
    }
}

extension Sheet.ContentOption {
    fileprivate init(_ option: DescribedTransform, locale: LocaleTag?) {
        let manifest = option.bundle.manifest
        self.init(
            identifier: option.bundle.identifier,
            title: locale?.lookup(in: manifest.titles) ?? manifest.title, detail: option.detail,
            removes: (manifest.transform?.removes ?? []).map(\.rawValue),
            makes: manifest.transform?.makes?.name ?? Transform.same,
            form: manifest.form.isEmpty ? nil : manifest.form.map { Sheet.Field($0, locale: locale) })
    }
}
