import Foundation

extension Session {
    /// Gives the file the schema that it was opened with, and migrates its objects, or throws if that is impossible.
    func updateSchema(_ request: OpenRequest) throws {
        let (wanted, version) = (request.wantedSchema, configuration.schemaVersion)
        do {
            guard request.mayWrite else {
                if let wanted { try SchemaUpdate.checkReading(.init(group), with: wanted, version: version) }
                return
            }
            guard wanted != nil || request.migration != nil,
                try SchemaUpdate(of: .init(group), to: wanted, version: version) != nil
            else { return }
            try beginWrite(timeout: nil)
            try makeUpdate(request)
        } catch let error as FormatError {
            throw RLMError(error, path: path)
        } catch let refusal as SchemaRefusal {
            throw error(refusal, request)
        }
    }

    private func makeUpdate(_ request: OpenRequest) throws {
        guard let write else { return }
        do {
            // Another process may have been faster.
            guard
                let update = try SchemaUpdate(
                    of: .init(write.start), to: request.wantedSchema, version: configuration.schemaVersion)
            else { return cancelWrite() }
            if let version = update.migratedVersion, let body = request.migration {
                let run = MigrationRun(self)
                defer { run.end() }
                try update.run(in: write.objects) {
                    try body(Migration(run), version)
                    try run.checkOutcome()
                }
                try run.removeClasses()
            } else {
                try update.run(in: write.objects)
            }
        } catch {
            cancelWrite()
            throw error
        }
        try commitWrite()
    }

    private func error(_ refusal: SchemaRefusal, _ request: OpenRequest) -> RLMError {
        var message = refusal.message
        var code = RLMError.Code.fail
        switch refusal {
        case .needsMigration: code = .schemaMismatch
        case .versionDiffers where request.migration != nil:
            message += " Realms opened in immutable mode do not use a migration function."
        default: break
        }
        return RLMError(code, "The file '\(path)': \(message)", path: path)
    }
}
