// SPDX-License-Identifier: Apache-2.0
// Opens the share sheet for files by GIO, and says how it ended. Usage: share_files_gio FILE...
// cc share_files_gio.c $(pkg-config --cflags --libs gio-2.0)
// Needs Debian's libglib2.0-dev and pkg-config, and the package activity-sheet.
#include <gio/gio.h>

static const char *name = "io.activityd.Share", *path = "/org/freedesktop/portal/activityd";
static const char *endings[] = { "An activity was performed.", "Nothing was performed.", "It failed." };
static guint32 ending = 2;

static void ended(GDBusConnection *bus, const char *sender, const char *object, const char *interface, const char *signal,
                  GVariant *body, void *loop)
{
    g_variant_get_child(body, 0, "u", &ending);
    g_main_loop_quit(loop);
}

// A service that dies answers nobody.
static void gone(GDBusConnection *bus, const char *service, void *loop)
{
    g_main_loop_quit(loop);
}

int main(int count, char **arguments)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);
    g_autoptr(GDBusConnection) bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &error);
    if (bus == NULL)
        g_error("%s", error->message);

    // The handle is known before the call, so no Response can be missed.
    g_autofree char *sender = g_strdelimit(g_strdup(g_dbus_connection_get_unique_name(bus) + 1), ".", '_');
    g_autofree char *handle = g_strdup_printf("%s/request/%s/example", path, sender);
    g_dbus_connection_signal_subscribe(bus, name, "org.freedesktop.portal.Request", "Response", handle, NULL,
                                       G_DBUS_SIGNAL_FLAGS_NONE, ended, loop, NULL);

    GVariantBuilder uris, options;
    g_variant_builder_init(&uris, G_VARIANT_TYPE("as"));
    for (int i = 1; i < count; i++) {
        g_autoptr(GFile) file = g_file_new_for_commandline_arg(arguments[i]);
        g_variant_builder_add_value(&uris, g_variant_new_take_string(g_file_get_uri(file)));
    }
    g_variant_builder_init(&options, G_VARIANT_TYPE("a{sv}"));
    g_variant_builder_add(&options, "{sv}", "handle_token", g_variant_new_string("example"));
    g_autoptr(GVariant) reply = g_dbus_connection_call_sync(
        bus, name, path, name, "Share", g_variant_new("(sasa{sv})", "", &uris, &options), NULL, G_DBUS_CALL_FLAGS_NONE,
        -1, NULL, &error);
    if (reply == NULL) {
        g_printerr("%s\n", error->message);
        return 2;
    }
    g_bus_watch_name_on_connection(bus, name, G_BUS_NAME_WATCHER_FLAGS_NONE, NULL, gone, loop, NULL);
    g_main_loop_run(loop);
    g_print("%s\n", endings[MIN(ending, 2)]);
    return ending;
}
