// SPDX-License-Identifier: Apache-2.0 GTK with its Wayland and X11 backends, and wrappers of macros and
// variadic functions that Swift cannot call.
#pragma once
#include <X11/Xatom.h>
#include <dlfcn.h>
#include <gtk/gtk.h>
#include <gdk/wayland/gdkwayland.h>
#include <gdk/x11/gdkx.h>
#include <pango/pangocairo.h>

static inline void gtk4_set_role(GtkWidget *widget, GtkAccessibleRole role) {
    g_object_set(widget, "accessible-role", role, NULL);
}

static inline void gtk4_set_text_property(GtkWidget *widget, GtkAccessibleProperty property, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), property, text, -1);
}

/// Sets a boolean property.
static inline void gtk4_set_flag_property(GtkWidget *widget, GtkAccessibleProperty property, gboolean value) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), property, value, -1);
}

static inline void gtk4_set_relation(GtkWidget *widget, GtkAccessibleRelation relation, GtkWidget *other) {
    gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), relation, other, NULL, -1);
}

/// Sets a state whose value is a boolean or a tristate: 0 is false, 1 is true.
static inline void gtk4_set_state(GtkWidget *widget, GtkAccessibleState state, int value) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), state, value, -1);
}

typedef void (*gtk4_announcer)(GtkAccessible *, const char *, int);

/// `gtk_accessible_announce`; NULL before GTK 4.14.
static inline gtk4_announcer gtk4_find_announcer(void) {
    return (gtk4_announcer)dlsym(NULL, "gtk_accessible_announce");
}

static inline gboolean gtk4_can_announce(void) { return gtk4_find_announcer() != NULL; }

/// Has a screen reader speak the text after its current sentence; does nothing before GTK 4.14.
static inline void gtk4_announce(GtkWidget *widget, const char *text) {
    enum { medium = 1 };
    gtk4_announcer announce = gtk4_find_announcer();
    if (announce) announce(GTK_ACCESSIBLE(widget), text, medium);
}

/// Whether the schema is installed and has the key. GLib aborts a process that reads a missing one.
static inline gboolean gtk4_has_key(const char *schema_id, const char *key) {
    GSettingsSchemaSource *source = g_settings_schema_source_get_default();
    GSettingsSchema *schema = source ? g_settings_schema_source_lookup(source, schema_id, TRUE) : NULL;
    gboolean has = schema && g_settings_schema_has_key(schema, key);
    if (schema) g_settings_schema_unref(schema);
    return has;
}

/// Marks an X11 window as a dialog (EWMH, _NET_WM_WINDOW_TYPE), which window managers centre on the screen
/// unless another hint positions it. GTK does so only for windows whose parent is in the same process.
static inline void gtk4_x11_make_dialog(GdkSurface *surface) {
    if (!GDK_IS_X11_SURFACE(surface)) return;
    GdkDisplay *display = gdk_surface_get_display(surface);
    Atom type = gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_WINDOW_TYPE");
    Atom dialog = gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_WINDOW_TYPE_DIALOG");
    XChangeProperty(
        gdk_x11_display_get_xdisplay(display), gdk_x11_surface_get_xid(surface), type, XA_ATOM, 32, PropModeReplace,
        (unsigned char *)&dialog, 1);
}

/// Keeps the surface above a window of another process; does nothing for a surface that is not X11's.
static inline void gtk4_x11_set_transient(GdkSurface *surface, unsigned long parent) {
    if (!GDK_IS_X11_SURFACE(surface)) return;
    Display *display = gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface));
    XSetTransientForHint(display, gdk_x11_surface_get_xid(surface), parent);
}

/// Keeps the surface above the toplevel that another process exported as `handle` (xdg-foreign).
static inline void gtk4_wayland_set_transient(GdkSurface *surface, const char *handle) {
    if (GDK_IS_WAYLAND_TOPLEVEL(surface)) gdk_wayland_toplevel_set_transient_for_exported(GDK_TOPLEVEL(surface), handle);
}

/// Sets a bit for each key that is down; leaves `bits` unchanged for a surface that is not X11's.
static inline void gtk4_x11_keys_down(GdkSurface *surface, unsigned char bits[32]) {
    if (!GDK_IS_X11_SURFACE(surface)) return;
    XQueryKeymap(gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface)), (char *)bits);
}

