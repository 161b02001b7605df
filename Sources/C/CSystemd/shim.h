// SPDX-License-Identifier: Apache-2.0
// libsystemd's daemon, event, journal, login and bus interfaces as one module.
#pragma once
#define SD_JOURNAL_SUPPRESS_LOCATION 1
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-journal.h>
#include <systemd/sd-login.h>
