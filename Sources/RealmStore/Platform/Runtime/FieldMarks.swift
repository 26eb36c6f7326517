/// Numbers that fields of a class begin with, one for each of them, to be written into new instances.
struct FieldMarks {
    private let marks: [(offset: Int, number: UInt16)]

    /// - Precondition: the memory of each field begins with a `UInt16`.
    init(_ fields: [(field: StoredField, number: UInt16)]) {
        marks = fields.map { ($0.field.offset, $0.number) }
    }

    /// - Precondition: `object` is an instance of the class that the fields belong to.
    func write(into object: AnyObject) {
        withExtendedLifetime(object) {
            let memory = Unmanaged.passUnretained(object).toOpaque()
            for mark in marks { memory.storeBytes(of: mark.number, toByteOffset: mark.offset, as: UInt16.self) }
        }
    }
}
