#if DEBUG
  import Marfa
  import MarfaEngine
  import MarfaModel
  import Resilience

  extension WorkingCopy {
    /// A copy in memory for tests and previews. No file is ever made.
    ///
    /// It knows the types it is given and those that are declared, and no shipped ones. Contents
    /// that no copy could hold, such as a number that JSON cannot write, make every call throw that
    /// error.
    ///
    /// - Parameters:
    ///   - items: what it holds; of several with one id the last one stands.
    ///   - edges: the connections it holds, whether their ends are given or not.
    ///   - itemTypes: the types of items that it knows. The order of a type's fields is taken for that
    ///     of their declaration, in which a new item shows its properties; a copy that tells of its
    ///     types lists them by name.
    ///   - edgeTypes: the types of edges that it knows, held whole.
    ///   - views: the saved views it holds.
    ///   - displays: as ``FakeCopy/displays``.
    ///   - linkCandidates: as ``FakeCopy/linkCandidates``.
    public static func fake(
      items: [Item] = [], edges: [Edge] = [], itemTypes: [ItemType] = [],
      edgeTypes: [EdgeType] = [], views: [SavedView] = [],
      displays: FakeCopy.DisplayScript? = nil, linkCandidates: FakeCopy.LinkScript? = nil
    ) -> FakeCopy {
      let made = fake(
        CopyContents(
          items: items, edges: edges, types: TypeCatalog(itemTypes, edgeTypes: edgeTypes),
          views: views),
        clock: SystemClock())
      made.displays = displays
      made.linkCandidates = linkCandidates
      return made
    }

    /// A copy in memory on a clock of the test's.
    package static func fake(_ contents: CopyContents, clock: any WaitingClock) -> FakeCopy {
      let server = FakeServer()
      do {
        return FakeCopy(
          copy: try inMemory(contents, standIn: server, clock: clock), server: server)
      } catch {
        let server = FakeServer(failure: MarfaError(storing: error))
        do {
          return FakeCopy(
            copy: try inMemory(CopyContents(), standIn: server, clock: clock), server: server)
        } catch {
          // Only a process without memory can't hold an empty store in it.
          fatalError("An empty copy could not be made in memory: \(error)")
        }
      }
    }
  }
#endif
