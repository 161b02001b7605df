// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import StrictJSON
import Varlink

/// A handler that answers with the daemon's errors, as its interface names them.
protocol CallHandler: InterfaceHandler {
    func answer(_ call: PendingCall) throws(CallError)
}

extension CallHandler {
    func handle(_ call: PendingCall) throws(VarlinkError) {
        do { try answer(call) } catch { throw error.varlink(in: interface.name) }
    }
}

extension PendingCall {
    func refuse(_ error: CallError) { fail(error.varlink(in: interface.name)) }
}

/// Decodes the parameters of a call that was validated against its interface.
func decoded<Parameters: JSONObjectReadable>(
    _: Parameters.Type, _ call: PendingCall
) throws(CallError) -> Parameters {
    do { return try Parameters(call.parameters) } catch { throw .other(.invalidParameter(error)) }
}
