import Foundation
import TestSupport

/// Reads a typed export back into the form of a dump ("realm-dump-1"), based on docs/export-format.md alone, and
/// reports their differences. Independent of the library.
final class ExportReader {
    private(set) var differences: [String] = []
    private(set) var valueCount = 0
    private(set) var unresolvedCount = 0
    private let classes: [String: JSONText]
    /// Embedded objects of the dump, by class and key; each must be met once.
    private var embedded: [String: [String: JSONText]] = [:]
    private(set) var unmet: [String: Set<String>] = [:]
    private(set) var ownerless: [String] = []
    private var primaryKeys: [String: [JSONText: String]] = [:]

    init(dump: JSONText) {
        let list = dump["classes"]?.items ?? []
        classes = Dictionary(uniqueKeysWithValues: list.map { ($0["name"]?.text ?? "", $0) })
        for (name, entry) in classes where entry["table_type"]?.text == "embedded" {
            let objects = entry["objects"]?.items ?? []
            embedded[name] = Dictionary(uniqueKeysWithValues: objects.map { ($0["key"]?.text ?? "", $0) })
            unmet[name] = Set(embedded[name]!.keys)
        }
    }

    /// Compares the lines of an export with the dump.
    func compare(lines: [JSONText]) {
        var byClass: [String: [JSONText]] = [:]
        for line in lines { byClass[line["_class"]?.text ?? "", default: []].append(line) }
        for (name, entry) in classes.sorted(by: { $0.key < $1.key }) where embedded[name] == nil {
            let expected = entry["objects"]?.items ?? []
            let found = byClass.removeValue(forKey: name) ?? []
            if expected.count != found.count { note("\(name): \(found.count) objects, not \(expected.count)") }
            for (line, object) in zip(found, expected) { compare(line, object, of: entry, isLine: true) }
        }
        for (name, lines) in byClass {
            for line in lines {
                let key = line["_key"]?.digits ?? "?"
                ownerless.append("\(name) \(key)")
                guard let entry = classes[name], let object = embedded[name]?[key] else {
                    note("an object of unknown class \(name)")
                    continue
                }
                meet(name, key)
                compare(line, object, of: entry, isLine: true)
            }
        }
        for (name, keys) in unmet where !keys.isEmpty { note("\(name): \(keys.count) embedded objects are missing") }
    }

    /// Returns and clears the differences so far.
    func takeDifferences() -> [String] {
        defer { differences = [] }
        return differences
    }

    private func note(_ text: String) { differences.append(text) }

    private func meet(_ name: String, _ key: String) {
        if unmet[name]?.remove(key) == nil { note("embedded \(name) \(key) is unknown or there twice") }
    }

    /// Compares the members of an exported object with one of the dump.
    private func compare(_ found: JSONText, _ expected: JSONText, of entry: JSONText, isLine: Bool) {
        var members = found.members
        let name = entry["name"]?.text ?? ""
        if isLine {
            let first = members.isEmpty ? nil : members.removeFirst()
            if first?.name != "_class" || first?.value.text != name { note("\(name): a line begins with no _class") }
            if entry["primary_key"] == .null || entry["table_type"]?.text == "embedded" {
                let key = members.isEmpty ? nil : members.removeFirst()
                if key?.name != "_key" || key?.value.digits != expected["key"]?.text { note("\(name): wrong _key") }
            }
        }
        let values = expected["values"]?.members ?? []
        let properties = entry["properties"]?.items ?? []
        guard members.map({ ExportReader.propertyName($0.name) }) == values.map(\.name) else {
            return note("\(name): properties \(members.map(\.name)), not \(values.map(\.name))")
        }
        for ((member, value), property) in zip(zip(members, values), properties) {
            let place = "\(name) \(expected["key"]?.text ?? "").\(value.name)"
            compare(member.value, value.value, of: property, place)
        }
    }

    /// Removes the underscore that keeps properties apart from `_class` and `_key`.
    static func propertyName(_ name: String) -> String {
        let word = name.drop { $0 == "_" }
        return name.hasPrefix("__") && (word == "class" || word == "key") ? String(name.dropFirst()) : name
    }

    /// Compares the value of a property with the dump's.
    func compare(_ found: JSONText, _ expected: JSONText, of property: JSONText, _ place: String) {
        let type = property["type"]?.text ?? ""
        switch property["collection"]?.text {
        case nil: single(found, expected, type, property, place)
        case "dictionary":
            guard let entries = found.only("$map")?.members else { return note("\(place): no $map") }
            guard entries.map(\.name) == expected.items.map({ $0.items[0].text }) else {
                return note("\(place): other keys")
            }
            for (entry, pair) in zip(entries, expected.items) {
                single(entry.value, pair.items[1], type, property, "\(place)[\(entry.name)]")
            }
        default:
            let present = expected.items.filter { type != "link" || $0["unresolved"] == nil }
            unresolvedCount += expected.items.count - present.count
            guard case .array(let items) = found, items.count == present.count else {
                return note("\(place): other number of elements")
            }
            for (index, (item, value)) in zip(items, present).enumerated() {
                single(item, value, type, property, "\(place)[\(index)]")
            }
        }
    }

