// SPDX-License-Identifier: Apache-2.0

import CGIO
import SessionBus

/// A call of CanShare, until it is answered: by the sheet, or with false when the time is over. A Share button that
/// waits is worse than one that is grey.
final class ShareQuestion {
    let sender: String
    private let call: BusCall
    private let gone: (ShareQuestion) -> Void
    private var timer: Source?
    private var isAnswered = false

    /// - Parameter gone: called once, with the answer.
    init(_ call: BusCall, patience: Duration, gone: @escaping (ShareQuestion) -> Void) {
        (sender, self.call, self.gone) = (call.sender, call, gone)
        timer = Source(after: patience) { [weak self] in self?.answer(false) }
    }

    /// The first answer counts.
    func answer(_ can: Bool) {
        guard !isAnswered else { return }
        (isAnswered, timer) = (true, nil)
        call.reply(Variant.tuple(g_variant_new_boolean(can ? 1 : 0)))
        gone(self)
    }
}
