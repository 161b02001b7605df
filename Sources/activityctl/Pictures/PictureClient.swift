// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import ActivityRegistry
import Host
import StrictJSON

/// activity-draw as it draws pictures: outside this process, and with nothing but fonts to read.
enum PictureClient {
    /// What fontconfig looks at besides what all programs of ours are given.
    private static let fontVariables = ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT"]

    /// Has a picture drawn.
    ///
    /// - Parameters:
    ///   - verb: `sheet` or `check`.
    ///   - subject: what is to be drawn.
    /// - Returns: a PNG.
    /// - Throws: `Failure` with the reason.
    static func draw(_ verb: String, _ subject: JSON.Object) throws -> [UInt8] {
        var limits = DrawingClient.Limits()
        limits.silence = 30_000
        limits.answerBytes = 24 << 20
        var variables = OfflineRegistry.variables
        for name in fontVariables { variables[name] = Environment.value(name) }
        let drawing = DrawingClient(
            program: DrawingClient.program(environment: variables), arguments: ["--pictures"],
            environment: variables, limits: limits)
        var result: Result<[UInt8], Failure> = .failure(Failure("There is no picture."))
        drawing.ask(verb, { subject }, then: { result = picture(in: $0) })
        drawing.wait()
        return try result.get()
    }

    private static func picture(in answer: DrawingClient.Answer) -> Result<[UInt8], Failure> {
        switch answer {
        case .ended(let sentence):
            return .failure(Failure("The picture was not drawn: \(printable(sentence))"))
        case .tooMany: return .failure(Failure("The picture was not drawn: too many wait."))
        case .reply(let reply):
            if let text: String = try? reply.read("png"), let png = Base64.decode(text) {
                return .success(png)
            }
            let reason: String? = try? reply.read("failed")
            return .failure(Failure("The picture was not drawn: \(printable(reason ?? "no reason given"))."))
        }
    }
}
