import MarfaModel
import Testing

@Suite("The shipped catalog")
struct ShippedCatalogTests {
  struct Shipped: Sendable {
    var id: String
    var label: String
    var parent: String?
    var own: String
    var title: String?
    var body: String?
    var both: [String] = []
    var container = false
  }

  /// Each type with its own fields as `name:kind`, `*` for required ones.
  static let expected: [Shipped] = [
    Shipped(
      id: "core.bookmark", label: "Bookmark",
      own: """
        url:url body:string title:string description:string source_url:url source_title:string \
        author:string published_at:datetime image_url:url language:string/bcp47 notes:string
        """, title: "title", body: "body", both: ["body", "notes"]),
    Shipped(
      id: "core.entity", label: "Entity",
      own: """
        name:string* url:url description:string email:email phone:string place:string \
        image_url:url legal_name:string founded:date notes:string
        """, title: "name"),
    Shipped(
      id: "core.entity.person", label: "Person", parent: "core.entity",
      own: """
        given_name:string family_name:string middle_name:string prefix:string suffix:string \
        nickname:string organization:string job_title:string department:string birthday:date \
        pronouns:string
        """, title: "name"),
    Shipped(
      id: "core.entity.place", label: "Place", parent: "core.entity",
      own: """
        street_address:string locality:string region:string postal_code:string \
        country:string/iso3166 timezone:string latitude:number longitude:number altitude:number
        """, title: "name"),
    Shipped(
      id: "core.event", label: "Event",
      own: """
        title:string* description:string starts_at:datetime ends_at:datetime duration:number \
        place:string latitude:number longitude:number url:url precision:enum{year,month,day,time} \
        status:string notes:string recurrence:array<string> all_day:boolean timezone:string \
        end_timezone:string original_starts_at:datetime
        """, title: "title", body: "description", both: ["notes"]),
    Shipped(
      id: "core.file", label: "File",
      own: """
        blob_ref:string* mime_type:string* title:string description:string url:url source_url:url \
        author:string language:string/bcp47 notes:string extracted_text:string executable:boolean \
        size_bytes:integer
        """, title: "title"),
    Shipped(
      id: "core.file.audio", label: "Audio", parent: "core.file", own: "duration:number",
      title: "title"),
    Shipped(
      id: "core.file.image", label: "Image", parent: "core.file",
      own: "width:integer height:integer latitude:number longitude:number altitude:number",
      title: "title"),
    Shipped(
      id: "core.file.video", label: "Video", parent: "core.file",
      own: """
        width:integer height:integer duration:number latitude:number longitude:number \
        altitude:number
        """, title: "title"),
    Shipped(
      id: "core.highlight", label: "Highlight",
      own: """
        text:string* note:string color:enum{yellow,blue,green,pink,orange,purple} \
        locator_type:enum{offset,page,time,cfi,order,none} start_location:string \
        end_location:string
        """, title: "text", body: "note", both: ["note"]),
    Shipped(
      id: "core.media", label: "Media",
      own: """
        title:string* body:string author:string url:url description:string publisher:string \
        published_at:datetime image_url:url language:string/bcp47 notes:string
        """, title: "title", body: "body", both: ["body", "notes"]),
    media("album", "Album", "release_type:string num_tracks:integer", container: true),
    media("article", "Article", "body:string* section:string word_count:integer"),
    media("book", "Book", "isbn:string page_count:integer edition:string"),
    media(
      "episode", "Episode",
      """
      medium:enum{tv,podcast,radio,video,mixed} season_number:integer episode_number:integer \
      duration:number media_url:url mime_type:string
      """),
    media(
      "film", "Film",
      "duration:number director:string content_rating:string media_url:url mime_type:string"),
    media(
      "series", "Series",
      "medium:enum{tv,podcast,radio,video,mixed} status:enum{ongoing,ended,canceled}",
      container: true),
    media(
      "song", "Song",
      """
      duration:number isrc:string album:string track_number:integer media_url:url \
      mime_type:string
      """),
    Shipped(
      id: "core.message", label: "Message", own: "body:string* from:string* to:array<string>",
      body: "body", both: ["body"]),
    Shipped(
      id: "core.note", label: "Note",
      own: "body:string* title:string language:string/bcp47 notes:string", title: "title",
      body: "body", both: ["body", "notes"]),
    Shipped(
      id: "core.task", label: "Task",
      own: """
        title:string* description:string body:string due_at:datetime starts_at:datetime \
        completed_at:datetime status:string priority:enum{low,medium,high,urgent} place:string \
        precision:enum{year,month,day,time} url:url notes:string
        """, title: "title", body: "body", both: ["body", "notes"]),
    Shipped(
      id: "system.connection", label: "Connection",
      own: """
        kind:enum{app}* client_id:string name:string scopes:array<string> \
        status:enum{active,revoked}* granted_at:datetime* last_used_at:datetime \
        revoked_at:datetime
        """),
    Shipped(
      id: "system.folder", label: "Folder",
      own: """
        title:string* search:object defaults:object include:array<string> ignore:array<string> \
        first_placement:object removal_threshold:object revoked_at:datetime
        """),
    Shipped(
      id: "system.view", label: "View",
      own: "title:string search:object sort:object group_by:object"),
  ]

