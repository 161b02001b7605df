// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import Host
import StrictJSON
import Varlink

extension RegistryHandler {
    /// Judges the bundle first, which may take long and changes nothing, and installs it afterwards.
    func register(_ call: PendingCall) throws(CallError) {
        let ask = try decoded(Registry.RegisterRequest.self, call)
        let files = try Self.files(ask.files)
        let mayInstallPrograms = authority.mayInstallPrograms(call.connection.peer)
        let requester = call.requester
        registry.request(for: call.diskCaller) { keeper, answer in
            keeper.judge(files, programs: mayInstallPrograms, for: requester, then: answer)
        } then: { [self] in
            install($0, call, isDryRun: ask.check == true)
        }
    }

    func link(_ call: PendingCall) throws(CallError) {
        let ask = try decoded(Registry.RegisterLinkRequest.self, call)
        guard BundlePath.isAbsolute(ask.folder), !ask.folder.utf8.contains(0) else {
            throw .invalidParameter(parameter: "folder")
        }
        let requester = call.requester
        registry.request(for: call.diskCaller, at: ask.folder) { keeper, answer in
            keeper.judge(link: ask.folder, for: requester, then: answer)
        } then: { [self] in
            install($0, call, isDryRun: ask.check == true)
        }
    }

    /// Installs the judged bundle, unless it was refused.
    private func install(
        _ result: Result<Result<RegistryKeeper.Judged, ChangeFault>, DiskRefusal>, _ call: PendingCall,
        isDryRun: Bool
    ) {
        let judged: RegistryKeeper.Judged
        do { judged = try Self.flat(result).get() } catch {
            if !isDryRun { audit.record(call, "", .failure(error)) }
            return call.refuse(CallError(error))
        }
        registry.request(for: call.diskCaller, continues: true) { keeper in
            Result { () throws(ChangeFault) in try keeper.install(judged, isDryRun: isDryRun) }
        } then: { [audit] result in
            let result = Self.flat(result)
            if !isDryRun { audit.record(call, judged.bundle.identifier, result.map(\.change)) }
            Self.answer(call, result) {
                Registry.Registered(
                    identifier: $0.identifier, generation: $0.change.generation, diagnostics: $0.diagnostics,
                    changed: $0.change.isDifferent)
            }
        }
    }
}
