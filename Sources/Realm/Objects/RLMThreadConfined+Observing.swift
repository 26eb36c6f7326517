import RealmStore

// Observers of objects. Each traps for an object in memory or deleted, and where
// `RLMObjectBase.observe(keyPaths:on:_:)` of RealmStore does.
extension RLMThreadConfined where Self: RLMObjectBase {
    /// Calls `block` after each change of the object's properties, and when it is deleted.
    ///
    /// There is no initial call. The observation ends with the token.
    public func addNotificationBlock(_ block: @escaping RLMObjectChangeBlock) -> RLMNotificationToken {
        observation(nil, nil, block)
    }

    /// The same on a serial queue.
    public func addNotificationBlock(
        _ block: @escaping RLMObjectChangeBlock, queue: dispatch_queue_t
    ) -> RLMNotificationToken { observation(nil, queue, block) }

    /// The same for some properties, with dots after links.
    public func addNotificationBlock(
        _ block: @escaping RLMObjectChangeBlock, keyPaths: [String]
    ) -> RLMNotificationToken { observation(keyPaths, nil, block) }

    /// The same for some properties, on a serial queue.
    public func addNotificationBlock(
        _ block: @escaping RLMObjectChangeBlock, keyPaths: [String], queue: dispatch_queue_t
    ) -> RLMNotificationToken { observation(keyPaths, queue, block) }

    private func observation(
        _ keyPaths: [String]?, _ queue: DispatchQueue?, _ block: @escaping RLMObjectChangeBlock
    ) -> RLMNotificationToken {
        observe(keyPaths: keyPaths, on: queue) { (change: ObjectChange<RLMObjectBase>) in
            switch change {
            case .change(_, let properties): block(false, properties.map(RLMPropertyChange.init), nil)
            case .deleted: block(true, nil, nil)
            case .error: break
            }
        }
    }
}
