# SPDX-License-Identifier: Apache-2.0
"""What the daemon weighs, second by second, and whether that grows."""

import dataclasses
import statistics
import threading
import time

# What private memory may rise by after the warm-up, in KiB, from the median of the first third to that of
# the last. All that the daemon remembers has been filled by then, and what clients make it hold for a
# moment moves no median. What is left is the allocator's: at the top of the heap it keeps up to twice the
# largest block that it has ever taken back (mallopt(3), M_MMAP_THRESHOLD), and that is a call of 1 MiB.
# Seen are steps of 1.7 MiB, up and down again. More than that was kept.
MEMORY_BOUND = 2 * 1024
# An open descriptor belongs to a client or to what runs, and closes with it: nothing is left to grow.
DESCRIPTOR_BOUND = 0


@dataclasses.dataclass(frozen=True)
class Sample:
    seconds: float
    resident: int
    private: int
    descriptors: int
    operations: int


class Sampler:
    """A sample each second until it is stopped."""

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
    """The first and the last third after the warm-up, side by side."""

    def __init__(self, samples, warm_up):
        warm = [one for one in samples if one.seconds >= warm_up] or samples
        third = max(1, len(warm) // 3)
        self.first, self.last, self.all = warm[:third], warm[-third:], warm

    def medians(self, name):
        return [statistics.median(getattr(one, name) for one in part) for part in (self.first, self.last)]

    def peak(self, name):
        return max(getattr(one, name) for one in self.all)
