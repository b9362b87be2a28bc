/**
 * The schema migrations, in order; the `user_version` of a file is the number of migrations applied. Never change a
 * published migration. Ids and texts are JSON, since SQLite text supports neither NUL nor lone surrogates.
 */
export const sqliteMigrations: readonly string[] = [
  `
  CREATE TABLE sessions (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    task_id TEXT NOT NULL,
    state TEXT NOT NULL,
    parent_task_id TEXT,
    last_accessed_at INTEGER NOT NULL,
    expires_at INTEGER,
    -- In which order tasks ended; null while one has not.
    ended_order INTEGER,
    head TEXT NOT NULL,
    head_bytes INTEGER NOT NULL,
    owner INTEGER NOT NULL,
    -- Of each list the number of its first entry, which is how many it has dropped, and of the next one.
    messages_from INTEGER NOT NULL DEFAULT 0,
    messages_to INTEGER NOT NULL DEFAULT 0,
    switches_from INTEGER NOT NULL DEFAULT 0,
    switches_to INTEGER NOT NULL DEFAULT 0,
    decisions_from INTEGER NOT NULL DEFAULT 0,
    decisions_to INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX sessions_by_task ON sessions (task_id);
  CREATE INDEX sessions_by_parent ON sessions (parent_task_id, position) WHERE parent_task_id IS NOT NULL;
  CREATE INDEX sessions_by_expiry ON sessions (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX sessions_by_end ON sessions (ended_order) WHERE ended_order IS NOT NULL;
  CREATE INDEX sessions_by_owner_and_end ON sessions (owner, ended_order) WHERE ended_order IS NOT NULL;

  CREATE TABLE entries (
    -- Grows with time, so that the oldest entry of all lists has the smallest.
    arrival INTEGER PRIMARY KEY,
    position INTEGER NOT NULL REFERENCES sessions (position) ON DELETE CASCADE,
    list TEXT NOT NULL,
    number INTEGER NOT NULL,
    entry TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    owner INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX entries_of_list ON entries (position, list, number);
  CREATE INDEX entries_by_leaving ON entries (owner, (list = 'decisions'), arrival);

  CREATE TABLE tombstones (
    id TEXT PRIMARY KEY,
    expired_at INTEGER NOT NULL,
    forget_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX tombstones_by_forgetting ON tombstones (forget_at);

  -- When the next process may sweep.
  CREATE TABLE sweeps (next_at INTEGER NOT NULL);
  INSERT INTO sweeps VALUES (0);

  -- The totals of each owner, kept up to date by triggers, so that no write counts anything again.
  CREATE TABLE owners (
    owner INTEGER PRIMARY KEY,
    -- JSON; null for those without an owner.
    name TEXT NOT NULL UNIQUE,
    open INTEGER NOT NULL DEFAULT 0,
    ended INTEGER NOT NULL DEFAULT 0,
    open_bytes INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0
  );
  INSERT INTO owners (owner, name) VALUES (1, 'null');

  CREATE TRIGGER session_added AFTER INSERT ON sessions BEGIN
    UPDATE owners SET
      open = open + (NEW.ended_order IS NULL),
      ended = ended + (NEW.ended_order IS NOT NULL),
      open_bytes = open_bytes + (NEW.ended_order IS NULL) * NEW.head_bytes,
      bytes = bytes + NEW.head_bytes
    WHERE owner = NEW.owner;
  END;
  CREATE TRIGGER session_removed AFTER DELETE ON sessions BEGIN
    UPDATE owners SET
      open = open - (OLD.ended_order IS NULL),
      ended = ended - (OLD.ended_order IS NOT NULL),
      open_bytes = open_bytes - (OLD.ended_order IS NULL) * OLD.head_bytes,
      bytes = bytes - OLD.head_bytes
    WHERE owner = OLD.owner;
  END;
  CREATE TRIGGER session_changed AFTER UPDATE OF head_bytes, ended_order ON sessions BEGIN
    UPDATE owners SET
      open = open + (NEW.ended_order IS NULL) - (OLD.ended_order IS NULL),
      ended = ended + (NEW.ended_order IS NOT NULL) - (OLD.ended_order IS NOT NULL),
      open_bytes = open_bytes + (NEW.ended_order IS NULL) * NEW.head_bytes - (OLD.ended_order IS NULL) * OLD.head_bytes,
      bytes = bytes + NEW.head_bytes - OLD.head_bytes
    WHERE owner = NEW.owner;
  END;
  CREATE TRIGGER entry_added AFTER INSERT ON entries BEGIN
    UPDATE owners SET bytes = bytes + NEW.bytes WHERE owner = NEW.owner;
  END;
  CREATE TRIGGER entry_removed AFTER DELETE ON entries BEGIN
    UPDATE owners SET bytes = bytes - OLD.bytes WHERE owner = OLD.owner;
  END;
  `,
];
