// SPDX-License-Identifier: Apache-2.0 GIO (content types, file information, D-Bus, the main loop), and
// wrappers of macros that Swift cannot import.
#pragma once
#include <gio/gio.h>
#include <glib-unix.h>

/// The type whose signature is `text`, which must be valid.
static inline const GVariantType *gio_variant_type(const char *text) { return G_VARIANT_TYPE(text); }
