// SPDX-License-Identifier: Apache-2.0
// libseccomp, and the actions that are macros with arguments.
#pragma once
#include <seccomp.h>
static inline uint32_t seccomp_action_errno(uint16_t error) { return SCMP_ACT_ERRNO(error); }
