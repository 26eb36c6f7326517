import Foundation

/// The functions of the toolchain's `libIndexStore`, by which the compiler's own index is read. The library has a C
/// header and no module, so that they are looked up by name.
///
/// Source: Swift toolchain, `indexstore/indexstore.h`.
struct IndexLibrary: Sendable {
    /// The handles that the library returns: a store, a unit, a record, an occurrence, a symbol.
    typealias Handle = OpaquePointer
    /// Bytes and their number. Swift makes no C types; this one of the system's has the layout of the library's
    /// `indexstore_string_ref_t`.
    typealias Text = iovec
    private typealias Context = UnsafeMutableRawPointer
    private typealias Failure = UnsafeMutablePointer<OpaquePointer?>

    private typealias NameVisitor = @convention(c) (Context?, Text) -> Bool
    private typealias Visitor = @convention(c) (Context?, Handle) -> Bool
    private typealias Opening = @convention(c) (UnsafePointer<CChar>, Failure?) -> Handle?
    private typealias OpeningPart = @convention(c) (Handle, UnsafePointer<CChar>, Failure?) -> Handle?
    private typealias Closing = @convention(c) (Handle) -> Void
    private typealias ApplyingNames = @convention(c) (Handle, UInt32, Context?, NameVisitor) -> Bool
    private typealias Applying = @convention(c) (Handle, Context?, Visitor) -> Bool
    private typealias TextGetter = @convention(c) (Handle) -> Text
    private typealias NumberGetter = @convention(c) (Handle) -> UInt64
    private typealias KindGetter = @convention(c) (Handle) -> UInt32
    private typealias HandleGetter = @convention(c) (Handle) -> Handle?
    private typealias PlaceGetter =
        @convention(c) (Handle, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<UInt32>?) -> Void
    private typealias TimeGetter =
        @convention(c) (Handle, UnsafeMutablePointer<Int64>?, UnsafeMutablePointer<Int64>?) -> Void

    private let storeCreate: Opening
    private let storeDispose: Closing
    private let storeUnits: ApplyingNames
    private let unitCreate: OpeningPart
    private let unitDispose: Closing
    private let unitMainFile: TextGetter
    private let unitTime: TimeGetter
    private let unitDependencies: Applying
    private let dependencyKind: KindGetter
    private let dependencyName: TextGetter
    private let dependencyPath: TextGetter
    private let recordCreate: OpeningPart
    private let recordDispose: Closing
    private let recordOccurrences: Applying
    private let occurrenceSymbol: HandleGetter
    private let occurrenceRoles: NumberGetter
    private let occurrencePlace: PlaceGetter
    private let symbolName: TextGetter
    private let symbolUSR: TextGetter

    /// A unit: the result of one compilation for one file.
    struct Unit {
        let name: String
        let mainFile: String
        let time: Duration
    }

    /// A symbol at a place of a file.
    struct Occurrence {
        let symbol: Handle
        let isDefinition: Bool
        let isReference: Bool
        let isImplicit: Bool
        let line: Int
    }