  static func media(
    _ name: String, _ label: String, _ own: String, container: Bool = false
  ) -> Shipped {
    Shipped(
      id: "core.media.\(name)", label: label, parent: "core.media", own: own, title: "title",
      body: "body", both: ["body", "notes"], container: container)
  }

  private static func spell(_ field: FieldDefinition) -> String {
    var text = "\(field.name):\(field.type)"
    if let format = field.format { text += "/\(format)" }
    if let items = field.itemsType { text += "<\(items)>" }
    if !field.enumValues.isEmpty { text += "{\(field.enumValues.joined(separator: ","))}" }
    return text + (field.required ? "*" : "")
  }

  @Test(
    "each shipped type has its fields in order, its label, parent, hints and merge policy",
    arguments: Self.expected)
  func itemType(expected: Shipped) throws {
    let type = try #require(TypeCatalog.shipped.type(expected.id))
    let definition = type.definition
    #expect(definition.label == expected.label)
    #expect(definition.parent == expected.parent)
    #expect(definition.version == 0)
    #expect(
      definition.fields.map(Self.spell) == expected.own.split(separator: " ").map(String.init))
    #expect(type.hints.titleField == expected.title)
    #expect(type.hints.bodyField == expected.body)
    let both = type.mergePolicy.fields.filter { $0.strategy == .keepBothCopies }.map(\.name)
    #expect(both.sorted() == expected.both)
    #expect(
      definition.mergePolicy?.fallback
        == (TypeId.isSystem(expected.id) ? nil : .lastWriterWins))
    #expect(type.roles == (expected.container ? ["container"] : []))
    #expect(definition.linkField == nil && definition.versionPolicy == nil)
    #expect(type.thumbnailField == nil && definition.compatibleWith.isEmpty)
    #expect(type.unsearchableFields.isEmpty)
  }

  @Test("exactly these types ship")
  func noFurtherTypes() {
    #expect(
      TypeCatalog.shipped.types.map(\.id) == Self.expected.map(\.id).sorted())
  }

  @Test(
    "each shipped edge type is as the catalog says",
    arguments: [
      ("about", "About", "many-to-many", "*", "orphan", nil, .source, ""),
      ("attached-to", "Attached to", "many-to-many", "*", "orphan", "has-attachment", .source, ""),
      ("authored-by", "Authored by", "many-to-many", "*", "orphan", nil, .source, ""),
      ("derived-from", "Derived from", "many-to-many", "*", "orphan", nil, .source, ""),
      (
        "in-collection", "In collection", "many-to-many", "role:container", "orphan", nil, .source,
        "position:number"
      ),
      (
        "in-folder", "In folder", "many-to-many", "system.folder", "orphan", nil, .none,
        "path:string*"
      ),
      ("in-thread", "In thread", "many-to-one", "*", "orphan", nil, .source, "position:number"),
      ("parent-of", "Parent of", "one-to-many", "*", "cascade", "child-of", .target, ""),
      ("references", "References", "many-to-many", "*", "orphan", nil, .source, ""),
      ("supersedes", "Supersedes", "one-to-one", "*", "orphan", nil, .source, ""),
    ] as [(String, String, String, String, String, String?, EdgeWrittenAt, String)])
  func edgeTypes(
    id: String, label: String, cardinality: String, target: String, cascade: String,
    reverse: String?, writtenAt: EdgeWrittenAt, properties: String
  ) throws {
    let value = try TypeCatalog.shipped.edgeType(id)
    #expect(value.label == label)
    #expect(value.cardinality == cardinality)
    #expect(value.sourceTypeConstraints == ["*"])
    #expect(value.targetTypeConstraints == [target])
    #expect(value.cascadeOnDelete == cascade)
    #expect(value.reverseName == reverse)
    #expect(value.writtenAt == writtenAt)
    #expect(value.shipped)
    let definition = try #require(TypeCatalog.shipped.edgeDefinition(id))
    #expect(definition.properties.map(Self.spell).joined(separator: " ") == properties)
    #expect(TypeCatalog.shipped.edgeTypes.count == 10)
  }

  @Test("the shipped types keep the rules that they impose on others")
  func lawful() {
    for definition in TypeCatalog.shipped.types {
      let refused = refusal { () throws(RuleRefusal) in
        let again = try TypeDefinition(
          registering: definition.definition, id: definition.id)
        #expect(again.definition == definition.definition)
        _ = try TypeCatalog.shipped.registering(again)
      }
      #expect(refused?.code == "type_already_exists", "\(definition.id)")
    }
  }

  @Test("a connection names nothing of the machinery behind it")
  func connection() {
    let text = TypeCatalog.shipped.definition("system.connection")?.definition.description ?? ""
    for word in [
      "attached_device", "feed_activity", "last_error_at", "last_sync_at", "runtime_status",
      "triggers", "connector_id", "credential_id", "configuration", "direction", "mapping",
    ] {
      #expect(!text.contains(word))
    }
  }
}
