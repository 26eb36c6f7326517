/// Upgrades a file that is open for writing to the current format: a backup, and one commit.
package enum FileUpgrade {
    /// - Parameters:
    ///   - timeout: the time to wait for other writers; nil for no limit.
    ///   - isAllowed: if false, an older format throws `upgradeRequired`.
    /// - Returns: the format before; the current one if there was nothing to do.
    /// - Throws: damage; errors of beginning and committing a write transaction. Then the file is unchanged.
    @discardableResult
    package static func run(
        _ database: Database, timeout: Duration?, isAllowed: Bool = true
    ) throws(StorageError) -> Int {
        let transaction = try database.beginWrite(timeout: timeout, upgrading: isAllowed)
        defer { transaction.rollback() }
        // Another process may have been faster.
        guard transaction.isUpgrade else { return FileHeader.currentFormat }
        let write: OpenTransaction
        do {
            write = try OpenTransaction(transaction)
            try FormatUpgrade(write.objects, from: transaction.format).run()
        } catch {
            throw StorageError(error, database.path)
        }
        // The file read is intact, and there is no other writer.
        UpgradeBackup(path: database.path).make(ofFormat: transaction.format)
        _ = try write.commit()
        RLMLogger.shared.log(
            level: .info,
            message: "The file '\(database.path)' was upgraded from format \(transaction.format) to "
                + "\(FileHeader.currentFormat).")
        return transaction.format
    }
}
