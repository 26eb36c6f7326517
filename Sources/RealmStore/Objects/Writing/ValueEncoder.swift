import Foundation

/// Converts a program's value for a property to a value of the engine.
///
/// Accepted for each type: integers of any width for int (also boxed in `NSNumber`), and otherwise the Swift type
/// returned on reading; nil and `NSNull` if null is allowed; any of these for a mixed value.
struct ValueEncoder {
    let scratch: ValueScratch

    init(scratch: ValueScratch = ValueScratch()) { self.scratch = scratch }

    /// The value for a single-valued column, or for an element of a collection; links are not encoded here.
    ///
    /// - Returns: nil if `input` is of another type, or null where the column is required.
    func value(_ input: Any?, for column: Column) -> Value? {
        guard let input = LooseValue.unwrapped(input) else { return column.isNullable ? .null : nil }
        if column.type == .mixed { return mixed(input) }
        if let value = matching(input, column.type) { return value }
        if column.type == .float, let number = Float._rlmFromObjc(input, insideOptional: false) {
            return .float(number)
        }
        if column.type == .double, let number = Double._rlmFromObjc(input, insideOptional: false) {
            return .double(number)
        }
        guard let value = scalar(input) else {
            // Foundation's decimal numbers, which no other type accepts.
            return column.type == .decimal
                ? Decimal128._rlmFromObjc(input, insideOptional: false).map { .decimal($0.bits) } : nil
        }
        switch (column.type, value) {
        case (.int, .int), (.bool, .bool), (.string, .string), (.binary, .binary), (.timestamp, .timestamp),
            (.decimal, .decimal), (.objectId, .objectId), (.uuid, .uuid):
            return value
        // A dictionary literal turns all its numbers into floating point ones if one has a fraction.
        case (.int, .double(let number)): return Int64(exactly: number).map(Value.int)
        case (.int, .bool(let flag)): return .int(flag ? 1 : 0)
        case (.bool, .int(let number)): return number == 0 ? .bool(false) : number == 1 ? .bool(true) : nil
        case (.decimal, _): return Decimal128._rlmFromObjc(input, insideOptional: false).map { .decimal($0.bits) }
        case (.uuid, .string): return UUID._rlmFromObjc(input, insideOptional: false).map { .uuid($0.bits) }
        default: return nil
        }
    }

    /// The value, if its type is the one that is read from such a column.
    private func matching(_ input: Any, _ type: ValueType) -> Value? {
        switch type {
        case .int where Swift.type(of: input) == Int.self: (input as? Int).map { .int(Int64($0)) }
        case .string where Swift.type(of: input) == String.self: (input as? String).map(scratch.string)
        case .double where Swift.type(of: input) == Double.self: (input as? Double).map { .double($0) }
        case .bool where Swift.type(of: input) == Bool.self: (input as? Bool).map { .bool($0) }
        case .timestamp where Swift.type(of: input) == Date.self: (input as? Date).map { .timestamp(Timestamp($0)) }
        default: nil
        }
    }

    /// A value of any type except links and collections; nil for those.
    func mixed(_ input: Any) -> Value? {
        guard let any = input as? AnyRealmValue else { return scalar(input) }
        switch any {
        case .none: return .null
        case .int(let value): return .int(Int64(value))
        case .bool(let value): return .bool(value)
        case .float(let value): return .float(value)
        case .double(let value): return .double(value)
        case .string(let value): return scratch.string(value)
        case .data(let value): return scratch.binary(value)
        case .date(let value): return .timestamp(Timestamp(value))
        case .objectId(let value): return .objectId(value.bits)
        case .decimal128(let value): return .decimal(value.bits)
        case .uuid(let value): return .uuid(value.bits)
        case .object, .dictionary, .list: return nil
        }
    }

    private func scalar(_ input: Any) -> Value? {
        switch input {
        case let value as Int: .int(Int64(value))
        case let value as Bool: .bool(value)
        case let value as String: scratch.string(value)
        case let value as Double: .double(value)
        case let value as Float: .float(value)
        case let value as Date: .timestamp(Timestamp(value))
        case let value as Data: scratch.binary(value)
        case let value as ObjectId: .objectId(value.bits)
        case let value as UUID: .uuid(value.bits)
        case let value as Decimal128: .decimal(value.bits)
        case let value as any BinaryInteger: Int64(exactly: value).map(Value.int)
        default: nil
        }
    }

    /// The key-value coding result for a value: the content of a mixed one, the stored form of an enum or mapped value.
    /// Integers are boxed, since an app may cast them to any width, whatever the property's width.
    static func named(_ value: Any?) -> Any? {
        if let value {
            if type(of: value) == Int.self, let number = value as? Int { return NSNumber(value: number) }
            if LooseValue.isPlain(value) { return value }
        }
        guard let value = LooseValue.content(value) else { return nil }
        switch value {
        case let value as AnyRealmValue: return LooseValue.unwrapped(MixedContent.content(value))
        case let value as any _StoredAs: return named(value._rlmObjcValue)
        case let value as any BinaryInteger: return NSNumber(value: Int64(truncatingIfNeeded: value))
        default: return value
        }
    }
}
