# SPDX-License-Identifier: Apache-2.0
"""Pictures of windows, pixel by pixel."""

import collections


class Picture:
    """A portable pixmap from grim; `density` is in pixels per point."""

    def __init__(self, pixmap, density=1):
        _, size, _, self.pixels = pixmap.split(b"\n", 3)
        self.width, self.height = (int(number) for number in size.split())
        self.density = density

    def colours(self, x=0, y=0, width=None, height=None, step=1):
        """Counts the colours within a rectangle in points, in every `step`th row of pixels."""
        left, top = x * self.density, y * self.density
        right = self.width if width is None else left + width * self.density
        bottom = self.height if height is None else top + height * self.density
        found = collections.Counter()
        for row in range(top, min(bottom, self.height), step):
            start = 3 * (row * self.width + left)
            line = self.pixels[start:3 * (row * self.width + min(right, self.width))]
            found.update(zip(line[::3], line[1::3], line[2::3]))
        return found

    def ground(self):
        return hexadecimal(self.colours(step=16).most_common(1)[0][0])


def hexadecimal(colour):
    return "#" + "".join(f"{channel:02x}" for channel in colour)


def contrast(one, other):
    """WCAG 2.2, contrast ratio."""
    brighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def _luminance(colour):
    red, green, blue = (_linear(channel / 255) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel):
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
