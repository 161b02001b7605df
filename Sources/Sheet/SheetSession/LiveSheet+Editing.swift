// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import StrictJSON

/// Effects of the page on which the person customises the sheet. Changes and lists share a connection, so
/// their replies arrive in order.
extension LiveSheet {
    func describe(_ event: @escaping (Result<[Registry.Description], ServiceFault>) -> SheetEvent) {
        service.call(Interfaces.registry + ".Describe", Registry.DescribeRequest()) {
            [weak self] (answer: Result<Registry.DescribeReply, ServiceFault>) in
            self?.send(event(answer.map(\.activities)))
        }
    }

    /// Dry-runs the removal of all stars and of the order to find out whether the person has any. A failed
    /// call counts as none.
    func findDecisions(_ number: Int) {
        typealias Answer = Result<Registry.Change, ServiceFault>
        func has(_ answer: Answer) -> Bool { (try? answer.get())?.changed == true }
        let star = Registry.StarRequest(identifiers: [], check: true)
        let arrange = Registry.ArrangeRequest(identifiers: [], check: true)
        service.call(Interfaces.registry + ".Star", star) { [weak self] (stars: Answer) in
            self?.service.call(Interfaces.registry + ".Arrange", arrange) { (order: Answer) in
                self?.send(.edit(.decisions(number, stars: has(stars), order: has(order))))
            }
        }
    }

    func make(_ change: SheetChange, _ number: Int) {
        func call(_ method: String, _ request: some JSONObjectConvertible) {
            changes += 1
            service.call(Interfaces.registry + method, request) {
                [weak self] (answer: Result<Registry.Change, ServiceFault>) in
                if case .failure(let fault) = answer {
                    self?.send(.edit(.changed(number, fault)))
                } else {
                    self?.send(.edit(.changed(number, nil)))
                }
                self?.changes -= 1
            }
        }
        switch change {
        case .elect(let request): call(".Elect", request)
        case .star(let request): call(".Star", request)
        case .arrange(let request): call(".Arrange", request)
        }
    }
}
