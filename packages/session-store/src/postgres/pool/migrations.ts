/**
 * The schema migrations, in order; `schema_version` contains the number of migrations applied. Never change a published
 * migration. `$schema` represents the quoted name of the schema.
 */
export const postgresMigrations: readonly string[] = [
  `
  CREATE SEQUENCE $schema.ended_order;
  CREATE TABLE $schema.sessions (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    task_id TEXT NOT NULL,
    state TEXT NOT NULL,
    parent_task_id TEXT,
    -- Times are epoch milliseconds; as this type they arrive as numbers.
    last_accessed_at DOUBLE PRECISION NOT NULL,
    expires_at DOUBLE PRECISION,
    -- In which order tasks ended; null while one has not.
    ended_order BIGINT,
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
  CREATE INDEX ON $schema.sessions (task_id);
  CREATE INDEX ON $schema.sessions (parent_task_id, position) WHERE parent_task_id IS NOT NULL;
  CREATE INDEX ON $schema.sessions (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX ON $schema.sessions (ended_order) WHERE ended_order IS NOT NULL;
  CREATE INDEX ON $schema.sessions (owner, ended_order) WHERE ended_order IS NOT NULL;

  CREATE TABLE $schema.entries (
    -- Grows with time, so that the oldest entry of all lists has the smallest.
    arrival BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    position BIGINT NOT NULL REFERENCES $schema.sessions (position) ON DELETE CASCADE,
    list TEXT NOT NULL,
    number INTEGER NOT NULL,
    entry TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    owner INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX ON $schema.entries (position, list, number);
  CREATE INDEX ON $schema.entries (owner, (list = 'decisions'), arrival);

  CREATE TABLE $schema.tombstones (
    id TEXT PRIMARY KEY,
    expired_at DOUBLE PRECISION NOT NULL,
    forget_at DOUBLE PRECISION NOT NULL
  );
  CREATE INDEX ON $schema.tombstones (forget_at);

  -- When the next process may sweep.
  CREATE TABLE $schema.sweeps (next_at DOUBLE PRECISION NOT NULL);
  INSERT INTO $schema.sweeps VALUES (0);

  -- Texts that programs share, such as the saved toolsets; the version grows with each change.
  CREATE TABLE $schema.texts (
    name TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    text TEXT NOT NULL
  );

  -- The running instances of a service. One whose number does not grow any more has ended; clocks do not matter.
  CREATE TABLE $schema.instances (
    id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    beat BIGINT NOT NULL
  );

  CREATE TABLE $schema.secrets (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  );

  -- The owners of sessions, by a name as JSON; null for those without an owner.
  CREATE TABLE $schema.owners (
    owner INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  );
  INSERT INTO $schema.owners (name) VALUES ('null');

  -- The totals of each owner. Only the sums over all slots mean something: each statement adds to any slot, so that they seldom wait for each other.
  CREATE TABLE $schema.held (
    owner INTEGER NOT NULL REFERENCES $schema.owners (owner),
    slot SMALLINT NOT NULL,
    open BIGINT NOT NULL DEFAULT 0,
    ended BIGINT NOT NULL DEFAULT 0,
    open_bytes BIGINT NOT NULL DEFAULT 0,
    bytes BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (owner, slot)
  );
  INSERT INTO $schema.held (owner, slot) SELECT 1, generate_series(0, 63);
  `,
];
