@_exported import Observation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

/// What every leaf of the stub is made of.
@MainActor @preconcurrency public protocol StubView: View where Body == Never {}
extension StubView {
  public var body: Never { fatalError() }
}

public struct EmptyView: StubView { nonisolated public init() {} }

public struct TupleView<T>: StubView { init() {} }

public struct ConditionalContent<A: View, B: View>: StubView { init() {} }

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError() }
}

@MainActor @resultBuilder public struct ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<V: View>(_ view: V) -> V { view }
  public static func buildBlock<each V: View>(_ view: repeat each V) -> TupleView<(repeat each V)> {
    TupleView()
  }
  public static func buildExpression<V: View>(_ view: V) -> V { view }
  public static func buildIf<V: View>(_ view: V?) -> V? { view }
  public static func buildEither<A: View, B: View>(first: A) -> ConditionalContent<A, B> {
    ConditionalContent()
  }
  public static func buildEither<A: View, B: View>(second: B) -> ConditionalContent<A, B> {
    ConditionalContent()
  }
}

@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  @ViewBuilder func body(content: Content) -> Body
  typealias Content = ModifiedPlaceholder
}

public struct ModifiedPlaceholder: StubView {}

public struct ModifiedContent<Content: View, Modifier: ViewModifier>: StubView { init() {} }

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

@MainActor @resultBuilder public struct SceneBuilder {
  public static func buildBlock<S: Scene>(_ scene: S) -> S { scene }
}

public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() {}
}

@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder static var previews: Previews { get }
}
