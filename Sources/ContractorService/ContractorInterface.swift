// SPDX-License-Identifier: Apache-2.0

/// Contractor's bus interface, as elementary's programs call it.
package enum ContractorInterface {
    /// The name that Granite calls, and the one that Contractor is moving to.
    package static let names = ["org.elementary.Contractor", "io.elementary.contractor"]
    package static let path = "/org/elementary/contractor"
    static let interface = "org.elementary.Contractor"

    /// A contract is its identifier, name, description, and icon: a theme's name or an absolute path.
    static let introspection = """
        <node>
          <interface name="org.elementary.Contractor">
            <method name="ListAllContracts"><arg type="a(ssss)" direction="out"/></method>
            <method name="GetContractsByMime">
              <arg type="s" name="mime_type" direction="in"/><arg type="a(ssss)" direction="out"/>
            </method>
            <method name="GetContractsByMimelist">
              <arg type="as" name="mime_types" direction="in"/><arg type="a(ssss)" direction="out"/>
            </method>
            <method name="ExecuteWithUri">
              <arg type="s" name="id" direction="in"/><arg type="s" name="uri" direction="in"/>
            </method>
            <method name="ExecuteWithUriList">
              <arg type="s" name="id" direction="in"/><arg type="as" name="uris" direction="in"/>
            </method>
            <signal name="ContractsChanged"/>
          </interface>
        </node>
        """
}
