/// The entries of an index of single values, compared with the objects.
///
/// They are compared in the order of the objects, which are adjacent in a file, not in that of the values.
struct VerificationIndexedValues {
    /// The place of an object in the index.
    private struct Sighting: Comparable, BitwiseCopyable {
        let key: ObjectKey
        /// A hash of the chunks that lead there, and their number.
        let path: UInt64
        let levels: Int32
        /// The position of the object in a list; -1 if it is not in a list.
        let position: Int32
        let ref: Ref

        static func < (lhs: Sighting, rhs: Sighting) -> Bool {
            (lhs.key, lhs.ref, lhs.position, lhs.levels, lhs.path)
                < (rhs.key, rhs.ref, rhs.position, rhs.levels, rhs.path)
        }
    }

    /// An object in a list of objects of the same value.
    private struct ListElement: Comparable, BitwiseCopyable {
        let list: Ref
        let position: Int32
        let levels: Int32
        let key: ObjectKey
        /// A hash of the value.
        let value: Int

        static func < (lhs: ListElement, rhs: ListElement) -> Bool {
            (lhs.list, lhs.position, lhs.levels, lhs.key, lhs.value)
                < (rhs.list, rhs.position, rhs.levels, rhs.key, rhs.value)
        }
    }

    private let verification: Verification
    private let log: VerificationLog
    private let table: Table
    private let column: Column
    private let place: VerificationPlace
    private let sightings: ExternalSort<Sighting>
    private let elements: ExternalSort<ListElement>

    init(_ verification: Verification, _ table: Table, _ column: Column) {
        self.verification = verification
        log = verification.log
        self.table = table
        self.column = column
        place = VerificationPlace(table, column)
        sightings = verification.records()
        elements = verification.records()
    }

    func add(_ entry: VerificationIndex.Entry) {
        let path = VerificationIndex.hash(entry.path)
        for (position, key) in entry.objects.enumerated() {
            sightings.add(
                Sighting(
                    key: key, path: path, levels: Int32(entry.path.count),
                    position: entry.isList ? Int32(truncatingIfNeeded: position) : -1, ref: entry.ref))
        }
    }

    /// Checks that each object is there once, under its value, and nothing else.
    func check(_ objects: ExternalSort<ObjectKey>) throws(SystemError) {
        var (objects, sightings) = (try objects.cursor(), try sightings.cursor())
        var object = try objects.next()
        var last: ObjectKey?
        while let sighting = try sightings.next() {
            while let missing = object, missing < sighting.key {
                reportMissing(missing)
                object = try objects.next()
            }
            if object == sighting.key {
                last = object
                object = try objects.next()
            } else if sighting.key == last {
                log.add(
                    .indexExtra, at: column.indexRoot, place.of(sighting.key), "the index names the object twice")
            }
            verification.releasePagesIfDue()
            log.attempt(place.of(sighting.key)) { () throws(FormatError) in try check(sighting) }
        }
        while let missing = object {
            reportMissing(missing)
            object = try objects.next()
        }
        try checkLists()
    }

    private func reportMissing(_ key: ObjectKey) {
        log.add(.indexMissing, at: column.indexRoot, place.of(key), "the index lacks the object")
    }

    private func check(_ sighting: Sighting) throws(FormatError) {
        guard let value = try value(of: sighting.key) else {
            log.add(
                .indexExtra, at: sighting.ref, place.of(sighting.key), "the index names an object that does not exist")
            return
        }
        let data = IndexData(mixed: value)
        let path = (0..<Int(sighting.levels)).lazy.map { data.chunk(at: $0 * IndexData.chunkByteCount) }
        if VerificationIndex.hash(path) != sighting.path {
            report(
                .indexExtra, at: sighting.ref, place.of(sighting.key),
                "the object is under a value that it does not have")
        }
        if sighting.position >= 0 {
            elements.add(
                ListElement(
                    list: sighting.ref, position: sighting.position, levels: sighting.levels, key: sighting.key,
                    value: ValueOrder.hash(of: value)))
        }
    }

    private func value(of key: ObjectKey) throws(FormatError) -> Value? {
        guard let position = try table.objects().find(key) else { return nil }
        return try table.value(of: column, at: position)
    }

    // MARK: Lists

    private func checkLists() throws(SystemError) {
        var last: ListElement?
        try elements.forEach { element in
            defer { last = element }
            guard let last, last.list == element.list else { return }
            verification.releasePagesIfDue()
            log.attempt(place.of(element.key)) { () throws(FormatError) in try checkOrder(last, element) }
        }
    }

    /// Equal values ascend by object key. Files of older formats order different values differently.
    private func checkOrder(_ last: ListElement, _ element: ListElement) throws(FormatError) {
        var order = 0
        var haveEqualData = true
        if last.value != element.value, let first = try value(of: last.key), let second = try value(of: element.key) {
            order = ValueOrder.compare(first, second)
            haveEqualData = VerificationIndexedValues.haveEqualData(first, second)
        }
        if order == 0, last.key > element.key {
            report(.indexOrder, at: element.list, place, "objects of equal value do not ascend")
        } else if order > 0 {
            log.note(.indexOrder, at: element.list, place, "objects in a list are not in the order of their values")
        }
        if order != 0, !haveEqualData, element.levels < VerificationIndex.maximumLevels {
            report(.badIndex, at: element.list, place, "objects of different values share a list")
        }
    }

    private static func haveEqualData(_ lhs: Value, _ rhs: Value) -> Bool {
        let (lhs, rhs) = (IndexData(mixed: lhs), IndexData(mixed: rhs))
        return (0...VerificationIndex.maximumLevels).allSatisfy {
            lhs.chunk(at: $0 * IndexData.chunkByteCount) == rhs.chunk(at: $0 * IndexData.chunkByteCount)
        }
    }

    /// Realm Core leaves wrong paths in the index of a mixed property when equal values take other forms.
    private func report(
        _ code: VerificationReport.Code, at ref: Ref, _ place: VerificationPlace, _ message: String
    ) {
        log.add(code, at: ref, place, severity: column.type == .mixed ? .note : .error, message)
    }
}