    init(path: String) throws {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw IndexError(description: "\(path): \(dlerror().map { String(cString: $0) } ?? "cannot be loaded")")
        }
        func function<Function>(_ name: String) throws -> Function {
            guard let symbol = dlsym(library, "indexstore_" + name) else {
                throw IndexError(description: "\(path) has no indexstore_\(name)")
            }
            return unsafeBitCast(symbol, to: Function.self)
        }
        storeCreate = try function("store_create")
        storeDispose = try function("store_dispose")
        storeUnits = try function("store_units_apply_f")
        unitCreate = try function("unit_reader_create")
        unitDispose = try function("unit_reader_dispose")
        unitMainFile = try function("unit_reader_get_main_file")
        unitTime = try function("unit_reader_get_modification_time")
        unitDependencies = try function("unit_reader_dependencies_apply_f")
        dependencyKind = try function("unit_dependency_get_kind")
        dependencyName = try function("unit_dependency_get_name")
        dependencyPath = try function("unit_dependency_get_filepath")
        recordCreate = try function("record_reader_create")
        recordDispose = try function("record_reader_dispose")
        recordOccurrences = try function("record_reader_occurrences_apply_f")
        occurrenceSymbol = try function("occurrence_get_symbol")
        occurrenceRoles = try function("occurrence_get_roles")
        occurrencePlace = try function("occurrence_get_line_col")
        symbolName = try function("symbol_get_name")
        symbolUSR = try function("symbol_get_usr")
    }

    // MARK: Stores

    /// Calls `body` with the store in a folder.
    func withStore<Result>(at path: String, _ body: (Handle) throws -> Result) throws -> Result {
        guard let store = storeCreate(path, nil) else { throw IndexError(description: "\(path) is no index store") }
        defer { storeDispose(store) }
        return try body(store)
    }

    /// The names of all units.
    func unitNames(of store: Handle) -> [String] {
        var names: [String] = []
        withUnsafeMutablePointer(to: &names) { context in
            _ = storeUnits(store, 0, context) { context, name in
                context?.assumingMemoryBound(to: [String].self).pointee.append(IndexLibrary.string(name))
                return true
            }
        }
        return names
    }

    // MARK: Units

    /// The unit of a name; nil if it cannot be read, or was compiled from no file.
    func unit(named name: String, of store: Handle) -> Unit? {
        guard let reader = unitCreate(store, name, nil) else { return nil }
        defer { unitDispose(reader) }
        let mainFile = Self.string(unitMainFile(reader))
        guard !mainFile.isEmpty else { return nil }
        var seconds: Int64 = 0
        var nanoseconds: Int64 = 0
        unitTime(reader, &seconds, &nanoseconds)
        return Unit(name: name, mainFile: mainFile, time: .seconds(seconds) + .nanoseconds(nanoseconds))
    }

    /// The name of the record about the unit's own file; nil if nothing occurs in it.
    func recordName(of unit: Unit, of store: Handle) -> String? {
        guard let reader = unitCreate(store, unit.name, nil) else { return nil }
        defer { unitDispose(reader) }
        let record: UInt32 = 2
        var name: String?
        visit(unitDependencies, of: reader) { dependency in
            if dependencyKind(dependency) == record, Self.string(dependencyPath(dependency)) == unit.mainFile {
                name = Self.string(dependencyName(dependency))
            }
        }
        return name
    }

    // MARK: Records

    /// Calls `body` with each occurrence in a record. The symbols that it is given are equal if they are the same, and
    /// are gone when the function returns.
    func eachOccurrence(inRecord name: String, of store: Handle, _ body: (Occurrence) -> Void) throws {
        guard let reader = recordCreate(store, name, nil) else {
            throw IndexError(description: "record \(name) cannot be read")
        }
        defer { recordDispose(reader) }
        visit(recordOccurrences, of: reader) { occurrence in
            guard let symbol = occurrenceSymbol(occurrence) else { return }
            let roles = occurrenceRoles(occurrence)
            var line: UInt32 = 0
            occurrencePlace(occurrence, &line, nil)
            body(
                Occurrence(
                    symbol: symbol, isDefinition: roles & 2 != 0, isReference: roles & 4 != 0,
                    isImplicit: roles & 0x100 != 0, line: Int(line)))
        }
    }

    /// The name of a symbol as people write it.
    func name(of symbol: Handle) -> String { Self.string(symbolName(symbol)) }

    /// The name that no other symbol has, in no module.
    func uniqueName(of symbol: Handle) -> String { Self.string(symbolUSR(symbol)) }

    // MARK: Helpers

    private static func string(_ text: Text) -> String {
        String(decoding: UnsafeRawBufferPointer(start: text.iov_base, count: text.iov_len), as: UTF8.self)
    }

    /// Passes a closure through the `void *` that the library hands to its callbacks.
    private func visit(_ apply: Applying, of owner: Handle, _ body: (Handle) -> Void) {
        withoutActuallyEscaping(body) { escaping in
            var body = escaping
            withUnsafeMutablePointer(to: &body) { context in
                _ = apply(owner, context) { context, handle in
                    context?.assumingMemoryBound(to: ((Handle) -> Void).self).pointee(handle)
                    return true
                }
            }
        }
    }
}
