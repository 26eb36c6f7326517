import Foundation

extension Session {
    /// Gives the file the schema that it was opened with, or finds that it cannot have it.
    func updateSchema(_ request: OpenRequest) throws {
        guard let wanted = request.wantedSchema else { return }
        let version = configuration.schemaVersion
        try refusing {
            guard request.mayWrite else {
                return try SchemaUpdate.checkReading(.init(group), with: wanted, version: version)
            }
            guard try SchemaUpdate(of: .init(group), to: wanted, version: version) != nil else { return }
            try beginWrite(timeout: nil)
            guard let write else { return }
            do {
                // Another process may have been faster.
                guard let update = try SchemaUpdate(of: .init(write.start), to: wanted, version: version) else {
                    return cancelWrite()
                }
                try update.run(in: write.objects)
            } catch {
                cancelWrite()
                throw error
            }
            try commitWrite()
        }
    }

    private func refusing(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as FormatError {
            throw RLMError(error, path: path)
        } catch let refusal as SchemaRefusal {
            let code: RLMError.Code =
                switch refusal {
                case .needsMigration: .schemaMismatch
                default: .fail
                }
            throw RLMError(code, "The file '\(path)': \(refusal.message)", path: path)
        }
    }
}
