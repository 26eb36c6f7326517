/// A file uses declarations of its own floor and of the floors beneath it: so the engine does not depend on
/// `RealmTools`, nor the libraries on `realmctl`.
enum FloorRule {
    static func violations(in references: [SymbolReference]) -> [TidyViolation] {
        references.compactMap { reference in
            guard let floor = SourceFloor(path: reference.file), let home = SourceFloor(path: reference.target),
                home > floor
            else { return nil }
            return TidyViolation(
                reference.file, line: reference.line,
                "'\(reference.symbol)' of \(home.name) is used below it, on \(floor.name) (\(reference.target))")
        }
    }
}
