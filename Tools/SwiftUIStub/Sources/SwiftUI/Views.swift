import Foundation

public struct Text: StubView {
  public init(verbatim: String) {}
  @_disfavoredOverload public init<S: StringProtocol>(_ content: S) {}
  public init(_ key: LocalizedStringKey) {}
}

public struct LocalizedStringKey: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
}

public struct Image: StubView {
  public init(systemName: String) {}
}

public struct Label<Title: View, Icon: View>: StubView {
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
}
extension Label where Title == Text, Icon == Image {
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, systemImage: String) {}
  public init(_ key: LocalizedStringKey, systemImage: String) {}
}

public struct ButtonRole: Sendable {
  public static let cancel = ButtonRole()
  public static let destructive = ButtonRole()
}

public struct Button<Label: View>: StubView {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
extension Button where Label == Text {
  @_disfavoredOverload public init<S: StringProtocol>(
    _ title: S, action: @escaping @MainActor () -> Void
  ) {}
  public init(_ key: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload public init<S: StringProtocol>(
    _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {}
  public init(
    _ key: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {}
}

public struct HorizontalAlignment: Sendable {
  public static let leading = HorizontalAlignment()
  public static let center = HorizontalAlignment()
}
public struct VerticalAlignment: Sendable {
  public static let top = VerticalAlignment()
  public static let center = VerticalAlignment()
}

public struct VStack<Content: View>: StubView {
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}
public struct HStack<Content: View>: StubView {
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}
public struct Group<Content: View>: StubView {
  public init(@ViewBuilder content: () -> Content) {}
}
public struct Spacer: StubView { public init(minLength: CGFloat? = nil) {} }

public struct Section<Parent: View, Content: View>: StubView {}
extension Section where Parent == Text {
  @_disfavoredOverload public init<S: StringProtocol>(
    _ title: S, @ViewBuilder content: () -> Content
  ) {}
  public init(_ key: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}

public struct Form<Content: View>: StubView {
  public init(@ViewBuilder content: () -> Content) {}
}
public struct List<Content: View>: StubView {
  public init(@ViewBuilder content: () -> Content) {}
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: StubView {}
extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}
extension ForEach {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

public struct NavigationStack<Root: View>: StubView {
  public init(@ViewBuilder root: () -> Root) {}
}
public struct NavigationLink<Label: View, Destination: View>: StubView {}
extension NavigationLink where Destination == Never {
  public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {}
}

public struct TextField<Label: View>: StubView {}
extension TextField where Label == Text {
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
  public init(_ key: LocalizedStringKey, text: Binding<String>) {}
}
public struct SecureField<Label: View>: StubView {}
extension SecureField where Label == Text {
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
  public init(_ key: LocalizedStringKey, text: Binding<String>) {}
}
public struct TextEditor: StubView { public init(text: Binding<String>) {} }

public struct ProgressView<Label: View>: StubView {}
extension ProgressView where Label == EmptyView { public init() {} }

public struct TimelineView<Schedule: TimelineSchedule, Content: View>: StubView {
  public struct Context { public let date: Date }
  public init(
    _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
  ) {}
}
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>
  .Context
public protocol TimelineSchedule: Sendable {}
public struct EveryMinuteTimelineSchedule: TimelineSchedule {}
extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
  public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: StubView {}
extension ContentUnavailableView
where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  @_disfavoredOverload public init<S: StringProtocol>(
    _ title: S, systemImage: String, description: Text? = nil
  ) {}
  public init(_ key: LocalizedStringKey, systemImage: String, description: Text? = nil) {}
}
