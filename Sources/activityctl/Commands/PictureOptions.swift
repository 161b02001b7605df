// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import ArgumentParser

/// A sheet as a picture.
struct PictureOptions: ParsableArguments {
    enum Theme: String, CaseIterable, ExpressibleByArgument {
        case light, dark, both

        var themes: [SheetTheme] {
            switch self {
            case .light: [.light]
            case .dark: [.dark]
            case .both: [.light, .dark]
            }
        }
    }

    @Option(
        help: ArgumentHelp("Draw the sheet as a person would see it, as a PNG.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var picture: String?

    @Option(help: ArgumentHelp("The picture's theme: light (the default), dark, or both side by side."))
    var theme: Theme?

    @Option(help: ArgumentHelp("The person's text size in the picture, 0.8 to 2; 1 is the default."))
    var textSize: Double?

    func validate() throws {
        guard picture != nil || theme == nil && textSize == nil else {
            throw ValidationError("--theme and --text-size are for pictures. Name a file with --picture.")
        }
        guard textSize.map(SheetDrawing.textSizes.contains) ?? true else {
            throw ValidationError("--text-size is a number from 0.8 to 2.0.")
        }
    }
}
