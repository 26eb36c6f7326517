/// Runs `body`. There is nothing to drain on this platform; it is here so that code written for others compiles.
///
/// SDK name: `autoreleasepool(invoking:)`, of Foundation there.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
