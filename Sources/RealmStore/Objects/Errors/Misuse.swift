/// Ends the process unless `condition` holds, with a message that names the rule and the remedy.
///
/// For mistakes of the calling program: unlike `precondition`, it reports the mistake in optimised builds, too.
@inline(__always)
package func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { misuse(message()) }
}

/// Ends the process with a message for the programmer.
@inline(never)
package func misuse(_ message: String) -> Never { fatalError(message) }
