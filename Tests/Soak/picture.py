# SPDX-License-Identifier: Apache-2.0
"""Draws the samples as SVG, without a library."""

WIDTH, LEFT, HEIGHT, GAP = 860, 70, 130, 46
RESIDENT, PRIVATE = "#a0a4a8", "#3465a4"


def draw(samples, warm_up, title):
    """An SVG of memory, descriptors and operations per second over time, with the warm-up shaded."""
    rates = [
        (second.operations - first.operations) / (second.seconds - first.seconds)
        for first, second in zip(samples, samples[1:])
    ]
    panels = [
        (
            "Memory, MB (blue: written privately, grey: resident)",
            [
                ([one.resident / 1024 for one in samples], RESIDENT),
                ([one.private / 1024 for one in samples], PRIVATE),
            ],
        ),
        ("Open descriptors", [([one.descriptors for one in samples], PRIVATE)]),
        ("Operations a second", [(rates, PRIVATE)]),
    ]
    last = samples[-1].seconds
    parts = [text(16, 26, title, "bold 15px")]
    for number, (name, lines) in enumerate(panels):
        parts += panel(56 + number * (HEIGHT + GAP), name, lines, warm_up / last)
    bottom = 56 + len(panels) * (HEIGHT + GAP)
    parts.append(text(WIDTH - 16, bottom - 14, f"{last / 60:.1f} minutes", "12px", "end"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{bottom}" '
        f'viewBox="0 0 {WIDTH} {bottom}">\n<rect width="{WIDTH}" height="{bottom}" fill="#ffffff"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def panel(top, name, lines, warm_up):
    width = WIDTH - LEFT - 16
    most = max((max(values) for values, _ in lines if values), default=1) or 1
    yield text(16, top - 6, name, "bold 12px")
    yield f'<rect x="{LEFT}" y="{top}" width="{width * warm_up:.1f}" height="{HEIGHT}" fill="#f0f0e8"/>'
    for share in (0, 0.5, 1):
        y = top + HEIGHT * (1 - share)
        yield f'<path d="M{LEFT} {y:.1f}h{width}" stroke="#d8dce0"/>'
        yield text(
            LEFT - 6, y + 4, f"{most * share:,.0f}" if most >= 20 else f"{most * share:.1f}", "11px", "end"
        )
    for values, colour in lines:
        # At most one point per column, the maximum, so that no peak is lost.
        step = max(1, len(values) // width)
        peaks = [max(values[place : place + step]) for place in range(0, len(values), step)]
        points = " ".join(
            f"{LEFT + width * place / max(1, len(peaks) - 1):.1f},{top + HEIGHT * (1 - value / most):.1f}"
            for place, value in enumerate(peaks)
        )
        yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.2"/>'


def text(x, y, words, font, anchor="start"):
    return (
        f'<text x="{x}" y="{y:.0f}" text-anchor="{anchor}" fill="#202428" '
        f'style="font: {font} sans-serif">{words}</text>'
    )
