extension Session {
    /// Begins an observation of something in this session, which lasts as long as the result.
    ///
    /// It is notified at the next turn of the place where the session lives, or before that by `refresh` or at the
    /// beginning of a write transaction.
    ///
    /// Traps in a write transaction, for immutable sessions, and where calls cannot be scheduled.
    func observe(_ body: any ObservationBody) -> Observation {
        checkMayObserve()
        guard let place = observations.place ?? TurnPlace(confinement) else {
            misuse(
                "Can only add notification blocks from within run loops: observe on the main thread, in a thread that "
                    + "runs its RunLoop, on a dispatch queue or on an actor.")
        }
        let observation = Observation(observers.nextID(), body)
        if !observation.isToldAtFirst { begin(observation) }
        observations.add(observation, at: place)
        observations.schedule(self)
        return observation
    }

    /// Begins an observation at the current version. If that fails, it begins at the next turn.
    private func begin(_ observation: Observation) {
        do {
            // Often many objects are observed at once.
            let last = observations.lastTold.flatMap { $0.session.version == version ? $0 : nil }
            _ = try observation.begin(with: last ?? shownToObservers())
        } catch {
            RLMLogger.shared.log(level: .error, message: "An observation begins late: \(error.localizedDescription)")
        }
    }

    /// Traps where nothing can be observed.
    func checkMayObserve() {
        checkThread()
        require(!isFrozen, "Frozen Realms do not change and do not have change notifications.")
        require(!configuration.readOnly, "Read-only Realms do not change and do not have change notifications.")
        require(write == nil, "Cannot register notification blocks from within write transactions.")
    }

    /// Notifies observers of the changes up to the current version.
    ///
    /// - Parameter isForeign: whether others committed the new version.
    func tellObservers(isForeign: Bool) {
        guard !observations.isEmpty, isShowing else { return }
        observations.wake()
        guard observations.areBehind(version) else { return }
        do {
            observations.tell(try shownToObservers(), isForeign: isForeign)
        } catch {
            RLMLogger.shared.log(level: .error, message: "Observers are not told: \(error.localizedDescription)")
        }
    }

    /// Schedules notification of an own commit at the next turn, except for the observers to be skipped.
    ///
    /// The commit is already in effect: errors here are logged.
    func noteCommit(except silenced: Set<Int>) {
        guard !observations.isEmpty else { return }
        do {
            if !silenced.isEmpty { try observations.skip(silenced, to: shownToObservers()) }
        } catch {
            RLMLogger.shared.log(level: .error, message: "Observers are not told: \(error.localizedDescription)")
        }
        observations.wake()
        observations.schedule(self)
    }

    /// The current version, as the start of later notifications.
    func shownToObservers() throws -> Observation.Told {
        let frozen = frozen()
        return Observation.Told(session: frozen, followed: try follow(frozen.version))
    }

    /// The objects touched between a version and this one according to the commits, or by comparison.
    fileprivate func touched(since old: Session, _ places: [CollectionPlace]) throws(FormatError) -> TouchedObjects {
        let changesets = try group.snapshot.changesets(after: old.version)
        return try TouchedObjects(between: old.group, group, changesets, watching: places)
    }

    func touchedObjects(since old: Session, watching places: [CollectionPlace]) throws -> TouchedObjects {
        do { return try touched(since: old, places) } catch { throw RLMError(error, path: path) }
    }
}
