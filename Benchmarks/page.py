# SPDX-License-Identifier: Apache-2.0
"""The tables and plots, as Markdown, and their places in docs/performance.md."""

import re

import person
import plots
from bars import CONTRACTOR, ECHO, REDIS, SCREENS, Figures, bars, generator_bars, is_met, sheet_bars
from servers import CHECKOUT
from serving import DIFFERENT, REPEATED, registered

PAGE = CHECKOUT / "docs/performance.md"
HEADINGS = {
    "machine": "Machine",
    "person": "What it costs a person",
    "bars": "The bars",
    "serving": "Serving",
    "starting": "Starting and memory",
    "changing": "Changes",
    "beside": "While the disk is at work",
    "costs": "Dear calls",
    "performing": "Performing",
    "micro": "Micro-benchmarks",
    "contractor": "Beside Contractor",
    "sheet": "The sheet",
    "generators": "Plug-ins of other formats",
}
OPENED = {
    "zenity": "zenity --info, from exec",
    "cold": "activity-sheet, from exec, the daemon just started",
    "warm": "activity-sheet, from exec",
    "service": "activity-sheet --service, from the call",
    "chooser": "xdg-desktop-portal-gtk’s chooser, from the call",
}
BEGUN = {
    "click": "a click in the sheet",
    "Return": "Return in the sheet",
    "activityctl": "activityctl perform, from exec",
    "call": "a bare call of Perform",
}


def table(head, rows):
    """A Markdown table with text in the first column and figures in the others."""
    lines = [head, ["---"] + ["---:"] * (len(head) - 1)] + rows
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def number(value, digits=3):
    """The value with about `digits` significant digits."""
    if value is None:
        return "not measured"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.{max(0, digits - len(str(int(value))))}f}"


def machine(result):
    about, extent = result["machine"], result["extent"]
    return "\n".join(
        [
            f"- {about['date']}, commit {about['commit']}"
            + (" with changes that are not committed" if about["changed"] else ""),
            f"- {about['processors']} processors of {about['processor']}"
            + (", virtual" if about["virtual"] else "")
            + f", {about['memory']}; load averages before the run {', '.join(about['load'])}",
            f"- {about['system']}, Linux {about['kernel']}",
            f"- {about['swift']}; {about['compiler']}; redis {about['redis']}",
            f"- {extent['rounds']} rounds of {extent['seconds']} s each, {result['minutes']:.1f} minutes",
        ]
    )


def bar_table(result):
    return bar_rows(bars(result))


def bar_rows(bars):
    rows = [
        [
            what,
            f"{sense} {limit:,} {unit}",
            f"{number(figure)} {unit}" if figure is not None else "not measured",
            "" if figure is None else "met" if is_met(sense, limit, figure) else "**missed**",
        ]
        for what, sense, limit, figure, unit in bars
    ]
    return table(["", "bar", "measured", ""], rows)


def serving_table(result):
    parts = []
    for connections, figure, unit in ((1, "p50", "p50 µs"), (50, "throughput", "requests/s")):
        head = [
            "asked",
            "registered",
            "listed",
            "bytes answered",
            unit,
            "p99 µs",
            f"redis, {unit}",
            f"C echo, {unit}",
            "to redis",
            "to C echo",
        ]
        rows = [
            serving_row(case, label, figure)
            for case in result["serving"]
            if case["connections"] == connections
            for label in case["targets"]
            if label not in (ECHO, REDIS)
        ]
        words = (
            "One connection, both ends on one processor" if connections == 1 else f"{connections} connections"
        )
        parts.append(f"{words}:\n\n" + table(head, rows))
    return "\n\n".join(parts)


def serving_row(case, label, figure):
    targets = case["targets"]
    ours, redis, echo = (targets.get(name, {}).get(figure) for name in (label, REDIS, ECHO))
    return [
        case["request"],
        label,
        str(case["listed"]),
        f"{case['reply_bytes']:,}",
        number(ours),
        number(targets[label]["p99"]),
        *("" if one is None else number(one) for one in (redis, echo)),
        *("" if one is None else number(ours / one) for one in (redis, echo)),
    ]


def start_table(result):
    head = [
        "custom bundles",
        "READY, cold ms",
        "all serve, cold ms",
        "READY, warm ms",
        "private dirty MB",
        "resident MB",
        "private dirty after the load MB",
        "C reads, ms",
        "and decodes, ms",
    ]
    rows = [
        [
            f"{one['count']:,}",
            number(one["cold"]["ready"]),
            number(one["cold"]["served"]),
            number(one["warm"]["ready"]),
            number(one["warm"]["dirty"]),
            number(one["warm"]["resident"]),
            number(result["after"].get(registered(one["count"]))),
            number(one["reading"]["read"]),
            number(one["reading"]["decoded"]),
        ]
        for one in result["starts"]
    ]
    sizes = [[name, number(built), number(stripped)] for name, (built, stripped) in result["sizes"].items()]
    return table(head, rows) + "\n\n" + table(["program", "as built MB", "stripped MB"], sizes)


