// Data: the catalog that the product ships, as one JSON text.

extension ShippedCatalog {
  /// The item types and edge types in the form in which a server lists them.
  static let json = """
    {
      "types": [
        {
          "id": "core.bookmark", "label": "Bookmark", "version": 0,
          "fields": {
            "url": {"type": "url"}, "body": {"type": "string"}, "title": {"type": "string"},
            "description": {"type": "string"}, "source_url": {"type": "url"},
            "source_title": {"type": "string"}, "author": {"type": "string"},
            "published_at": {"type": "datetime"}, "image_url": {"type": "url"},
            "language": {"type": "string", "format": "bcp47"}, "notes": {"type": "string"}
          },
          "display_hints": {"title_field": "title", "body_field": "body"},
          "merge_policy": {
            "fields": {"body": "keep_both_copies", "notes": "keep_both_copies"},
            "default": "last_writer_wins"
          }
        },
        {
          "id": "core.entity", "label": "Entity", "version": 0,
          "fields": {
            "name": {"type": "string", "required": true}, "url": {"type": "url"},
            "description": {"type": "string"}, "email": {"type": "email"},
            "phone": {"type": "string"}, "place": {"type": "string"}, "image_url": {"type": "url"},
            "legal_name": {"type": "string"}, "founded": {"type": "date"},
            "notes": {"type": "string"}
          },
          "display_hints": {"title_field": "name"}, "merge_policy": {"default": "last_writer_wins"}
        },
        {
          "id": "core.entity.person", "label": "Person", "parent": "core.entity", "version": 0,
          "fields": {
            "given_name": {"type": "string"}, "family_name": {"type": "string"},
            "middle_name": {"type": "string"}, "prefix": {"type": "string"},
            "suffix": {"type": "string"}, "nickname": {"type": "string"},
            "organization": {"type": "string"}, "job_title": {"type": "string"},
            "department": {"type": "string"}, "birthday": {"type": "date"},
            "pronouns": {"type": "string"}
          },
          "display_hints": {"title_field": "name"}, "merge_policy": {"default": "last_writer_wins"}
        },
        {
          "id": "core.entity.place", "label": "Place", "parent": "core.entity", "version": 0,
          "fields": {
            "street_address": {"type": "string"}, "locality": {"type": "string"},
            "region": {"type": "string"}, "postal_code": {"type": "string"},
            "country": {"type": "string", "format": "iso3166"}, "timezone": {"type": "string"},
            "latitude": {"type": "number"}, "longitude": {"type": "number"},
            "altitude": {"type": "number"}
          },
          "display_hints": {"title_field": "name"}, "merge_policy": {"default": "last_writer_wins"}
        },
        {
          "id": "core.event", "label": "Event", "version": 0,
          "fields": {
            "title": {"type": "string", "required": true}, "description": {"type": "string"},
            "starts_at": {"type": "datetime"}, "ends_at": {"type": "datetime"},
            "duration": {"type": "number", "description": "In seconds."},
            "place": {"type": "string"}, "latitude": {"type": "number"},
            "longitude": {"type": "number"}, "url": {"type": "url"},
            "precision": {"type": "enum", "enum_values": ["year", "month", "day", "time"]},
            "status": {"type": "string", "description": "One of tentative, confirmed, canceled, rescheduled, or another word."},
            "notes": {"type": "string"}, "recurrence": {"type": "array", "items_type": "string"},
            "all_day": {"type": "boolean"}, "timezone": {"type": "string"},
            "end_timezone": {"type": "string"}, "original_starts_at": {"type": "datetime"}
          },
          "display_hints": {"title_field": "title", "body_field": "description"},
          "merge_policy": {
            "fields": {"notes": "keep_both_copies"}, "default": "last_writer_wins"
          }
        },
        {
          "id": "core.file", "label": "File", "version": 0,
          "fields": {
            "blob_ref": {"type": "string", "required": true, "description": "The name of the bytes: sha256: and 64 hexadecimal digits."},
            "mime_type": {"type": "string", "required": true}, "title": {"type": "string"},
            "description": {"type": "string"}, "url": {"type": "url"},
            "source_url": {"type": "url"}, "author": {"type": "string"},
            "language": {"type": "string", "format": "bcp47"}, "notes": {"type": "string"},
            "extracted_text": {"type": "string", "description": "The text of the file, filled in by the server."},
            "executable": {"type": "boolean"},
            "size_bytes": {"type": "integer", "description": "Set by the server."}
          },
          "display_hints": {"title_field": "title"},
          "merge_policy": {"default": "last_writer_wins"}
        },
        {
          "id": "core.file.audio", "label": "Audio", "parent": "core.file", "version": 0,
          "fields": {
            "duration": {"type": "number", "description": "In seconds."}
          },
          "display_hints": {"title_field": "title"},
          "merge_policy": {"default": "last_writer_wins"}
        },
        {
          "id": "core.file.image", "label": "Image", "parent": "core.file", "version": 0,
          "fields": {
            "width": {"type": "integer"}, "height": {"type": "integer"},
            "latitude": {"type": "number"}, "longitude": {"type": "number"},
            "altitude": {"type": "number"}
          },
          "display_hints": {"title_field": "title"},
          "merge_policy": {"default": "last_writer_wins"}
        },
        {
          "id": "core.file.video", "label": "Video", "parent": "core.file", "version": 0,
          "fields": {
            "width": {"type": "integer"}, "height": {"type": "integer"},
            "duration": {"type": "number", "description": "In seconds."},
            "latitude": {"type": "number"}, "longitude": {"type": "number"},
            "altitude": {"type": "number"}
          },
          "display_hints": {"title_field": "title"},
          "merge_policy": {"default": "last_writer_wins"}
        },
        {
          "id": "core.highlight", "label": "Highlight", "version": 0,
          "fields": {
            "text": {"type": "string", "required": true}, "note": {"type": "string"},
            "color": {"type": "enum", "enum_values": ["yellow", "blue", "green", "pink", "orange", "purple"]},
            "locator_type": {"type": "enum", "enum_values": ["offset", "page", "time", "cfi", "order", "none"]},
            "start_location": {"type": "string"}, "end_location": {"type": "string"}
          },
          "display_hints": {"title_field": "text", "body_field": "note"},
          "merge_policy": {
            "fields": {"note": "keep_both_copies"}, "default": "last_writer_wins"
          }
        },
        {
          "id": "core.media", "label": "Media", "version": 0,
          "fields": {
            "title": {"type": "string", "required": true}, "body": {"type": "string"},
            "author": {"type": "string"}, "url": {"type": "url"}, "description": {"type": "string"},
            "publisher": {"type": "string"}, "published_at": {"type": "datetime"},
            "image_url": {"type": "url"}, "language": {"type": "string", "format": "bcp47"},
            "notes": {"type": "string"}
          },
          "display_hints": {"title_field": "title", "body_field": "body"},
          "merge_policy": {
            "fields": {"body": "keep_both_copies", "notes": "keep_both_copies"},
            "default": "last_writer_wins"
          }
        },
        {
          "id": "core.media.album", "label": "Album", "parent": "core.media", "version": 0,
          "fields": {
            "release_type": {"type": "string", "description": "One of album, ep, single, or another word."},
            "num_tracks": {"type": "integer"}
          },
          "roles": ["container"], "display_hints": {"title_field": "title", "body_field": "body"},
          "merge_policy": {
            "fields": {"body": "keep_both_copies", "notes": "keep_both_copies"},
            "default": "last_writer_wins"
          }
        },
        {
          "id": "core.media.article", "label": "Article", "parent": "core.media", "version": 0,
          "fields": {
            "body": {"type": "string", "required": true}, "section": {"type": "string"},
            "word_count": {"type": "integer"}
          },
          "display_hints": {"title_field": "title", "body_field": "body"},
          "merge_policy": {
            "fields": {"body": "keep_both_copies", "notes": "keep_both_copies"},
            "default": "last_writer_wins"
          }
        },
        {
          "id": "core.media.book", "label": "Book", "parent": "core.media", "version": 0,
          "fields": {
            "isbn": {"type": "string"}, "page_count": {"type": "integer"},
            "edition": {"type": "string"}
          },
          "display_hints": {"title_field": "title", "body_field": "body"},
          "merge_policy": {
            "fields": {"body": "keep_both_copies", "notes": "keep_both_copies"},
            "default": "last_writer_wins"
          }
        },
        {
          "id": "core.media.episode", "label": "Episode", "parent": "core.media", "version": 0,
          "fields": {
            "medium": {"type": "enum", "enum_values": ["tv", "podcast", "radio", "video", "mixed"]},
            "season_number": {"type": "integer"}, "episode_number": {"type": "integer"},
            "duration": {"type": "number", "description": "In seconds."},
            "media_url": {"type": "url"}, "mime_type": {"type": "string"}
          },
          "display_hints": {"title_field": "title", "body_field": "body"},
          "merge_policy": {
            "fields": {"body": "keep_both_copies", "notes": "keep_both_copies"},
            "default": "last_writer_wins"
          }
        },
        {
          "id": "core.media.film", "label": "Film", "parent": "core.media", "version": 0,
          "fields": {
            "duration": {"type": "number", "description": "In seconds."},
            "director": {"type": "string"}, "content_rating": {"type": "string"},
            "media_url": {"type": "url"}, "mime_type": {"type": "string"}
          },
          "display_hints": {"title_field": "title", "body_field": "body"},
          "merge_policy": {
            "fields": {"body": "keep_both_copies", "notes": "keep_both_copies"},
            "default": "last_writer_wins"
          }
        },
        {
          "id": "core.media.series", "label": "Series", "parent": "core.media", "version": 0,
          "fields": {
            "medium": {"type": "enum", "enum_values": ["tv", "podcast", "radio", "video", "mixed"]},
            "status": {"type": "enum", "enum_values": ["ongoing", "ended", "canceled"]}
          },
          "roles": ["container"], "display_hints": {"title_field": "title", "body_field": "body"},
          "merge_policy": {
            "fields": {"body": "keep_both_copies", "notes": "keep_both_copies"},
            "default": "last_writer_wins"
          }
        },
        {
          "id": "core.media.song", "label": "Song", "parent": "core.media", "version": 0,
          "fields": {
            "duration": {"type": "number", "description": "In seconds."},
            "isrc": {"type": "string"}, "album": {"type": "string"},
            "track_number": {"type": "integer"}, "media_url": {"type": "url"},
            "mime_type": {"type": "string"}
          },
          "display_hints": {"title_field": "title", "body_field": "body"},
          "merge_policy": {
            "fields": {"body": "keep_both_copies", "notes": "keep_both_copies"},
            "default": "last_writer_wins"
          }
        },
        {
          "id": "core.message", "label": "Message", "version": 0,
          "fields": {
            "body": {"type": "string", "required": true},
            "from": {"type": "string", "required": true},
            "to": {"type": "array", "items_type": "string"}
          },
          "display_hints": {"body_field": "body"},
          "merge_policy": {
            "fields": {"body": "keep_both_copies"}, "default": "last_writer_wins"
          }
        },
        {
          "id": "core.note", "label": "Note", "version": 0,
          "fields": {
            "body": {"type": "string", "required": true}, "title": {"type": "string"},
            "language": {"type": "string", "format": "bcp47"}, "notes": {"type": "string"}
          },
          "display_hints": {"title_field": "title", "body_field": "body"},
          "merge_policy": {
            "fields": {"body": "keep_both_copies", "notes": "keep_both_copies"},
            "default": "last_writer_wins"
          }
        },
        {
          "id": "core.task", "label": "Task", "version": 0,
          "fields": {
            "title": {"type": "string", "required": true}, "description": {"type": "string"},
            "body": {"type": "string"}, "due_at": {"type": "datetime"},
            "starts_at": {"type": "datetime"}, "completed_at": {"type": "datetime"},
            "status": {"type": "string", "description": "One of pending, in_progress, completed, canceled, or another word."},
            "priority": {"type": "enum", "enum_values": ["low", "medium", "high", "urgent"]},
            "place": {"type": "string"},
            "precision": {"type": "enum", "enum_values": ["year", "month", "day", "time"]},
            "url": {"type": "url"}, "notes": {"type": "string"}
          },
          "display_hints": {"title_field": "title", "body_field": "body"},
          "merge_policy": {
            "fields": {"body": "keep_both_copies", "notes": "keep_both_copies"},
            "default": "last_writer_wins"
          }
        },
        {
          "id": "system.connection", "label": "Connection", "version": 0,
          "fields": {
            "kind": {"type": "enum", "required": true, "enum_values": ["app"]},
            "client_id": {"type": "string"}, "name": {"type": "string"},
            "scopes": {"type": "array", "items_type": "string"},
            "status": {"type": "enum", "required": true, "enum_values": ["active", "revoked"]},
            "granted_at": {"type": "datetime", "required": true},
            "last_used_at": {"type": "datetime"}, "revoked_at": {"type": "datetime"}
          }
        },
        {
          "id": "system.folder", "label": "Folder", "version": 0,
          "fields": {
            "title": {"type": "string", "required": true}, "search": {"type": "object"},
            "defaults": {"type": "object"}, "include": {"type": "array", "items_type": "string"},
            "ignore": {"type": "array", "items_type": "string"},
            "first_placement": {"type": "object"}, "removal_threshold": {"type": "object"},
            "revoked_at": {"type": "datetime"}
          }
        },
        {
          "id": "system.view", "label": "View", "version": 0,
          "fields": {
            "title": {"type": "string"}, "search": {"type": "object"}, "sort": {"type": "object"},
            "group_by": {"type": "object"}
          }
        }
      ],
      "edge_types": [
        {
          "id": "about", "label": "About", "cardinality": "many-to-many",
          "source_type_constraints": ["*"], "target_type_constraints": ["*"],
          "cascade_on_delete": "orphan", "written_at": "source", "property_schema": {},
          "shipped": true
        },
        {
          "id": "attached-to", "label": "Attached to", "cardinality": "many-to-many",
          "source_type_constraints": ["*"], "target_type_constraints": ["*"],
          "cascade_on_delete": "orphan", "reverse_name": "has-attachment", "written_at": "source",
          "property_schema": {}, "shipped": true
        },
        {
          "id": "authored-by", "label": "Authored by", "cardinality": "many-to-many",
          "source_type_constraints": ["*"], "target_type_constraints": ["*"],
          "cascade_on_delete": "orphan", "written_at": "source", "property_schema": {},
          "shipped": true
        },
        {
          "id": "derived-from", "label": "Derived from", "cardinality": "many-to-many",
          "source_type_constraints": ["*"], "target_type_constraints": ["*"],
          "cascade_on_delete": "orphan", "written_at": "source", "property_schema": {},
          "shipped": true
        },
        {
          "id": "in-collection", "label": "In collection", "cardinality": "many-to-many",
          "source_type_constraints": ["*"], "target_type_constraints": ["role:container"],
          "cascade_on_delete": "orphan", "written_at": "source",
          "property_schema": {"position": {"type": "number"}}, "shipped": true
        },
        {
          "id": "in-folder", "label": "In folder", "cardinality": "many-to-many",
          "source_type_constraints": ["*"], "target_type_constraints": ["system.folder"],
          "cascade_on_delete": "orphan", "written_at": "none",
          "property_schema": {"path": {"type": "string", "required": true}}, "shipped": true
        },
        {
          "id": "in-thread", "label": "In thread", "cardinality": "many-to-one",
          "source_type_constraints": ["*"], "target_type_constraints": ["*"],
          "cascade_on_delete": "orphan", "written_at": "source",
          "property_schema": {"position": {"type": "number"}}, "shipped": true
        },
        {
          "id": "parent-of", "label": "Parent of", "cardinality": "one-to-many",
          "source_type_constraints": ["*"], "target_type_constraints": ["*"],
          "cascade_on_delete": "cascade", "reverse_name": "child-of", "written_at": "target",
          "property_schema": {}, "shipped": true
        },
        {
          "id": "references", "label": "References", "cardinality": "many-to-many",
          "source_type_constraints": ["*"], "target_type_constraints": ["*"],
          "cascade_on_delete": "orphan", "written_at": "source", "property_schema": {},
          "shipped": true
        },
        {
          "id": "supersedes", "label": "Supersedes", "cardinality": "one-to-one",
          "source_type_constraints": ["*"], "target_type_constraints": ["*"],
          "cascade_on_delete": "orphan", "written_at": "source", "property_schema": {},
          "shipped": true
        }
      ]
    }
    """
}
