// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel

/// A picture for an app to show: hills and a sun, or a moon in the dark theme.
struct Landscape {
    let theme: SheetTheme
    let canvas: Canvas

    func paint(in frame: Rectangle, corner: Double) {
        canvas.clipped(frame, corner: corner) {
            switch theme {
            case .light: day(frame)
            case .dark: night(frame)
            }
        }
    }

    private func day(_ frame: Rectangle) {
        canvas.shade(frame, Colour(0xFFD9A8), Colour(0xF7A8A0))
        canvas.disc(
            x: frame.x + frame.width * 0.68, y: frame.y + frame.height * 0.36,
            radius: min(frame.width, frame.height) * 0.13, Colour(0xFFF3D6))
        canvas.hills(frame, from: 0.62, over: (0.38, 0.72), to: 0.48, Colour(0xC77A9A))
        canvas.hills(frame, from: 0.74, over: (0.86, 0.52), to: 0.72, Colour(0x8A5A94))
        canvas.hills(frame, from: 0.92, over: (0.70, 0.98), to: 0.84, Colour(0x4B3F72))
    }

    private func night(_ frame: Rectangle) {
        canvas.shade(frame, Colour(0x1B2447), Colour(0x4A4378))
        canvas.disc(
            x: frame.x + frame.width * 0.68, y: frame.y + frame.height * 0.34,
            radius: min(frame.width, frame.height) * 0.10, Colour(0xEDEBDD))
        canvas.hills(frame, from: 0.62, over: (0.38, 0.72), to: 0.48, Colour(0x39386B))
        canvas.hills(frame, from: 0.74, over: (0.86, 0.52), to: 0.72, Colour(0x2A2B55))
        canvas.hills(frame, from: 0.92, over: (0.70, 0.98), to: 0.84, Colour(0x191B3A))
    }
}
