# SPDX-License-Identifier: Apache-2.0
"""The daemon beside redis GET and a C echo of the same bytes, in turn, in one run."""

import statistics

from asking import REQUESTS, Load, answer
from servers import ALL_CPUS, Daemon, Echo, Redis, run_on

REPEATED, DIFFERENT, MANY_REPEATED, MANY, MIXED, DOCUMENT = REQUESTS

MATCHING = "15 custom ones match a picture"


def registered(count):
    """The label of a daemon with `count` custom bundles."""
    return f"{count:,} custom" if count else "system alone"


class Case:
    """Daemons with equal replies, an echo of their reply, and redis with the reply as a value."""

    def __init__(self, name, request, daemons, bench, connections):
        self.name, self.request, self.connections = name, request, connections
        self.requests = REQUESTS[request]
        replies = {label: answer(daemon, self.requests) for label, daemon in daemons.items()}
        self.reply, self.listed = next(iter(replies.values()))
        for label, (reply, listed) in replies.items():
            assert (
                request == MIXED or listed == self.listed
            ), f"{name}: {label} lists something else for {request}"
        self.targets = {label: (daemon, self.requests, None) for label, daemon in daemons.items()}
        if request != MIXED:
            self.add_yardsticks(bench)

    def add_yardsticks(self, bench):
        value, key = self.reply[:-1], f"{self.name} {self.request}"
        self.targets["C echo"] = (bench.echo(self.reply), self.requests, None)
        bench.redis.set(key, value)
        self.targets["redis GET"] = (bench.redis, Redis.get(key) + b"\0", Redis.length(value))

    def result(self, runs):
        return {
            "case": self.name,
            "request": self.request,
            "connections": self.connections,
            "listed": len(self.listed),
            "request_bytes": len(self.requests.partition(b"\0")[0]) + 1,
            "reply_bytes": len(self.reply),
            "targets": {label: summary(some) for label, some in runs.items()},
        }


def summary(runs):
    """Medians over the rounds, and the maximum of all rounds."""
    return {
        key: (
            max(run[key] for run in runs) if key == "maximum" else statistics.median(run[key] for run in runs)
        )
        for key in runs[0]
    }


class Bench:
    """The servers of one run."""

    def __init__(self, tools, folder):
        self.folder, self.tools = folder, tools
        self.redis = Redis(folder / "redis")
        self.load = Load(tools, folder / "requests")
        self.echoes, self.servers = {}, [self.redis]

    def echo(self, reply):
        if reply not in self.echoes:
            self.echoes[reply] = Echo(self.tools, self.folder / f"echo{len(self.echoes)}", reply)
            self.servers.append(self.echoes[reply])
        return self.echoes[reply]

    def daemon(self, home, data):
        self.servers.append(Daemon(home, data))
        return self.servers[-1]

    def stop(self):
        for server in self.servers:
            server.stop()

    def measure(self, cases, rounds, seconds):
        """Runs all targets of all cases in turn, `rounds` times."""
        runs = [{label: [] for label in case.targets} for case in cases]
        for _ in range(rounds):
            for case, found in zip(cases, runs):
                for label, (server, requests, reply_bytes) in case.targets.items():
                    cpus = ALL_CPUS[:1] if case.connections == 1 else None
                    run_on(server, cpus or ALL_CPUS)
                    found[label].append(
                        self.load.run(
                            server, requests, case.connections, seconds, reply_bytes=reply_bytes, cpus=cpus
                        )
                    )
        return [case.result(found) for case, found in zip(cases, runs)]


def cases(bench, sizes, mixes):
    """The measured cases. `sizes` and `mixes` are daemons by label; the first of `sizes` has no custom
    bundles."""
    found = []
    alone, *others = sizes
    matching = {label: sizes[label] for label in others}
    for connections, requests in (
        (1, (REPEATED, DIFFERENT, MANY_REPEATED, MANY, MIXED)),
        (50, (REPEATED, DIFFERENT)),
    ):
        for request in requests:
            found.append(Case("system activities alone", request, {alone: sizes[alone]}, bench, connections))
            found.append(Case(MATCHING, request, matching, bench, connections))
    for label, daemon in mixes.items():
        found.append(Case(label, DOCUMENT, {label: daemon}, bench, 1))
    return found
