#!/usr/bin/env gjs
// SPDX-License-Identifier: Apache-2.0
// Opens the share sheet for files, and says how it ended. Usage: share_files.js FILE...
// Needs gjs and the package activity-sheet.
const {Gio, GLib} = imports.gi;

const NAME = 'io.activityd.Share', PATH = '/org/freedesktop/portal/activityd', REQUEST = 'org.freedesktop.portal.Request';
const bus = Gio.DBus.session, loop = new GLib.MainLoop(null, false);
const handle = `${PATH}/request/${bus.get_unique_name().slice(1).replace(/\./g, '_')}/example`;
let ending = 2;
bus.signal_subscribe(NAME, REQUEST, 'Response', handle, null, Gio.DBusSignalFlags.NONE, (b, s, p, i, n, body) => {
    [ending] = body.deepUnpack();
    loop.quit();
});
const uris = ARGV.map(path => Gio.File.new_for_commandline_arg(path).get_uri());
const options = {handle_token: new GLib.Variant('s', 'example')};
bus.call_sync(NAME, PATH, NAME, 'Share', new GLib.Variant('(sasa{sv})', ['', uris, options]), null, Gio.DBusCallFlags.NONE, -1, null);
// A service that dies answers nobody.
Gio.bus_watch_name_on_connection(bus, NAME, Gio.BusNameWatcherFlags.NONE, null, () => loop.quit());
loop.run();
print(['An activity was performed.', 'Nothing was performed.', 'It failed.'][ending]);
imports.system.exit(ending);
