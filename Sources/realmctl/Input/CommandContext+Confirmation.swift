import Foundation
import Glibc

extension CommandContext {
    /// Asks the user whether to continue; returns if the answer is yes, or was given with `--yes`.
    ///
    /// - Parameter question: a sentence that ends in a question mark.
    func confirm(_ question: String) throws(Failure) {
        if settings.yes || settings.isDryRun { return }
        guard !settings.noInput, isatty(STDIN_FILENO) == 1 else {
            throw .usage("\(question) Nobody can be asked.", code: "confirmationRequired", hint: "Answer with --yes.")
        }
        let answer = console.asking {
            try? OutputStream.standardError.write("\(question) [y/N] ")
            return readLine()?.lowercased() ?? ""
        }
        guard ["y", "yes"].contains(answer) else {
            throw .usage("Nothing was done.", code: "confirmationRequired")
        }
    }
}
