/// A scan of one column of a whole table, a leaf at a time: the basis of aggregates and simple predicates.
///
/// Nothing is allocated per value; type and width are decided once per leaf.
struct ColumnScan {
    private let table: Table
    private let column: Column

    init(_ column: Column, of table: Table) {
        self.table = table
        self.column = column
    }

    /// Calls `body` with the column's leaf in each cluster, in the order of object keys.
    func forEachLeaf(_ body: (ColumnLeaf) throws(FormatError) -> Void) throws(FormatError) {
        try table.objects().forEachLeaf { (leaf) throws(FormatError) in
            guard leaf.count > 0 else { return }
            let ref = try leaf.column(column.leafIndex)
            try body(ColumnLeaf.column(column, at: ref, rows: leaf.count, in: table.space))
        }
    }

    /// Runs `kernel` over all values of an int column that has no nulls.
    ///
    /// - Precondition: the column is a required int.
    func run<Kernel: IntegerKernel>(_ kernel: inout Kernel) throws(FormatError) {
        try forEachLeaf { (leaf) throws(FormatError) in
            guard let values = leaf.int else { preconditionFailure("'\(column.name)' is not a required int") }
            kernel.run(values)
        }
    }

    /// Number of strings that contain `needle` byte for byte; an empty needle is in every string, none is in null.
    ///
    /// - Precondition: the column is a string.
    func countStrings(containing needle: ByteSearch) throws(FormatError) -> Int {
        var count = 0
        try forEachLeaf { (leaf) throws(FormatError) in
            guard let strings = leaf.string else { preconditionFailure("'\(column.name)' is not a string") }
            for row in 0..<strings.count {
                guard let bytes = try strings.bytes(row) else { continue }
                if needle.isFound(in: bytes) { count += 1 }
            }
        }
        return count
    }
}

extension IntegerKernel {
    /// Runs the kernel over all elements.
    mutating func run(_ values: IntegerArray) { values.run(&self, over: 0..<values.count) }
}
