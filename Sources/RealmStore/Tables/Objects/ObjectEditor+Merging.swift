/// Replacing one object by another.
extension ObjectEditor {
    /// Redirects all links to an object to another one of its table.
    ///
    /// Source: file-format/links.md, "Links in both directions".
    package func moveLinks(from old: ObjectKey, to new: ObjectKey, in table: TableEditor) throws(FormatError) {
        precondition(table.kind != .embedded, "an embedded object has one owner, which no other can take over")
        for backlinks in table.backlinkColumns {
            let slot = try table.slot(of: backlinks, at: position(of: old, in: table))
            // A mixed column removed by Realm Core leaves backlink columns that lead nowhere.
            guard !slot.isEmpty, let origins = try tables.table(backlinks.oppositeTable),
                let column = origins.column(backlinks.oppositeColumn)
            else { continue }
            let linking = try self.origins(slot)
            let present = try Set(self.origins(table.slot(of: backlinks, at: position(of: new, in: table))))
            for origin in Set(linking) {
                try redirect(.link(table.key, old), to: .link(table.key, new), in: column, of: origin, in: origins)
            }
            var oldList = try BacklinkEditor(table.slot(of: backlinks, at: position(of: old, in: table)), in: arena)
            try oldList.removeAll()
            try table.setSlot(oldList.slot, of: backlinks, at: position(of: old, in: table))
            var newList = try BacklinkEditor(table.slot(of: backlinks, at: position(of: new, in: table)), in: arena)
            // A set that already contains the other object does not get it twice.
            for origin in linking where column.collection != .set || !present.contains(origin) {
                try newList.add(origin)
            }
            try table.setSlot(newList.slot, of: backlinks, at: position(of: new, in: table))
        }
    }
}
