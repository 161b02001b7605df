// SPDX-License-Identifier: Apache-2.0
// GTK with its two windowing systems, and what of it Swift cannot call: macros and variadic functions.
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

/// A property that is yes or no.
static inline void gtk4_set_flag_property(GtkWidget *widget, GtkAccessibleProperty property, gboolean value) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), property, value, -1);
}

static inline void gtk4_set_relation(GtkWidget *widget, GtkAccessibleRelation relation, GtkWidget *other) {
    gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), relation, other, NULL, -1);
}

/// A state whose value is a number: 0 is false, 1 is true.
static inline void gtk4_set_state(GtkWidget *widget, GtkAccessibleState state, int value) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), state, value, -1);
}

typedef void (*gtk4_announcer)(GtkAccessible *, const char *, int);

/// Of GTK 4.14 and newer; nil in what was there before.
static inline gtk4_announcer gtk4_find_announcer(void) {
    return (gtk4_announcer)dlsym(NULL, "gtk_accessible_announce");
}

static inline gboolean gtk4_can_announce(void) { return gtk4_find_announcer() != NULL; }

/// Has a screen reader say it once it is done with what it says; nothing where GTK cannot.
static inline void gtk4_announce(GtkWidget *widget, const char *text) {
    enum { medium = 1 };
    gtk4_announcer announce = gtk4_find_announcer();
    if (announce) announce(GTK_ACCESSIBLE(widget), text, medium);
}

/// Whether the desktop's settings know this key; asking for one that is not there would end the process.
static inline gboolean gtk4_has_key(const char *schema_id, const char *key) {
    GSettingsSchemaSource *source = g_settings_schema_source_get_default();
    GSettingsSchema *schema = source ? g_settings_schema_source_lookup(source, schema_id, TRUE) : NULL;
    gboolean has = schema && g_settings_schema_has_key(schema, key);
    if (schema) g_settings_schema_unref(schema);
    return has;
}

/// Says to window managers that it is a dialog (EWMH, _NET_WM_WINDOW_TYPE): where nothing else tells its place, they put it in the
/// middle of the screen. GTK says so only of windows that have a parent within the process.
static inline void gtk4_x11_make_dialog(GdkSurface *surface) {
    if (!GDK_IS_X11_SURFACE(surface)) return;
    GdkDisplay *display = gdk_surface_get_display(surface);
    Atom type = gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_WINDOW_TYPE");
    Atom dialog = gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_WINDOW_TYPE_DIALOG");
    XChangeProperty(
        gdk_x11_display_get_xdisplay(display), gdk_x11_surface_get_xid(surface), type, XA_ATOM, 32, PropModeReplace,
        (unsigned char *)&dialog, 1);
}

/// Puts the surface above a window of another process; nothing where it is none of X11's.
static inline void gtk4_x11_set_transient(GdkSurface *surface, unsigned long parent) {
    if (!GDK_IS_X11_SURFACE(surface)) return;
    Display *display = gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface));
    XSetTransientForHint(display, gdk_x11_surface_get_xid(surface), parent);
}

/// As above, with a handle of xdg-foreign.
static inline void gtk4_wayland_set_transient(GdkSurface *surface, const char *handle) {
    if (GDK_IS_WAYLAND_TOPLEVEL(surface)) gdk_wayland_toplevel_set_transient_for_exported(GDK_TOPLEVEL(surface), handle);
}

/// A bit for each key that is down; nothing where the surface is none of X11's.
static inline void gtk4_x11_keys_down(GdkSurface *surface, unsigned char bits[32]) {
    if (!GDK_IS_X11_SURFACE(surface)) return;
    XQueryKeymap(gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface)), (char *)bits);
}

/// Whether X11's focus is in the surface or nowhere, grabs of the keyboard aside; false for a surface of another display.
static inline gboolean gtk4_x11_has_focus(GdkSurface *surface) {
    if (!GDK_IS_X11_SURFACE(surface)) return FALSE;
    Display *display = gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface));
    Window focus, root, parent, *children;
    int revert;
    unsigned count;
    XGetInputFocus(display, &focus, &revert);
    if (focus == None || focus == PointerRoot) return TRUE;
    // GTK keeps the focus in a window within the surface's. The window of another program may go meanwhile.
    gdk_x11_display_error_trap_push(gdk_surface_get_display(surface));
    while (focus != None && focus != gdk_x11_surface_get_xid(surface)) {
        if (!XQueryTree(display, focus, &root, &parent, &children, &count)) parent = None;
        else if (children) XFree(children);
        focus = parent;
    }
    gdk_x11_display_error_trap_pop_ignored(gdk_surface_get_display(surface));
    return focus != None;
}

/// Has the focus go to what is in a list's row, and not to the row; before GTK 4.12 it does so anyway.
static inline void gtk4_pass_focus(gpointer item) {
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(item), "focusable")) g_object_set(item, "focusable", FALSE, NULL);
}

/// Whether a program has something in the clipboard; true where only the window with the keyboard may know.
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

/// The caller frees it.
static inline char *gtk4_get_text(gpointer object, const char *property) {
    char *text = NULL;
    g_object_get(object, property, &text, NULL);
    return text;
}

/// Keeps lines of text on whole pixels. From 4.16 on GTK lets baselines lie between two of them, and its cairo renderer then cuts off
/// the letters' tops.
static inline void gtk4_align_text(GtkSettings *settings) {
    if (!g_object_class_find_property(G_OBJECT_GET_CLASS(settings), "gtk-font-rendering")) return;
    enum { manual = 1 };
    g_object_set(settings, "gtk-font-rendering", manual, "gtk-hint-font-metrics", TRUE, NULL);
}

/// The colour of a widget's text.
static inline GdkRGBA gtk4_get_color(GtkWidget *widget) {
    GdkRGBA color;
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    G_GNUC_END_IGNORE_DEPRECATIONS
    return color;
}

/// Gives a widget the role of its class. GTK 4.8 does so only where it roots the widget, which is late for a window: one that was on
/// the accessibility bus before stays a "filler" there, which screen readers pass over.
static inline void gtk4_settle_role(GtkWidget *widget) {
    g_object_set(widget, "accessible-role", gtk_widget_class_get_accessible_role(GTK_WIDGET_GET_CLASS(widget)), NULL);
}

/// For a program of this name; the caller frees it.
static inline char *gtk4_activation_token(GdkAppLaunchContext *context, const char *name) {
    GAppInfo *info = g_app_info_create_from_commandline(name, name, G_APP_INFO_CREATE_NONE, NULL);
    if (!info) return NULL;
    char *token = g_app_launch_context_get_startup_notify_id(G_APP_LAUNCH_CONTEXT(context), info, NULL);
    g_object_unref(info);
    return token;
}

/// Lets the window's surface no longer ask it for its size. GTK 4.8 leaves that handler when it unrealizes a window, and X11
/// keeps the surface until the server has confirmed its end: an event in between would reach a window that has been freed.
static inline void gtk4_stop_computing_size(GtkWidget *window) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    if (surface == NULL) return;
    guint signal = g_signal_lookup("compute-size", G_OBJECT_TYPE(surface));
    g_signal_handlers_disconnect_matched(surface, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA, signal, 0, NULL, NULL, window);
}
