import Synchronization

/// The names behind the key paths that were asked for last: a program has each that it writes once, and asks with every
/// query.
enum KnownKeyPaths {
    /// Slots by a hash of the key path's identity. A key path in the table is kept: no other is mistaken for it.
    private static let slots = Mutex<[Entry?]>([Entry?](repeating: nil, count: 256))

    private struct Entry: @unchecked Sendable {
        // Key paths are immutable.
        let keyPath: AnyKeyPath
        let name: String
    }

    /// The name that `find` finds, or found before, for that very instance; nil for one without.
    static func name(of keyPath: AnyKeyPath, _ find: () -> String?) -> String? {
        let slot = slot(of: keyPath)
        let known = slots.withLock { slots in slots[slot].flatMap { $0.keyPath === keyPath ? $0.name : nil } }
        if let known { return known }
        // Outside of the lock: reading a key path runs code of the program.
        guard let name = find() else { return nil }
        let entry = Entry(keyPath: keyPath, name: name)
        let replaced = slots.withLock { slots in
            defer { slots[slot] = entry }
            return slots[slot]
        }
        withExtendedLifetime(replaced) {}
        return name
    }

    private static func slot(of keyPath: AnyKeyPath) -> Int {
        // Objects are aligned to 16 bytes.
        Int((UInt(bitPattern: ObjectIdentifier(keyPath)) >> 4) % 256)
    }
}
