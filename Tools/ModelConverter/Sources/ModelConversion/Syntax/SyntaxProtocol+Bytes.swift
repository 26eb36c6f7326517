import SwiftSyntax

extension SyntaxProtocol {
    /// Where the node is in its file, without the white space and the comments around it.
    var bytes: Range<Int> {
        positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
    }
}
