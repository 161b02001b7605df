// SPDX-License-Identifier: Apache-2.0

import CPango

extension Canvas {
    /// Draws further to the right.
    func moved(x: Double, _ draw: () -> Void) {
        cairo_save(cairo)
        cairo_translate(cairo, x, 0)
        draw()
        cairo_restore(cairo)
    }

    /// A popover's arrow, its point a little round.
    func arrow(
        tip: (x: Double, y: Double), base: (left: Double, right: Double, y: Double), _ colour: Colour,
        _ edge: Colour
    ) {
        let half = (base.right - base.left) / 2
        cairo_new_path(cairo)
        cairo_move_to(cairo, base.left - 4, base.y)
        cairo_curve_to(cairo, base.left + half * 0.4, base.y, tip.x - half * 0.35, tip.y, tip.x, tip.y)
        cairo_curve_to(
            cairo, tip.x + half * 0.35, tip.y, base.right - half * 0.4, base.y, base.right + 4, base.y)
        set(colour)
        cairo_fill_preserve(cairo)
        set(edge)
        cairo_set_line_width(cairo, 1)
        cairo_stroke(cairo)
    }

    /// The sign of closing a window.
    func closeSign(in frame: Rectangle, _ colour: Colour, on disc: Colour) {
        self.disc(x: frame.middleX, y: frame.middleY, radius: frame.width / 2, disc)
        let part = frame.inset(frame.width * 0.34)
        line([(part.x, part.y), (part.maxX, part.maxY)], colour, width: 1.5)
        line([(part.maxX, part.y), (part.x, part.maxY)], colour, width: 1.5)
    }

    /// The sign of sharing: an arrow that leaves a box.
    func shareSign(in frame: Rectangle, _ colour: Colour) {
        let (x, y, unit) = (frame.x, frame.y, frame.width / 20)
        func at(_ dx: Double, _ dy: Double) -> (Double, Double) { (x + dx * unit, y + dy * unit) }
        line([at(7, 8), at(4, 8), at(4, 18), at(16, 18), at(16, 8), at(13, 8)], colour, width: 1.6 * unit)
        line([at(10, 13), at(10, 2)], colour, width: 1.6 * unit)
        line([at(6.6, 5.2), at(10, 1.8), at(13.4, 5.2)], colour, width: 1.6 * unit)
    }

    func disc(x: Double, y: Double, radius: Double, _ colour: Colour) {
        cairo_new_path(cairo)
        cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
        set(colour)
        cairo_fill(cairo)
    }

    /// What lies beneath a hilly line, down to the frame's bottom; heights are parts of the frame.
    func hills(
        _ frame: Rectangle, from left: Double, over middle: (Double, Double), to right: Double,
        _ colour: Colour
    ) {
        func y(_ part: Double) -> Double { frame.y + frame.height * part }
        cairo_new_path(cairo)
        cairo_move_to(cairo, frame.x, y(left))
        cairo_curve_to(
            cairo, frame.x + frame.width * 0.3, y(middle.0), frame.x + frame.width * 0.6, y(middle.1),
            frame.maxX,
            y(right))
        cairo_line_to(cairo, frame.maxX, frame.maxY)
        cairo_line_to(cairo, frame.x, frame.maxY)
        cairo_close_path(cairo)
        set(colour)
        cairo_fill(cairo)
    }
}
