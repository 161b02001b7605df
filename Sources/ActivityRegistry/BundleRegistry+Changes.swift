// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

extension BundleRegistry {
    package struct Registered: Sendable {
        package let identifier: String
        package let generation: Int
        /// Warnings.
        package let diagnostics: [Diagnostic]
    }

    /// Judges a bundle and installs it.
    ///
    /// - Parameters:
    ///   - programs: whether the bundle may bring programs that run as whoever performs it.
    ///   - requester: who sent it.
    ///   - then: called when it is installed and serves, or with what stood against it.
    /// - Throws: `tooManyFiles`; `store` with `invalidPath`, or `notPermitted` for programs.
    package func register(
        _ files: [BundleFile], programs: Bool, for requester: Requester,
        then: @escaping (Result<Registered, ChangeFault>) -> Void
    ) throws(ChangeFault) {
        let candidate = try candidate(files)
        if !programs, files.contains(where: \.isExecutable) || candidate.manifest.ownProgram != nil {
            let reason = "Only root registers programs here, since they run as whoever performs the activity."
            throw .store(.notPermitted(reason: reason))
        }
        judge(candidate, for: requester) { [weak self] judged in
            guard let self else { return }
            let bundle: Bundle
            do throws(ChangeFault) { bundle = try judged.get() } catch { return then(.failure(error)) }
            guard bundle.standing == .present else { return then(.failure(.rejected(bundle.diagnostics))) }
            if let key = candidate.verdictKey {
                let found = bundle.diagnostics.filter { $0.rule.isAboutIcon }
                cache.file(IconVerdict(found), for: key)
            }
            do throws(RegistryError) {
                try store.install(files, identifier: bundle.identifier)
            } catch {
                return then(.failure(.store(error)))
            }
            // Its verdict is filed, so that it serves in the very next generation, whoever else still waits.
            renew()
            then(
                .success(
                    Registered(
                        identifier: bundle.identifier, generation: snapshot.generation,
                        diagnostics: bundle.diagnostics + hidden(bundle.identifier))))
        }
    }

    /// Judges a bundle.
    package func check(
        _ files: [BundleFile], for requester: Requester,
        then: @escaping (Result<[Diagnostic], ChangeFault>) -> Void
    ) throws(ChangeFault) {
        judge(try candidate(files), for: requester) { then($0.map(\.diagnostics)) }
    }

    private func candidate(_ files: [BundleFile]) throws(ChangeFault) -> Candidate {
        guard files.count <= BundleValidator.maximumFiles else {
            throw .tooManyFiles(maximum: BundleValidator.maximumFiles)
        }
        return BundleValidator(neighbours: load.neighbours, established: established).candidate(files: files)
    }

    private func judge(
        _ candidate: Candidate, for requester: Requester,
        then: @escaping (Result<Bundle, ChangeFault>) -> Void
    ) {
        JudgingRound([candidate], judge: judge, cache: cache, for: requester).start { verdicts in
            let verdict = candidate.verdictKey.flatMap { verdicts[$0] }
            if let maximum = verdict?.tooMany { return then(.failure(.tooManyIcons(maximum: maximum))) }
            then(.success(candidate.finished(with: verdict)))
        }
    }

    /// A warning where another bundle of the name, or a mask, comes before the registered one.
    private func hidden(_ identifier: String) -> [Diagnostic] {
        let path = store.path(of: identifier)
        switch snapshot.bundles(identifier).first(where: { $0.path == path })?.standing {
        case .shadowed(let other)?:
            let sentence = "\(other) comes before it in the search path, and serves instead."
            return [Diagnostic(.identifierFolder, severity: .warning, sentence)]
        case .masked(let mask)?:
            return [
                Diagnostic(
                    .identifierFolder, severity: .warning, "\(mask) masks it, so that it is not listed.")
            ]
        default: return []
        }
    }

    /// Removes a registered bundle, and returns the generation without it.
    package func unregister(_ identifier: String) throws(ChangeFault) -> Int {
        guard Identifier.isValid(identifier) else { throw .noSuchActivity(identifier) }
        let isRemoved: Bool
        do { isRemoved = try store.remove(identifier: identifier) } catch { throw .store(error) }
        guard isRemoved else {
            // What is still listed there has gone, and is looked at again soon.
            let stored = store.path(of: identifier)
            guard let other = snapshot.bundles(identifier).first(where: { $0.path != stored }) else {
                throw .noSuchActivity(identifier)
            }
            let reason = "It was not registered here, and lies in \(other.path). Remove it there."
            throw .store(.notPermitted(reason: reason))
        }
        renew()
        return snapshot.generation
    }

    /// A rejected bundle may have any name for an identifier; nothing can be decided about that.
    private func isKnown(_ identifier: String) -> Bool {
        Identifier.isValid(identifier) && !snapshot.bundles(identifier).isEmpty
    }

    /// Decides about an activity, for the scope, and returns the generation in which that holds.
    package func elect(_ identifier: String, _ election: Election, lock: Bool) throws(ChangeFault) -> Int {
        let isTakenBack =
            election == .default && Identifier.isValid(identifier) && snapshot.elections.names(identifier)
        guard isTakenBack || isKnown(identifier) else { throw .noSuchActivity(identifier) }
        do { try elections.elect(identifier, election, lock: lock) } catch { throw .store(error) }
        renew()
        return snapshot.generation
    }

    /// Replaces the arrangement, and returns the generation in which it holds.
    package func arrange(_ identifiers: [String]) throws(ChangeFault) -> Int {
        var seen: Set<String> = []
        for identifier in identifiers {
            guard !snapshot.isSystem(identifier) else { throw .systemOrderIsFixed(identifier) }
            guard isKnown(identifier) else { throw .noSuchActivity(identifier) }
            guard seen.insert(identifier).inserted else { throw .repeated(identifier) }
        }
        do { try arrangements.replace(identifiers) } catch { throw .store(error) }
        renew()
        return snapshot.generation
    }
}
