// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel

extension DrawRequest {
    /// Whether no person waits for the reply.
    var canWait: Bool { if case .judge = task { true } else { false } }

    func answer() -> DrawAnswer {
        do throws(IconError) {
            switch task {
            case .judge(let icon): return .diagnostics(IconRules.judge(icon))
            case .examine(let icon): return .files(IconRules.examine(icon).map { $0.examined })
            case .draw(let icon, let size, let tint):
                return .png(try FinishedIcon.png(icon, size: size, tint: tint))
            case .thumbnail(let request): return .thumbnail(try request.thumbnail())
            }
        } catch {
            return .failed(error.description)
        }
    }

    /// The reply for a child that did not finish.
    func answer(lost reason: String) -> DrawAnswer {
        func fault(in icon: IconFiles) -> Diagnostic {
            let sentence =
                "\(icon.icon) could not be judged: \(reason). Simplify the picture, or save it again."
            return Diagnostic(.iconUnreadable, at: IconRules.pointer, sentence)
        }
        switch task {
        case .judge(let icon): return .diagnostics([fault(in: icon)])
        case .examine(let icon):
            return .files([Finding(icon.icon, .two, [IconFault(fault(in: icon))]).examined])
        case .draw, .thumbnail: return .failed(reason)
        }
    }
}
