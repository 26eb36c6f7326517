import Testing

/// Expects that an exit test wrote every one of `words` to standard error.
public func expectMessage(
    _ result: ExitTest.Result?, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for word in words { #expect(text.contains(word), "\(text)", sourceLocation: sourceLocation) }
}
