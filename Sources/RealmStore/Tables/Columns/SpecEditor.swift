/// Changes a table's spec, the parallel arrays that describe its columns, in a write transaction.
///
/// `ref` may change with every call. Positions are those of the spec: properties first, backlink columns behind them.
/// Source: file-format/tables.md, "Spec and columns".
struct SpecEditor {
    private let arena: Arena
    private var slots: SlotEditor

    private enum Part {
        static let types = 0, names = 1, attributes = 2, enumerated = 4, keys = 5
    }

    var ref: Ref { slots.ref }

    /// Opens the spec at `ref`, which `SpecReader` has read, copying it if it is committed.
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        self.arena = arena
        slots = try SlotEditor(ref, in: arena)
    }

    /// The spec of a table without columns.
    init(in arena: Arena) throws(FormatError) {
        self.arena = arena
        slots = try SlotEditor(.refs(), count: 6, in: arena)
        for part in [Part.types, Part.attributes, Part.keys] {
            slots[part] = Slot(try IntegerEditor(repeating: 0, count: 0, in: arena).ref)
        }
        slots[Part.names] = Slot(try NameEditor(in: arena).ref)
    }

    /// Describes a new column before the one at `position`; backlink columns have no names.
    func insert(_ column: Column, at position: Int) throws(FormatError) {
        try insert(column.storedType, at: position, into: Part.types)
        try insert(column.attributes.rawValue, at: position, into: Part.attributes)
        try insert(column.key.value, at: position, into: Part.keys)
        guard !column.isBacklink else { return }
        var names = try NameEditor(slots.child(Part.names), in: arena)
        try names.insert(column.name, at: position)
        slots[Part.names] = Slot(names.ref)
        if let ref = slots[Part.enumerated].ref {
            var enumerated = try SlotEditor(ref, in: arena)
            try enumerated.insert(.empty, at: position)
            slots[Part.enumerated] = Slot(enumerated.ref)
        }
    }

    /// Forgets the column at `position`, with the distinct values of an enumerated one.
    func remove(at position: Int, isBacklink: Bool) throws(FormatError) {
        for part in [Part.types, Part.attributes, Part.keys] {
            var numbers = try IntegerEditor(slots.child(part), in: arena)
            numbers.remove(at: position)
            slots[part] = Slot(numbers.ref)
        }
        guard !isBacklink else { return }
        var names = try NameEditor(slots.child(Part.names), in: arena)
        names.remove(at: position)
        slots[Part.names] = Slot(names.ref)
        if let ref = slots[Part.enumerated].ref {
            var enumerated = try SlotEditor(ref, in: arena)
            if let values = enumerated[position].ref { try arena.freeTree(values) }
            enumerated.remove(at: position)
            slots[Part.enumerated] = Slot(enumerated.ref)
        }
    }

    /// Stores where the distinct values of an enumerated column are; those that were there before are the caller's.
    func setEnumerated(_ values: Ref, at position: Int) throws(FormatError) {
        let enumerated: SlotEditor
        if let ref = slots[Part.enumerated].ref {
            enumerated = try SlotEditor(ref, in: arena)
        } else {
            let count = try NameEditor(slots.child(Part.names), in: arena).count
            enumerated = try SlotEditor(.refs(), count: count, in: arena)
        }
        enumerated[position] = Slot(values)
        slots[Part.enumerated] = Slot(enumerated.ref)
    }

    func setName(_ name: String, at position: Int) throws(FormatError) {
        var names = try NameEditor(slots.child(Part.names), in: arena)
        try names.set(name, at: position)
        slots[Part.names] = Slot(names.ref)
    }

    func setAttributes(_ attributes: ColumnAttributes, at position: Int) throws(FormatError) {
        var numbers = try IntegerEditor(slots.child(Part.attributes), in: arena)
        try numbers.set(attributes.rawValue, at: position)
        slots[Part.attributes] = Slot(numbers.ref)
    }

    func setKey(_ key: ColumnKey, at position: Int) throws(FormatError) {
        var numbers = try IntegerEditor(slots.child(Part.keys), in: arena)
        try numbers.set(key.value, at: position)
        slots[Part.keys] = Slot(numbers.ref)
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
