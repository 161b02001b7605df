// SPDX-License-Identifier: Apache-2.0
//
// Helpers for a process that runs a program and reports its state and its end.
#pragma once

/// Sends a state like sd_notify(3), without linking libsystemd. Does nothing without NOTIFY_SOCKET.
void notify(const char *state);

/// Ends this process like a program that a signal ended, by the same signal without a core dump; for any
/// other program, returns its exit status.
///
/// - Parameter status: the program's status from wait(2).
int end(int status);