    private func single(
        _ found: JSONText, _ expected: JSONText, _ type: String, _ property: JSONText, _ place: String
    ) {
        valueCount += 1
        if type == "link", let target = property["link_target"]?.text, let objects = embedded[target],
            let key = expected["key"]?.text, let object = objects[key], let entry = classes[target]
        {
            meet(target, key)
            return compare(found, object, of: entry, isLine: false)
        }
        let dumped = type == "mixed" ? mixed(found) : dumped(found, type)
        if type == "mixed", expected["type"]?.text == "list" || expected["type"]?.text == "dictionary" {
            return nested(found, expected, place)
        }
        if isUnresolved(expected, type) {
            unresolvedCount += 1
            if found != .null { note("\(place): an unresolved link is not null") }
            return
        }
        guard let dumped, matches(dumped, expected) else {
            return note("\(place): \(found) is not \(expected)".prefix(400).description)
        }
    }

    private func isUnresolved(_ value: JSONText, _ type: String) -> Bool {
        (type == "mixed" ? value["value"]?["unresolved"] : value["unresolved"]) == .bool(true)
    }

    /// Elements of nested collections one by one, for unresolved links among them.
    private func nested(_ found: JSONText, _ expected: JSONText, _ place: String) {
        let values = expected["value"]?.items ?? []
        if expected["type"]?.text == "list" {
            guard case .array(let items) = found, items.count == values.count else {
                return note("\(place): no such list")
            }
            for (item, value) in zip(items, values) { single(item, value, "mixed", .null, place + "[]") }
        } else {
            guard let entries = found.only("$map")?.members, entries.map(\.name) == values.map({ $0.items[0].text })
            else { return note("\(place): no such dictionary") }
            for (entry, value) in zip(entries, values) {
                single(entry.value, value.items[1], "mixed", .null, place + "{}")
            }
        }
    }

    /// Numbers of the dump are compared by their bits, which it writes in hexadecimal and, for readers, in decimal.
    private func matches(_ dumped: JSONText, _ expected: JSONText) -> Bool {
        if expected["hex"] != nil, expected["dec"] != nil {
            return dumped["hex"]?.text == ExportReader.plainHex(expected["hex"]?.text ?? "")
        }
        if let bits = expected["bits"] { return dumped["bits"] == bits }
        if expected.members.count == 2, let type = expected["type"], let value = expected["value"] {
            guard dumped["type"] == type, let found = dumped["value"] else { return false }
            return matches(found, value)
        }
        return dumped == expected
    }

    /// `NaN` with its bits; any other number as Swift's exact hexadecimal form.
    private static func plainHex(_ text: String) -> String {
        text.hasPrefix("nan:") ? text : Double(text).map { String($0.bitPattern, radix: 16) } ?? "?"
    }
}

// MARK: - Values

extension ExportReader {
    /// A value of a property of that type, as the dump has it; nil if it is not such a value.
    func dumped(_ found: JSONText, _ type: String) -> JSONText? {
        if found == .null { return .null }
        switch type {
        case "int":
            guard let digits = found.digits, Int64(digits).map(String.init) == digits else { return nil }
            return .string(digits)
        case "bool":
            guard case .bool = found else { return nil }
            return found
        case "string": return found.text == nil ? nil : found
        case "float": return (found.digits ?? found.only("$float")?.text).flatMap { float($0, digits: 8) }
        case "double": return (found.digits ?? found.only("$float")?.text).flatMap { float($0, digits: 16) }
        case "data": return found.only("$data")
        case "objectId": return found.only("$objectId")
        case "uuid": return found.only("$uuid")
        case "date": return found.only("$date")?.text.flatMap(date)
        case "decimal128": return found.only("$decimal")?.text.flatMap(decimal)
        case "link": return found.only("$link").flatMap(link)
        default: return nil
        }
    }

    /// A mixed value that is not a collection.
    func mixed(_ found: JSONText) -> JSONText? {
        func typed(_ type: String, _ value: JSONText?) -> JSONText? {
            value.map { .object([.init(name: "type", value: .string(type)), .init(name: "value", value: $0)]) }
        }
        switch found {
        case .null: return typed("null", .null)
        case .bool: return typed("bool", found)
        case .number: return typed("int", dumped(found, "int"))
        case .string: return typed("string", found)
        case .array: return nil
        case .object(let members):
            guard members.count == 1 else { return nil }
            let value = members[0].value
            switch members[0].name {
            case "$float": return typed("float", (value.digits ?? value.text).flatMap { float($0, digits: 8) })
            case "$double": return typed("double", (value.digits ?? value.text).flatMap { float($0, digits: 16) })
            case "$decimal": return typed("decimal128", dumped(found, "decimal128"))
            case "$map": return nil
            case let name: return typed(String(name.dropFirst()), dumped(found, String(name.dropFirst())))
            }
        }
    }

