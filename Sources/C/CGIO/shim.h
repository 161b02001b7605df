// SPDX-License-Identifier: Apache-2.0
// GIO: content types and file information, the bus, GLib's loop; and the macros among them that Swift cannot import.
#pragma once
#include <gio/gio.h>
#include <glib-unix.h>

/// The type that `text` names, which must be one.
static inline const GVariantType *gio_variant_type(const char *text) { return G_VARIANT_TYPE(text); }
