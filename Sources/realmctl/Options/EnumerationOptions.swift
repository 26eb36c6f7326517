import ArgumentParser

/// Options for storing repeated texts.
struct EnumerationOptions: ParsableArguments {
    @Flag(help: "Store texts that repeat once for all objects of a class, where the file gets smaller by it.")
    var enumerate = false
}
