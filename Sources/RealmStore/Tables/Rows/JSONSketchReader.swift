/// Looks at lines of JSON.
package struct JSONSketchReader: SketchReader {
    private let text: TextBlock
    private let start: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    /// The class of objects that do not name theirs.
    private let usual: String?
    private let onlyUsual: Bool
    private var cursor: TextCursor
    package private(set) var lineCount = 0
    /// Escaped texts, which are looked at and forgotten.
    private let scratch = ValueScratch()
    /// What the object of the line shows, by position of the property.
    private var members: [(position: Int, kinds: ValueKinds)] = []

    /// Values in more collections are left to another reader.
    private static let maximumDepth = 32

    /// - Parameters:
    ///   - usual: the class of objects that do not name theirs; nil if all do.
    ///   - onlyUsual: objects that name another class are left to another reader.
    package init(_ text: TextBlock, usual: String?, onlyUsual: Bool = false) {
        self.text = text
        self.usual = usual
        self.onlyUsual = onlyUsual
        start = text.start
        end = start + text.count
        cursor = TextCursor(at: start)
    }

    package mutating func next(_ classes: inout [RowSketch]) -> (offset: Int, line: Int)? {
        let usual = usual.flatMap { name in classes.firstIndex { $0.className == name } }
        while true {
            lineCount += cursor.skipEmptyLines()
            if cursor.at >= end { return nil }
            let begin = cursor.at - start
            guard readLine(usual, &classes) else {
                let line = lineCount
                cursor.at = start + text.lineEnd(after: begin)
                if cursor.at[-1] == UInt8(ascii: "\n") { lineCount += 1 }
                scratch.reset()
                return (begin, line)
            }
        }
    }

    private mutating func readLine(_ usual: Int?, _ classes: inout [RowSketch]) -> Bool {
        guard cursor.skip("{") else { return false }
        cursor.skipBlanks()
        var position = usual
        if cursor.isName("_class\"") {
            position = className(classes)
            guard !onlyUsual || position == usual, cursor.skipToNextMember() else { return false }
        }
        guard let position, readMembers(of: classes[position]) else { return false }
        cursor.skipBlanks()
        guard cursor.at.pointee == UInt8(ascii: "\n") || cursor.at == end else { return false }
        classes[position].addObject()
        for member in members { classes[position].add(member.kinds, at: member.position) }
        return true
    }

    private mutating func className(_ classes: [RowSketch]) -> Int? {
        cursor.at += "\"_class\"".utf8.count
        cursor.skipBlanks()
        guard cursor.skip(":") else { return nil }
        cursor.skipBlanks()
        guard case .string(let name) = cursor.string(scratch) else { return nil }
        return classes.firstIndex { $0.className.utf8.elementsEqual(name) }
    }

    private mutating func readMembers(of sketch: RowSketch) -> Bool {
        members.removeAll(keepingCapacity: true)
        if cursor.skip("}") { return true }
        var expected = 0
        while true {
            if cursor.isName("_key\"") {
                cursor.at += "\"_key\"".utf8.count
                guard skipColon(), cursor.number() != nil else { return false }
            } else {
                guard let position = cursor.label(expected, of: sketch.labels), skipColon(),
                    let kinds = value(sketch.properties[position].targets)
                else { return false }
                members.append((position, kinds))
                expected = position &+ 1
            }
            cursor.skipBlanks()
            guard cursor.skip(",") else { return cursor.skip("}") }
            cursor.skipBlanks()
        }
    }

    private mutating func skipColon() -> Bool {
        cursor.skipBlanks()
        guard cursor.skip(":") else { return false }
        cursor.skipBlanks()
        return true
    }

    // MARK: Values

    /// What the value of a property shows; nil if it is unusual.
    private mutating func value(_ targets: Set<String>) -> ValueKinds? {
        switch cursor.at.pointee {
        case UInt8(ascii: "n"): return cursor.word("null") ? .null : nil
        case UInt8(ascii: "["):
            return elements(.list, closed: "]") { (reader) in reader.element(targets) }
        case UInt8(ascii: "{"):
            if let name = wrapper() { return name == "$map" ? wrappedMap(targets) : wrapped(name, .single, targets) }
            return map(targets)
        default: return scalar()?.union(.single)
        }
    }

    /// What an element of a collection shows.
    private mutating func element(_ targets: Set<String>) -> ValueKinds? {
        switch cursor.at.pointee {
        case UInt8(ascii: "n"): return cursor.word("null") ? .nullElement : nil
        case UInt8(ascii: "["): return skipValue(1) ? .irregular : nil
        case UInt8(ascii: "{"):
            if let name = wrapper() { return name == "$map" ? nil : wrapped(name, [], targets) }
            return skipValue(1) ? .irregular : nil
        default: return scalar()
        }
    }

    @inline(__always)
    private mutating func scalar() -> ValueKinds? {
        switch cursor.at.pointee {
        case UInt8(ascii: "\""):
            guard case .string(let text) = cursor.string(scratch) else { return nil }
            return ValueKinds(text: text)
        case UInt8(ascii: "t"): return cursor.word("true") ? .bool : nil
        case UInt8(ascii: "f"): return cursor.word("false") ? .bool : nil
        default: return cursor.number()
        }
    }

    /// What all elements of an array, or values of an object, show.
    private mutating func elements(
        _ shape: ValueKinds, closed close: Unicode.Scalar, _ element: (inout JSONSketchReader) -> ValueKinds?
    ) -> ValueKinds? {
        cursor.at += 1
        cursor.skipBlanks()
        var kinds = shape
        if cursor.skip(close) { return kinds }
        while let found = element(&self) {
            kinds.formUnion(found)
            cursor.skipBlanks()
            guard cursor.skip(",") else { return cursor.skip(close) ? kinds : nil }
            cursor.skipBlanks()
        }
        return nil
    }

    private mutating func map(_ targets: Set<String>) -> ValueKinds? {
        elements(.map, closed: "}") { (reader) in
            guard case .string = reader.cursor.string(reader.scratch), reader.skipColon() else { return nil }
            return reader.element(targets)
        }
    }

    // MARK: Typed values

    /// The name of the first member of an object that is next, if it begins as that of a typed value.
    private func wrapper() -> String? {
        var ahead = cursor
        ahead.at += 1
        ahead.skipBlanks()
        guard ahead.skip("\""), ahead.at.pointee == UInt8(ascii: "$") else { return nil }
        ahead.at -= 1
        guard case .string(let name) = ahead.string(scratch) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// Passes the name of the first member.
    private mutating func skipName() -> Bool {
        cursor.at += 1
        cursor.skipBlanks()
        guard case .string = cursor.string(scratch) else { return false }
        return skipColon()
    }

    private mutating func wrappedMap(_ targets: Set<String>) -> ValueKinds? {
        guard skipName(), cursor.at.pointee == UInt8(ascii: "{"), let kinds = map(targets) else { return nil }
        cursor.skipBlanks()
        return cursor.skip("}") ? kinds : nil
    }

    private mutating func wrapped(_ name: String, _ shape: ValueKinds, _ targets: Set<String>) -> ValueKinds? {
        guard let type = ValueKinds(wrapper: name), skipName() else { return nil }
        guard type == .link ? skipLink(targets) : skipValue(1) else { return nil }
        cursor.skipBlanks()
        return cursor.skip("}") ? type.union(shape) : nil
    }

    /// Passes the class and the key of a link.
    private mutating func skipLink(_ targets: Set<String>) -> Bool {
        guard cursor.skip("[") else { return false }
        cursor.skipBlanks()
        guard case .string(let name) = cursor.string(scratch),
            targets.contains(where: { $0.utf8.elementsEqual(name) })
        else { return false }
        cursor.skipBlanks()
        guard cursor.skip(",") else { return false }
        cursor.skipBlanks()
        guard skipValue(1) else { return false }
        cursor.skipBlanks()
        return cursor.skip("]")
    }

    /// Passes any value.
    private mutating func skipValue(_ depth: Int) -> Bool {
        guard depth <= JSONSketchReader.maximumDepth else { return false }
        switch cursor.at.pointee {
        case UInt8(ascii: "["):
            return elements([], closed: "]") { (reader) in reader.skipValue(depth + 1) ? [] : nil } != nil
        case UInt8(ascii: "{"):
            return elements([], closed: "}") { (reader) in
                guard case .string = reader.cursor.string(reader.scratch), reader.skipColon() else { return nil }
                return reader.skipValue(depth + 1) ? [] : nil
            } != nil
        case UInt8(ascii: "n"): return cursor.word("null")
        default: return scalar() != nil
        }
    }
}