/// Whether the X11 focus is in the surface, nowhere, or follows the pointer; keyboard grabs do not count.
/// False for a surface that is not X11's.
static inline gboolean gtk4_x11_has_focus(GdkSurface *surface) {
    if (!GDK_IS_X11_SURFACE(surface)) return FALSE;
    Display *display = gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface));
    Window focus, root, parent, *children;
    int revert;
    unsigned count;
    XGetInputFocus(display, &focus, &revert);
    if (focus == None || focus == PointerRoot) return TRUE;
    // GTK keeps the focus in a child of the surface's window. Another program's window may vanish meanwhile.
    gdk_x11_display_error_trap_push(gdk_surface_get_display(surface));
    while (focus != None && focus != gdk_x11_surface_get_xid(surface)) {
        if (!XQueryTree(display, focus, &root, &parent, &children, &count)) parent = None;
        else if (children) XFree(children);
        focus = parent;
    }
    gdk_x11_display_error_trap_pop_ignored(gdk_surface_get_display(surface));
    return focus != None;
}

/// Makes a list row unfocusable, so that its content receives the focus; before GTK 4.12 there is no such
/// property.
static inline void gtk4_pass_focus(gpointer item) {
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(item), "focusable")) g_object_set(item, "focusable", FALSE, NULL);
}

/// Whether a program owns the clipboard; true on Wayland, where only the focused window may know.
static inline gboolean gtk4_x11_has_clipboard(GdkDisplay *display) {
    if (!GDK_IS_X11_DISPLAY(display)) return TRUE;
    Atom clipboard = gdk_x11_get_xatom_by_name_for_display(display, "CLIPBOARD");
    return XGetSelectionOwner(gdk_x11_display_get_xdisplay(display), clipboard) != None;
}

static inline gboolean gtk4_is_line(GtkWidget *widget) { return GTK_IS_TEXT(widget); }

static inline gboolean gtk4_is_text(GtkWidget *widget) { return GTK_IS_TEXT_VIEW(widget); }

static inline gboolean gtk4_is_wayland(GdkDisplay *display) { return GDK_IS_WAYLAND_DISPLAY(display); }

static inline gboolean gtk4_get_flag(gpointer object, const char *property) {
    gboolean flag = FALSE;
    g_object_get(object, property, &flag, NULL);
    return flag;
}

/// Reads a string property; the caller frees it.
static inline char *gtk4_get_text(gpointer object, const char *property) {
    char *text = NULL;
    g_object_get(object, property, &text, NULL);
    return text;
}

/// Aligns baselines to whole pixels. GTK 4.16 and newer allow fractional baselines, with which the cairo
/// renderer cuts off the tops of letters.
static inline void gtk4_align_text(GtkSettings *settings) {
    if (!g_object_class_find_property(G_OBJECT_GET_CLASS(settings), "gtk-font-rendering")) return;
    enum { manual = 1 };
    g_object_set(settings, "gtk-font-rendering", manual, "gtk-hint-font-metrics", TRUE, NULL);
}

static inline GdkRGBA gtk4_get_color(GtkWidget *widget) {
    GdkRGBA color;
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    G_GNUC_END_IGNORE_DEPRECATIONS
    return color;
}

/// Gives a widget its class's accessible role. GTK 4.8 does so only when it roots the widget, which is too
/// late for a window: if it is on the accessibility bus by then, it stays a "filler", which screen readers
/// skip.
static inline void gtk4_settle_role(GtkWidget *widget) {
    g_object_set(widget, "accessible-role", gtk_widget_class_get_accessible_role(GTK_WIDGET_GET_CLASS(widget)), NULL);
}

/// An activation token for starting the named program, which the caller frees; NULL if there is none.
static inline char *gtk4_activation_token(GdkAppLaunchContext *context, const char *name) {
    GAppInfo *info = g_app_info_create_from_commandline(name, name, G_APP_INFO_CREATE_NONE, NULL);
    if (!info) return NULL;
    char *token = g_app_launch_context_get_startup_notify_id(G_APP_LAUNCH_CONTEXT(context), info, NULL);
    g_object_unref(info);
    return token;
}

/// Disconnects the window from its surface's "compute-size" signal. GTK 4.8 keeps that handler when it
/// unrealizes a window, and X11 keeps the surface until the server confirms its destruction: an event in
/// between would reach a freed window.
static inline void gtk4_stop_computing_size(GtkWidget *window) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    if (surface == NULL) return;
    guint signal = g_signal_lookup("compute-size", G_OBJECT_TYPE(surface));
    g_signal_handlers_disconnect_matched(surface, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA, signal, 0, NULL, NULL, window);
}
