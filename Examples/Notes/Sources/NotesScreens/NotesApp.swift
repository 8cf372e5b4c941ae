#if canImport(SwiftUI)
  import Foundation
  import MarfaUI
  import NotesModel
  import Resilience
  import SwiftUI

  /// The app. An app target of Xcode has one line more: `NotesApp.main()`.
  ///
  /// The handler of sync errors is made once, with the model, and stands at the root: its alert is
  /// set here, and every view below reaches it through the environment.
  public struct NotesApp: App {
    @State private var model: NotesModel?
    @State private var failure: PresentedMessage?
    private let language = MessageLanguage.best(for: Locale.preferredLanguages)

    /// Makes the app.
    public init() {}

    /// One window with the notes.
    public var body: some Scene {
      WindowGroup {
        if let model {
          NotesScreen(model: model)
            .syncErrorAlert(
              model.handler,
              actions: SyncErrorActions(
                signIn: { model.isSigningIn = true },
                loadAgain: { Task { await model.loadAgain() } }),
              language: language
            )
            .environment(model.handler)
            .keepsInStep(model.manager)
        } else if let failure {
          ContentUnavailableView(
            failure.title, systemImage: "exclamationmark.triangle", description: Text(failure.text))
        } else {
          ProgressView().task { await open() }
        }
      }
    }

    private func open() async {
      do {
        let folder = try FileManager.default.url(
          for: .documentDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        let store = folder.appending(path: "notes.marfa")
        model = try await NotesModel.open(
          store: store, server: try Server.fromEnvironment(), language: language)
      } catch {
        failure = SyncMessages.catalog(language).message(for: error)
      }
    }
  }
#endif
