@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) {}
  public init(initialValue: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(dynamicMember path: WritableKeyPath<Value, Subject>) -> Binding<Subject>
  { fatalError() }
}

@MainActor @propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }
  public subscript<Subject>(dynamicMember path: ReferenceWritableKeyPath<Value, Subject>)
    -> Binding<Subject>
  { fatalError() }
}

@MainActor @propertyWrapper public struct Environment<Value> {
  public init(_ path: KeyPath<EnvironmentValues, Value>) {}
  public init(_ type: Value.Type) where Value: AnyObject & Observable {}
  public var wrappedValue: Value { fatalError() }
}

public struct EnvironmentValues {
  public var scenePhase: ScenePhase { fatalError() }
  public var dismiss: DismissAction { fatalError() }
}

public enum ScenePhase: Sendable { case background, inactive, active }

@MainActor public struct DismissAction {
  public func callAsFunction() {}
}
