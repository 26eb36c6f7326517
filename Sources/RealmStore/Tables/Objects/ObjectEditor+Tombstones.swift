/// Substitutes for missing targets of links: a synchronised app may leave links to objects that were never created, or
/// were made unreachable. Such a link leads to a tombstone, which holds its backlinks.
///
/// Source: file-format/links.md, "Unresolved links and tombstones" and "Primary keys".
extension ObjectEditor {
    /// Redirects links to a missing object of that primary key, if any, to `key`, a new object, and removes its
    /// tombstone.
    func resolveTombstone(
        of primaryKey: Value, by key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        guard let tombstones = table.tombstones, try tombstones.count() > 0 else { return }
        let waiting = try tombstoneKey(of: primaryKey, in: table)
        guard try table.find(waiting) != nil else { return }
        for backlinks in table.backlinkColumns {
            let slot = try table.slot(of: backlinks, at: position(of: waiting, in: table))
            if slot.isEmpty { continue }
            if let origins = try tables.table(backlinks.oppositeTable),
                let column = origins.column(backlinks.oppositeColumn)
            {
                for origin in try Set(self.origins(slot)) {
                    try redirect(
                        .link(table.key, waiting), to: .link(table.key, key), in: column, of: origin, in: origins)
                }
            }
            try table.setSlot(slot, of: backlinks, at: position(of: key, in: table))
            try table.setSlot(.empty, of: backlinks, at: position(of: waiting, in: table))
        }
        try dropTombstone(waiting, in: table)
    }

    /// Removes a tombstone without remaining links.
    func dropTombstoneWithoutLinks(_ key: ObjectKey, in table: TableEditor) throws(FormatError) {
        let position = try position(of: key, in: table)
        for backlinks in table.backlinkColumns where try !table.slot(of: backlinks, at: position).isEmpty { return }
        try dropTombstone(key, in: table)
    }

    private func dropTombstone(_ key: ObjectKey, in table: TableEditor) throws(FormatError) {
        _ = try table.removeTombstone(key)
        guard !table.collisions.isNone else { return }
        var map = try CollisionMap(table.collisions, in: arena)
        try map.remove(ObjectKey(-2 - key.value))
        table.collisions = map.root
    }

    /// The key of the tombstone of a primary key.
    private func tombstoneKey(of primaryKey: Value, in table: TableEditor) throws(FormatError) -> ObjectKey {
        let identity = PrimaryKeyIdentity(primaryKey)
        var key = Int64(identity.low & 0x3FFF_FFFF_FFFF_FFFF)
        if !table.collisions.isNone,
            let collided = try CollisionMap(table.collisions, in: arena).find(identity)
        {
            key = collided.value
        }
        return ObjectKey(-2 - key)
    }
}

/// 128 bits that represent a primary key.
///
/// Source: file-format/links.md, "The key of a tombstone".
struct PrimaryKeyIdentity: Equatable {
    let high: UInt64
    let low: UInt64

    /// - Precondition: `value` is of a type that primary keys have.
    init(_ value: Value) {
        switch value {
        case .null: (high, low) = (1, 0)
        case .int(let number): (high, low) = (0, UInt64(bitPattern: number))
        case .uuid(let bits): (high, low) = (bits.high.byteSwapped, bits.low.byteSwapped)
        case .string(let bytes): (low, high) = SHA1.firstWords(of: bytes)
        case .objectId(let bits): (low, high) = bits.bytes.withUnsafeBytes { SHA1.firstWords(of: $0) }
        default: preconditionFailure("no primary key has such a value")
        }
    }
}
