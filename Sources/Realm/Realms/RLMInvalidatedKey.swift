/// The key of key-value coding that tells whether an object or collection is gone.
public let RLMInvalidatedKey = "invalidated"

/// The name under which errors carry the version of the library; kept for source compatibility.
public let RLMRealmVersionKey = "RLMRealmVersion"

/// The name under which errors carry the version of the engine; kept for source compatibility.
public let RLMRealmCoreVersionKey = "RLMRealmCoreVersion"
