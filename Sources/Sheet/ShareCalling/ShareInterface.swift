// SPDX-License-Identifier: Apache-2.0

/// The service's names, object path and interface on the bus. Without a change of an app's manifest,
/// Flatpak's proxy lets it call only names below org.freedesktop.portal, and receive signals only from paths
/// below /org/freedesktop/portal: hence the second name, and the path.
package enum ShareInterface {
    package static let name = "io.activityd.Share"
    package static let portalName = "org.freedesktop.portal.Activityd"
    package static let path = "/org/freedesktop/portal/activityd"
    package static let requestName = "org.freedesktop.portal.Request"
    package static let version: UInt32 = 2

    /// - Parameter sender: the caller's unique name.
    package static func requestPath(of sender: String, token: String) -> String {
        "\(path)/request/\(String(sender.dropFirst().map { $0 == "." ? "_" : $0 }))/\(token)"
    }

    package static var randomToken: String { "a" + String(UInt64.random(in: .min ... .max), radix: 36) }

    /// Documentation is in annotations, because GLib drops comments.
    package static let introspection = """
        <node>
          <interface name="io.activityd.Share">
            <annotation name="org.gtk.GDBus.DocString" value="Opens the share sheet. The person chooses in
        it what is done with what they share; the caller never learns what it was."/>
            <method name="Share">
              <annotation name="org.gtk.GDBus.DocString" value="Opens a sheet. The answer comes as the
        signal Response of the returned handle, to the caller alone; calling Close of the handle takes the
        sheet away. An app has four sheets open at most, and its sheets go when it leaves the bus. Where it
        shares the same again, before the same window, a sheet that the person has not touched makes room.
        Refused with InvalidArgs where there is nothing to share, where a URI is relative, or names a file
        that the caller cannot see, and where an option has a wrong type."/>
              <arg type="s" name="parent_window" direction="in">
                <annotation name="org.gtk.GDBus.DocString" value="The window that the sheet belongs to:
        &quot;&quot;, &quot;x11:&quot; with an XID in hexadecimal digits, or &quot;wayland:&quot; with a
        handle of xdg-foreign. If there is no such window the sheet stands alone. Without one it leaves when
        another window has the focus, as long as the person has done nothing in it."/>
              </arg>
              <arg type="as" name="uris" direction="in">
                <annotation name="org.gtk.GDBus.DocString" value="What is shared: files and links, absolute.
        Of a sandbox, files in the document portal alone; it hands over all others by &quot;fds&quot;. Of a
        sandbox, links of the schemes geo, http, https, magnet, mailto, matrix, sip, sips, sms, tel and xmpp
        alone."/>
              </arg>
              <arg type="a{sv}" name="options" direction="in">
                <annotation name="org.gtk.GDBus.DocString" value="Each may be left out; unknown ones are
        ignored.
        handle_token (s): the last part of the handle, of letters, digits and underscores; else random.
        fds (ah): files by descriptor, open for reading. They come after the URIs.
        names (as): what the fds are called, one for each; &quot;&quot; for the file's own name.
        types (as): MIME types of the URIs, then of the fds, one for each; &quot;&quot; where it is to be
          found out.
        text (s): beside URIs or fds, what the person or the app says about them; else the text that is
          shared.
        subject (s): what the text is called, or a link that is shared alone; the subject of a mail.
        title (s): what this is called; it stands in quotation marks, beneath who asks.
        origin (s): of a page; it counts of the program for browsers alone.
        exclude (as): identifiers of activities that are not offered.
        locale (s): the person's, as de_DE or pt-BR; else the session's.
        activation_token (s): of xdg-activation, or a startup id, so that the sheet may take the focus.
        compact (b): from the bottom of the screen, as on a phone."/>
              </arg>
              <arg type="o" name="handle" direction="out">
                <annotation name="org.gtk.GDBus.DocString"
        value="/org/freedesktop/portal/activityd/request/SENDER/TOKEN, where SENDER is the caller's unique
        name without the colon and with dots as underscores: it is known before the call, so that no
        Response can be missed."/>
              </arg>
            </method>
            <method name="CanShare">
              <annotation name="org.gtk.GDBus.DocString" value="Whether a sheet would list anything, so that
        a Share button need not lead nowhere."/>
              <arg type="as" name="types" direction="in">
                <annotation name="org.gtk.GDBus.DocString" value="MIME types of the items; for a link,
        x-scheme-handler/https. For none the answer is false, and so it is after five
        seconds. A ninth question that waits is refused with LimitsExceeded."/>
              </arg>
              <arg type="b" name="can" direction="out"/>
            </method>
            <property name="version" type="u" access="read">
              <annotation name="org.gtk.GDBus.DocString" value="Of this interface: 2. In version 1 a text
        was one more thing beside files and links."/>
            </property>
          </interface>
          <interface name="org.freedesktop.portal.Request">
            <annotation name="org.gtk.GDBus.DocString" value="An open sheet, for the caller that opened it."/>
            <method name="Close">
              <annotation name="org.gtk.GDBus.DocString" value="Takes the sheet away. What the person has
        begun goes on. No Response follows. AccessDenied for all but the caller."/>
            </method>
            <signal name="Response">
              <annotation name="org.gtk.GDBus.DocString" value="The sheet is gone."/>
              <arg type="u" name="response">
                <annotation name="org.gtk.GDBus.DocString" value="0: an activity was performed, and ended
        well or was handed over; 1: the person left, or cancelled what ran; 2: the last thing tried failed."/>
              </arg>
              <arg type="a{sv}" name="results">
                <annotation name="org.gtk.GDBus.DocString" value="Empty: it never says what was chosen."/>
              </arg>
            </signal>
          </interface>
        </node>
        """
}
