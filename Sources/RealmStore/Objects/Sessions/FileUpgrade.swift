/// Gives a file that is open for writing the current format: a backup, and one commit.
package enum FileUpgrade {
    /// - Parameters:
    ///   - timeout: how long to wait for other writers; nil for ever.
    ///   - isAllowed: false lets the upgrade of an older format end in `upgradeRequired`.
    /// - Returns: the format before; the current one if nothing had to be done.
    /// - Throws: damage; what beginning and committing a write transaction throw. The file is as it was, then.
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
        // What was read is sound, and nobody else writes.
        UpgradeBackup(path: database.path).make(ofFormat: transaction.format)
        _ = try write.commit()
        RLMLogger.shared.log(
            level: .info,
            message: "The file '\(database.path)' was upgraded from format \(transaction.format) to "
                + "\(FileHeader.currentFormat).")
        return transaction.format
    }
}
