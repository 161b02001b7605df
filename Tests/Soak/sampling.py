# SPDX-License-Identifier: Apache-2.0
"""Samples the daemon's memory and descriptors every second, and measures their growth."""

import dataclasses
import statistics
import threading
import time

# Maximum growth of private memory after the warm-up, in KiB, from the median of the first third to that of the last. All caches
# are full by then, and short-lived memory for clients does not affect a median. The rest is due to the allocator: at the top of
# the heap, it keeps up to twice the largest block ever freed (mallopt(3), M_MMAP_THRESHOLD), here a call of 1 MiB. Steps of 1.7
# MiB up and down were observed; anything larger is a leak.
MEMORY_BOUND = 2 * 1024
# Maximum growth of the number of descriptors. Each belongs to a client or a perform, and is closed with it.
DESCRIPTOR_BOUND = 0


@dataclasses.dataclass(frozen=True)
class Sample:
    seconds: float
    resident: int
    private: int
    descriptors: int
    operations: int


class Sampler:
    """Takes a sample every second until stopped."""

    def __init__(self, daemon, load):
        self.daemon = daemon
        self.load = load
        self.samples = []
        self.begin = time.monotonic()
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.ends.wait(1 if self.samples else 0):
            process = self.daemon.process
            resident, private = process.memory(), process.memory("Private_Dirty")
            seconds = time.monotonic() - self.begin
            self.samples.append(
                Sample(seconds, resident, private, process.descriptors(), self.load.operations)
            )

    def stop(self):
        self.ends.set()
        self.thread.join()
        return self.samples


class Growth:
    """Compares the first and the last third of the samples after the warm-up."""

    def __init__(self, samples, warm_up):
        warm = [one for one in samples if one.seconds >= warm_up] or samples
        third = max(1, len(warm) // 3)
        self.first, self.last, self.all = warm[:third], warm[-third:], warm

    def medians(self, name):
        return [statistics.median(getattr(one, name) for one in part) for part in (self.first, self.last)]

    def peak(self, name):
        return max(getattr(one, name) for one in self.all)