def change_table(result):
    served = [
        [f"{words}, among {one['count']:,}", *(number(one[key][figure]) for figure in ("median", "maximum"))]
        for one in result["changing"]
        for key, words in (
            ("retitled", "a manifest renamed over another"),
            ("installed", "a new bundle renamed into the path, its icon unjudged"),
        )
    ]
    felt = [
        client_row(f"{words}, {one['count']:,} bundles", one[state])
        for one in result["changing"]
        for state, words in (("quiet", "nothing changes"), ("changing", "bundles change"))
    ]
    return (
        table(["from rename to sheet, ms", "median", "slowest"], served) + "\n\n" + table(CLIENT_HEAD, felt)
    )


CLIENT_HEAD = ["a client that asks 1,000 times a second, ms", "p50", "p99", "slowest"]


def client_row(name, one):
    return [name, *(number(one[key] / 1e3) for key in ("p50", "p99", "maximum"))]


def beside_table(result):
    return table(CLIENT_HEAD, [client_row(f"beside {what}", one) for what, one in result["beside"].items()])


def cost_table(result):
    rows = [[name, number(one["held"]), number(one["whole"])] for name, one in result["costs"].items()]
    return table(["the thread that answers, ms", "held at once", "in all"], rows)


def perform_table(result):
    rows = [[name, number(result["narrowed"][name])] for name in ("plain", "narrowed")]
    return table(["from the call to the end of `true`", "median ms"], rows)


def micro_table(result):
    return table(
        ["operation", "median ns"],
        [[one["operation"], f"{int(one['nanoseconds']):,}"] for one in result["micro"]],
    )


def contractor_table(result):
    find, rows = Figures(result), []
    for count in (15, 1_000):
        for request in (REPEATED, DIFFERENT):
            rows.append(
                [
                    f"{count:,} entries, {request}",
                    f"{CONTRACTOR[count]:,} µs",
                    f"{CONTRACTOR[count] / CONTRACTOR['redis']:.1f}",
                    f"{number(find.served(request, registered(count)))} µs",
                    f"{find.ratio(request, REDIS, count=count):.2f}",
                    f"{find.contractor(request, count):,.0f}",
                ]
            )
    return table(
        ["", "Contractor p50", "to its redis", "activityd p50", "to its redis", "quotient of the ratios"],
        rows,
    )


def measured(found):
    """Date and commit of a part that was measured separately."""
    changes = " with changes that are not committed" if found["changed"] else ""
    return f"{found['date']}, commit {found['commit']}{changes}:"


def generator_table(result):
    found = result["generators"]
    return measured(found) + "\n\n" + bar_rows(generator_bars(found))


def sheet_table(result):
    found = result["sheet"]
    screens = [screen for screen in SCREENS if screen in found]
    opened = [
        [
            words,
            *(number(found[screen].get(name, {}).get("first")) for screen in screens),
            number(found["xvfb"].get(name, {}).get("rest")),
            number(found["xvfb"][name]["memory"]) if "memory" in found["xvfb"].get(name, {}) else "",
        ]
        for name, words in OPENED.items()
    ]
    head = [
        f"{found['activities']} activities",
        *(f"first frame, {SCREENS[screen]}, ms" for screen in screens),
        "from there to the last change, ms",
        "private dirty MB",
    ]
    begun = [[words, number(found["starting"][name])] for name, words in BEGUN.items()]
    kept = [[count, number(found["memory"][count])] for count in sorted(found["memory"], key=int)]
    return "\n\n".join(
        [
            measured(found),
            table(head, opened),
            table(["to the first line of the activity’s program", "median ms"], begun),
            table(["sheets that the service has shown", "private dirty MB"], kept),
            bar_rows(sheet_bars(found)),
        ]
    )


def person_table(result):
    """The table of `person.costs`, in which rows without a unit are headings."""
    rows = [
        [f"**{what}**", "", "", ""]
        if unit is None
        else [
            what,
            f"{number(ours)} {unit}" if ours is not None else number(ours),
            f"{name}, {number(other)} {unit}" if other else "*none measured*",
            f"{ours / other:.2f} ×" if ours is not None and other else "",
        ]
        for what, ours, name, other, unit in person.costs(result)
    ]
    return table(["", "activityd", "yardstick", "ratio"], rows)


MAKERS = {
    "machine": machine,
    "person": person_table,
    "bars": bar_table,
    "serving": serving_table,
    "starting": start_table,
    "changing": change_table,
    "beside": beside_table,
    "costs": cost_table,
    "performing": perform_table,
    "micro": micro_table,
    "contractor": contractor_table,
    "sheet": sheet_table,
    "generators": generator_table,
}


def tables(result, names):
    return {name: MAKERS[name](result) for name in names}


def write(tables, result):
    """Puts each table between its marks, and redraws the plots."""
    text = PAGE.read_text()
    for name, content in tables.items():
        marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        assert marks.search(text), f"docs/performance.md has no place for {name}"
        text = marks.sub(lambda found: f"{found[1]}\n{content}\n\n{found[2]}", text)
    PAGE.write_text(text)
    if "serving" in tables:
        plots.write(result, PAGE.parent)
