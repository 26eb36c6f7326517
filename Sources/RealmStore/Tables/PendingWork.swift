/// Changes of tables that were postponed, since they cost less when they are made together.
protocol PendingWork: AnyObject {
    func finish(in group: GroupEditor) throws(FormatError)
}
