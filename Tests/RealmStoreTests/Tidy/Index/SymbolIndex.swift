import Foundation

/// The uses of declarations in `Sources` from the compiler's index: resolved names, not words.
struct SymbolIndex: Sendable {
    /// Every use of another file's declaration, once for each line and symbol, in the order of files and lines.
    let references: [SymbolReference]

    /// The index of the build that this test runs in. Read once, which takes a second or two.
    static func current() throws -> SymbolIndex { try result.get() }

    private static let result = Result { try SymbolIndex(IndexPlace.current(), of: SourceTree.root) }

    /// Reads the index of the sources below a folder.
    ///
    /// - Throws: `IndexError` if the library or the store cannot be read, or a file is newer than its entry in the
    ///   index: then a rule would pass without having seen anything.
    init(_ place: IndexPlace, of root: URL) throws {
        let library = try IndexLibrary(path: place.library)
        references = try library.withStore(at: place.store) { store in
            var reader = Reader(library: library, store: store, root: root.path + "/")
            let files = SourceTree.files.filter { $0.isSwift && $0.path.hasPrefix("Sources/") }
                .map { root.path + "/" + $0.path }.map { (path: $0, time: Self.modificationTime(of: $0)) }
            let units = try IndexUnits.current(reader.units(of: files.map(\.path)), of: files)
            for unit in units { try reader.read(unit) }
            return reader.references()
        }
    }

    private static func modificationTime(of path: String) -> Duration {
        var status = stat()
        guard stat(path, &status) == 0 else { return .zero }
        return .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
    }
}

private struct Reader {
    /// A use before it is known where the symbol is declared.
    private struct Use: Hashable {
        let file: Int
        let line: Int
        let symbol: Int
    }

    let library: IndexLibrary
    let store: IndexLibrary.Handle
    let root: String

    private var files: [String] = []
    private var numbers: [String: Int] = [:]
    private var names: [String] = []
    private var homes: [Int?] = []
    private var uses: Set<Use> = []

    init(library: IndexLibrary, store: IndexLibrary.Handle, root: String) {
        (self.library, self.store, self.root) = (library, store, root)
    }

    /// The units of files with the names of these. A unit is named after what the compiler made of the file:
    /// `Node.swift.o-2ETUMRK5M5DQA`.
    func units(of paths: [String]) -> [IndexLibrary.Unit] {
        let names = Set(paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 })
        return library.unitNames(of: store).compactMap { name in
            guard let end = name.range(of: ".o-", options: .backwards), names.contains(String(name[..<end.lowerBound]))
            else { return nil }
            return library.unit(named: name, of: store)
        }
    }

    /// Records the declarations and uses of a file.
    mutating func read(_ unit: IndexLibrary.Unit) throws {
        let file = files.count
        files.append(String(unit.mainFile.dropFirst(root.count)))
        guard let record = library.recordName(of: unit, of: store) else { return }
        var known: [IndexLibrary.Handle: Int] = [:]
        var found: [(symbol: Int, occurrence: IndexLibrary.Occurrence)] = []
        var unknown: [(name: String, uniqueName: String)] = []
        let first = names.count
        try library.eachOccurrence(inRecord: record, of: store) { occurrence in
            let number: Int
            if let known = known[occurrence.symbol] {
                number = known
            } else {
                let uniqueName = library.uniqueName(of: occurrence.symbol)
                number = numbers[uniqueName] ?? first + unknown.count
                if number == first + unknown.count {
                    unknown.append((library.name(of: occurrence.symbol), uniqueName))
                }
                known[occurrence.symbol] = number
            }
            found.append((number, occurrence))
        }
        for symbol in unknown {
            numbers[symbol.uniqueName] = names.count
            names.append(symbol.name)
            homes.append(nil)
        }
        for (symbol, occurrence) in found {
            if occurrence.isDefinition, homes[symbol] == nil { homes[symbol] = file }
            if occurrence.isReference { uses.insert(Use(file: file, line: occurrence.line, symbol: symbol)) }
        }
    }

    /// The uses of declarations of other files.
    func references() -> [SymbolReference] {
        let found = uses.compactMap { use -> SymbolReference? in
            guard let home = homes[use.symbol], home != use.file else { return nil }
            return SymbolReference(
                file: files[use.file], line: use.line, symbol: Self.plainName(names[use.symbol]), target: files[home])
        }
        return Set(found).sorted { ($0.file, $0.line, $0.symbol) < ($1.file, $1.line, $1.symbol) }
    }

    /// A property's accessors are used wherever it is, under names such as `getter:count`.
    private static func plainName(_ name: String) -> String {
        guard let colon = name.firstIndex(of: ":"), !name[..<colon].contains("(") else { return name }
        return String(name[name.index(after: colon)...])
    }
}
