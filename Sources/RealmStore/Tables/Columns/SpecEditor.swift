/// Changes a table's spec, the parallel arrays that describe its columns, in a write transaction.
///
/// `ref` may change with every call. Positions are those of the spec: properties first, then backlink columns. Source:
/// file-format/tables.md, "Spec and columns".
struct SpecEditor {
    private let arena: Arena
    private var slots: SlotEditor

    var ref: Ref { slots.ref }

    /// Opens the spec at `ref`, which `SpecReader` has read, copying it if it is committed.
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        self.arena = arena
        slots = try SlotEditor(ref, in: arena)
    }

    /// The spec of a table without columns.
    init(in arena: Arena) throws(FormatError) {
        self.arena = arena
        slots = try SlotEditor(.refs(), count: SpecLayout.count, in: arena)
        for part in [SpecLayout.types, SpecLayout.attributes, SpecLayout.keys] {
            slots[part] = Slot(try IntegerEditor(repeating: 0, count: 0, in: arena).ref)
        }
        slots[SpecLayout.names] = Slot(try NameEditor(in: arena).ref)
    }

    /// Describes a new column before the one at `position`; backlink columns have no names.
    func insert(_ column: Column, at position: Int) throws(FormatError) {
        try insert(column.storedType, at: position, into: SpecLayout.types)
        try insert(column.attributes.rawValue, at: position, into: SpecLayout.attributes)
        try insert(column.key.value, at: position, into: SpecLayout.keys)
        guard !column.isBacklink else { return }
        var names = try NameEditor(slots.child(SpecLayout.names), in: arena)
        try names.insert(column.name, at: position)
        slots[SpecLayout.names] = Slot(names.ref)
        if let ref = slots[SpecLayout.enumerated].ref {
            var enumerated = try SlotEditor(ref, in: arena)
            try enumerated.insert(.empty, at: position)
            slots[SpecLayout.enumerated] = Slot(enumerated.ref)
        }
    }

    /// Removes the column at `position`, with the distinct values of an enumerated one.
    func remove(at position: Int, isBacklink: Bool) throws(FormatError) {
        for part in [SpecLayout.types, SpecLayout.attributes, SpecLayout.keys] {
            var numbers = try IntegerEditor(slots.child(part), in: arena)
            numbers.remove(at: position)
            slots[part] = Slot(numbers.ref)
        }
        guard !isBacklink else { return }
        var names = try NameEditor(slots.child(SpecLayout.names), in: arena)
        names.remove(at: position)
        slots[SpecLayout.names] = Slot(names.ref)
        if let ref = slots[SpecLayout.enumerated].ref {
            var enumerated = try SlotEditor(ref, in: arena)
            if let values = enumerated[position].ref { try arena.freeTree(values) }
            enumerated.remove(at: position)
            slots[SpecLayout.enumerated] = Slot(enumerated.ref)
        }
    }

    /// Stores the ref of the distinct values of an enumerated column; the caller frees the former ones.
    func setEnumerated(_ values: Ref, at position: Int) throws(FormatError) {
        let enumerated: SlotEditor
        if let ref = slots[SpecLayout.enumerated].ref {
            enumerated = try SlotEditor(ref, in: arena)
        } else {
            let count = try NameEditor(slots.child(SpecLayout.names), in: arena).count
            enumerated = try SlotEditor(.refs(), count: count, in: arena)
        }
        enumerated[position] = Slot(values)
        slots[SpecLayout.enumerated] = Slot(enumerated.ref)
    }

    func setName(_ name: String, at position: Int) throws(FormatError) {
        var names = try NameEditor(slots.child(SpecLayout.names), in: arena)
        try names.set(name, at: position)
        slots[SpecLayout.names] = Slot(names.ref)
    }

    func setAttributes(_ attributes: ColumnAttributes, at position: Int) throws(FormatError) {
        var numbers = try IntegerEditor(slots.child(SpecLayout.attributes), in: arena)
        try numbers.set(attributes.rawValue, at: position)
        slots[SpecLayout.attributes] = Slot(numbers.ref)
    }

    func setKey(_ key: ColumnKey, at position: Int) throws(FormatError) {
        var numbers = try IntegerEditor(slots.child(SpecLayout.keys), in: arena)
        try numbers.set(key.value, at: position)
        slots[SpecLayout.keys] = Slot(numbers.ref)
    }

    private func insert(_ number: Int64, at position: Int, into part: Int) throws(FormatError) {
        var numbers = try IntegerEditor(slots.child(part), in: arena)
        try numbers.insert(number, at: position)
        slots[part] = Slot(numbers.ref)
    }
}

extension Column {
    /// The number of the column in the spec's list of types.
    fileprivate var storedType: Int64 {
        let keyType: ValueType = hasIntegerKeys ? .int : .string
        return Int64(type.rawValue) | (collection == .dictionary ? Int64(keyType.rawValue) << 16 : 0)
    }
}
