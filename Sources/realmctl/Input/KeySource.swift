import Foundation
import Glibc

/// A source of a key.
enum KeySource: Sendable, Equatable {
    case file(String)
    case standardInput
    case variable(String)
    case descriptor(Int32)
    case prompt
    /// A new key, typed twice.
    case newPrompt

    /// The place, as in "the key from ...".
    private var name: String {
        switch self {
        case .file(let path): "'\(path)'"
        case .standardInput: "standard input"
        case .variable(let name): "the environment variable '\(name)'"
        case .descriptor(let number): "file descriptor \(number)"
        case .prompt, .newPrompt: "the terminal"
        }
    }

    /// The option that names it.
    var option: String {
        switch self {
        case .file(let path): "--key-file \(ShellWord(path))"
        case .standardInput: "--key-file -"
        case .variable(let name): "--key-env \(ShellWord(name))"
        case .descriptor(let number): "--key-fd \(number)"
        case .prompt, .newPrompt: "--key-prompt"
        }
    }

    var isStandardInput: Bool { self == .standardInput || self == .descriptor(STDIN_FILENO) }

    /// Reads the key. A stream can be read only once.
    func read(in context: CommandContext) throws -> Data {
        SecretMemory.keepOutOfCoreFiles()
        switch self {
        case .file(let path):
            try context.files.note(path, as: .key)
            return try KeyText.decode(file: KeySource.content(of: path, context.console), from: name).key
        case .standardInput:
            return try KeyText.decode(file: KeySource.content(of: STDIN_FILENO, name), from: name).key
        case .descriptor(let number):
            return try KeyText.decode(file: KeySource.content(of: number, name), from: name).key
        case .variable(let variable):
            guard let text = context.environment[variable] else {
                throw Failure.usage("The environment variable '\(variable)', which is to hold the key, is not set.")
            }
            return try KeyText.decode(text: SecretMemory.data(text.utf8), from: name).key
        case .prompt:
            return try KeySource.ask("Key: ", in: context)
        case .newPrompt:
            let key = try KeySource.ask("New key: ", in: context)
            guard try KeySource.ask("New key again: ", in: context) == key else {
                throw Failure(.key, "keyMalformed", "The two keys that were typed differ.")
            }
            return key
        }
    }

    /// Asks for a key on the terminal; throws `keyRequired` without a terminal.
    static func ask(_ prompt: String, in context: CommandContext) throws -> Data {
        SecretMemory.keepOutOfCoreFiles()
        let text = context.console.asking {
            context.settings.noInput ? nil : context.terminal.readSecret(prompt: prompt)
        }
        guard let text else {
            throw Failure(.key, "keyRequired", "A key is needed, and there is no terminal to ask for it on.")
        }
        return try KeyText.decode(text: text, from: KeySource.prompt.name).key
    }

    /// The content of a key file. Warns if others can read it.
    static func content(of path: String, _ console: Console) throws(Failure) -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            var failure = Failure(errno: errno, "The key file '\(path)' cannot be read")
            failure.path = path
            throw failure
        }
        defer { close(descriptor) }
        var status = stat()
        if fstat(descriptor, &status) == 0, (status.st_mode & S_IFMT) == S_IFREG, status.st_mode & 0o077 != 0 {
            console.warn(
                "keyFileReadable", "The key file '\(path)' can be read or changed by others; give it mode 0600.",
                path: path)
        }
        return try content(of: descriptor, "'\(path)'")
    }

    /// The content of an open file, up to the length of a possible key.
    static func content(of descriptor: Int32, _ name: String) throws(Failure) -> Data {
        var failure: Failure?
        let content = SecretMemory.data(KeyText.maximumByteCount + 1) { memory in
            var done = 0
            while done < memory.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: memory[done...])
                let count = Glibc.read(descriptor, rest.baseAddress, rest.count)
                if count == 0 { break }
                if count > 0 {
                    done += count
                } else if errno == EBADF {
                    failure = .usage("The key cannot be read from \(name): it is not open.")
                    break
                } else if errno != EINTR {
                    failure = Failure(errno: errno, "The key cannot be read from \(name)")
                    break
                }
            }
            return done
        }
        if let failure { throw failure }
        return content
    }
}
