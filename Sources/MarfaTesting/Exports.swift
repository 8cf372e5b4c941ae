#if DEBUG
  // A test that scripts a transport needs the clock it waits by, ``VirtualClock``.
  @_exported import Marfa
  @_exported import Resilience
#endif
