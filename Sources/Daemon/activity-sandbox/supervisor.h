// SPDX-License-Identifier: Apache-2.0
//
// What a process that stands for another one needs.
#pragma once

/// Tells a state as sd_notify(3) does; libsystemd is not needed for it.
void notify(const char *state);

/// Ends as a program has: by the same signal, or with the exit status that is returned.
///
/// - Parameter status: as wait(2) gives it.
int end(int status);
