# SPDX-License-Identifier: Apache-2.0
"""Bars as SVG, drawn by hand: two pictures need no library."""

from xml.sax.saxutils import escape

from bars import ECHO, REDIS, Figures
from serving import DIFFERENT, MANY, REPEATED, registered

WIDTH, LABEL, ROW = 760, 270, 24
OURS, THEIRS = "#3465a4", "#a0a4a8"


def drawing(title, groups):
    """`groups` are headings with rows of label, value, text and colour. Each group has its own scale."""
    parts, y = [text(16, 28, title, "bold 15px")], 48
    for heading, rows in groups:
        parts.append(text(16, y + 16, heading, "bold 12px"))
        y += 26
        longest = max(value for _, value, _, _ in rows)
        for label, value, words, colour in rows:
            width = (WIDTH - LABEL - 90) * value / longest
            parts.append(text(LABEL - 8, y + 16, label, "12px", "end"))
            parts.append(
                f'<rect x="{LABEL}" y="{y + 4}" width="{width:.1f}" height="{ROW - 8}" fill="{colour}"/>'
            )
            parts.append(text(LABEL + width + 6, y + 16, words, "12px"))
            y += ROW
        y += 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y}" viewBox="0 0 {WIDTH} {y}">\n'
        f'<rect width="{WIDTH}" height="{y}" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def text(x, y, words, font, anchor="start"):
    return (
        f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}" fill="#202428" '
        f'style="font: {font} sans-serif">{escape(words)}</text>'
    )


def latency(result):
    find, groups = Figures(result), []
    for request in (REPEATED, DIFFERENT, MANY):
        ours = [registered(count) for count in result["extent"]["sizes"]]
        rows = [
            (
                f"activityd, {label}" if label in ours else label,
                find.served(request, label),
                f"{find.served(request, label):,.1f} µs",
                OURS if label in ours else THEIRS,
            )
            for label in [ECHO, REDIS] + ours
        ]
        groups.append((request, rows))
    return drawing("Median time of a call, one connection, 15 custom activities match", groups)


def growth(result):
    def rows(kind, figure, unit):
        return [
            (f"{one['count']:,} bundles", one[kind][figure], f"{one[kind][figure]:,.1f} {unit}", OURS)
            for one in result["starts"]
        ]

    return drawing(
        "Starting, and what an idle daemon keeps",
        [
            ("From exec to READY, warm", rows("warm", "ready", "ms")),
            ("From exec until all serve, cold", rows("cold", "served", "ms")),
            ("Private dirty memory", rows("warm", "dirty", "MB")),
        ],
    )


def write(result, folder):
    (folder / "performance-latency.svg").write_text(latency(result))
    (folder / "performance-growth.svg").write_text(growth(result))
