/// The tables that items, edges and types are kept in, at both ends.
///
/// A working copy and a server put ``sql`` into their own list of migrations, beside the tables
/// that only they need; a server adds ``serverSQL``. The connection must know the tokenizer
/// ``tokenizer`` before any of it runs.
package enum EngineSchema {
  /// The name of the tokenizer that the full-text table cuts text with.
  package static let tokenizer = "marfa"

  /// Every table and index that both ends have.
  package static let sql = [items, tags, extensions, edges, catalog, pending, fullText]
    .joined(separator: "\n")

  /// What only a server adds: the rules of uniqueness, which a working copy can't enforce because
  /// an unsent row may stand beside the server's row of the same key, and the orders of listings
  /// that only a server serves.
  package static let serverSQL = """
    -- A natural key names one item; upserts and look-ups find it by this.
    DROP INDEX items_by_key;
    CREATE UNIQUE INDEX items_by_key ON items (source, source_id)
      WHERE source_id IS NOT NULL;
    -- At most one edge of a type from an item to another.
    DROP INDEX edges_by_triple;
    CREATE UNIQUE INDEX edges_by_triple ON edges (source_id, edge_type, target_id);
    -- The listing of all edges, newest first.
    CREATE INDEX edges_by_created ON edges (created_at, id);
    -- The walk of what changed since an instant.
    CREATE INDEX edges_by_updated ON edges (updated_at, id);
    """

  /// `seq` is the key of the full-text table's rows and stays with an item for its life. The
  /// properties are JSON text in the order of their keys, numbers spelled as ECMAScript does,
  /// because filters compare texts; so are the tags, in first-written order.
  private static let items = """
    CREATE TABLE items (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('active', 'archived', 'trashed', 'revoked')),
      tier TEXT CHECK (tier IN ('library', 'feed')),
      version INTEGER NOT NULL,
      schema_version INTEGER NOT NULL,
      source TEXT NOT NULL,
      source_id TEXT,
      occurred_at TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      properties TEXT NOT NULL,
      tags TEXT,
      capture_latitude REAL,
      capture_longitude REAL,
      trashed_with TEXT
    ) STRICT;
    -- The listings below end with state and type, so that rows which a list leaves out are passed
    -- over without being read.
    --
    -- The default listing, newest first. New rows have the newest time, so it grows at its end.
    CREATE INDEX items_by_created ON items (created_at, id, state, type);
    -- The listing of one type; also answers which types have items, and how many in each state.
    CREATE INDEX items_by_type ON items (type, created_at, id, state);
    -- Listings by change, and the walk of what changed since an instant.
    CREATE INDEX items_by_updated ON items (updated_at, id, state, type);
    -- Listings by the time an item tells of, and its bounds.
    CREATE INDEX items_by_occurred ON items (occurred_at, id, state, type);
    -- The bin and the archive: few rows, which the listings above would search long for.
    CREATE INDEX items_inactive ON items (state, updated_at, id) WHERE state <> 'active';
    -- Look-ups by natural key.
    CREATE INDEX items_by_key ON items (source, source_id) WHERE source_id IS NOT NULL;
    -- What one delete took along, for its restore.
    CREATE INDEX items_by_trash ON items (trashed_with) WHERE trashed_with IS NOT NULL;
    """

  /// An index of the tags of items: items keep them, this finds them.
  private static let tags = """
    CREATE TABLE tags (
      item_id TEXT NOT NULL REFERENCES items (id) ON DELETE CASCADE ON UPDATE CASCADE,
      tag TEXT NOT NULL,
      PRIMARY KEY (item_id, tag)
    ) STRICT, WITHOUT ROWID;
    -- Items with a tag, and the counts of tags.
    CREATE INDEX tags_by_tag ON tags (tag, item_id);
    """

  private static let extensions = """
    CREATE TABLE extensions (
      item_id TEXT NOT NULL REFERENCES items (id) ON DELETE CASCADE ON UPDATE CASCADE,
      namespace TEXT NOT NULL,
      data TEXT NOT NULL,
      PRIMARY KEY (item_id, namespace)
    ) STRICT, WITHOUT ROWID;
    """

  /// The ends are no foreign keys: an edge may lead to an item that is not held here.
  private static let edges = """
    CREATE TABLE edges (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      source_id TEXT NOT NULL,
      target_id TEXT NOT NULL,
      edge_type TEXT NOT NULL,
      properties TEXT NOT NULL,
      version INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    -- The edges that an item draws, a type's in either order.
    CREATE INDEX edges_by_source ON edges (source_id, edge_type, created_at, id);
    -- The edges that lead to an item, a type's in either order.
    CREATE INDEX edges_by_target ON edges (target_id, edge_type, created_at, id);
    -- Whether an edge of a type leads from an item to another.
    CREATE INDEX edges_by_triple ON edges (source_id, edge_type, target_id);
    -- All edges of a type, in either order.
    CREATE INDEX edges_by_type ON edges (edge_type, created_at, id);
    """

  /// Definitions are kept as they were registered or served. The revision changes with every
  /// change of either table, so that a catalog once read serves until then.
  private static let catalog = """
    CREATE TABLE types (id TEXT PRIMARY KEY, definition TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE edge_types (id TEXT PRIMARY KEY, definition TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE catalog_revision (
      one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL
    ) STRICT;
    """

  /// Rows whose full text is not indexed as they are now, or that are gone from `items` and not
  /// from the index. A write adds its row here; a search folds them in first.
  private static let pending = """
    CREATE TABLE index_pending (item_seq INTEGER PRIMARY KEY) STRICT;
    """

  /// The text that search reads, one row an item, by its `seq`. It keeps its text, from which
  /// excerpts are cut.
  private static let fullText = """
    CREATE VIRTUAL TABLE items_fts USING fts5 (
      title, body, description, name, extra, tags, tokenize = '\(tokenizer)'
    );
    """

  /// Empties the full-text table. Removing its rows one by one would cut every text again.
  package static let emptyFullText = "DROP TABLE items_fts;\n" + fullText
}
