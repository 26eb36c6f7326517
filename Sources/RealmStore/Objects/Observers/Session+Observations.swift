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

    /// Notifies observers of a version newer than the current one, of each version once.
    func noticeNewerVersion() throws {
        guard isShowing else { return }
        let newest = try newest().version
        if newest != version { observers.tell(newer: newest) }
    }

    /// Notifies observers of the changes up to the current version.
    ///
    /// - Parameter isForeign: whether others committed the new version.
    func tellObservers(isForeign: Bool) {
        guard !observations.isEmpty, isShowing else { return }
        deliverAhead()
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

    // MARK: Ahead

    /// Has the changes up to the newest version computed on the worker of the file. The session advances to that
    /// version when they are delivered: at a later turn, or before that by `refresh` or at the beginning of a write
    /// transaction.
    ///
    /// - Returns: false if there is nothing to compute there.
    func computeAhead() throws -> Bool {
        guard mayFollow, isShowing, !observers.isTelling, !observations.isTelling, observations.mayComputeAhead
        else { return false }
        if observations.ahead != nil { return true }
        let newest = try newest()
        guard newest.version > version else { return false }
        let next: Group
        do { next = try Group(newest, after: committed) } catch { throw RLMError(error, path: path) }
        // Frozen sessions take the schema from here.
        guard next.hasSameLayout(as: committed), (try? next.schemaVersion()) == schemaVersion else { return false }
        let frozen = Session(.frozen, of: self, at: next)
        let told = Observation.Told(session: frozen, followed: try follow(frozen.version))
        return observations.computeAhead(to: told, on: use.observingQueue, for: self)
    }

    /// Waits for the changes that are computed ahead, if there are any, advances to their version, and calls the
    /// blocks.
    func deliverAhead() {
        if let ahead = observations.ahead { deliver(ahead) }
    }

    /// The same for these changes, unless they were delivered before.
    func deliver(_ ahead: AheadChanges) {
        guard observations.ahead === ahead else { return }
        ahead.wait()
        let frozen = ahead.version.session
        if isShowing, frozen.version > version {
            do {
                try show(frozen.committed)
            } catch {
                RLMLogger.shared.log(level: .error, message: "Observers are not told: \(error.localizedDescription)")
            }
            newestFrozen = WeakReference(frozen)
            observers.tell(.changed)
        }
        // Unless a block of an observer of the Realm made that happen.
        guard observations.ahead === ahead else { return }
        observations.wake()
        observations.deliver(ahead)
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
