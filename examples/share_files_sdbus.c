// SPDX-License-Identifier: Apache-2.0
// Opens the share sheet for addresses by sd-bus, and says how it ended. Usage: share_files_sdbus URI...
// cc share_files_sdbus.c $(pkg-config --cflags --libs libsystemd)
// Needs Debian's libsystemd-dev and pkg-config, and the package activity-sheet.
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>

static const char *name = "io.activityd.Share", *path = "/org/freedesktop/portal/activityd";
static const char *endings[] = { "An activity was performed.", "Nothing was performed.", "It failed." };

static int ended(sd_bus_message *message, void *ending, sd_bus_error *error)
{
    return sd_bus_message_read(message, "u", ending);
}

// A service that dies answers nobody.
static int gone(sd_bus_message *message, void *ending, sd_bus_error *error)
{
    const char *service, *before, *after;
    int r = sd_bus_message_read(message, "sss", &service, &before, &after);
    if (r >= 0 && *after == '\0' && *(uint32_t *)ending == UINT32_MAX)
        *(uint32_t *)ending = 2;
    return r;
}

int main(int count, char **arguments)
{
    sd_bus *bus = NULL;
    sd_bus_message *call = NULL;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    const char *unique;
    char sender[64], handle[256];
    uint32_t ending = UINT32_MAX;

    int r = sd_bus_open_user(&bus);
    if (r < 0 || (r = sd_bus_get_unique_name(bus, &unique)) < 0)
        return fprintf(stderr, "There is no session bus: %s\n", strerror(-r)), 2;

    // The handle is known before the call, so no Response can be missed.
    snprintf(sender, sizeof sender, "%s", unique + 1);
    for (char *dot; (dot = strchr(sender, '.'));)
        *dot = '_';
    snprintf(handle, sizeof handle, "%s/request/%s/example", path, sender);
    sd_bus_match_signal(bus, NULL, name, handle, "org.freedesktop.portal.Request", "Response", ended, &ending);

    sd_bus_add_match(bus, NULL, "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                     "member='NameOwnerChanged',arg0='io.activityd.Share'", gone, &ending);

    arguments[count] = NULL;
    sd_bus_message_new_method_call(bus, &call, name, path, name, "Share");
    sd_bus_message_append(call, "s", "");
    sd_bus_message_append_strv(call, arguments + 1);
    sd_bus_message_append(call, "a{sv}", 1, "handle_token", "s", "example");
    if (sd_bus_call(bus, call, 0, &error, NULL) < 0)
        return fprintf(stderr, "%s\n", error.message), 2;

    while (ending == UINT32_MAX && (r = sd_bus_process(bus, NULL)) >= 0)
        if (r == 0)
            sd_bus_wait(bus, UINT64_MAX);
    if (r < 0)
        return fprintf(stderr, "The bus has gone: %s\n", strerror(-r)), 2;
    puts(endings[ending < 2 ? ending : 2]);
    return ending;
}
