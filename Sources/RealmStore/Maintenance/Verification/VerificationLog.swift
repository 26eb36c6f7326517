/// Collects problems up to a limit, and counts the rest.
final class VerificationLog {
    private let limit: Int
    private var errors: [VerificationReport.Problem] = []
    private var notes: [VerificationReport.Problem] = []
    private var seen = Set<VerificationReport.Problem>()
    private(set) var errorCount = 0
    private(set) var noteCount = 0

    init(limit: Int) { self.limit = max(0, limit) }

    /// Errors, then notes, together at most the limit.
    var problems: [VerificationReport.Problem] { errors + notes.prefix(limit - errors.count) }

    /// Adds a problem; a repeated one counts once while it is among those kept.
    func add(
        _ code: VerificationReport.Code, at ref: Ref = .none, _ place: VerificationPlace,
        severity: VerificationReport.Severity = .error, _ message: @autoclosure () -> String
    ) {
        let isFull = severity == .error ? errors.count >= limit : notes.count >= limit
        if !isFull {
            let problem = VerificationReport.Problem(
                code: code, severity: severity, ref: ref.isNone ? nil : ref.offset, where: place.text,
                message: message())
            guard seen.insert(problem).inserted else { return }
            if severity == .error { errors.append(problem) } else { notes.append(problem) }
        }
        if severity == .error { errorCount += 1 } else { noteCount += 1 }
    }

    /// Adds an error about the file as a whole.
    func add(_ code: VerificationReport.Code, at ref: Ref = .none, _ message: @autoclosure () -> String) {
        add(code, at: ref, .file, message())
    }

    /// A place in the order of problems.
    struct Mark {
        fileprivate let errors: Int
        fileprivate let notes: Int
    }

    /// The place of the next problem.
    var mark: Mark { Mark(errors: errors.count, notes: notes.count) }

    /// Adds the problems of another log before those that were added since `mark`.
    func insert(_ other: VerificationLog, at mark: Mark) {
        errorCount += other.errorCount - insert(other.errors, into: &errors, at: mark.errors)
        noteCount += other.noteCount - insert(other.notes, into: &notes, at: mark.notes)
    }

    /// Returns the number of problems that were there.
    private func insert(
        _ added: [VerificationReport.Problem], into list: inout [VerificationReport.Problem], at position: Int
    ) -> Int {
        let known = Set(list[..<position])
        let new = added.filter { !known.contains($0) }
        let replaced = Set(new)
        let rest = list[position...].filter { !replaced.contains($0) }
        let repeated = added.count - new.count + list.count - position - rest.count
        list = Array((list[..<position] + new + rest).prefix(limit))
        seen.formUnion(new)
        return repeated
    }

    func note(
        _ code: VerificationReport.Code, at ref: Ref = .none, _ place: VerificationPlace,
        _ message: @autoclosure () -> String
    ) {
        add(code, at: ref, place, severity: .note, message())
    }

    func add(_ error: FormatError, _ place: VerificationPlace = .file) {
        add(VerificationReport.Code(error.code), at: error.ref, place, error.message)
    }

    /// Runs a step; an error that stops it is a problem, but does not stop the following steps.
    func attempt(_ place: VerificationPlace = .file, _ step: () throws(FormatError) -> Void) {
        do { try step() } catch { add(error, place) }
    }
}

extension VerificationReport.Code {
    /// The code under which an error of the readers is reported.
    init(_ code: FormatError.Code) {
        switch code {
        case .badRef: self = .badRef
        case .badNode: self = .badNode
        case .badLeaf: self = .badLeaf
        case .badTree: self = .badTree
        case .badCluster: self = .badCluster
        case .badCollection: self = .badCollection
        case .badIndex: self = .badIndex
        case .badTable: self = .badTable
        case .badTopArray: self = .badTopArray
        case .badSchema: self = .badSchema
        case .badValue: self = .badValue
        case .unreadablePage: self = .unreadablePage
        case .outOfMemory, .valueTooLong: preconditionFailure("reading writes no nodes")
        }
    }
}