    private func float(_ text: String, digits: Int) -> JSONText? {
        let hex: String?
        if text.hasPrefix("NaN") {
            let plain = digits == 8 ? "7fc00000" : "7ff8000000000000"
            hex = text == "NaN" ? "nan:" + plain : "nan:" + text.dropFirst(4)
            guard text == "NaN" || text.count == 4 + digits else { return nil }
        } else if digits == 8 {
            hex = Float(text).map { String(Double($0).bitPattern, radix: 16) }
        } else {
            hex = Double(text).map { String($0.bitPattern, radix: 16) }
        }
        return hex.map { .object([.init(name: "hex", value: .string($0))]) }
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// The days before each of 400 years.
    private static let daysBefore: [Int128] = (0..<400).reduce(into: [0]) { days, year in
        days.append(days[year] + (isLeap(year) ? 366 : 365))
    }

    /// Days are counted year by year within 400 years, unlike in the library.
    private func date(_ text: String) -> JSONText? {
        let form = /([-+][0-9]{6,}|[0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{9}))?Z/
        guard let match = text.wholeMatch(of: form), let year = Int128(match.1), let month = Int(match.2),
            let day = Int128(match.3), let hour = Int128(match.4), let minute = Int128(match.5),
            let second = Int128(match.6), let fraction = Int(match.7 ?? "0")
        else { return nil }
        let cycle = ((year % 400) + 400) % 400
        var days = (year - cycle) / 400 * 146_097 - 719_528 + day - 1
        days += ExportReader.daysBefore[Int(cycle)]
        let lengths: [Int128] = [31, ExportReader.isLeap(Int(cycle)) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        days += lengths[..<(month - 1)].reduce(0, +)
        var seconds = days * 86_400 + hour * 3600 + minute * 60 + second
        var nanoseconds = fraction
        if seconds < 0, nanoseconds > 0 { (seconds, nanoseconds) = (seconds + 1, nanoseconds - 1_000_000_000) }
        return .array([.string(String(seconds)), .number(String(nanoseconds))])
    }

    private func decimal(_ text: String) -> JSONText? {
        func bits(_ hex: some StringProtocol) -> JSONText {
            .object([.init(name: "bits", value: .string(String(hex)))])
        }
        if let colon = text.firstIndex(of: ":") { return bits(text[text.index(after: colon)...]) }
        switch text {
        case "NaN": return bits("7c000000000000000000000000000000")
        case "Infinity": return bits("78000000000000000000000000000000")
        case "-Infinity": return bits("f8000000000000000000000000000000")
        default: break
        }
        guard let match = text.wholeMatch(of: /(-?)([0-9]+)(?:\.([0-9]+))?(?:E([-+][0-9]+))?/) else { return nil }
        let fraction = match.3 ?? ""
        guard let coefficient = UInt128(match.2 + fraction), let power = Int(match.4 ?? "0") else { return nil }
        let exponent = power - fraction.count + 6176
        let number = (match.1 == "-" ? UInt128(1) << 127 : 0) | (UInt128(exponent) << 113) | coefficient
        let hex = String(number, radix: 16)
        return bits(String(repeating: "0", count: 32 - hex.count) + hex)
    }

    private func link(_ pair: JSONText) -> JSONText? {
        guard pair.items.count == 2, let name = pair.items[0].text, let entry = classes[name] else { return nil }
        let key = pair.items[1]
        guard let primary = entry["primary_key"]?.text else {
            guard let digits = key.digits else { return nil }
            return .object([
                .init(name: "class", value: .string(name)), .init(name: "key", value: .string(digits)),
            ])
        }
        let type = entry["properties"]?.items.first { $0["name"]?.text == primary }?["type"]?.text ?? ""
        guard let value = dumped(key, type), let object = objectKey(of: value, in: name, primary) else { return nil }
        return .object([
            .init(name: "class", value: .string(name)), .init(name: "key", value: .string(object)),
            .init(name: "pk", value: value),
        ])
    }

    /// The key of the object of the dump that has that primary key.
    private func objectKey(of value: JSONText, in name: String, _ primary: String) -> String? {
        if let keys = primaryKeys[name] { return keys[value] }
        var keys: [JSONText: String] = [:]
        for object in classes[name]?["objects"]?.items ?? [] {
            keys[object["values"]?[primary] ?? .null] = object["key"]?.text
        }
        primaryKeys[name] = keys
        return keys[value]
    }
}
