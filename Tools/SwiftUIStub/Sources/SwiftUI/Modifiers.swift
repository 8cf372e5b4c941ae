import Foundation

public struct Font: Sendable {
  public static let footnote = Font()
  public static let caption = Font()
  public static let headline = Font()
}

public protocol ShapeStyle: Sendable {}
public struct HierarchicalShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

public struct ToolbarItemPlacement: Sendable {
  public static let primaryAction = ToolbarItemPlacement()
  public static let confirmationAction = ToolbarItemPlacement()
  public static let cancellationAction = ToolbarItemPlacement()
  public static let status = ToolbarItemPlacement()
}
@MainActor public protocol ToolbarContent {}
public struct ToolbarItem<Content: View>: ToolbarContent {
  public init(
    placement: ToolbarItemPlacement = .primaryAction, @ViewBuilder content: () -> Content
  ) {}
}
public struct ToolbarItems: ToolbarContent {}
@MainActor @resultBuilder public struct ToolbarContentBuilder {
  public static func buildBlock<each T: ToolbarContent>(_ item: repeat each T) -> ToolbarItems {
    ToolbarItems()
  }
}

extension View {
  public func modifier<M: ViewModifier>(_ modifier: M) -> ModifiedContent<Self, M> {
    ModifiedContent()
  }
  @_disfavoredOverload public func alert<S: StringProtocol, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View { self }
  public func alert<A: View, M: View>(
    _ key: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View { self }
  public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View { self }
  public func task(
    priority: TaskPriority = .userInitiated,
    _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
  ) -> some View { self }
  public func environment<T: AnyObject & Observable>(_ object: T?) -> some View { self }
  public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View { self }
  @_disfavoredOverload public func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
    self
  }
  public func navigationTitle(_ key: LocalizedStringKey) -> some View { self }
  public func searchable(text: Binding<String>) -> some View { self }
  public func toolbar<C: ToolbarContent>(@ToolbarContentBuilder content: () -> C) -> some View {
    self
  }
  public func font(_ font: Font?) -> some View { self }
  public func lineLimit(_ number: Int?) -> some View { self }
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
  @_disfavoredOverload public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View {
    self
  }
  public func accessibilityLabel(_ key: LocalizedStringKey) -> some View { self }
  public func padding() -> some View { self }
  public func disabled(_ disabled: Bool) -> some View { self }
}
